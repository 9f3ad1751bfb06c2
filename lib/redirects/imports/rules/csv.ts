import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type { Values, Written } from "#lib/redirects/imports/rules/values.ts";

const columns = ["type", "from_url", "to_url", "http_status", "force", "enabled", "description"] as const;

/**
 * A spreadsheet would calculate with a text that begins like this; a single quote says that it is text. Addresses begin with a slash
 * or `http`, so that descriptions alone need it.
 */
const formula = /^'*[=+\-@]/;
const quoted = (text: string): string => (formula.test(text) ? `'${text}` : text);
const unquoted = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

/** Redirects as a table, the names of the columns first. */
export const formatCsv = (redirects: readonly Values[]): string =>
  stringify(
    redirects.map((redirect) => [
      redirect.type,
      redirect.fromUrl,
      redirect.toUrl,
      String(redirect.httpStatus),
      String(redirect.force),
      String(redirect.enabled),
      quoted(redirect.description),
    ]),
    { header: true, columns: [...columns] },
  );

/** The reverse of `formatCsv`: columns in any order, `type` at least; cells and columns that are empty or missing say nothing. */
export function parseCsv(text: string): { written: Written[]; problems: string[] } {
  const rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ cells, line: lines });
        return cells;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { written: [], problems: [error.message] };
  }
  const header = rows[0]?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  if (!header.includes("type"))
    return { written: [], problems: [`Line 1: Name the columns: ${columns.join()}.`] };
  const written = rows.slice(1).map(({ cells, line }) => ({
    line,
    fields: Object.fromEntries(
      columns.flatMap((name) => {
        const cell = cells[header.indexOf(name)] ?? "";
        return cell === "" ? [] : [[name, name === "description" ? unquoted(cell) : cell]];
      }),
    ),
  }));
  return { written, problems: [] };
}

import { CsvError, parse } from "csv-parse/sync";
import { type NewRecipient, newRecipient, type RecipientsInput } from "#lib/sharing/recipients/schema.ts";

/** How many people are added at once. */
export const mostAtOnce = 200;

/** Somebody as they were written, and where: the line of a table, the place in a list. */
type Written = { readonly at: string; readonly fields: unknown };

export type ReadRecipients =
  | { readonly wanted: readonly NewRecipient[] }
  | { readonly problems: Readonly<Record<string, string[]>> };

/**
 * The people a body names, or what is wrong with it, under the field at fault. Of many every line with something wrong is named, and two
 * of one name, whatever their capitals, are one too many.
 */
export function readRecipients(input: RecipientsInput): ReadRecipients {
  const given = [input.name, input.recipients, input.csv].filter((value) => value !== undefined);
  if (given.length === 0) return { problems: { name: ["This field is required."] } };
  if (given.length > 1)
    return { problems: { non_field_errors: ["Give one of name, recipients and csv, not several."] } };
  if (input.name !== undefined) return { wanted: [{ name: input.name, email: input.email || null }] };
  return input.recipients === undefined
    ? checkAll("csv", parseTable(input.csv ?? ""))
    : checkAll("recipients", { written: input.recipients.map(asItem), problems: [] });
}

const asItem = (fields: unknown, index: number): Written => ({ at: `Item ${index + 1}`, fields });

function checkAll(
  field: "csv" | "recipients",
  { written, problems }: { written: readonly Written[]; problems: readonly string[] },
): ReadRecipients {
  if (written.length > mostAtOnce)
    return { problems: { [field]: [`At most ${mostAtOnce} recipients can be added at once.`] } };
  if (written.length === 0 && problems.length === 0)
    return { problems: { [field]: ["Name at least one recipient."] } };
  const wanted: NewRecipient[] = [];
  const wrong = [...problems];
  const known = new Set<string>();
  for (const { at, fields } of written) {
    const read = newRecipient.safeParse(fields);
    if (!read.success) {
      wrong.push(...read.error.issues.map(({ path, message }) => `${at}: ${wordsFor(path[0])}${message}`));
      continue;
    }
    const { name, email } = read.data;
    if (known.has(name.toLowerCase())) wrong.push(`${at}: ${name} is in the list already.`);
    known.add(name.toLowerCase());
    wanted.push({ name, email: email || null });
  }
  return wrong.length > 0 ? { problems: { [field]: wrong } } : { wanted };
}

const wordsFor = (field: PropertyKey | undefined): string => (typeof field === "string" ? `${field}: ` : "");

const columns = ["name", "email"] as const;

/** Comma, semicolon or tab between the cells. A first line that holds the word `name` names the columns; else it is name, then address. */
function parseTable(text: string): { written: Written[]; problems: string[] } {
  const rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ cells, line: lines });
        return cells;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { written: [], problems: [error.message] };
  }
  const first = rows[0]?.cells.map((name) => name.toLowerCase().replace("-", "")) ?? [];
  const isHeader = first.includes("name");
  const placeOf = (column: (typeof columns)[number]): number =>
    isHeader ? first.indexOf(column) : columns.indexOf(column);
  const written = rows.slice(isHeader ? 1 : 0).map(({ cells, line }) => ({
    at: `Line ${line}`,
    fields: { name: cells[placeOf("name")] ?? "", email: cells[placeOf("email")] ?? "" },
  }));
  return { written, problems: [] };
}

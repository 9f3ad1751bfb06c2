import { stringify } from "csv-stringify/browser/esm/sync";
import type { RedirectTest } from "./api.ts";
import { outcomes } from "./redirect-words.ts";
import type { Numbers } from "./use-numbers.ts";

/** Saves what was tried as a table; spreadsheets do not calculate with it. */
export function saveTestTable(project: string, results: RedirectTest["results"], numberOf: Numbers): void {
  const rows = results.map(({ url, redirect, hops, end }) => [
    url,
    numberOf(redirect) ?? "",
    hops.length,
    end.url,
    outcomes[end.outcome].text,
  ]);
  const text = stringify([["address", "redirect", "hops", "ends at", "outcome"], ...rows], {
    escape_formulas: true,
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = `${project}-redirects-test.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

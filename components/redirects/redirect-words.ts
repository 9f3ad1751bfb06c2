import type { Schema } from "#components/api-operations.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";

type Test = Schema<"RedirectTest">;
type Result = Test["results"][number];
type Outcome = Result["end"]["outcome"];
type Reason = Test["never_reached"][number]["reason"];

export const typeNames: Record<RedirectType, string> = {
  page: "Page",
  exact: "Exact",
  clean_url_to_html: "Clean URL to HTML",
  html_to_clean_url: "HTML to clean URL",
};

/** What the two types without addresses do, written like those that have some. */
const suffixPatterns = {
  clean_url_to_html: { from: "/page/", to: "/page.html" },
  html_to_clean_url: { from: "/page.html", to: "/page/" },
} as const;

export const isSuffixType = (type: string): type is keyof typeof suffixPatterns => type in suffixPatterns;

type Addresses = { type: RedirectType; from_url: string | null; to_url: string | null };

/** From where and to where a redirect leads, as it is shown. */
export const addressesOf = ({ type, from_url, to_url }: Addresses): { from: string; to: string } =>
  isSuffixType(type) ? suffixPatterns[type] : { from: from_url ?? "", to: to_url ?? "" };

/** What a redirect is called in sentences: what it looks for, or its type. */
export const nameOf = (redirect: Addresses): string =>
  isSuffixType(redirect.type) ? typeNames[redirect.type] : (redirect.from_url ?? "");

/** Pieces of an address and where they begin; those with a meaning of their own are marked. */
export function piecesOf(address: string): { at: number; text: string; marked: boolean }[] {
  return [...address.matchAll(/:splat|\*$|(?:(?!:splat|\*$).)+/gs)].map(({ index, 0: text }) => ({
    at: index,
    text,
    marked: text === ":splat" || text === "*",
  }));
}

/** Where the way of a reader ends. `good` is null where nobody can say. */
export const outcomes: Record<Outcome, { text: string; good: boolean | null }> = {
  page: { text: "There is a page", good: true },
  missing: { text: "No page there: readers get the 404 page", good: false },
  reserved: { text: "An address of the product itself, which redirects do not touch", good: null },
  unreadable: { text: "Whether there is a page is not shown to you", good: null },
  elsewhere: { text: "Another site", good: null },
  bad_address: { text: "Not an address that can be answered", good: false },
  circle: { text: "Readers go round in a circle", good: false },
  too_many_hops: { text: "More than 10 redirects, which browsers may not follow", good: false },
};

/** The number of a redirect in its list, from 1; null where it is not in it. */
export function numberOf(
  rows: readonly { pk: number; position: number }[],
  id: number | null,
): number | null {
  const row = rows.find(({ pk }) => pk === id);
  return row ? row.position + 1 : null;
}

const reasons: Record<Reason, string> = {
  earlier_redirect: "another comes first wherever this one matches",
  opposite_redirect: "of the two types about .html only the first counts",
  built_in_redirect: "a redirect of the product comes first",
  reserved_path: "this address belongs to the product",
  other_project: "this address belongs to a translation or subproject",
};

/** Why a redirect decides nothing; `by` is the number of the one before it, where there is one. */
export const unreachableText = (reason: Reason, by: number | null): string =>
  reason === "earlier_redirect" && by !== null
    ? `number ${by} comes first wherever this one matches`
    : reasons[reason];

const builtIn: Record<string, string> = {
  http_to_https: "to https",
  slash_collapse: "double slashes",
  directory: "folder to its index",
  to_canonical_domain: "to the canonical domain",
  subproject_to_main_domain: "to the main project's domain",
};

/** Who sends readers on: a redirect of the list by its number, one of another project, or the product. */
export function hopText({ kind, redirect }: Result["hops"][number], numberOf: (id: number) => number | null) {
  if (kind !== "user") return `built in${builtIn[kind] ? `, ${builtIn[kind]}` : ""}`;
  if (redirect === null) return "a redirect of another project";
  const number = numberOf(redirect);
  return number === null ? "this redirect" : `number ${number}`;
}

/** The addresses somebody typed or pasted, one a line, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

import type { Values, Written } from "#lib/redirects/imports/rules/values.ts";
import { isSuffixType } from "#lib/redirects/rules.ts";
import { type RedirectType, redirectTypes } from "#lib/redirects/schema.ts";

/**
 * Redirects as text, one a line, like the `_redirects` files of static hosts: `[off] [type] from to [status][!] [# description]`.
 * Without a type it is `exact`; `!` forces. A word with spaces or quotes stands in double quotes, a quote inside is doubled.
 */
export function formatLines(redirects: readonly Values[]): string {
  return redirects.map((redirect) => `${formatLine(redirect)}\n`).join("");
}

function formatLine({ type, fromUrl, toUrl, ...more }: Values): string {
  const status = more.httpStatus === 302 ? "" : String(more.httpStatus);
  const description = more.description.replace(/\s+/g, " ").trim();
  return [
    more.enabled ? "" : "off",
    type,
    ...(isSuffixType(type) ? [] : [quote(fromUrl), quote(toUrl)]),
    `${status}${more.force ? "!" : ""}`,
    description && `# ${description}`,
  ]
    .filter((word) => word !== "")
    .join(" ");
}

const quote = (word: string): string =>
  /[\s"]/.test(word) || word.startsWith("#") ? `"${word.replaceAll('"', '""')}"` : word;

/** The reverse of `formatLines`; empty lines and those that begin with `#` say nothing. */
export function parseLines(text: string): { written: Written[]; problems: string[] } {
  const written: Written[] = [];
  const problems: string[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const { words, description, isBroken } = split(raw);
    if (isBroken) problems.push(`Line ${line}: A quote has no end.`);
    else if (words.length > 0) {
      const fields = readWords(words);
      if (fields === null) problems.push(`Line ${line}: Write it as: type from to status.`);
      else written.push({ line, fields: { ...fields, ...(description && { description }) } });
    }
  }
  return { written, problems };
}

function split(line: string): { words: string[]; description: string; isBroken: boolean } {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== "" && !rest.startsWith("#")) {
    const [all = "", quoted, plain = ""] = /^(?:"((?:[^"]|"")*)"(?=\s|$)|([^\s"]\S*))\s*/.exec(rest) ?? [];
    if (all === "") return { words, description: "", isBroken: true };
    words.push(quoted?.replaceAll('""', '"') ?? plain);
    rest = rest.slice(all.length);
  }
  return { words, description: rest.slice(1).trim(), isBroken: false };
}

const isType = (word: string | undefined): word is RedirectType =>
  redirectTypes.some((type) => type === word);

function readWords(words: readonly string[]): Record<string, string> | null {
  const isOff = words[0] === "off";
  const named = words[isOff ? 1 : 0];
  const type = isType(named) ? named : "exact";
  const rest = words.slice((isOff ? 1 : 0) + (isType(named) ? 1 : 0));
  const [from_url = "", to_url = ""] = isSuffixType(type) ? [] : rest;
  const last = rest.slice(isSuffixType(type) ? 0 : 2);
  const [, status = "", force = ""] = /^(\d*)(!?)$/.exec(last[0] ?? "") ?? [];
  if (last.length > 1 || (last.length === 1 && status + force !== last[0])) return null;
  return {
    type,
    ...(!isSuffixType(type) && { from_url, to_url }),
    ...(status && { http_status: status }),
    ...(force && { force: "true" }),
    ...(isOff && { enabled: "false" }),
  };
}

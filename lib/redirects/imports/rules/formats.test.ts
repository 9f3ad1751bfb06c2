import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCsv, parseCsv } from "#lib/redirects/imports/rules/csv.ts";
import { formatLines, parseLines } from "#lib/redirects/imports/rules/lines.ts";
import { checkWritten, type Values } from "#lib/redirects/imports/rules/values.ts";

const usual: Values = {
  ...{ type: "exact", fromUrl: "/a", toUrl: "/b", httpStatus: 302 },
  ...{ force: false, enabled: true, description: "" },
};

describe("one redirect a line", () => {
  test.each<[string, Partial<Values>]>([
    ["/a /b", {}],
    ["  exact   /a\t/b  ", {}],
    ["a/ b/", { toUrl: "/b/" }],
    ["/a /b 301", { httpStatus: 301 }],
    ["/a /b !", { force: true }],
    ["/a /b 301! # gone since 2.0", { httpStatus: 301, force: true, description: "gone since 2.0" }],
    ["page /a /b#part", { type: "page", toUrl: "/b#part" }],
    ["off page /a /b", { type: "page", enabled: false }],
    ["clean_url_to_html 301", { type: "clean_url_to_html", fromUrl: "", toUrl: "", httpStatus: 301 }],
    ['"/a ""b""" "/c d"', { fromUrl: '/a "b"', toUrl: "/c d" }],
  ])("%s", (text, expected) => {
    const { written, problems } = parseLines(`# first\n\n${text}\r\n`);
    expect(problems).toEqual([]);
    expect(checkWritten(written)).toEqual({
      problems: [],
      wanted: [{ line: 3, values: { ...usual, ...expected } }],
    });
  });

  test.each([
    ['"/a /b', "Line 1: A quote has no end."],
    ["/a /b 301 more", "Line 1: Write it as: type from to status."],
    ["/a /b soon", "Line 1: Write it as: type from to status."],
  ])("%s: %s", (text, problem) => expect(parseLines(text).problems).toEqual([problem]));
});

describe("a table", () => {
  test("names its columns in any order, and may leave some out", () => {
    const { written } = parseCsv("\ufeffTo_URL,type,from_url,other\r\n/b,exact,/a,x\r\n\r\n");
    expect(checkWritten(written).wanted).toEqual([{ line: 2, values: usual }]);
  });

  test.each([
    ["from_url,to_url\n/a,/b", /^Line 1: Name the columns: type,/],
    ['type,from_url\n"page,/a', /quote/i],
  ])("%j is refused", (text, problem) => expect(parseCsv(text).problems[0]).toMatch(problem));
});

test("of a text with more lines than anybody writes none is checked", () => {
  const line = { fields: { type: "page", from_url: "/a", to_url: "" } };
  const written = Array.from({ length: 1_001 }, (_, index) => ({ ...line, line: index + 1 }));
  expect(checkWritten(written).problems).toEqual(["At most 1000 redirects can be imported at once."]);
  expect(checkWritten(written.slice(1)).problems).toHaveLength(1_000);
});

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ["a=1", "a=1"],
])("%s is no formula to a spreadsheet, and read back as it was", (description, cell) => {
  const table = formatCsv([{ ...usual, description }]);
  expect(table).toBe(
    `type,from_url,to_url,http_status,force,enabled,description\nexact,/a,/b,302,false,true,${cell}\n`,
  );
  expect(checkWritten(parseCsv(table).written).wanted[0]?.values.description).toBe(description);
});

test("what is written is read back the same in both", () => {
  const address = fc
    .string({ maxLength: 20 })
    .map((text) => `/${text.trim().replace(/[*\p{Cc}]|:splat|^\/+|\/+$/gu, "")}`);
  const redirect = fc.record({
    type: fc.constantFrom("page" as const, "exact" as const),
    fromUrl: address.map(
      (text) =>
        text
          .trim()
          .replace(/\/+$/, "")
          .replace(/\$rest$/, "") || "/",
    ),
    toUrl: address.map((text) => `/${text.trim().replace(/^\/+/, "")}`),
    httpStatus: fc.constantFrom(301 as const, 302 as const),
    force: fc.boolean(),
    enabled: fc.boolean(),
    description: fc
      .oneof(fc.string({ maxLength: 20 }), fc.stringMatching(/^'*[=+@-]/))
      .map((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim()),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(redirect, { selector: (one) => one.type + one.fromUrl, maxLength: 5 }),
      (all) => {
        for (const { written, problems } of [parseLines(formatLines(all)), parseCsv(formatCsv(all))]) {
          expect(problems).toEqual([]);
          expect(checkWritten(written).wanted.map(({ values }) => values)).toEqual(all);
        }
      },
    ),
  );
});

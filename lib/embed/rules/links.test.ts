import { expect, test } from "vitest";
import { rewriteLinks } from "#lib/embed/rules/links.ts";
import { formatElement, parsePage } from "#lib/platform/html/document.ts";
import { findElement } from "#lib/platform/html/find.ts";

async function rewritten(html: string, base: string): Promise<string> {
  const content = findElement(await parsePage(html), ({ name }) => name === "main");
  if (content === null) throw new Error("There is no main.");
  rewriteLinks(content, base);
  return formatElement(content);
}

const page = "https://t.example.org/en/latest/guide/page.html";
const folder = "https://t.example.org/en/latest/guide/";

test.each<[what: string, base: string, value: string, expected: string]>([
  ["a fragment", page, "#sec", "https://t.example.org/en/latest/guide/page.html#sec"],
  ["a fragment of a folder", folder, "#sec", "https://t.example.org/en/latest/guide/#sec"],
  ["a page beside", page, "other.html", "https://t.example.org/en/latest/guide/other.html"],
  ["a page inside a folder", folder, "other.html", "https://t.example.org/en/latest/guide/other.html"],
  ["a page with a fragment", page, "other.html#x", "https://t.example.org/en/latest/guide/other.html#x"],
  ["one up", page, "../index.html", "https://t.example.org/en/latest/index.html"],
  ["far up, and down again", page, "../../../de/a/b.html", "https://t.example.org/de/a/b.html"],
  ["further up than there is", page, "../../../../../../x.html", "https://t.example.org/x.html"],
  ["here", page, "./x.html", "https://t.example.org/en/latest/guide/x.html"],
  ["a query", page, "?q=1", "https://t.example.org/en/latest/guide/page.html?q=1"],
  ["a name that is not ASCII", page, "ü b.html", "https://t.example.org/en/latest/guide/%C3%BC%20b.html"],
  ["a page of a host without a path", "https://t.example.org", "x.html", "https://t.example.org/x.html"],
  ["from the root of the host", page, "/en/stable/", "/en/stable/"],
  ["another host, same scheme", page, "//other.example.org/x", "//other.example.org/x"],
  ["another host", page, "https://other.example.org/x", "https://other.example.org/x"],
  ["mail", page, "mailto:a@example.org", "mailto:a@example.org"],
  ["an image of its own", page, "data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
  ["a script", page, "javascript:void(0)", "javascript:void(0)"],
  ["white space before a scheme", page, " https://other.example.org/x", " https://other.example.org/x"],
])("[serving L6] %s", async (_what, base, value, expected) => {
  expect(await rewritten(`<main><a href="${value}">x</a></main>`, base)).toBe(
    `<main><a href="${expected}">x</a></main>`,
  );
  if (!value.startsWith("#")) {
    expect(await rewritten(`<main><img src="${value}"></main>`, base)).toBe(
      `<main><img src="${expected}"></main>`,
    );
  }
});

test("[serving L6] each link is rewritten by itself, and nothing else is", async () => {
  const html =
    '<main><a href="#a">1</a><p><a href="b.html">2</a></p><a>3</a><img alt="none"><a name="x">4</a>' +
    '<link href="s.css"><script src="s.js"></script><form action="go"></form></main><a href="out.html">5</a>';
  expect(await rewritten(html, page)).toBe(
    '<main><a href="https://t.example.org/en/latest/guide/page.html#a">1</a>' +
      '<p><a href="https://t.example.org/en/latest/guide/b.html">2</a></p><a>3</a><img alt="none"><a name="x">4</a>' +
      '<link href="s.css"><script src="s.js"></script><form action="go"></form></main>',
  );
});

test("thousands of links of a page with a long address are too many", async () => {
  const links = "<a href=x></a>".repeat(10_000);
  const long = `https://t.example.org/${"a".repeat(4000)}/`;
  await expect(rewritten(`<main>${links}</main>`, long)).rejects.toThrow("The page has too many links.");
  await expect(rewritten(`<main>${links}</main>`, page)).resolves.toContain(folder);
});

import { expect, test } from "vitest";
import { mailHtml } from "#lib/platform/mail/html.ts";

const home = "https://lectern.example";
const body = (text: string, action?: string): string =>
  /<p style="margin:0 0 24px;font-weight:600">Lectern<\/p>(.*)<\/div>/s.exec(
    mailHtml({ text, home, ...(action !== undefined && { action }) }),
  )?.[1] ?? "";

test("paragraphs stay paragraphs, and their characters what they are", () => {
  expect(body("Hello <ana> & co,\n\nit is\ntrue.\n")).toBe(
    '<p style="margin:0 0 16px">Hello &lt;ana&gt; &amp; co,</p><p style="margin:0 0 16px">it is<br>true.</p>',
  );
});

test("a link of ours by itself is a button, and can be read, too", () => {
  const link = `${home}/invitations/abc/`;
  const made = body(`Answer:\n\n${link}\n`, "Accept or decline");
  expect(made).toContain(`<a href="${link}" style="`);
  expect(made).toContain(">Accept or decline</a>");
  expect(made).toContain(`>${link}</span>`);
});

test("a link of ours in a sentence is a link", () => {
  expect(body(`Log: ${home}/accounts/security-log/`)).toContain(
    `Log: <a href="${home}/accounts/security-log/">`,
  );
});

test.each([
  ["of somebody else", "https://evil.example/"],
  ["that begins like ours", "https://lectern.example.evil.example/"],
  ["of ours that was quoted", `> ${home}/accounts/delete/`],
])("a link %s is no link", (_, text) => {
  expect(body(`${text}\n`, "Open")).not.toContain("<a ");
});

test("what was quoted is marked as such", () => {
  expect(body("> Hi\n> <b>there</b>")).toMatch(
    /^<blockquote style="[^"]+">Hi<br>&lt;b&gt;there&lt;\/b&gt;<\/blockquote>$/,
  );
});

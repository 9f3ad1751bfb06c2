import { expect, test } from "vitest";
import { decodePage } from "#lib/platform/html/decode.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

test.each<[what: string, bytes: Buffer, contentType: string, text: string]>([
  ["UTF-8 unless something says otherwise", Buffer.from("é€"), "text/html", "é€"],
  ["UTF-8 with its mark, which is no part of the text", Buffer.from("\ufeffé"), "", "é"],
  ["UTF-16 with its mark", Buffer.from("\ufeffé", "utf16le"), "text/html; charset=utf-8", "é"],
  ["UTF-16 the other way round", utf16be("é"), "", "é"],
  ["Latin-1 by the header", latin1("é"), "text/html; charset=ISO-8859-1", "é"],
  ["the header, quoted and in capitals", latin1("é"), 'text/html;CHARSET="iso-8859-1"', "é"],
  [
    "the header before the page",
    Buffer.from('<meta charset="latin1">é'),
    "text/html; charset=utf-8",
    '<meta charset="latin1">é',
  ],
  ["the page's own word", latin1("<meta charset=latin1>é"), "text/html", "<meta charset=latin1>é"],
  [
    "the page's older spelling",
    latin1('<META http-equiv="Content-Type" content="text/html; charset=windows-1252"/>\x80'),
    "",
    '<META http-equiv="Content-Type" content="text/html; charset=windows-1252"/>€',
  ],
  [
    "UTF-8 where a page in ASCII calls itself UTF-16",
    Buffer.from("<meta charset=utf-16>é"),
    "",
    "<meta charset=utf-16>é",
  ],
  ["UTF-8 where the name is unknown", Buffer.from("é"), "text/html; charset=nonsense", "é"],
  ["bytes that fit nothing, marked", latin1("a\xff"), "", "a\ufffd"],
  ["nothing", Buffer.alloc(0), "", ""],
  ["Japanese by the header", Buffer.from([0x93, 0xfa]), "text/html; charset=Shift_JIS", "日"],
])("a page is read as %s", (_what, bytes, contentType, text) => {
  expect(decodePage(bytes, contentType)).toBe(text);
});

test("a declaration beyond the first kilobyte is too late", () => {
  expect(decodePage(latin1(`${" ".repeat(1024)}<meta charset=latin1>é`))).toMatch(/\ufffd$/);
});

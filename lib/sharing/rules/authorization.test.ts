import { expect, test } from "vitest";
import { headerToken } from "#lib/sharing/rules/authorization.ts";

const basic = (pair: string) => Buffer.from(pair).toString("base64");

test.each([
  ["Token abc", "abc"],
  ["token abc", "abc"],
  ["TOKEN  abc ", "abc"],
  [`Basic ${basic("abc:")}`, "abc"],
  [`basic ${basic("lch_a-b_c:")}`, "lch_a-b_c"],
  ["", null],
  ["Token", null],
  ["Token ", null],
  ["abc", null],
  ["Token abc, Token def", null],
  ["Token a b", null],
  ["Bearer abc", null],
  ["Tokens abc", null],
  [`Basic ${basic("abc:def")}`, null],
  [`Basic ${basic(":abc")}`, null],
  [`Basic ${basic("abc::")}`, null],
  [`Basic ${basic("abc")}`, null],
  [`Basic ${basic(":")}`, null],
  ["Basic ***", null],
  ["Basic YWJjOg==YWJj", null],
  ["Token ä", null],
])("the token in %j is %j", (header, token) => {
  expect(headerToken(header)).toBe(token);
});

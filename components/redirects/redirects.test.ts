import { describe, expect, test } from "vitest";
import { moved } from "#components/redirects/order.ts";
import {
  addressesIn,
  addressesOf,
  hopText,
  nameOf,
  piecesOf,
  unreachableText,
} from "#components/redirects/redirect-words.ts";

const list = ["a", "b", "c", "d"].map((name, position) => ({ name, position }));

test.each([
  ["to the front", 2, 0, "cabd"],
  ["to the end", 0, 3, "bcda"],
  ["beyond the end", 1, 99, "acdb"],
  ["one place on", 1, 2, "acbd"],
  ["nowhere", 3, 3, "abcd"],
  ["something that is not there", 9, 0, "abcd"],
])("a redirect is moved %s", (_name, from, to, expected) => {
  const order = moved(list, from, to);
  expect(order.map(({ name }) => name).join("")).toBe(expected);
  expect(order.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

describe("a redirect is shown", () => {
  const page = { type: "page", from_url: "/old", to_url: "/new" } as const;
  const suffix = { type: "html_to_clean_url", from_url: null, to_url: null } as const;
  test("by its addresses", () => expect(addressesOf(page)).toEqual({ from: "/old", to: "/new" }));
  test("by what its type does where it has none", () =>
    expect(addressesOf(suffix)).toEqual({ from: "/page.html", to: "/page/" }));
  test("in sentences", () => expect([nameOf(page), nameOf(suffix)]).toEqual(["/old", "HTML to clean URL"]));
  test("with what stands for something else marked", () => {
    const marks = (address: string) =>
      piecesOf(address).map(({ text, marked }) => (marked ? `<${text}>` : text));
    expect(marks("/a/*")).toEqual(["/a/", "<*>"]);
    expect(marks("/b/:splat?x=:splat")).toEqual(["/b/", "<:splat>", "?x=", "<:splat>"]);
    expect(marks("/a*b")).toEqual(["/a*b"]);
    expect(marks("")).toEqual([]);
  });
});

test.each([
  ["user", 7, "number 3"],
  ["user", 0, "this redirect"],
  ["user", null, "a redirect of another project"],
  ["directory", null, "built in, folder to its index"],
  ["system", null, "built in"],
])("who sends readers on: %s %s", (kind, redirect, expected) => {
  const hop = { to: "/x", status: 302, kind, redirect } as const;
  expect(hopText(hop, (id) => (id === 7 ? 3 : null))).toBe(expected);
});

test("why nobody comes to a redirect", () => {
  expect(unreachableText("earlier_redirect", 2)).toBe("number 2 comes first wherever this one matches");
  expect(unreachableText("reserved_path", null)).toBe("this address belongs to the product");
});

test("addresses are read one a line, each once", () => {
  expect(addressesIn(" /a \r\n\n/b\n/a")).toEqual(["/a", "/b"]);
});

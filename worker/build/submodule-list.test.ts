import { describe, expect, test } from "vitest";
import { chooseSubmodules, parseSubmodules, wantsSubmodules } from "#worker/build/submodule-list.ts";

const commit = "1".repeat(40);
const entry = (key: string, value: string) => `submodule.${key}\n${value}`;
const link = (path: string) => `160000 ${commit} 0\t${path}`;
const encoded = (entries: readonly string[], encoding: BufferEncoding = "utf8") =>
  Buffer.from(entries.map((one) => `${one}\0`).join(""), encoding)
    .toString("base64")
    .match(/.{1,76}/g) ?? [];

describe("submodules are read from .gitmodules and the index", () => {
  test("with spaces and dots in their names, and without an address", () => {
    const settings = [
      entry("theme.path", "docs/theme"),
      entry("theme.url", "../theme.git"),
      entry("a name.with dots.path", "my folder/x"),
      entry("a name.with dots.url", "https://example.com/x.git"),
      entry("addressless.path", "addressless"),
      entry("gone.path", "gone"),
      entry("gone.url", "https://example.com/gone.git"),
    ];
    const links = ["addressless", "docs/theme", "my folder/x", "unknown"].map(link);
    expect(parseSubmodules([...encoded(settings), "--gitlinks--", ...encoded(links)])).toEqual([
      { name: "theme", path: "docs/theme", url: "../theme.git" },
      { name: "a name.with dots", path: "my folder/x", url: "https://example.com/x.git" },
      { name: "addressless", path: "addressless", url: null },
      { name: "unknown", path: "unknown", url: null },
    ]);
  });

  test("with values that look like entries of others, which they are not", () => {
    const settings = [
      entry("evil.path", "sub"),
      entry("evil.url", "https://evil.example/x.git"),
      entry("other.url", "a\rsubmodule.evil.path\nelsewhere"),
      entry("other.url", `${"a".repeat(5_000)}\nsubmodule.evil.url\nhttps://good.example/x.git`),
    ];
    const lines = [...encoded(settings), "--gitlinks--", ...encoded([link("sub")])];
    expect(parseSubmodules(lines)).toEqual([
      { name: "evil", path: "sub", url: "https://evil.example/x.git" },
    ]);
  });

  test("and one whose name is no text has no address, because others have the same to us", () => {
    const settings = [entry("evil\u00ff.path", "sub"), entry("evil\u00ff.url", "https://evil.example/x.git")];
    const lines = [...encoded(settings, "latin1"), "--gitlinks--", ...encoded([link("sub")])];
    expect(parseSubmodules(lines)).toEqual([{ name: "evil\ufffd", path: "sub", url: null }]);
  });

  test("a repository without any has none", () => {
    expect(parseSubmodules(["--gitlinks--"])).toEqual([]);
  });
});

describe("the configuration chooses among them", () => {
  const [a, b, c] = ["a", "lib/b", "c"].map((path) => ({
    name: path,
    path,
    url: `https://example.com/${path}`,
  }));
  const all = [a!, b!, c!];
  const none = { include: [], exclude: "all", recursive: false } as const;

  test.each([
    ["nothing by default", none, [], []],
    ["all", { ...none, include: "all", exclude: [] }, all, []],
    ["some", { ...none, include: ["lib/b/", "./a"], exclude: [] }, [a, b], []],
    ["one that is not there", { ...none, include: ["c", "x"], exclude: [] }, [c], ["x"]],
    ["all but some", { ...none, exclude: ["lib/b/"] }, [a, c], []],
    ["all but one that is not there", { ...none, exclude: ["x"] }, all, []],
  ] as const)("%s", (_, chosen, expected, missing) => {
    expect(chooseSubmodules(all, chosen)).toEqual({ chosen: expected, missing });
  });

  test("excluded ones are not even looked for", () => {
    expect(wantsSubmodules(none)).toBe(false);
    expect(wantsSubmodules({ ...none, exclude: [] })).toBe(false);
    expect(wantsSubmodules({ ...none, exclude: ["a"] })).toBe(true);
    expect(wantsSubmodules({ ...none, include: "all", exclude: [] })).toBe(true);
  });
});

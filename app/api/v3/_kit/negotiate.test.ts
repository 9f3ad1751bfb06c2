import { describe, expect, test } from "vitest";
import { negotiate, prefersHtml } from "#app/api/v3/_kit/negotiate.ts";

const ask = (path: string, accept?: string, params: Record<string, string | string[]> = {}) =>
  negotiate(
    new Request(`http://api.test${path}`, accept === undefined ? {} : { headers: { accept } }),
    params,
    ["application/json"],
  );
const code = (run: () => unknown): string => {
  try {
    run();
    return "fine";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("Accept", () => {
  test.each([
    [undefined, "fine"],
    ["*/*", "fine"],
    [" ", "fine"],
    ["application/json", "fine"],
    ["application/*", "fine"],
    ["application/json; indent=4", "fine"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "fine"],
    ["text/html", "fine"],
    ["application/xml", "not_acceptable"],
    ["image/png", "not_acceptable"],
    ["application/json;q=0", "not_acceptable"],
  ])("%s is %s", (accept, expected) => expect(code(() => ask("/", accept))).toBe(expected));

  test.each([
    ["application/json; indent=4", 4],
    ["application/json;indent=2", 2],
    ["application/json; indent=99", 8],
    ["application/json; indent=0", 0],
    ["application/json; indent=x", 0],
    ["application/json", 0],
  ])("%s is indented by %i", (accept, indent) => expect(ask("/", accept).indent).toBe(indent));

  test.each([
    ["text/html", true],
    ["text/html,application/xhtml+xml,*/*;q=0.8", true],
    ["*/*", false],
    ["application/json", false],
    ["application/json,text/html", false],
  ])("%s prefers HTML: %s", (accept, expected) =>
    expect(prefersHtml(new Request("http://api.test/", { headers: { accept } }))).toBe(expected),
  );

  test.each([
    ["/?format=json", false],
    ["/?format=", true],
  ])("a browser that asks for %s prefers HTML: %s", (path, expected) =>
    expect(
      prefersHtml(new Request(`http://api.test${path}`, { headers: { accept: "text/html,*/*;q=0.8" } })),
    ).toBe(expected),
  );
});

describe("the format", () => {
  test.each([
    ["/x/?format=json", "fine"],
    ["/x/?format=", "fine"],
    ["/x/?format=xml", "not_found"],
    ["/x/?format=api", "not_found"],
  ])("%s is %s", (path, expected) => expect(code(() => ask(path))).toBe(expected));

  test("json as a suffix of the last parameter is taken off", () => {
    expect(ask("/api/v3/projects/pip.json/", undefined, { project: "pip.json" }).params).toEqual({
      project: "pip",
    });
    const several = { project: "pip", alias: ["tools", "cli.json"] };
    expect(ask("/api/v3/projects/pip/subprojects/tools/cli.json/", undefined, several).params).toEqual({
      project: "pip",
      alias: "tools/cli",
    });
  });

  test.each([
    ["/api/v3/projects/a.b/", { project: "a.b" }],
    ["/api/v3/projects/a.b.json/", { project: "a.b.json" }],
    ["/api/v3/projects/.json/", { project: ".json" }],
    ["/api/v3/projects/pip.json/builds/", { project: "pip.json" }],
    ["/api/v3/projects/a%00/", { project: "a\0" }],
  ])("%s names nothing", (path, params) =>
    expect(code(() => ask(path, undefined, params))).toBe("not_found"),
  );

  test("versions and usernames may have dots", () => {
    const params = { project: "pip", version: "v1.0.json" };
    expect(ask("/api/v3/projects/pip/versions/v1.0.json/", undefined, params).params).toEqual(params);
  });
});

describe("parameters", () => {
  test.each([
    ["?a=%00", "invalid"],
    ["?%00=a", "invalid"],
    [`?${"a=1&".repeat(1000)}`, "fine"],
    [`?${"a=1&".repeat(1001)}`, "invalid"],
  ])("%s is %s", (search, expected) => expect(code(() => ask(`/x/${search}`))).toBe(expected));
});

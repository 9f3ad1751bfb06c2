import { describe, expect, test } from "vitest";
import { usesUv } from "#lib/builds/config/rules/python.ts";
import { parse, refusal, refuses, sphinxWith } from "#test/factories/configs.ts";

const install = (...entries: readonly string[]) => sphinxWith(`python: {install: [${entries.join(", ")}]}`);
const first = "python.install.0";

describe("[builds C8] python.install", () => {
  refuses([
    [sphinxWith("python: []"), "config:validation:invalid-dict", "python"],
    [sphinxWith("python: null"), "config:validation:invalid-dict", "python"],
    [sphinxWith("python: {version: '3.8'}"), "config:base:invalid-key-name", "python.version"],
    [sphinxWith("python: {install: docs.txt}"), "config:validation:invalid-list", "python.install"],
    [sphinxWith("python: {install: {}}"), "config:validation:invalid-list", "python.install"],
    [sphinxWith("python: {install: null}"), "config:validation:invalid-list", "python.install"],
    [install("docs.txt"), "config:validation:invalid-dict", first],
    [install("{}"), "config:python:pip-path-requirement-required", first],
    [install("{method: pip}"), "config:python:pip-path-requirement-required", first],
    [install("{path: ., method: poetry}"), "config:validation:invalid-choice", `${first}.method`],
    [install("{path: ., method: null}"), "config:validation:invalid-choice", `${first}.method`],
    [install("{path: null}"), "config:validation:invalid-string", `${first}.path`],
    [install("{path: /opt}"), "config:validation:invalid-path", `${first}.path`],
    [install("{requirements: null}"), "config:validation:invalid-string", `${first}.requirements`],
    [install("{requirements: ''}"), "config:validation:invalid-path", `${first}.requirements`],
    [install("{requirements: [a]}"), "config:validation:invalid-string", `${first}.requirements`],
    [install("{requirements: ../a.txt}"), "config:validation:invalid-path", `${first}.requirements`],
    [install("{requirements: a, path: .}"), "config:base:invalid-key-name", `${first}.path`],
    [install("{requirements: a, method: pip}"), "config:base:invalid-key-name", `${first}.method`],
    [install("{path: .}", "{path: ., foo: 1}"), "config:base:invalid-key-name", "python.install.1.foo"],
    [install("{path: .}", "{}"), "config:python:pip-path-requirement-required", "python.install.1"],
  ]);

  test.each([
    ["", []],
    ["python: {}", []],
    ["python: {install: []}", []],
  ])("%j: nothing to install", (text, wanted) => {
    expect(parse(sphinxWith(text)).python).toEqual({ install: wanted });
  });

  test("several entries, in their order", () => {
    const text = install("{requirements: ./docs/a.txt}", "{path: ./b/}", "{path: ., method: setuptools}");
    expect(parse(text).python.install).toEqual([
      { requirements: "docs/a.txt" },
      { path: "b", method: "pip", extra_requirements: [] },
      { path: ".", method: "setuptools", extra_requirements: [] },
    ]);
  });
});

describe("[builds C9] extra_requirements", () => {
  const extras = (given: string, method = "pip") =>
    install(`{path: ., method: ${method}, extra_requirements: ${given}}`);

  refuses([
    [extras("docs"), "config:validation:invalid-list", `${first}.extra_requirements`],
    [extras("[docs, 1]"), "config:validation:invalid-string", `${first}.extra_requirements.1`],
    [extras("[docs]", "setuptools"), "config:python:pip-required", first],
    [install("{requirements: a, extra_requirements: [docs]}"), "config:base:invalid-key-name"],
  ]);

  test.each([
    ["[docs, test]", "pip", ["docs", "test"]],
    ["[]", "pip", []],
    ["[]", "setuptools", []],
  ])("%s with %s", (given, method, wanted) => {
    expect(parse(extras(given, method)).python.install).toEqual([
      { path: ".", method, extra_requirements: wanted },
    ]);
  });
});

describe("[builds C15] uv", () => {
  const uv = (rest: string) => install(`{method: uv, ${rest}}`);
  const nothing = { path: null, requirements: null, groups: null, extras: null };

  refuses([
    [install("{method: uv}"), "config:python:uv-command-required", first],
    [uv("command: add"), "config:validation:invalid-choice", `${first}.command`],
    [uv("command: null"), "config:validation:invalid-choice", `${first}.command`],
    [
      install("{requirements: a}", "{method: uv, command: sync}"),
      "config:python:uv-multiple-install-entries-invalid",
    ],
    [
      install("{method: uv, command: sync}", "{method: uv, command: sync}"),
      "config:python:uv-multiple-install-entries-invalid",
    ],
    [uv("command: sync, requirements: a"), "config:python:uv-sync-requirements-invalid", first],
    [uv("command: pip"), "config:python:uv-pip-requirements-or-path-required", first],
    [
      uv("command: pip, requirements: a, path: ."),
      "config:python:uv-pip-requirements-and-path-mutually-exclusive",
      first,
    ],
    [uv("command: pip, path: ., groups: [a]"), "config:python:uv-pip-groups-not-allowed", first],
    [uv("command: pip, path: ., groups: all"), "config:python:uv-pip-groups-not-allowed", first],
    [uv("command: pip, path: ., extras: all"), "config:python:uv-pip-extras-all-not-allowed", first],
    [uv("command: sync, groups: []"), "config:python:uv-groups-extras-empty", `${first}.groups`],
    [uv("command: sync, extras: []"), "config:python:uv-groups-extras-empty", `${first}.extras`],
    [uv("command: sync, groups: docs"), "config:python:uv-groups-extras-invalid-type", `${first}.groups`],
    [uv("command: sync, extras: {a: b}"), "config:python:uv-groups-extras-invalid-type", `${first}.extras`],
    [uv("command: sync, groups: null"), "config:python:uv-groups-extras-invalid-type", `${first}.groups`],
    [uv("command: sync, groups: [a, 1]"), "config:validation:invalid-string", `${first}.groups.1`],
    [uv("command: sync, extras: [{}]"), "config:validation:invalid-string", `${first}.extras.0`],
    [uv("command: sync, path: ''"), "config:validation:invalid-path", `${first}.path`],
    [uv("command: sync, path: /opt"), "config:validation:invalid-path", `${first}.path`],
    [uv("command: sync, extra_requirements: [a]"), "config:base:invalid-key-name"],
  ]);

  test("an empty or wrong list is named by its field", () => {
    expect(refusal(uv("command: sync, groups: []"))?.values).toMatchObject({ field: "groups" });
    expect(refusal(uv("command: sync, extras: docs"))?.values).toMatchObject({ field: "extras" });
  });

  test.each([
    ["command: sync", { command: "sync" }],
    ["command: sync, path: docs", { command: "sync", path: "docs" }],
    ["command: sync, groups: [docs, dev]", { command: "sync", groups: ["docs", "dev"] }],
    ["command: sync, groups: all", { command: "sync", groups: "all" }],
    ["command: sync, extras: [plot]", { command: "sync", extras: ["plot"] }],
    ["command: sync, extras: all", { command: "sync", extras: "all" }],
    ["command: pip, requirements: docs/a.txt", { command: "pip", requirements: "docs/a.txt" }],
    ["command: pip, path: .", { command: "pip", path: "." }],
    ["command: pip, path: ., extras: [docs]", { command: "pip", path: ".", extras: ["docs"] }],
  ])("%s", (rest, wanted) => {
    const config = parse(uv(rest));
    expect(config.python.install).toEqual([{ method: "uv", ...nothing, ...wanted }]);
    expect(usesUv(config)).toBe(true);
  });

  test.each(["{requirements: a}", "{path: ., method: pip}", "{path: uv, method: setuptools}"])(
    "%s does not use uv",
    (entry) => expect(usesUv(parse(install(entry)))).toBe(false),
  );
});

import { describe, expect, test } from "vitest";
import { buildWith, parse, refusal, refuses, sphinxWith } from "#test/factories/configs.ts";

const everything = `
version: 2
formats: [pdf, epub]
build:
  os: ubuntu-24.04
  tools: {python: "3.12", nodejs: "22"}
  apt_packages: [graphviz]
  jobs:
    post_checkout: [git fetch --unshallow]
    build: {pdf: [make pdf]}
    post_build: [echo done, "test -d _readthedocs"]
python:
  install:
    - requirements: docs/requirements.txt
    - {path: ., extra_requirements: [docs]}
conda: {environment: environment.yml}
sphinx: {configuration: docs/conf.py, builder: dirhtml, fail_on_warning: true}
submodules: {include: [one, two], recursive: true}
search:
  ranking: {api/*: -5}
  ignore: [drafts/*]
`;

test("[builds C16] the whole configuration, defaults filled in", () => {
  expect(parse(everything)).toEqual({
    version: "2",
    formats: ["pdf", "epub"],
    python: {
      install: [
        { requirements: "docs/requirements.txt" },
        { path: ".", method: "pip", extra_requirements: ["docs"] },
      ],
    },
    conda: { environment: "environment.yml" },
    build: {
      os: "ubuntu-24.04",
      tools: {
        python: { version: "3.12", full_version: "3.12" },
        nodejs: { version: "22", full_version: "22" },
      },
      jobs: {
        pre_checkout: [],
        post_checkout: ["git fetch --unshallow"],
        pre_system_dependencies: [],
        post_system_dependencies: [],
        pre_create_environment: [],
        create_environment: null,
        post_create_environment: [],
        pre_install: [],
        install: null,
        post_install: [],
        pre_build: [],
        build: { html: null, htmlzip: null, pdf: ["make pdf"], epub: null },
        post_build: ["echo done", "test -d _readthedocs"],
      },
      apt_packages: ["graphviz"],
      commands: [],
    },
    doctype: "sphinx_htmldir",
    sphinx: { configuration: "docs/conf.py", builder: "sphinx_htmldir", fail_on_warning: true },
    mkdocs: null,
    submodules: { include: ["one", "two"], exclude: [], recursive: true },
    search: { ranking: { "api/*": -5 }, ignore: ["drafts/*"] },
  });
});

describe("[builds A4] the version is 2", () => {
  refuses(
    ["1", "3", "2.1", "two", '"2.0"', "null", "true", "[2]", "{}"].map((version) => [
      sphinxWith().replace("version: 2", `version: ${version}`),
      "config:base:invalid-version",
    ]),
  );

  test.each(["version: 2", 'version: "2"', "version: 2.0", ""])("%j", (line) => {
    expect(parse(sphinxWith().replace("version: 2", line)).version).toBe("2");
  });
});

describe("[builds C2] conda", () => {
  const withPython = (version: string, rest: string) =>
    sphinxWith(rest).replace('python: "3.12"', `python: "${version}"`);

  refuses([
    [sphinxWith("conda: environment.yml"), "config:validation:invalid-dict", "conda"],
    [sphinxWith("conda: {}"), "config:validation:value-not-found", "conda.environment"],
    [sphinxWith("conda: {environment: null}"), "config:validation:invalid-string", "conda.environment"],
    [sphinxWith("conda: {environment: ''}"), "config:validation:invalid-path", "conda.environment"],
    [sphinxWith("conda: {environment: /a.yml}"), "config:validation:invalid-path", "conda.environment"],
    [sphinxWith("conda: {environment: a, name: b}"), "config:base:invalid-key-name", "conda.name"],
    [withPython("miniconda-latest", ""), "config:conda:required"],
    [withPython("mambaforge-latest", "conda: null"), "config:conda:required"],
    [withPython("miniforge3-latest", ""), "config:conda:required"],
    [
      buildWith('tools: {python: "mambaforge-22.9"}, jobs: {create_environment: [make]}'),
      "config:conda:required",
    ],
  ]);

  test.each(["miniconda-latest", "mambaforge-22.9", "miniforge3-25.11", "3.12"])(
    "%s with a file",
    (version) => {
      const { conda } = parse(withPython(version, "conda: {environment: ./docs/environment.yml}"));
      expect(conda).toEqual({ environment: "docs/environment.yml" });
    },
  );

  test.each([
    ["an ordinary Python", sphinxWith()],
    ["an ordinary Python, and nothing given", sphinxWith("conda: null")],
    ["commands", buildWith("tools: {python: miniconda-latest}, commands: [a]")],
  ])("not needed with %s", (_, text) => expect(parse(text).conda).toBeNull());
});

describe("[builds B5] the first key nobody knows is named, with all of its name", () => {
  refuses([
    [sphinxWith("future: true"), "config:base:invalid-key-name", "future"],
    [sphinxWith("future: {one: {two: 3}}\nother: 1"), "config:base:invalid-key-name", "future.one.two"],
    [`requirements_file: a\n${sphinxWith()}`, "config:base:invalid-key-name", "requirements_file"],
    [buildWith("commands: [a], future: []"), "config:base:invalid-key-name", "build.future"],
    [
      sphinxWith("python: {install: [{path: ., foo: 1}]}"),
      "config:base:invalid-key-name",
      "python.install.0.foo",
    ],
    [sphinxWith("__proto__: 1"), "config:base:invalid-key-name", "__proto__"],
  ]);

  test("the others are named beside it", () => {
    const message = refusal(sphinxWith("one: 1\ntwo: {three: 3}\npython: {four: 4}"))?.values.message;
    expect(message).toMatch(/Also unknown: two\.three, python\.four\.$/);
  });

  test("a key of earlier days says what replaced it", () => {
    expect(refusal(sphinxWith("python: {version: 3.8}"))?.values).toMatchObject({
      key: "python.version",
      message: "Choose the version under build.tools.python.",
    });
  });
});

describe("only the first problem is told, in a fixed order", () => {
  const problems = [
    ["formats: [docx]", "formats.0"],
    ["conda: []", "conda"],
    ["python: []", "python"],
    ["submodules: []", "submodules"],
    ["search: []", "search"],
    ["future: 1", "future"],
  ] as const;

  test.each(problems.map(([, key], index) => [key, index] as const))("%s, then later ones", (key, index) => {
    const lines = problems.slice(index).map(([line]) => line);
    expect(refusal(sphinxWith(lines.toReversed().join("\n")))?.values.key).toBe(key);
  });

  refuses([
    ["formats: [docx]\nbuild: []", "config:validation:invalid-choice", "formats.0"],
    ["build: []\nconda: []", "config:validation:invalid-dict", "build"],
    [buildWith("tools: {perl: a}, jobs: []"), "config:validation:invalid-choice", "build.tools"],
    [buildWith("tools: {python: a}, jobs: []"), "config:validation:invalid-dict", "build.jobs"],
    [
      buildWith("tools: {python: a}, apt_packages: a"),
      "config:validation:invalid-choice",
      "build.tools.python",
    ],
    [`${buildWith('tools: {python: "3"}')}\nfuture: 1`, "config:sphinx:missing-config"],
  ]);
});

describe("what a notice tells", () => {
  test("names the file", () => {
    expect(refusal("version: 1")).toEqual({
      notice: "config:base:invalid-version",
      values: { filename: ".readthedocs.yaml" },
    });
  });

  test("is short and can be stored, whatever the file holds", () => {
    const long = refusal(sphinxWith(`${"x".repeat(498)}😀😀: 1`));
    expect(long?.values.key).toBe(`${"x".repeat(498)}\ufffd…`);
    expect(refusal("a: *\0")?.values.error_message).not.toContain("\0");
  });
});

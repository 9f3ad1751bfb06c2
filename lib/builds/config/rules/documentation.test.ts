import { describe, expect, test } from "vitest";
import { parse, refusal, refuses } from "#test/factories/configs.ts";

const python = 'build: {os: ubuntu-24.04, tools: {python: "3.12"}}';
const withJobs = (jobs: string) => `build: {os: ubuntu-24.04, tools: {python: "3.12"}, jobs: {${jobs}}}`;
const withCommands = "build: {os: ubuntu-24.04, commands: [make]}";
const sphinx = (inner: string) => `${python}\nsphinx: {configuration: conf.py, ${inner}}`;
const mkdocs = (inner: string) => `${python}\nmkdocs: {configuration: mkdocs.yml, ${inner}}`;
const noSphinx = { configuration: null, builder: "sphinx", fail_on_warning: false };

describe("[builds C10] sphinx", () => {
  refuses([
    [`${python}\nsphinx: conf.py`, "config:validation:invalid-dict", "sphinx"],
    [sphinx("builder: epub"), "config:validation:invalid-choice", "sphinx.builder"],
    [sphinx("builder: null"), "config:validation:invalid-choice", "sphinx.builder"],
    [sphinx("fail_on_warning: 'true'"), "config:validation:invalid-bool", "sphinx.fail_on_warning"],
    [sphinx("fail_on_warning: null"), "config:validation:invalid-bool", "sphinx.fail_on_warning"],
    [sphinx("strict: true"), "config:base:invalid-key-name", "sphinx.strict"],
    [`${python}\nsphinx: {configuration: 3}`, "config:validation:invalid-string", "sphinx.configuration"],
    [
      `${python}\nsphinx: {configuration: /conf.py}`,
      "config:validation:invalid-path",
      "sphinx.configuration",
    ],
    [
      `${python}\nsphinx: {configuration: ../conf.py}`,
      "config:validation:invalid-path",
      "sphinx.configuration",
    ],
    [`${python}\nsphinx: {configuration: docs}`, "config:sphinx:invalid-config-file", "sphinx.configuration"],
    [`${python}\nsphinx: {configuration: my-conf.py}`, "config:sphinx:invalid-config-file"],
  ]);

  test.each([
    ["", { builder: "sphinx", fail_on_warning: false }],
    ["builder: html", { builder: "sphinx" }],
    ["builder: htmldir", { builder: "sphinx_htmldir" }],
    ["builder: dirhtml", { builder: "sphinx_htmldir" }],
    ["builder: singlehtml", { builder: "sphinx_singlehtml" }],
    ["fail_on_warning: true", { fail_on_warning: true }],
    ["fail_on_warning: yes", { fail_on_warning: true }],
    ["fail_on_warning: 1", { fail_on_warning: true }],
    ["fail_on_warning: false", { fail_on_warning: false }],
    ["fail_on_warning: 0", { fail_on_warning: false }],
  ])("%j", (inner, wanted) => {
    const { sphinx: read, mkdocs: other, doctype } = parse(sphinx(inner));
    expect(read).toMatchObject({ configuration: "conf.py", ...wanted });
    expect(other).toBeNull();
    expect(doctype).toBe(read?.builder);
  });

  test("its configuration may lie in a folder", () => {
    const { sphinx: read } = parse(`${python}\nsphinx: {configuration: ./docs/source/conf.py}`);
    expect(read).toMatchObject({ configuration: "docs/source/conf.py" });
  });

  test.each(["configuration: null", "configuration: ''", ""])("%j is fine beside commands", (inner) => {
    expect(parse(`${withCommands}\nsphinx: {${inner}}`)).toMatchObject({
      doctype: "generic",
      sphinx: noSphinx,
    });
  });
});

describe("[builds C11] mkdocs", () => {
  refuses([
    [`${python}\nmkdocs: mkdocs.yml`, "config:validation:invalid-dict", "mkdocs"],
    [mkdocs("fail_on_warning: 'true'"), "config:validation:invalid-bool", "mkdocs.fail_on_warning"],
    [mkdocs("builder: html"), "config:base:invalid-key-name", "mkdocs.builder"],
    [`${python}\nmkdocs: {configuration: 3}`, "config:validation:invalid-string", "mkdocs.configuration"],
    [`${python}\nmkdocs: {configuration: /m.yml}`, "config:validation:invalid-path", "mkdocs.configuration"],
    [
      `${python}\nmkdocs: {configuration: ../m.yml}`,
      "config:validation:invalid-path",
      "mkdocs.configuration",
    ],
    [`${mkdocs("")}\nsphinx: {configuration: conf.py}`, "config:base:sphinx-mkdocs-together"],
    [`${python}\nmkdocs: null\nsphinx: null`, "config:base:sphinx-mkdocs-together"],
    [`${withCommands}\nmkdocs: null\nsphinx: null`, "config:base:sphinx-mkdocs-together"],
  ]);

  test.each([
    ["", { configuration: "mkdocs.yml", fail_on_warning: false }],
    ["fail_on_warning: true", { configuration: "mkdocs.yml", fail_on_warning: true }],
    ["configuration: ./a/b.yaml", { configuration: "a/b.yaml", fail_on_warning: false }],
  ])("%j", (inner, wanted) => {
    expect(parse(mkdocs(inner))).toMatchObject({ doctype: "mkdocs", mkdocs: wanted, sphinx: null });
  });

  test.each(["{}", "null", "{configuration: null}"])("%s is fine beside commands", (value) => {
    expect(parse(`${withCommands}\nmkdocs: ${value}`).doctype).toBe("generic");
  });
});

describe("[builds C12] a project says where the configuration of its tool is", () => {
  refuses([
    [python, "config:sphinx:missing-config"],
    [`${python}\nsphinx: {}`, "config:sphinx:missing-config"],
    [`${python}\nsphinx: null`, "config:sphinx:missing-config"],
    [`${python}\nsphinx: {configuration: null}`, "config:sphinx:missing-config"],
    [`${python}\nsphinx: {configuration: ''}`, "config:sphinx:missing-config"],
    [`${python}\nmkdocs: {}`, "config:mkdocs:missing-config"],
    [`${python}\nmkdocs: null`, "config:mkdocs:missing-config"],
    [`${python}\nmkdocs: {configuration: null}`, "config:mkdocs:missing-config"],
    [`${withJobs("post_install: [a]")}`, "config:sphinx:missing-config"],
    [`${withJobs("build: {}")}`, "config:sphinx:missing-config"],
    [`${withJobs("install: [a]")}\nsphinx: {}`, "config:sphinx:missing-config"],
    [`${withJobs("install: [a]")}\nmkdocs: {}`, "config:mkdocs:missing-config"],
  ]);

  test.each([
    ["commands", withCommands],
    ["create_environment", withJobs("create_environment: [a]")],
    ["an empty create_environment", withJobs("create_environment: []")],
    ["install", withJobs("install: [a]")],
    ["an empty install", withJobs("install: []")],
    ["build.html", withJobs("build: {html: [a]}")],
    ["build.pdf", `${withJobs("build: {pdf: []}")}\nformats: [pdf]`],
  ])("unless it has %s of its own: then it is generic", (_, text) => {
    expect(parse(text)).toMatchObject({ doctype: "generic", sphinx: noSphinx, mkdocs: null });
  });

  test.each([
    [`${withJobs("install: [a]")}\nsphinx: {configuration: conf.py}`, "sphinx"],
    [`${withJobs("build: {html: [a]}")}\nmkdocs: {configuration: mkdocs.yml}`, "mkdocs"],
    [`${withCommands}\nsphinx: {configuration: conf.py}`, "generic"],
    [`${withCommands}\nmkdocs: {configuration: mkdocs.yml}`, "generic"],
  ])("%j: %s", (text, doctype) => expect(parse(text).doctype).toBe(doctype));
});

test("what is wrong is told in sentences that say the way out", () => {
  expect(refusal(`${python}\nsphinx: {configuration: /docs/conf.py}`)?.values).toMatchObject({
    message: "“/docs/conf.py” is absolute. Write it as seen from the root of the repository.",
  });
});

import { describe, expect, test } from "vitest";
import { buildWith, parse, refusal, refuses, sphinxWith } from "#test/factories/configs.ts";

const commands = (inner: string) => buildWith(`commands: [a], ${inner}`);
const jobs = (inner: string) =>
  `formats: [pdf]\n${buildWith(`tools: {python: "3"}, jobs: {${inner}}`)}\nsphinx: {configuration: conf.py}`;

describe("[builds C3] build names a system and tools that exist", () => {
  refuses([
    ["version: 2", "config:validation:value-not-found", "build"],
    ["build: text", "config:validation:invalid-dict", "build"],
    ["build: null", "config:validation:invalid-dict", "build"],
    ["build: [a]", "config:validation:invalid-dict", "build"],
    ["build: {image: latest}", "config:validation:value-not-found", "build.os"],
    ["build: {os: windows, commands: [a]}", "config:validation:invalid-choice", "build.os"],
    ["build: {os: 22.04, commands: [a]}", "config:validation:invalid-choice", "build.os"],
    ["build: {os: [x], commands: [a]}", "config:validation:invalid-choice", "build.os"],
    ["build: {os: null, commands: [a]}", "config:validation:invalid-choice", "build.os"],
    [commands("image: latest"), "config:base:invalid-key-name", "build.image"],
    [buildWith("tools: [python]"), "config:validation:invalid-dict", "build.tools"],
    [buildWith("tools: {perl: '5'}"), "config:validation:invalid-choice", "build.tools"],
    [buildWith("tools: {python: '3.5'}"), "config:validation:invalid-choice", "build.tools.python"],
    [buildWith("tools: {python: 3.10}"), "config:validation:invalid-choice", "build.tools.python"],
    [buildWith("tools: {python: 3}"), "config:validation:invalid-choice", "build.tools.python"],
    [buildWith("tools: {python: ''}"), "config:validation:invalid-choice", "build.tools.python"],
    [buildWith("tools: {nodejs: 20}"), "config:validation:invalid-choice", "build.tools.nodejs"],
    [buildWith("tools: {ruby: '3.2'}"), "config:validation:invalid-choice", "build.tools.ruby"],
    [buildWith("tools: {python: '3', rust: '2'}"), "config:validation:invalid-choice", "build.tools.rust"],
  ]);

  test("a number that is meant as a version says that it needs quotes", () => {
    expect(refusal(buildWith("tools: {python: 3.10}"))).toMatchObject({
      values: {
        value: "a number (3.1)",
        message: expect.stringContaining("quotes"),
        choices: expect.stringContaining("3.10"),
      },
    });
  });

  test.each(["ubuntu-22.04", "ubuntu-24.04", "ubuntu-26.04", "ubuntu-lts-latest"])("system %s", (os) => {
    expect(parse(`build: {os: ${os}, commands: [a]}`).build.os).toBe(os);
  });

  test("tools are in the order of the file, with the version asked for until the machine is known", () => {
    const { tools } = parse(commands('tools: {rust: latest, python: "3.12", nodejs: "22"}')).build;
    expect(Object.entries(tools)).toEqual([
      ["rust", { version: "latest", full_version: "latest" }],
      ["python", { version: "3.12", full_version: "3.12" }],
      ["nodejs", { version: "22", full_version: "22" }],
    ]);
  });

  test.each([
    ["python", "2.7 3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14 3 latest"],
    ["python", "miniconda3-4.7 miniconda3-3.12-24.1 miniconda3-3.12-24.9 miniconda-latest"],
    ["python", "mambaforge-4.10 mambaforge-22.9 mambaforge-23.11 mambaforge-latest"],
    ["python", "miniforge3-25.11 miniforge3-26.3 miniforge3-latest"],
    ["nodejs", "14 16 18 19 20 22 23 24 25 26 latest"],
    ["ruby", "3.3 3.4 4.0 latest"],
    ["rust", "1.55 1.61 1.64 1.70 1.75 1.78 1.82 1.86 1.91 1.96 latest"],
    ["golang", "1.17 1.18 1.19 1.20 1.21 1.22 1.23 1.24 1.25 1.26 latest"],
  ])("%s may be any of %s", (tool, versions) => {
    for (const version of versions.split(" ")) {
      const { build } = parse(commands(`tools: {${tool}: "${version}"}`));
      expect(build.tools).toEqual({ [tool]: { version, full_version: version } });
    }
  });
});

describe("[builds C4] commands and jobs need a system, and do not go together", () => {
  refuses([
    ["build: {jobs: {pre_build: [a]}}", "config:validation:value-not-found", "build.os"],
    ["build: {commands: [a]}", "config:validation:value-not-found", "build.os"],
    [buildWith("commands: a"), "config:validation:invalid-list", "build.commands"],
    [buildWith("commands: null"), "config:validation:invalid-list", "build.commands"],
    [buildWith("commands: [1]"), "config:validation:invalid-string", "build.commands.0"],
    [buildWith("commands: [a, {b: c}]"), "config:validation:invalid-string", "build.commands.1"],
    [buildWith("tools: {}"), "config:build:missing-build-tools-commands"],
    [buildWith("tools: null"), "config:build:missing-build-tools-commands"],
    [buildWith("commands: []"), "config:build:missing-build-tools-commands"],
    [buildWith("jobs: {pre_build: [a]}"), "config:build:missing-build-tools-commands"],
    [commands("jobs: {post_build: [b]}"), "config:build:jobs-and-commands"],
  ]);

  test("where something is missing, a key that may be a misspelling of it is named", () => {
    const typo = refusal(buildWith("tool: {python: '3'}"));
    expect(typo).toMatchObject({ notice: "config:build:missing-build-tools-commands" });
    expect(typo?.values.message).toBe("There is build.tool, which is not a known key: check its spelling.");
    expect(refusal(buildWith("tools: {}"))?.values.message).toBe("");
    expect(refusal(`${buildWith("tools: {python: '3'}")}\nspinx: {configuration: conf.py}`)).toMatchObject({
      notice: "config:sphinx:missing-config",
      values: { message: "There is spinx, which is not a known key: check its spelling." },
    });
  });

  test.each([
    ["tools: {python: '3'}, commands: [b]", ["b"]],
    ["tools: null, commands: [b]", ["b"]],
    ["jobs: {}, commands: [b]", ["b"]],
    ["commands: [a], commands: [b, c]", ["b", "c"]],
    [`commands: ["echo 'a: b' # not a comment"]`, ["echo 'a: b' # not a comment"]],
  ])("%s", (inner, wanted) => expect(parse(buildWith(inner)).build.commands).toEqual(wanted));
});

describe("[builds C5] jobs have known names and lists of commands", () => {
  refuses([
    [jobs("pre_test: [a]"), "config:validation:invalid-choice", "build.jobs"],
    [buildWith("tools: {python: '3'}, jobs: null"), "config:validation:invalid-dict", "build.jobs"],
    [buildWith("tools: {python: '3'}, jobs: [a]"), "config:validation:invalid-dict", "build.jobs"],
    [jobs("pre_build: a"), "config:validation:invalid-list", "build.jobs.pre_build"],
    [jobs("pre_build: null"), "config:validation:invalid-list", "build.jobs.pre_build"],
    [jobs("install: a"), "config:validation:invalid-list", "build.jobs.install"],
    [jobs("pre_build: [a, 1]"), "config:validation:invalid-string", "build.jobs.pre_build.1"],
    [
      jobs("create_environment: [[a]]"),
      "config:validation:invalid-string",
      "build.jobs.create_environment.0",
    ],
  ]);

  test("every name, each with its commands in their order", () => {
    const names = [
      "pre_checkout",
      "post_checkout",
      "pre_system_dependencies",
      "post_system_dependencies",
      "pre_create_environment",
      "create_environment",
      "post_create_environment",
      "pre_install",
      "install",
      "post_install",
      "pre_build",
      "post_build",
    ];
    const given = names.toReversed().map((name) => `${name}: [${name} 1, ${name} 2]`);
    expect(parse(jobs(given.join(", "))).build.jobs).toEqual({
      ...Object.fromEntries(names.map((name) => [name, [`${name} 1`, `${name} 2`]])),
      build: { html: null, htmlzip: null, pdf: null, epub: null },
    });
  });
});

describe("[builds C6] build.jobs.build replaces single formats", () => {
  refuses([
    [jobs("build: [a]"), "config:validation:invalid-dict", "build.jobs.build"],
    [jobs("build: null"), "config:validation:invalid-dict", "build.jobs.build"],
    [jobs("build: {docx: [a]}"), "config:validation:invalid-choice", "build.jobs.build"],
    [jobs("build: {html: a}"), "config:validation:invalid-list", "build.jobs.build.html"],
    [jobs("build: {html: [1]}"), "config:validation:invalid-string", "build.jobs.build.html.0"],
  ]);

  test("a format must be asked for under formats", () => {
    expect(refusal(jobs("build: {html: [a], epub: [b]}"))).toMatchObject({
      notice: "config:build:jobs:build:missing-in-formats",
      values: { build_type: "epub" },
    });
  });

  test.each([
    ["", { html: null, htmlzip: null, pdf: null, epub: null }],
    ["build: {}", { html: null, htmlzip: null, pdf: null, epub: null }],
    ["build: {html: []}", { html: [], htmlzip: null, pdf: null, epub: null }],
    ["build: {html: [a, b], pdf: []}", { html: ["a", "b"], htmlzip: null, pdf: [], epub: null }],
  ])("%j: the others stay as they are built in", (inner, wanted) => {
    expect(parse(jobs(inner)).build.jobs.build).toEqual(wanted);
  });

  test("nothing given is not the same as an empty list", () => {
    expect(parse(jobs("install: []")).build.jobs).toMatchObject({
      create_environment: null,
      install: [],
      pre_install: [],
    });
  });
});

describe("[builds C7] system packages are plain names", () => {
  const packages = (list: string) => buildWith(`commands: [a], apt_packages: ${list}`);

  refuses([
    [packages("graphviz"), "config:validation:invalid-list", "build.apt_packages"],
    [packages("[a, 1]"), "config:validation:invalid-string", "build.apt_packages.1"],
    [packages("[-q]"), "config:apt:invalid-package-name-prefix", "build.apt_packages.0"],
    [packages("[a, '  -q']"), "config:apt:invalid-package-name-prefix", "build.apt_packages.1"],
    [packages("[/tmp/a.deb]"), "config:apt:invalid-package-name-prefix", "build.apt_packages.0"],
    [packages("[./a.deb]"), "config:apt:invalid-package-name-prefix", "build.apt_packages.0"],
    [packages("['a b']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages("['a;b']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages("['a$(b)']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages("['a=1.0']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages("['a:amd64']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages('["a\\nb"]'), "config:apt:invalid-package-name", "build.apt_packages.0"],
    [packages("['']"), "config:apt:invalid-package-name", "build.apt_packages.0"],
  ]);

  test.each([
    ["[]", []],
    ["[graphviz, ' libstdc++6 ', g++, python3.11-dev]", ["graphviz", "libstdc++6", "g++", "python3.11-dev"]],
  ])("%s", (list, wanted) => expect(parse(packages(list)).build.apt_packages).toEqual(wanted));

  test("the prefix is named", () => {
    expect(refusal(sphinxWith().replace("tools", "apt_packages: [-q], tools"))).toMatchObject({
      values: { prefix: "-", package: "-q" },
    });
  });
});

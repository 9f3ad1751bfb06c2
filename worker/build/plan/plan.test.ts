import { describe, expect, test } from "vitest";
import { parseConfig } from "#lib/builds/config/rules.ts";
import { hookNames } from "#lib/builds/config/schema.ts";
import { showArguments } from "#worker/build/arguments.ts";
import { planBuild } from "#worker/build/plan/plan.ts";
import type { PlanFacts, PlannedStep } from "#worker/build/plan/step.ts";

const facts: PlanFacts = { kind: "python", language: "en", external: false };

const python = 'build: {os: ubuntu-24.04, tools: {python: "3.12"}}';
const sphinx = `${python}\nsphinx: {configuration: docs/conf.py}`;
const mkdocs = `${python}\nmkdocs: {configuration: mkdocs.yml}`;
const every = "formats: all\n";
const withJobs = (jobs: object, rest = "sphinx: {configuration: docs/conf.py}") =>
  `build: {os: ubuntu-24.04, tools: {python: "3.12"}, jobs: ${JSON.stringify(jobs)}}\n${rest}`;

/** The plan as a reader of the log meets it, one line per step. */
function story(text: string, given: Partial<PlanFacts> = {}): string[] {
  const plan = planBuild(parseConfig(`version: 2\n${text}`, ".readthedocs.yaml"), { ...facts, ...given });
  return [plan.afterCheckout, plan.beforePackages, plan.beforeTools, plan.install, plan.build]
    .flat()
    .map(told);
}

function told(step: PlannedStep): string {
  switch (step.do) {
    case "user":
      return `${step.phase} $ ${step.line}`;
    case "run":
      return `${step.phase} ${step.folder}: ${showArguments(step.args)}`;
    case "show":
      return `${step.phase} cat ${step.path}`;
    case "make pdf":
      return `${told(step.sources)} (pdf, ${step.language})`;
    case "pack":
      return `pack ${step.format}`;
    case "create environment":
      return "create environment";
  }
}

const installed = (tool: string) => [
  "create environment",
  "installing .: python -m pip install --upgrade pip setuptools",
  `installing .: python -m pip install --upgrade ${tool}`,
];
const shownConf = "building cat docs/conf.py";
const sphinxHtml =
  "building docs: python -m sphinx -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html";
const sphinxZip = [
  "building docs: python -m sphinx -T -b singlehtml -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/htmlzip",
  "pack htmlzip",
];
const sphinxPdf =
  "building docs: python -m sphinx -T -b latex -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/pdf (pdf, en)";
const sphinxEpub = [
  "building docs: python -m sphinx -T -b epub -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/epub",
  "pack epub",
];
const mkdocsHtml =
  "building .: python -m mkdocs build --clean --site-dir $READTHEDOCS_OUTPUT/html --config-file mkdocs.yml";

describe("built-in steps", () => {
  test.each<[string, string, Partial<PlanFacts>, string[]]>([
    ["Sphinx", sphinx, {}, [...installed("sphinx"), shownConf, sphinxHtml]],
    [
      "Sphinx, all formats, in their own order",
      `formats: [epub, pdf, htmlzip]\n${sphinx}`,
      {},
      [...installed("sphinx"), shownConf, sphinxHtml, ...sphinxZip, sphinxPdf, ...sphinxEpub],
    ],
    [
      "MkDocs ignores formats",
      every + mkdocs,
      {},
      [...installed("mkdocs"), "building cat mkdocs.yml", mkdocsHtml],
    ],
    [
      "MkDocs, strict",
      `${python}\nmkdocs: {configuration: site/mkdocs.yml, fail_on_warning: true}`,
      {},
      [
        ...installed("mkdocs"),
        "building cat site/mkdocs.yml",
        "building .: python -m mkdocs build --clean --site-dir $READTHEDOCS_OUTPUT/html --config-file site/mkdocs.yml --strict",
      ],
    ],
  ])("[builds D10] %s", (_, text, given, steps) => expect(story(text, given)).toEqual(steps));

  test.each<[string, string, string]>([
    ["html", "false", "-T -b html"],
    ["dirhtml", "false", "-T -b dirhtml"],
    ["htmldir", "false", "-T -b dirhtml"],
    ["singlehtml", "false", "-T -b singlehtml"],
    ["html", "true", "-T -W --keep-going -b html"],
  ])("[builds D10] Sphinx with the builder %s, warnings fatal: %s", (builder, strict, options) =>
    expect(
      story(
        `${python}\nsphinx: {configuration: conf.py, builder: ${builder}, fail_on_warning: ${strict}}`,
      ).at(-1),
    ).toBe(
      `building .: python -m sphinx ${options} -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html`,
    ),
  );

  test("[builds D10] warnings are fatal for pages, htmlzip and epub, never for LaTeX", () => {
    const strict = `${python}\nsphinx: {configuration: conf.py, fail_on_warning: true}`;
    const builders = story(every + strict).filter((line) => line.includes("-m sphinx"));
    expect(builders.map((line) => / -W --keep-going -b (\w+)| -b (\w+)/.exec(line)?.slice(1))).toEqual([
      ["html", undefined],
      ["singlehtml", undefined],
      [undefined, "latex"],
      ["epub", undefined],
    ]);
  });

  test.each([
    ["en", "en"],
    ["pt-br", "pt_BR"],
    ["zh-cn", "zh_CN"],
    ["zh-tw", "zh_TW"],
    ["nb-no", "nb_NO"],
    ["es-mx", "es_MX"],
    ["uk-ua", "uk_UA"],
    ["de", "de"],
  ])("[builds D10] the language %s is %s for Sphinx", (language, spelled) =>
    expect(story(sphinx, { language }).at(-1)).toContain(` -D language=${spelled} `),
  );

  test.each<[string, string, string[]]>([
    ["Sphinx", sphinx, [...installed("sphinx"), shownConf, sphinxHtml]],
    ["MkDocs", mkdocs, [...installed("mkdocs"), "building cat mkdocs.yml", mkdocsHtml]],
  ])("[builds D9] a pull request gets pages only: %s", (_, text, steps) =>
    expect(story(every + text, { external: true })).toEqual(steps),
  );

  test("[builds D9] a pull request runs no override of another format", () =>
    expect(
      story(`formats: [pdf]\n${withJobs({ build: { html: ["a"], pdf: ["b"] } })}`, { external: true }).at(-1),
    ).toBe("building $ a"));

  test.each<[string, string, PlanFacts["kind"], string]>([
    ["Sphinx, venv", sphinx, "python", sphinxHtml],
    [
      "Sphinx, uv",
      sphinx,
      "uv",
      "building docs: uv run --no-sync --no-dev sphinx-build -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html",
    ],
    ["MkDocs, venv", mkdocs, "python", mkdocsHtml],
    [
      "MkDocs, uv",
      mkdocs,
      "uv",
      "building .: uv run --no-sync --no-dev mkdocs build --clean --site-dir $READTHEDOCS_OUTPUT/html --config-file mkdocs.yml",
    ],
  ])("[builds D21] how a tool is called: %s", (_, text, kind, line) =>
    expect(story(text, { kind }).at(-1)).toBe(line),
  );
});

describe("jobs", () => {
  const allHooks = Object.fromEntries(
    hookNames.filter((name) => name !== "pre_checkout").map((name) => [name, [`echo ${name}`, "true"]]),
  );

  test("[builds D13] every hook has its position", () =>
    expect(story(`${every}${withJobs(allHooks)}`).filter((line) => !line.endsWith("$ true"))).toEqual([
      "cloning $ echo post_checkout",
      "installing $ echo pre_system_dependencies",
      "installing $ echo post_system_dependencies",
      "installing $ echo pre_create_environment",
      "create environment",
      "installing $ echo post_create_environment",
      "installing $ echo pre_install",
      ...installed("sphinx").slice(1),
      "installing $ echo post_install",
      "building $ echo pre_build",
      shownConf,
      sphinxHtml,
      ...sphinxZip,
      sphinxPdf,
      ...sphinxEpub,
      "building $ echo post_build",
    ]));

  test.each<[string, string, Partial<PlanFacts>, string[]]>([
    [
      "Sphinx pages overridden, its other formats built in",
      `${every}${withJobs({ build: { html: ["make html"] } })}`,
      {},
      [...installed("sphinx"), "building $ make html", ...sphinxZip, sphinxPdf, ...sphinxEpub],
    ],
    [
      "Sphinx PDF overridden",
      `formats: [pdf]\n${withJobs({ build: { pdf: ["make pdf"] } })}`,
      {},
      [...installed("sphinx"), shownConf, sphinxHtml, "building $ make pdf"],
    ],
    [
      "MkDocs with a PDF of its own",
      `formats: [pdf, epub]\n${withJobs({ build: { pdf: ["make pdf"] } }, "mkdocs: {configuration: mkdocs.yml}")}`,
      {},
      [...installed("mkdocs"), "building cat mkdocs.yml", mkdocsHtml, "building $ make pdf"],
    ],
    [
      "environment and install overridden for Sphinx",
      withJobs({ create_environment: ["python -m venv x"], install: ["x/bin/pip install sphinx"] }),
      {},
      ["installing $ python -m venv x", "installing $ x/bin/pip install sphinx", shownConf, sphinxHtml],
    ],
    [
      "nothing at all in place of every step",
      `${every}${withJobs({ create_environment: [], install: [], build: { html: [], htmlzip: [], pdf: [], epub: [] } })}`,
      {},
      [],
    ],
    [
      "no tool: only what the project says",
      `formats: [epub]\n${withJobs({ install: ["a"], build: { html: ["b"], epub: ["c"] } }, "")}`,
      {},
      ["installing $ a", "building $ b", "building $ c"],
    ],
    [
      "no tool, and nothing for the pages",
      withJobs({ install: ["a"], post_build: ["z"] }, "python: {install: [{requirements: r.txt}]}"),
      {},
      ["installing $ a", "building $ z"],
    ],
    [
      "no tool, but uv: environment and install are built in",
      withJobs({ build: { html: ["b"] } }, "python: {install: [{method: uv, command: sync}]}"),
      { kind: "uv" },
      ["create environment", "installing .: uv sync", "building $ b"],
    ],
  ])("[builds D13] %s", (_, text, given, steps) => expect(story(text, given)).toEqual(steps));
});

test("[builds D14] build.commands run alone, as they are written", () =>
  expect(
    story(
      'build: {os: ubuntu-24.04, tools: {python: "3.12"}, commands: ["pip install x", "echo \'a; b\' $HOME"]}\npython: {install: [{requirements: r.txt}]}',
    ),
  ).toEqual(["building $ pip install x", "building $ echo 'a; b' $HOME"]));

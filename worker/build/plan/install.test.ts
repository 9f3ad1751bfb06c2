import { expect, test } from "vitest";
import { parseConfig } from "#lib/builds/config/rules.ts";
import { showArguments } from "#worker/build/arguments.ts";
import { planInstall } from "#worker/build/plan/install.ts";
import type { PlanFacts } from "#worker/build/plan/step.ts";

function commands(install: object[], kind: PlanFacts["kind"] = "python", version = "3.12"): string[] {
  const text = `
version: 2
build: {os: ubuntu-24.04, tools: {python: "${version}"}}
sphinx: {configuration: conf.py}
python: {install: ${JSON.stringify(install)}}
conda: {environment: environment.yml}`;
  return planInstall(parseConfig(text, ".readthedocs.yaml"), { kind, language: "en", external: false }).map(
    (step) => (step.do === "run" ? showArguments(step.args) : step.do),
  );
}

const current = "python -m pip install --upgrade pip setuptools";
const tool = "python -m pip install --upgrade sphinx";
const local = "python -m pip install --upgrade --upgrade-strategy only-if-needed";

test.each<[string, object[], string[]]>([
  ["nothing", [], []],
  ["requirements", [{ requirements: "docs/requirements.txt" }], ["-r docs/requirements.txt"]],
  ["an odd name", [{ requirements: "docs/all $HOME.txt" }], ["-r docs/all\\ \\$HOME.txt"]],
])("[builds D16] pip: %s", (_, install, files) =>
  expect(commands(install)).toEqual([
    current,
    tool,
    ...files.map((file) => `python -m pip install --exists-action=w ${file}`),
  ]),
);

test.each<[string, object, string]>([
  ["the root", { path: "." }, `${local} .`],
  ["a folder", { path: "packages/core" }, `${local} ./packages/core`],
  ["an option in disguise", { path: "-e" }, `${local} ./-e`],
  ["extras", { path: ".", extra_requirements: ["docs", "all"] }, `${local} .[docs,all]`],
  ["no extras", { path: "a", method: "pip", extra_requirements: [] }, `${local} ./a`],
  ["setuptools", { path: "a", method: "setuptools" }, "python ./a/setup.py install --force"],
  ["setuptools in the root", { path: ".", method: "setuptools" }, "python ./setup.py install --force"],
])("[builds D16] a package of the repository: %s", (_, entry, line) =>
  expect(commands([entry]).at(-1)).toBe(line),
);

test("[builds D16] several entries are installed in their order", () =>
  expect(commands([{ path: "." }, { requirements: "a.txt" }, { path: "b" }]).slice(2)).toEqual([
    `${local} .`,
    "python -m pip install --exists-action=w -r a.txt",
    `${local} ./b`,
  ]));

test.each([
  ["3.11", "python -m pip install --upgrade pip setuptools\\<58.3.0"],
  ["3.6", "python -m pip install --upgrade pip setuptools\\<58.3.0"],
  ["3.12", current],
  ["3", current],
])("[builds D16] setup.py on Python %s: %s", (version, line) =>
  expect(commands([{ path: ".", method: "setuptools" }], "python", version)[0]).toBe(line),
);

test.each<[PlanFacts["kind"]]>([["conda"], ["mamba"]])(
  "[builds D16] %s: packages only, with the environment's own Python",
  (kind) =>
    expect(
      planInstall(
        parseConfig(
          'version: 2\nbuild: {os: ubuntu-24.04, tools: {python: "miniconda-latest"}}\nconda: {environment: e.yml}\nsphinx: {configuration: conf.py}\npython: {install: [{requirements: r.txt}, {path: .}]}',
          "",
        ),
        { kind, language: "en", external: false },
      ),
    ).toEqual([
      {
        do: "run",
        phase: "installing",
        folder: ".",
        args: [
          ...["$CONDA_ENVS_PATH/$CONDA_DEFAULT_ENV/bin/python", "-m", "pip", "install"],
          ...["--upgrade", "--upgrade-strategy", "only-if-needed", "."],
        ],
      },
    ]),
);

const uv = (entry: object) => [{ method: "uv", ...entry }];

test.each<[object, string]>([
  [{ command: "sync" }, "uv sync"],
  [{ command: "sync", groups: ["docs", "dev"], extras: ["x"] }, "uv sync --group docs --group dev --extra x"],
  [{ command: "sync", groups: "all", extras: "all" }, "uv sync --all-groups --all-extras"],
  [{ command: "pip", requirements: "docs/r.txt" }, "uv pip install -r docs/r.txt"],
  [{ command: "pip", path: "." }, "uv pip install ."],
  [{ command: "pip", path: "a", extras: ["x", "y"] }, "uv pip install ./a[x,y]"],
])("[builds D16] uv %j: %s", (entry, line) => expect(commands(uv(entry), "uv")).toEqual([line]));

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { api } from "#test/api.ts";
import { buildStory, onePage, queueBuild } from "#test/factories/builds.ts";
import { buildOrganization, buildPerson, buildProject, next, type Person } from "#test/factories/tenants.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";
import { createControl } from "#worker/build/control.ts";
import { runBuild } from "#worker/build/run-build.ts";

let server: GitServer;
let workerId: number;
let owner: Person;
let organization: { id: number; slug: string };

beforeAll(async () => {
  server = await startGitServer();
  workerId = await registerWorker(1, {});
  owner = await buildPerson();
  organization = await buildOrganization(owner);
});
afterAll(() => server.close());

type Files = Record<string, string | { link: string }>;

/** Builds a repository of these files as a worker does, and asks the API how it went. */
async function build(files: Files, configPath: string | null = null) {
  const repository = server.repository(`repository-${next()}`);
  repository.commit(files);
  const project = await buildProject({ organization, repositoryUrl: repository.url, configPath });
  const buildId = await queueBuild(project);
  const held = await claimBuild(workerId);
  if (held?.buildId !== buildId) throw new Error("Another build was waiting.");
  await runBuild(held, createControl());
  const { body } = await api(owner).get(`/projects/${project.slug}/builds/${buildId}/?expand=config`);
  return { story: await buildStory(buildId), answer: body };
}

const file = (text: string): Files => ({ ".readthedocs.yaml": text });
const base =
  'version: 2\nbuild: {os: ubuntu-24.04, tools: {python: "3"}}\nsphinx: {configuration: conf.py}\n';
const bomb = [
  "a0: &a0 [x]",
  ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`),
];

describe("a configuration that cannot be used ends the build with a sentence that says why", () => {
  test.each<[name: string, files: Files, notice: string, error: string]>([
    [
      "[builds A1] none",
      { "docs/.readthedocs.yaml": base },
      "config:path:default-not-found",
      "The repository has no .readthedocs.yaml in its root. Add one that says how the documentation is built, commit and push it, then build again.",
    ],
    [
      "nothing but a link to nowhere",
      { ".readthedocs.yaml": { link: "gone" } },
      "config:path:default-not-found",
      "The repository has no .readthedocs.yaml in its root. Add one that says how the documentation is built, commit and push it, then build again.",
    ],
    [
      "a link out of the repository",
      { ".readthedocs.yaml": { link: "/etc/passwd" } },
      "build:user:symlink:used",
      ".readthedocs.yaml leads out of the repository.",
    ],
    [
      "a folder",
      { ".readthedocs.yaml/x": "y" },
      "config:generic",
      ".readthedocs.yaml is not a regular file.",
    ],
    ["an empty file", file(""), "config:base:invalid-syntax", ".readthedocs.yaml: The file is empty."],
    [
      "bad YAML",
      file("version: 2\nbuild: os: x"),
      "config:base:invalid-syntax",
      ".readthedocs.yaml: Nested mappings are not allowed in compact mappings (line 2, column 8)",
    ],
    [
      "a YAML bomb",
      file(bomb.join("\n")),
      "config:base:invalid-syntax",
      ".readthedocs.yaml: Its aliases repeat too much.",
    ],
    [
      "too much text",
      file(base + "# no end\n".repeat(20_000)),
      "config:base:invalid-syntax",
      ".readthedocs.yaml: The file is larger than 100 kB.",
    ],
    [
      "version 1",
      file("version: 1\nbuild: {image: latest}"),
      "config:base:invalid-version",
      "Only version 2 of the configuration file exists here. Write “version: 2” at its top.",
    ],
    [
      "no build",
      file("version: 2"),
      "config:validation:value-not-found",
      "The key build is required. It chooses build.os and the tools of the build.",
    ],
    [
      "a wrong type",
      file(`${base}formats: pdf`),
      "config:validation:invalid-list",
      "formats must be a list; it is the text “pdf”. Write one entry per line, each after a dash.",
    ],
    [
      "a version that is a number",
      file(base.replace('"3"', "3.10")),
      "config:validation:invalid-choice",
      "build.tools.python must be one of 2.7, 3.6, 3.7, 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14, 3, latest, miniconda3-4.7, " +
        "miniconda3-3.12-24.1, miniconda3-3.12-24.9, miniconda-latest, mambaforge-4.10, mambaforge-22.9, mambaforge-23.11, " +
        "mambaforge-latest, miniforge3-25.11, miniforge3-26.3, miniforge3-latest; it is a number (3.1). A number or a word like yes " +
        "needs quotes to be text.",
    ],
    [
      "unknown keys",
      file(`${base}python: {version: "3.8"}\nfuture: 1`),
      "config:base:invalid-key-name",
      "python.version is not a key that is known here. Choose the version under build.tools.python. Also unknown: future.",
    ],
    [
      "a path that leads out",
      file(base.replace("conf.py", "../conf.py")),
      "config:validation:invalid-path",
      "sphinx.configuration is not a usable path: “../conf.py” leads out of the repository.",
    ],
  ])("%s", async (_, files, notice, error) => {
    const { story, answer } = await build(files);
    expect(story.notices).toEqual([notice]);
    expect(story.states).toEqual(["triggered", "cloning", "finished"]);
    expect(answer).toMatchObject({ success: false, error, config: {} });
  });
});

test("[builds A1] a file that is not where the project says is named, whatever lies elsewhere", async () => {
  const { story, answer } = await build(file(base), "docs/.readthedocs.yaml");
  expect(story.notices).toEqual(["config:path:not-found"]);
  expect(story.build.notices[0]?.values).toEqual({ directory: "docs/.readthedocs.yaml" });
  expect(answer.error).toBe(
    "There is no docs/.readthedocs.yaml in the repository. Add it, or change the path in the project's settings.",
  );
});

test("[builds D4] the file is in the log, and its notice carries its values", async () => {
  const { story } = await build(file(`${base}future: 1\n`));
  expect(story.commands.map(({ command }) => command)).toContain("cat .readthedocs.yaml");
  expect(story.output).toEqual(expect.arrayContaining(["sphinx: {configuration: conf.py}", "future: 1"]));
  expect(story.build.notices).toMatchObject([
    {
      messageId: "config:base:invalid-key-name",
      values: {
        filename: ".readthedocs.yaml",
        key: "future",
        message:
          "Check its spelling, its indentation and whether it goes with the keys beside it, or remove it.",
      },
    },
  ]);
});

test("[builds D4] a job that is never run is told about; the versions of tools are those the machine has", async () => {
  const jobs = { pre_checkout: ["exit 1"], build: { html: [onePage] } };
  const config = { version: 2, build: { os: "ubuntu-24.04", tools: { nodejs: "latest" }, jobs } };
  const { story, answer } = await build(file(JSON.stringify(config)));
  expect(story.notices).toEqual(["config:build:pre-checkout-not-run"]);
  expect(answer).toMatchObject({ success: true, error: "" });
  expect(answer.config).toMatchObject({
    doctype: "generic",
    build: {
      tools: { nodejs: { version: "latest", full_version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } },
    },
  });
});

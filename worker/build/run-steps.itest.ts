import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildableProject, onePage } from "#test/factories/builds.ts";
import { buildVersion } from "#test/factories/tenants.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

type Files = Parameters<Awaited<ReturnType<typeof buildableProject>>["repository"]["commit"]>[0];

/** A project whose repository holds this configuration and these files. */
async function projectWith(config: object, files: Files = {}) {
  const made = await buildableProject(server, []);
  const text = JSON.stringify({ version: 2, ...config });
  made.repository.commit({ ...files, ".readthedocs.yaml": text });
  return made;
}

const os = "ubuntu-24.04";
const python = { os, tools: { python: "3" } };

async function addVariables(project: { id: number }): Promise<void> {
  const given = { OPEN: "everybody may see", CLOSED: "swordfish" };
  for (const [name, value] of Object.entries(given))
    await db.environmentVariable.create({
      data: {
        projectId: project.id,
        name,
        valueSealed: seal(value),
        valueBytes: value.length,
        public: name === "OPEN",
      },
    });
}

describe("a project's own jobs", () => {
  // The first build of a machine makes the tools that later ones use.
  const first = { timeout: 180_000 };
  test(
    "[builds D13] [builds D3] run at their positions, the first without the project's variables",
    first,
    async () => {
      const print = (name: string) => [`echo "${name}: $OPEN, $CLOSED, $NO_COLOR"`];
      const { project } = await projectWith({
        formats: ["pdf"],
        build: {
          ...python,
          jobs: {
            post_checkout: print("post_checkout"),
            pre_system_dependencies: print("pre_system_dependencies"),
            post_system_dependencies: print("post_system_dependencies"),
            pre_create_environment: print("pre_create_environment"),
            create_environment: print("create_environment"),
            post_create_environment: print("post_create_environment"),
            pre_install: print("pre_install"),
            install: print("install"),
            post_install: print("post_install"),
            pre_build: print("pre_build"),
            build: {
              html: [...print("html"), onePage],
              pdf: [
                ...print("pdf"),
                "mkdir -p $READTHEDOCS_OUTPUT/pdf; echo x > $READTHEDOCS_OUTPUT/pdf/a.b.pdf",
              ],
            },
            post_build: print("post_build"),
          },
        },
      });
      await addVariables(project);
      const { build, output, states } = await runBuildOf(project);
      expect(output.filter((line) => /^\w+: .*, .*, /.test(line))).toEqual([
        "post_checkout: , , ",
        "pre_system_dependencies: everybody may see, ****, 1",
        "post_system_dependencies: everybody may see, ****, 1",
        "pre_create_environment: everybody may see, ****, 1",
        "create_environment: everybody may see, ****, 1",
        "post_create_environment: everybody may see, ****, 1",
        "pre_install: everybody may see, ****, 1",
        "install: everybody may see, ****, 1",
        "post_install: everybody may see, ****, 1",
        "pre_build: everybody may see, ****, 1",
        "html: everybody may see, ****, 1",
        "pdf: everybody may see, ****, 1",
        "post_build: everybody may see, ****, 1",
      ]);
      expect(states).toEqual(["triggered", "cloning", "installing", "building", "uploading", "finished"]);
      expect(build).toMatchObject({ success: true, docType: "generic" });
    },
  );

  test("exit code 183 right after the checkout skips the build", async () => {
    const jobs = { post_checkout: ["exit 183"], build: { html: [onePage] } };
    const { project } = await projectWith({ build: { ...python, jobs } });
    const { build, notices, states } = await runBuildOf(project);
    expect(notices).toEqual(["build:user:exit-code-183"]);
    expect(states).toEqual(["triggered", "cloning", "cancelled"]);
    expect(build).toMatchObject({ success: false, cancellation: { reason: "skipped" } });
  });

  test.each([
    ["sphinx", { sphinx: { configuration: "docs/conf.py" } }, "docs/conf.py"],
    ["mkdocs", { mkdocs: { configuration: "mkdocs.yml" } }, "mkdocs.yml"],
  ])("[builds D21] a missing configuration of %s is named", async (_, tool, filename) => {
    const jobs = { create_environment: [], install: [] };
    const { project } = await projectWith({ build: { ...python, jobs }, ...tool });
    const { build, notices } = await runBuildOf(project);
    expect(notices).toEqual(["project:file:not-found"]);
    expect(build.notices[0]?.values).toEqual({ filename });
  });

  test.each([
    ["conf.py", {}, "conf.py"],
    ["requirements", { "conf.py": "" }, "docs/requirements.txt"],
  ])("[builds D21] a missing file is named before anything is installed: %s", async (_, files, filename) => {
    const { project } = await projectWith(
      {
        build: python,
        sphinx: { configuration: "conf.py" },
        python: { install: [{ requirements: "docs/requirements.txt" }] },
      },
      files,
    );
    const { build, notices, states } = await runBuildOf(project);
    expect(notices).toEqual(["project:file:not-found"]);
    expect(build.notices[0]?.values).toEqual({ filename });
    expect(states).toEqual(["triggered", "cloning", "finished"]);
  });

  test("a file that a job may make is not missing before that job has run", async () => {
    const { project } = await projectWith({
      build: { ...python, jobs: { post_checkout: ["echo I could make it; exit 7"] } },
      sphinx: { configuration: "conf.py" },
    });
    expect((await runBuildOf(project)).notices).toEqual(["build:user:generic"]);
  });
});

test("[builds D3] [builds D9] a pull request gets public variables and builds pages only", async () => {
  const { project, repository } = await projectWith({
    formats: ["htmlzip"],
    build: {
      ...python,
      jobs: { build: { html: ["env", onePage], htmlzip: ["echo zipped"] } },
    },
  });
  repository.git("update-ref", "refs/pull/7/head", "HEAD");
  await addVariables(project);
  const pull = { slug: "7", verboseName: "7", type: "external", pullNumber: 7 } as const;
  await buildVersion(project, pull);
  const { build, output } = await runBuildOf(project, { version: "7" });
  expect(build).toMatchObject({ success: true, commit: repository.git("rev-parse", "HEAD") });
  expect(output).toEqual(
    expect.arrayContaining([
      "OPEN=everybody may see",
      "READTHEDOCS_VERSION=7",
      "READTHEDOCS_VERSION_TYPE=external",
      "READTHEDOCS_GIT_IDENTIFIER=7",
    ]),
  );
  expect(output.filter((line) => line === "zipped" || line.startsWith("CLOSED="))).toEqual([]);
});

/** Stands in for an environment with Sphinx: it writes what Sphinx writes, and packs with a real Python. */
const fakeSphinx = (tex: boolean) => `cat > $READTHEDOCS_VIRTUALENV_PATH/bin/python <<'END'
#!/bin/sh
[ "$1" = -I ] && exec python3 "$@"
for last; do :; done
mkdir -p "$last"
case "$*" in
  *"-b latex"*) echo 'the settings' > "$last/latexmkrc"; ${tex ? 'touch "$last/book.tex" "$last/logo.png"' : "true"} ;;
  *) echo "<p>hello" > "$last/index.html"; ln -s /etc/passwd "$last/link" ;;
esac
END
chmod +x $READTHEDOCS_VIRTUALENV_PATH/bin/python`;
const fakeLatexmk = (body: string) => `cat > $READTHEDOCS_VIRTUALENV_PATH/bin/latexmk <<'END'
#!/bin/sh
for argument; do case "$argument" in -jobname=*) name=\${argument#-jobname=} ;; esac; done
${body}
END
chmod +x $READTHEDOCS_VIRTUALENV_PATH/bin/latexmk`;

describe("downloads", () => {
  const inEnvironment = "mkdir -p $READTHEDOCS_VIRTUALENV_PATH/bin";
  const page = "rm $READTHEDOCS_OUTPUT/html/link";
  const withFormats = (formats: string[], programs: string[]) =>
    projectWith(
      {
        formats,
        sphinx: { configuration: "conf.py" },
        build: {
          ...python,
          jobs: { create_environment: [inEnvironment, ...programs], install: [], post_build: [page] },
        },
      },
      { "conf.py": "project = 'Hello'\n" },
    );

  test("[builds D10] a PDF is made of LaTeX, whatever latexmk says once it has written one", async () => {
    const latexmk = fakeLatexmk(
      'echo pdf > "$name.pdf"; echo log > "$name.log"; echo "Output written on $name.pdf (3 pages)."; exit 12',
    );
    const { project } = await withFormats(["pdf"], [fakeSphinx(true), latexmk]);
    const { build, commands, notices } = await runBuildOf(project);
    expect(notices).toEqual([]);
    expect(build.success).toBe(true);
    expect(commands.slice(-4)).toEqual([
      {
        command: "python -m sphinx -T -b latex -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/pdf",
        exitCode: 0,
      },
      { command: "cat latexmkrc", exitCode: 0 },
      {
        command: `latexmk -r latexmkrc -pdf -f -dvi- -ps- -jobname=${project.slug} -interaction=nonstopmode`,
        exitCode: 0,
      },
      { command: page, exitCode: 0 },
    ]);
  });

  test.each<[string, string[], string]>([
    ["no LaTeX file", [fakeSphinx(false), fakeLatexmk("true")], "build:user:tex-file-not-found"],
    [
      "no PDF",
      [fakeSphinx(true), fakeLatexmk("echo '! Emergency stop.'; exit 12")],
      "build:user:pdf-not-found",
    ],
  ])("%s is an error", async (_, programs, notice) => {
    const { project } = await withFormats(["pdf"], programs);
    const { build, notices } = await runBuildOf(project);
    expect(notices).toEqual([notice]);
    expect(build.success).toBe(false);
  });

  test("[builds E1] packing leaves no command in the log, and one zip without links", async () => {
    const unzip = 'python3 -m zipfile -l "$READTHEDOCS_OUTPUT"/htmlzip/*.zip; ls $READTHEDOCS_OUTPUT/htmlzip';
    const { project } = await projectWith(
      {
        formats: ["htmlzip"],
        sphinx: { configuration: "conf.py" },
        build: {
          ...python,
          jobs: {
            create_environment: [inEnvironment, fakeSphinx(true)],
            install: [],
            post_build: [page, unzip],
          },
        },
      },
      { "conf.py": "" },
    );
    const { build, commands, output } = await runBuildOf(project);
    expect(build.success).toBe(true);
    expect(commands.slice(-5).map(({ command }) => command)).toEqual([
      "cat conf.py",
      "python -m sphinx -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html",
      "python -m sphinx -T -b singlehtml -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/htmlzip",
      page,
      unzip,
    ]);
    expect(output.at(-1)).toBe(`${project.slug}.zip`);
    expect(output.join("\n")).toContain(`${project.slug}-latest/index.html`);
    expect(output.join("\n")).not.toContain(`${project.slug}-latest/link`);
  });
});

describe("the log of commands", () => {
  const run = async (commands: string[], during?: (buildId: number) => void) => {
    const { project } = await buildableProject(server, commands);
    return runBuildOf(project, { during });
  };

  test("[builds E1] a command is there before it has ended, without an exit code", async () => {
    let seen: Promise<unknown> = Promise.resolve(null);
    const { commands } = await run(["touch x; sleep 3", onePage], (buildId) => {
      seen = vi.waitFor(
        async () =>
          expect(await db.buildCommand.findFirst({ where: { buildId, step: "building" } })).not.toBeNull(),
        { timeout: 20_000, interval: 100 },
      );
      seen = seen.then(() =>
        db.buildCommand.findFirst({
          where: { buildId, step: "building" },
          select: { command: true, exitCode: true, finishedAt: true },
        }),
      );
    });
    expect(await seen).toEqual({ command: "touch x; sleep 3", exitCode: null, finishedAt: null });
    expect(commands.at(-2)).toEqual({ command: "touch x; sleep 3", exitCode: 0 });
  });

  test("[builds D7] [builds E2] a program that is not there ends the build", async () => {
    const { build, commands, notices, output } = await run(["no-such-program --now", onePage]);
    expect(commands.at(-1)).toEqual({ command: "no-such-program --now", exitCode: 127 });
    expect(output.at(-1)).toMatch(/no-such-program: not found/);
    expect(notices).toEqual(["build:user:generic"]);
    expect(build.notices[0]?.values).toEqual({ command: "no-such-program --now", exit_code: 127 });
    expect(build).toMatchObject({ state: "finished", success: false, seconds: expect.any(Number) });
  });

  test.each([["kill -9 $$"], ["sh -c 'kill -9 $$'; exit 1"]])(
    "[builds E5] %s: a note says that something was killed",
    async (line) => {
      const { output } = await run([line]);
      expect(output.at(-1)).toMatch(/was killed, .* too much memory/);
    },
  );
});

describe("real documentation", () => {
  const slow = 240_000;

  test("[builds D5] [builds D10] Sphinx, with its zip and its e-book", { timeout: slow }, async () => {
    const { project } = await projectWith(
      {
        formats: ["htmlzip", "epub"],
        build: python,
        sphinx: { configuration: "docs/conf.py", fail_on_warning: true },
        python: { install: [{ requirements: "docs/requirements.txt" }] },
      },
      {
        "docs/conf.py": "project = copyright = 'Hello'\nversion = '1'\nextensions = ['sphinx.ext.autodoc']\n",
        "docs/index.rst": "Hello\n=====\n\n.. automodule:: hello\n",
        "docs/requirements.txt": "./docs/package\n",
        "docs/package/hello.py": '"""From the package."""\n',
        "docs/package/setup.py": "import setuptools\nsetuptools.setup(name='hello', py_modules=['hello'])\n",
      },
    );
    const { build, commands, notices } = await runBuildOf(project);
    expect(notices).toEqual([]);
    const common = "-d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT";
    expect(commands.map(({ command }) => command).slice(-8)).toEqual([
      "python -m venv $READTHEDOCS_VIRTUALENV_PATH",
      "python -m pip install --upgrade pip setuptools",
      "python -m pip install --upgrade sphinx",
      "python -m pip install --exists-action=w -r docs/requirements.txt",
      "cat docs/conf.py",
      `python -m sphinx -T -W --keep-going -b html ${common}/html`,
      `python -m sphinx -T -W --keep-going -b singlehtml ${common}/htmlzip`,
      `python -m sphinx -T -W --keep-going -b epub ${common}/epub`,
    ]);
    expect(build).toMatchObject({ success: true, docType: "sphinx" });
    const artifacts = await db.buildArtifact.findMany({
      where: { buildId: build.id },
      orderBy: { format: "asc" },
    });
    expect(artifacts.map(({ format }) => format)).toEqual(["epub", "htmlzip"]);
    expect(await readdir(join(env.DATA_DIR, "work"))).toEqual([]);
  });

  test("[builds D5] [builds D10] MkDocs, strict", { timeout: slow }, async () => {
    const { project } = await projectWith(
      {
        formats: "all",
        build: python,
        mkdocs: { configuration: "mkdocs.yml", fail_on_warning: true },
      },
      { "mkdocs.yml": "site_name: Hello\n", "docs/index.md": "# Hello\n" },
    );
    const { build, commands, notices } = await runBuildOf(project);
    expect(notices).toEqual([]);
    expect(commands.map(({ command }) => command).slice(-3)).toEqual([
      "python -m pip install --upgrade mkdocs",
      "cat mkdocs.yml",
      "python -m mkdocs build --clean --site-dir $READTHEDOCS_OUTPUT/html --config-file mkdocs.yml --strict",
    ]);
    expect(build).toMatchObject({ success: true, docType: "mkdocs" });
    const environment = await db.buildEnvironment.findUniqueOrThrow({ where: { buildId: build.id } });
    expect(environment.body).toMatchObject({
      system: { isolation: "bubblewrap", tools: { python: expect.stringMatching(/^3\.\d+\.\d+$/) } },
      variables: expect.arrayContaining([{ name: "READTHEDOCS", value: "True", predefined: true }]),
    });
  });
});

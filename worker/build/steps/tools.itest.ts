import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { keptTools } from "#lib/platform/sandbox/workspace.ts";
import { configOf, type OpenBuild, openBuild } from "#test/factories/build-contexts.ts";
import { createEnvironment } from "#worker/build/steps/create-environment.ts";
import { checkSystemPackages, prepareTools } from "#worker/build/steps/tools.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";
import { keepTool } from "#worker/build/tools/kept.ts";

const open: OpenBuild[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((build) => build.close()));
});

async function opened(...args: Parameters<typeof openBuild>): Promise<OpenBuild> {
  const build = await openBuild(...args);
  open.push(build);
  return build;
}

const os = "ubuntu-24.04";
const commands = ["true"];

/** What a build's commands find, as far as tools go. */
function environmentOf({ context }: OpenBuild, { path, environment }: Toolchain): Record<string, string> {
  const { home, path: system } = context.workspace;
  const venv = join(home, "venv");
  return {
    ...environment,
    READTHEDOCS_VIRTUALENV_PATH: venv,
    PATH: [join(venv, "bin"), ...path, system].join(":"),
  };
}

describe("tools", () => {
  test("[builds D12] the machine's own Python and Node are used, and commands may install into them", async () => {
    const build = await opened();
    const config = configOf({ build: { os, tools: { python: "3", nodejs: "latest" }, commands } });
    const toolchain = await prepareTools(build.context, config);
    expect(toolchain).toMatchObject({
      kind: "python",
      versions: {
        python: expect.stringMatching(/^3\.\d+\.\d+$/),
        nodejs: expect.stringMatching(/^\d+\.\d+/),
      },
    });
    const environment = environmentOf(build, toolchain);
    const { output } = await build.shell(
      `command -v python; command -v pip; python -c 'import platform; print(platform.python_version())'; node --version
      npm config get prefix; corepack enable && command -v yarn`,
      environment,
    );
    expect(output.split("\n")).toEqual([
      "/home/build/python/bin/python",
      "/home/build/python/bin/pip",
      toolchain.versions.python,
      `v${toolchain.versions.nodejs}`,
      "/home/build/npm",
      "/home/build/npm/bin/yarn",
    ]);
    expect((await build.story()).output).toEqual([
      `python ${toolchain.versions.python}`,
      `nodejs ${toolchain.versions.nodejs}`,
    ]);
  });

  test("[builds D12] a Node that is not there comes from the registry, once, with an npm of its time", async () => {
    const config = configOf({ build: { os, tools: { nodejs: "25" }, commands } });
    const first = await opened();
    const toolchain = await prepareTools(first.context, config);
    expect(toolchain.versions).toEqual({ nodejs: expect.stringMatching(/^25\.\d+\.\d+$/) });
    const second = await opened();
    expect((await prepareTools(second.context, config)).versions).toEqual(toolchain.versions);
    const { output } = await second.shell(
      "node --version; npm --version; corepack enable && command -v pnpm",
      environmentOf(second, toolchain),
    );
    expect(output).toMatch(
      new RegExp(`^v${toolchain.versions.nodejs}\n11\\.\\d+\\.\\d+\n/home/build/npm/bin/pnpm$`),
    );
    const installed = async ({ story }: OpenBuild) => (await story()).commands.map(({ command }) => command);
    expect(await installed(first)).toEqual([
      "npm install node@25 npm@11 corepack@0.34",
      "# build.tools.nodejs: 25",
    ]);
    expect(await installed(second)).toEqual(["# build.tools.nodejs: 25"]);
  });

  test.each([
    ["rust", "1.55", "build:user:tool-not-available"],
    ["python", "mambaforge-latest", "build:user:tool-not-available"],
  ])("%s %s, which is not there, ends the build with what there is", async (tool, version, notice) => {
    const build = await opened();
    const conda = tool === "python" ? { conda: { environment: "environment.yml" } } : {};
    const config = configOf({
      build: { os, tools: { [tool]: version }, jobs: { build: { html: ["true"] } } },
      ...conda,
    });
    await expect(prepareTools(build.context, config)).rejects.toMatchObject({
      ending: { notice, values: { tool, version, available: expect.any(String) } },
    });
  });

  test("programs that call asdf find what is there, and hear in one sentence what is not", async () => {
    const build = await opened();
    const config = configOf({ build: { os, tools: { python: "3" }, commands } });
    const toolchain = await prepareTools(build.context, config);
    const python = toolchain.versions.python!;
    const said = async (script: string) => {
      const { exitCode, output } = await build.shell(script, environmentOf(build, toolchain));
      return `${exitCode} ${output}`;
    };
    expect(await said("asdf plugin add python && asdf install python latest && asdf global python 3")).toBe(
      "0 ",
    );
    expect(await said("asdf set -u python 3; asdf reshim; asdf where python; asdf latest python")).toBe(
      `0 /home/build/python\n${python}`,
    );
    expect(await said("asdf plugin add pixi")).toBe(
      `1 asdf: this server has no pixi. Available here: python ${python}.`,
    );
    expect(await said("asdf install python 2.7.18")).toBe(
      `1 asdf: this server has python ${python}, not 2.7.18. Available here: python ${python}.`,
    );
  });

  test("[builds D11] packages of the system are looked for; missing ones are named with the operator's command", async () => {
    const build = await opened();
    const tools = { python: "3" };
    const jobs = { build: { html: ["true"] } };
    const packages = (...apt_packages: string[]) => configOf({ build: { os, tools, jobs, apt_packages } });
    await checkSystemPackages(build.context, packages("bash"));
    await checkSystemPackages(build.context, packages("bash", "no-such-package"));
    const { commands: shown, output, build: row } = await build.story();
    expect(shown.map(({ command }) => command)).toEqual([
      "# build.apt_packages: bash",
      "# build.apt_packages: bash no-such-package",
    ]);
    expect(output[0]).toBe("They are installed on this server.");
    expect(row.notices).toMatchObject([
      {
        messageId: "build:user:apt-packages-missing",
        values: {
          packages: "no-such-package",
          command: "apt-get install --assume-yes -- no-such-package",
        },
      },
    ]);
  });
});

describe("a kept tool", () => {
  const plan = (name: string, script: string) =>
    ({ name, script, shownAs: `make ${name}`, network: "none" }) as const;

  test("is made once, belongs to nobody's build, and is the same for all", async () => {
    const [first, second] = [await opened(), await opened()];
    const made = plan(
      "once",
      'echo "#!/bin/sh" > "$1/run"; echo "echo it runs" >> "$1/run"; chmod 777 "$1/run"; echo 1.2.3',
    );
    const tool = await keepTool(first.context, made);
    expect(tool).toEqual({
      folder: expect.stringMatching(/^\/opt\/lectern\/once_\d{4}-\d\d$/),
      version: "1.2.3",
    });
    expect(await keepTool(second.context, made)).toEqual(tool);
    expect((await second.story()).commands).toEqual([]);
    const { output } = await second.shell(
      `${tool!.folder}/run; echo bad 2>&1 >> ${tool!.folder}/run; touch /opt/lectern/new 2>&1; true`,
    );
    expect(output).toMatch(/^it runs\n.*(Read-only|Permission).*\n.*Read-only/);
  });

  test("made by two workers at once appears once and whole", async () => {
    const builds = [await opened(), await opened(), await opened()];
    const slow = plan("race", 'for n in 1 2 3 4 5; do echo "$n" > "$1/$n"; sleep 0.1; done; echo 5.0');
    const tools = await Promise.all(builds.map(({ context }) => keepTool(context, slow)));
    expect(new Set(tools.map((tool) => JSON.stringify(tool))).size).toBe(1);
    const [name = ""] = (await readdir(keptTools)).filter((each) => each.startsWith("race_"));
    expect((await readdir(join(keptTools, name))).sort()).toEqual([
      ".lectern-version",
      "1",
      "2",
      "3",
      "4",
      "5",
    ]);
  });

  test.each([
    ["fails", "echo half > $1/half; exit 1"],
    ["says no version", "echo half > $1/half; echo done, I think"],
    ["is a link", 'rmdir "$1"; ln -s /etc "$1"; echo 1.0'],
    ["has a version file of its own", 'ln -s /etc/hostname "$1/.lectern-version"; echo 1.0'],
  ])("whose making %s is not kept", async (name, script) => {
    const build = await opened();
    const folder = `bad-${name.replaceAll(" ", "-")}`;
    expect(await keepTool(build.context, plan(folder, script)).catch(() => null)).toBeNull();
    expect((await readdir(keptTools)).filter((each) => each.startsWith("bad-"))).toEqual([]);
    expect(await readdir(join(build.context.workspace.root, ".."))).toEqual([
      `${build.context.held.buildId}-1`,
    ]);
  });
});

describe("the environment", () => {
  const sphinx = { sphinx: { configuration: "docs/conf.py" } };

  test("[builds D16] of Python is a copy that works, and stays when it is there already", async () => {
    const build = await opened();
    const config = configOf({ build: { os, tools: { python: "3" } }, ...sphinx });
    const toolchain = await prepareTools(build.context, config);
    const environment = environmentOf(build, toolchain);
    await createEnvironment(build.context, config, toolchain, environment);
    await createEnvironment(build.context, config, toolchain, environment);
    const { output } = await build.shell(
      "command -v python && pip --version && touch $(command -v pip)",
      environment,
    );
    expect(output).toMatch(/^\/home\/build\/venv\/bin\/python\npip \d+\S* from \/home\/build\/venv\//);
    expect((await build.story()).commands.map(({ command }) => command).slice(-2)).toEqual([
      "python -m venv $READTHEDOCS_VIRTUALENV_PATH",
      "python -m venv $READTHEDOCS_VIRTUALENV_PATH",
    ]);
    expect((await build.story()).output.at(-1)).toBe("It is there already.");
  });

  test("[builds D2] of uv knows its project, and UV_PYTHON is not set while it is made", async () => {
    const build = await opened();
    const install = [{ method: "uv", command: "sync", path: "packages/docs" }];
    const config = configOf({ build: { os, tools: { python: "3" } }, python: { install }, ...sphinx });
    const toolchain = await prepareTools(build.context, config);
    expect(toolchain.kind).toBe("uv");
    expect(toolchain.environment).toMatchObject({
      UV_PYTHON: "/home/build/venv/bin/python",
      UV_PROJECT: "/home/build/checkout/packages/docs",
      UV_PROJECT_ENVIRONMENT: "/home/build/venv",
    });
    const environment = environmentOf(build, toolchain);
    await mkdir(join(build.context.workspace.host.checkout, "packages/docs"), { recursive: true });
    await createEnvironment(build.context, config, toolchain, environment);
    expect((await build.story()).commands.at(-1)).toEqual({
      command: "uv venv $READTHEDOCS_VIRTUALENV_PATH",
      exitCode: 0,
    });
    const { output } = await build.shell("uv --version; asdf plugin add uv && asdf where uv", environment);
    expect(output).toMatch(/^uv \d+\.\d+\.\d+.*\n\/opt\/lectern\/uv_/);
  });

  test.each([
    [{ mkdocs: { configuration: "mkdocs.yml" } }, "- pip:\n      - numpy\n      - mkdocs\n"],
    [sphinx, "- sphinx\n"],
  ])("[builds D16] of conda is made from the changed file: %j", async (documentation, end) => {
    const build = await opened();
    const { checkout } = build.context.workspace.host;
    await mkdir(join(checkout, "docs"));
    await mkdir(join(checkout, "bin"));
    const file = "name: docs\ndependencies:\n  - python=3.11\n  - pip\n  - pip:\n      - numpy\n";
    await writeFile(join(checkout, "docs/environment.yml"), file);
    await chmod(join(checkout, "docs/environment.yml"), 0o666);
    await writeFile(join(checkout, "bin/conda"), '#!/bin/sh\necho "$PWD:" conda "$@"\n');
    await chmod(join(checkout, "bin/conda"), 0o755);
    const config = configOf({
      build: { os, tools: { python: "miniconda-latest" } },
      conda: { environment: "docs/environment.yml" },
      ...documentation,
    });
    const toolchain: Toolchain = {
      kind: "conda",
      path: ["/home/build/checkout/bin"],
      environment: {},
      versions: { conda: "24.9.2" },
    };
    await createEnvironment(build.context, config, toolchain, environmentOf(build, toolchain));
    const { commands: run, output } = await build.story();
    expect(run).toEqual([
      { command: "cat docs/environment.yml", exitCode: 0 },
      { command: "conda env create --quiet --name latest --file docs/environment.yml", exitCode: 0 },
    ]);
    expect(output.slice(0, -1).join("\n").endsWith(end.trimEnd())).toBe(true);
    expect(output.at(-1)).toBe(
      "/home/build/checkout: conda env create --quiet --name latest --file docs/environment.yml",
    );
  });
});

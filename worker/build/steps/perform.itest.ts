import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { configOf, type OpenBuild, openBuild } from "#test/factories/build-contexts.ts";
import type { PlatformStep } from "#worker/build/plan/step.ts";
import { perform } from "#worker/build/steps/perform.ts";
import { noTools } from "#worker/build/toolchain.ts";

const open: OpenBuild[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((build) => build.close()));
});

const config = configOf({ build: { os: "ubuntu-24.04", commands: ["true"] } });

/** Stands for the environment's Python: says what it is asked to run, and has Sphinx or not. */
const python = (hasSphinx: boolean) =>
  `mkdir -p ~/venv/bin && printf '#!/bin/sh\\n[ "$1" = -I ] && exit ${hasSphinx ? 0 : 1}\\necho ran "$@"\\n' > ~/venv/bin/python && chmod 755 ~/venv/bin/python`;

test.each([
  ["a new environment", { kept: false, hasSphinx: true }, "ran -m pip install --upgrade sphinx"],
  ["an environment a cache has brought", { kept: true, hasSphinx: true }, "It is there already."],
  [
    "a kept environment that a line of the project's own has emptied",
    { kept: true, hasSphinx: false },
    "ran -m pip install --upgrade sphinx",
  ],
])("the documentation tool in %s", async (_, { kept, hasSphinx }, said) => {
  const build = await openBuild();
  open.push(build);
  expect(await build.shell(python(hasSphinx))).toMatchObject({ exitCode: 0 });
  const venv = join(build.context.workspace.home, "venv");
  const step: PlatformStep = {
    do: "run",
    phase: "installing",
    folder: ".",
    args: ["$READTHEDOCS_VIRTUALENV_PATH/bin/python", "-m", "pip", "install", "--upgrade", "sphinx"],
    unlessKept: ["sphinx"],
  };
  await perform(build.context, [step], {
    ...{ config, toolchain: noTools, environmentKept: kept },
    environment: { READTHEDOCS_VIRTUALENV_PATH: venv },
  });
  const { commands, output } = await build.story();
  expect(commands.map(({ command }) => command)).toEqual(["python -m pip install --upgrade sphinx"]);
  expect(output).toEqual([said]);
});

import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { release } from "node:os";
import { join, sep } from "node:path";
import { ConfigError } from "#lib/builds/config/rules/error.ts";
import { findConfig } from "#lib/builds/config/rules/find.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { rememberConfig } from "#lib/builds/runs/commands.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";

const largestConfig = 1024 * 1024;

/** Finds, prints and parses the configuration file (spec/builds.md 5.1), and keeps what it says with the build. */
export async function configure(context: BuildContext): Promise<BuildConfig> {
  const { order, log } = context;
  const { path, text } = await findConfig(order.project.configPath, (name) =>
    readInside(context.workspace.host.checkout, name),
  );
  await log.shown("cloning", `cat ${path}`, text.replace(/\n$/, "").split("\n"));
  const config = parseConfig(text, path);
  await rememberConfig(context.held, {
    config,
    path: order.project.configPath === null ? null : path,
    isolation: context.workspace.isolation,
  });
  await log.shown("cloning", `# build.os: ${config.build.os}`, [
    `Builds run on this server's own system (Linux ${release()}), whatever build.os says.`,
  ]);
  return config;
}

/** The text of a regular file inside the checkout, links followed only to places inside it; null when there is none. */
async function readInside(checkout: string, path: string): Promise<string | null> {
  const root = await realpath(checkout);
  const target = await realpath(join(checkout, path)).catch(() => null);
  if (target === null) return null;
  if (!target.startsWith(root + sep))
    throw new BuildFailure("build:user:symlink:used", { message: `${path} leads out of the repository.` });
  const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await readText(file, path);
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle, path: string): Promise<string> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new ConfigError("config:generic", { message: `${path} is not a regular file.` });
  if (stats.size > largestConfig)
    throw new ConfigError("config:generic", { message: `${path} is larger than 1 MB.` });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
  } catch {
    throw new ConfigError("config:generic", { message: `${path} is not valid UTF-8.` });
  }
}

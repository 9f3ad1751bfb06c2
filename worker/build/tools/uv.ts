import { join } from "node:path";
import { ownCommands } from "#lib/builds/config/rules/own-commands.ts";
import { usesUv } from "#lib/builds/config/rules/python.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { keepTool } from "#worker/build/tools/kept.ts";
import { findSeen, versionOf } from "#worker/build/tools/machine.ts";

/** uv; `folder` holds its programs, null for the system's own folders. */
export type Uv = { readonly version: string; readonly folder: string | null };

/** Whether a build needs uv: an install says so, or a command of the project's own calls it. */
export const callsUv = (config: BuildConfig): boolean =>
  usesUv(config) || ownCommands(config).some((line) => /(^|[^\w./-])uvx?($|[^\w./-])/m.test(line));

/** The machine's uv, or one from the Python package index, which is kept. Null when it cannot be had. */
export async function findUv(context: BuildContext): Promise<Uv | null> {
  const own = await findSeen("uv");
  if (own) return { version: (await versionOf(own, "--version")) ?? "unknown", folder: null };
  const kept = await keepTool(context, {
    name: "uv",
    script: `python3 -m venv /tmp/venv
/tmp/venv/bin/pip install --quiet --target "$1" uv
"$1/bin/uv" --version | cut -d ' ' -f 2`,
    shownAs: "pip install uv",
    network: "online",
  });
  return kept && { version: kept.version, folder: join(kept.folder, "bin") };
}

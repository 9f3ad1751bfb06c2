import { join } from "node:path";
import { ownNode } from "#lib/platform/sandbox/workspace.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { keepTool } from "#worker/build/tools/kept.ts";
import { findSeen, machineTools } from "#worker/build/tools/machine.ts";
import { newestFor, satisfies, type Versioned } from "#worker/build/tools/versions.ts";

/** A Node with its npm; `folder` holds its programs, null for the system's own folders. */
export type Node = Versioned & { readonly folder: string | null };

/** Every Node that is here without fetching anything. */
export async function nodesHere(): Promise<Node[]> {
  const machines = await machineTools("nodejs");
  const own = ownNode.shownAt ? [{ version: process.versions.node, folder: ownNode.shownAt }] : [];
  return [...machines.map(({ version }) => ({ version, folder: null })), ...own];
}

/** A Node that satisfies the request: the machine's own, or one from the npm registry, which is kept. Null when it cannot be had. */
export async function findNode(context: BuildContext, wanted: string): Promise<Node | null> {
  const here = newestFor(wanted, await nodesHere());
  if (here) return here;
  // It comes out of a configuration and goes into a script.
  if (!/^\d+$/.test(wanted) || (await findSeen("npm")) === null) return null;
  const packages = [`node@${wanted}`, `npm@${npmFor(Number(wanted))}`, "corepack@0.34"];
  const kept = await keepTool(context, {
    name: `nodejs-${wanted}`,
    // In a folder of its own, so that no program of the old Node is asked what the new one is.
    script: `npm install --prefix "$1" --no-save --no-audit --no-fund ${packages.join(" ")}
"$1/node_modules/.bin/node" -p process.versions.node`,
    shownAs: `npm install ${packages.join(" ")}`,
    network: "online",
  });
  if (!kept || !satisfies(wanted, kept.version)) return null;
  return { version: kept.version, folder: join(kept.folder, "node_modules/.bin") };
}

/** The npm that a release of Node came with. */
function npmFor(major: number): number {
  if (major < 18) return 8;
  return major < 24 ? 10 : 11;
}

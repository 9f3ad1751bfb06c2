import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseConfig } from "#lib/builds/config/rules.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { claimBuild, endBuild } from "#lib/builds/runs/commands.ts";
import { getWorkOrder } from "#lib/builds/runs/queries.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { env } from "#lib/platform/env.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace } from "#lib/platform/sandbox/workspace.ts";
import { buildStory, queueBuild } from "#test/factories/builds.ts";
import { buildProject } from "#test/factories/tenants.ts";
import { createBuildLog } from "#worker/build/build-log.ts";
import { type BuildContext, limitsOf } from "#worker/build/context.ts";
import { createControl } from "#worker/build/control.ts";
import { runQuietly } from "#worker/build/shell.ts";

/** A build that a worker has just claimed: a real row, log, workspace and user, an empty checkout, and no steps yet. */
export async function openBuild(
  project: { id: number } | null = null,
  { external = false }: { external?: boolean } = {},
) {
  const { id } = project ?? (await buildProject({}));
  const buildId = await queueBuild({ id });
  const held = await claimBuild(await registerWorker(1, {}));
  if (held?.buildId !== buildId) throw new Error("Another build was waiting.");
  const found = await getWorkOrder(held);
  const variables = found.variables.filter((variable) => variable.public || !external);
  const order = { ...found, variables };
  if (!order.version) throw new Error("The build has no version.");
  const version = { ...order.version, ...(external && { type: "external" as const }) };
  const user = await claimSlotUser();
  const root = join(env.DATA_DIR, "work", `${buildId}-1`);
  await mkdir(join(env.DATA_DIR, "work"), { recursive: true });
  const workspace = await createWorkspace(root, { isolation: env.BUILD_ISOLATION, user });
  const control = createControl();
  const log = createBuildLog(held, [], (error) => {
    throw error;
  });
  const limits = limitsOf(order.project);
  const deadline = performance.now() + 300_000;
  const signal = control.signal;
  const context: BuildContext = { held, order, version, workspace, limits, deadline, log, control, signal };
  return {
    context,
    project: { id },
    /** Runs a script as the build's own commands run; gives back its exit code and what it printed. */
    async shell(script: string, environment: Record<string, string> = {}) {
      const argv = ["/bin/sh", "-c", script];
      const { exitCode, lines } = await runQuietly(context, { argv, environment, network: "none" });
      return { exitCode, output: lines.join("\n") };
    },
    story: () => buildStory(buildId),
    /** Ends the build, as far as its row goes: another one of the project may be opened. */
    end: () => endBuild(held, { kind: "failed", notice: "build:user:generic" }),
    async close() {
      await removeWorkspace(root);
      await user?.release();
    },
  };
}

export type OpenBuild = Awaited<ReturnType<typeof openBuild>>;

/** The configuration a file with these keys stands for. */
export const configOf = (file: Record<string, unknown>): BuildConfig =>
  parseConfig(JSON.stringify({ version: 2, ...file }), ".readthedocs.yaml");

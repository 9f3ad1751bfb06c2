import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { rememberEnvironment } from "#lib/builds/environments/commands.ts";
import { isLeaseLost } from "#lib/builds/log/commands.ts";
import { type ClaimedBuild, endBuild, enterState } from "#lib/builds/runs/commands.ts";
import { getWorkOrder, type WorkOrder } from "#lib/builds/runs/queries.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { claimSlotUser, type SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace } from "#lib/platform/sandbox/workspace.ts";
import { type BuildLog, createBuildLog } from "#worker/build/build-log.ts";
import { restoreCaches, saveCaches } from "#worker/build/caches.ts";
import { type BuildContext, limitsOf } from "#worker/build/context.ts";
import type { BuildControl } from "#worker/build/control.ts";
import { buildEnvironment, checkoutEnvironment, environmentShown } from "#worker/build/environment.ts";
import { BuildFailure, endingOf, isDatabaseAway } from "#worker/build/failures.ts";
import { planBuild } from "#worker/build/plan/plan.ts";
import { checkout } from "#worker/build/steps/checkout.ts";
import { configure, rememberTools } from "#worker/build/steps/configure.ts";
import { fetchAhead } from "#worker/build/steps/fetch-ahead.ts";
import { requireNamedFiles } from "#worker/build/steps/named-files.ts";
import { perform } from "#worker/build/steps/perform.ts";
import { publish } from "#worker/build/steps/publish.ts";
import { checkoutSubmodules } from "#worker/build/steps/submodules.ts";
import { checkSystemPackages, kindOf, prepareTools } from "#worker/build/steps/tools.ts";
import { noTools } from "#worker/build/toolchain.ts";
import { workspaceRoot } from "#worker/workspaces.ts";

/**
 * Runs a claimed build to its end, which is always written down, unless the claim is lost or handed back. This is the only file
 * that knows the order of the steps. `control` stops it; the reason is thrown by whatever was running.
 */
export async function runBuild(held: ClaimedBuild, control: BuildControl): Promise<void> {
  const root = workspaceRoot(held);
  const started: { user: SlotUser | null; log: BuildLog | null } = { user: null, log: null };
  try {
    const order = await getWorkOrder(held);
    const version = buildable(order);
    const limits = limitsOf(order.project);
    const deadline = performance.now() + limits.seconds * 1_000;
    started.user = await claimSlotUser();
    await mkdir(join(env.DATA_DIR, "work"), { recursive: true });
    const workspace = await createWorkspace(root, { isolation: env.BUILD_ISOLATION, user: started.user });
    const secrets = order.variables.filter((variable) => !variable.public).map((variable) => variable.value);
    started.log = createBuildLog(held, secrets, (error) => control.stop(asError(error)));
    const { log: buildLog } = started;
    const run = { held, order, version, control, signal: control.signal };
    const context: BuildContext = { ...run, workspace, limits, deadline, log: buildLog };

    await runSteps(context);
  } catch (error) {
    const cause = control.signal.aborted ? control.signal.reason : error;
    if (isLeaseLost(cause) || isHandedBack(cause) || isDatabaseAway(cause)) throw cause;
    const peakMemoryMb = started.log?.peakMemoryMb ?? null;
    await endBuild(held, endingOf(cause, held.buildId), { peakMemoryMb });
  } finally {
    await removeWorkspace(root).catch((error: unknown) =>
      log.warn({ buildId: held.buildId, err: error }, "could not remove a workspace"),
    );
    await started.user?.release();
  }
}

/** The order of a build (spec/builds.md 3.2, 6.1). */
async function runSteps(context: BuildContext): Promise<void> {
  const { held, order, version } = context;
  const head = await checkout(context);
  const config = await configure(context);
  await checkoutSubmodules(context, config);
  await requireNamedFiles(context, config);
  const { language } = order.project;
  const plan = planBuild(config, { kind: kindOf(config), language, external: version.type === "external" });
  const bare = { config, toolchain: noTools };
  const checkedOut = { ...bare, environment: checkoutEnvironment(context, head), reach: head.reach };
  await perform(context, await fetchAhead(context, plan.afterCheckout), checkedOut);

  await enterState(held, "installing");
  const early = { ...bare, environment: buildEnvironment(context, head, noTools) };
  await perform(context, plan.beforePackages, early);
  await checkSystemPackages(context, config);
  await perform(context, plan.beforeTools, early);
  const toolchain = await prepareTools(context, config);
  await rememberTools(context, config, toolchain);
  const stage = { config, toolchain, environment: buildEnvironment(context, head, toolchain) };
  await rememberEnvironment(held, environmentShown(context, stage));
  const caches = await restoreCaches(context, config, toolchain);
  await perform(context, plan.install, { ...stage, environmentKept: caches?.environmentKept ?? false });

  await enterState(held, "building");
  await perform(context, plan.build, stage);
  await publish(context, config);
  await saveCaches(context, caches);
}

/** The worker is stopping and gives the build to another one. */
export class HandedBack extends Error {
  readonly code = "handed_back";
}

export const isHandedBack = (error: unknown): error is HandedBack =>
  error instanceof Error && (error as { code?: unknown }).code === "handed_back";

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function buildable(order: WorkOrder): NonNullable<WorkOrder["version"]> {
  const { project, version } = order;
  if (project.deletedAt !== null || project.buildsOffAt !== null)
    throw new BuildFailure("build:app:project-builds-disabled");
  if (version === null) throw new BuildFailure("project:repository:checkout-failed", { revision: "version" });
  return version;
}

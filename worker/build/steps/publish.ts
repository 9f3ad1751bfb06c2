import { command } from "#lib/audit/commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { enterState, finishBuild } from "#lib/builds/runs/commands.ts";
import { keepingFiles, publishBuild, rememberOutput } from "#lib/publishing/commands.ts";
import { writeArtifacts, writeTree } from "#lib/publishing/trees/commands.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { checkOutput, type Output } from "#worker/build/output.ts";

/** Checks the build's output, stores it, then serves it and ends the build in one transaction. */
export async function publish(context: BuildContext, config: BuildConfig): Promise<void> {
  const { held, order } = context;
  const output = await checkOutput(context);
  await enterState(held, "uploading");
  context.control.commit();
  await keepingFiles(order.projectId, () => storeAndServe(context, config, output));
}

async function storeAndServe(context: BuildContext, config: BuildConfig, output: Output): Promise<void> {
  const { held, order, version, log, signal } = context;
  const place = { projectId: order.projectId, buildId: order.id, signal };
  const artifacts = await writeArtifacts({ ...place, artifacts: output.artifacts });
  const tree = await writeTree({ ...place, files: output.pages });
  await command({ kind: "system", job: "build.run" }, async (c) => {
    await finishBuild(c.tx, held, {
      ...tree,
      docType: config.doctype,
      filesState: "kept",
      peakMemoryMb: log.peakMemoryMb,
    });
    await rememberOutput(c.tx, order.id, { artifacts, buildData: output.buildData });
    const served = await publishBuild(c, { id: order.id, projectId: order.projectId, versionId: version.id });
    await c.record({
      action: "build.finish",
      projectId: order.projectId,
      subjectKind: "build",
      subjectId: order.id,
      subjectLabel: `${order.project.slug} ${version.slug}`,
      changes: { success: { from: null, to: true }, published: { from: false, to: served } },
    });
  });
}

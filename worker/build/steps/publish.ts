import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { command } from "#lib/audit/commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { enterState, finishBuild } from "#lib/builds/runs/commands.ts";
import { keepingFiles, publishBuild } from "#lib/publishing/commands.ts";
import { writeTree } from "#lib/publishing/trees/commands.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";

/** Stores the build's pages, then serves them and ends the build in one transaction. */
export async function publish(context: BuildContext, config: BuildConfig): Promise<void> {
  const { held, order } = context;
  const directory = await checkedOutput(context.workspace.host.checkout);
  await enterState(held, "uploading");
  context.control.commit();
  await keepingFiles(order.projectId, () => storeAndServe(context, config, directory));
}

async function storeAndServe(context: BuildContext, config: BuildConfig, directory: string): Promise<void> {
  const { held, order, version, log } = context;
  const tree = await writeTree({
    projectId: order.projectId,
    buildId: order.id,
    directory,
    signal: context.signal,
  });
  await command({ kind: "system", job: "build.run" }, async (c) => {
    await finishBuild(c.tx, held, {
      ...tree,
      docType: config.doctype,
      filesState: "kept",
      peakMemoryMb: log.peakMemoryMb,
    });
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

/**
 * The folder of pages (spec/builds.md 7.1). Nothing of the build runs any more, so what is checked here stays true while the
 * files are read.
 */
async function checkedOutput(checkout: string): Promise<string> {
  const root = await realpath(checkout);
  const directory = join(root, "_readthedocs", "html");
  const found = await lstat(directory).catch(() => null);
  if (found === null) throw new BuildFailure("build:user:output:no-html");
  // A link in place of either folder would lead the reader, who is not in the sandbox, anywhere.
  if ((await realpath(directory).catch(() => null)) !== directory)
    throw new BuildFailure("build:user:symlink:used", { message: "_readthedocs/html must not be a link." });
  if (!found.isDirectory())
    throw new BuildFailure("build:user:output:is-no-a-directory", { artifact_type: "html" });
  const index = await lstat(join(directory, "index.html")).catch(() => null);
  if (index === null || index.isDirectory()) throw new BuildFailure("build:user:output:html-no-index-file");
  return directory;
}

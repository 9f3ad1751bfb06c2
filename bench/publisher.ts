/**
 * Publishes one version again and again, each time with every page changed, until it is asked to stop; prints the number of each
 * generation once it is published. What a worker does at the end of a build, without the build. Started by publish-while-reading.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "#lib/audit/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { stopQueue } from "#lib/platform/jobs/queue.ts";
import { publishBuild } from "#lib/publishing/commands.ts";
import { writeTree } from "#lib/publishing/trees/commands.ts";
import { listTree } from "#lib/publishing/trees/queries.ts";
import { pageBytes, pageCount } from "./generations.ts";

const [slug = "", started = "1"] = process.argv.slice(2);
const site = mkdtempSync(join(tmpdir(), "lectern-publisher-"));
const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());

const version = await db.version.findFirstOrThrow({
  where: { slug: "latest", project: { slug } },
  select: { id: true, projectId: true },
});
try {
  for (let generation = Number(started) + 1; !stopping.signal.aborted; generation++) {
    await publish(generation);
    console.log(generation);
  }
} finally {
  await stopQueue();
  await db.$disconnect();
  rmSync(site, { recursive: true, force: true });
}

async function publish(generation: number): Promise<void> {
  mkdirSync(site, { recursive: true });
  for (let page = 0; page < pageCount; page++)
    writeFileSync(join(site, `page-${page}.html`), pageBytes(generation, page));
  const { projectId, id: versionId } = version;
  const build = await db.build.create({
    data: {
      projectId,
      versionId,
      versionSlug: "latest",
      versionName: "latest",
      versionType: "branch",
      trigger: "api",
      state: "finished",
      success: true,
      finishedAt: new Date(),
      filesState: "kept",
    },
    select: { id: true },
  });
  const files = await listTree(site);
  // Never cut short: a reader must not be able to tell when the publisher was stopped.
  const { signal } = new AbortController();
  await writeTree({ projectId, buildId: build.id, files, signal });
  await command({ kind: "system", job: "bench" }, (c) =>
    publishBuild(c, { id: build.id, projectId, versionId }),
  );
}

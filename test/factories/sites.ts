import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { command } from "#lib/audit/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { publishBuild, rememberOutput } from "#lib/publishing/commands.ts";
import { writeArtifacts, writeTree } from "#lib/publishing/trees/commands.ts";
import { listTree } from "#lib/publishing/trees/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";
import { buildBuild } from "#test/factories/tenants.ts";

const system = { kind: "system", job: "test" } as const;

/** Stores files as a finished build of a version and, unless told otherwise, publishes it. Returns the build's id. */
export async function publishSite(
  project: { id: number; slug: string },
  version: { id: number; slug: string },
  files: Record<string, string | Buffer>,
  options: { publish?: boolean } = {},
): Promise<number> {
  const build = await buildBuild(project, version);
  const directory = await mkdtemp(join(tmpdir(), "site-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
    const place = { projectId: project.id, buildId: build.id, signal: new AbortController().signal };
    await writeTree({ ...place, files: await listTree(directory) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  if (options.publish !== false) {
    await command(system, (c) =>
      publishBuild(c, { id: build.id, projectId: project.id, versionId: version.id }),
    );
  }
  return build.id;
}

/** Changes rows the way a command does: with history and a notice to the docs hosts. */
export async function changeSite(projectId: number, change: () => Promise<unknown>): Promise<void> {
  await change();
  await command(system, async (c) => {
    await c.record({
      action: "test.change",
      projectId,
      subjectKind: "project",
      subjectId: projectId,
      subjectLabel: String(projectId),
    });
    await c.siteChanged(projectId);
  });
}

/** The version of a slug. */
export const versionOf = (project: { id: number }, slug: string) =>
  db.version.findFirstOrThrow({ where: { projectId: project.id, slug }, select: { id: true, slug: true } });

/** Gives a project a domain of its own, verified unless told otherwise. */
export async function addDomain(
  project: { id: number },
  host: string,
  columns: Partial<Prisma.DomainUncheckedCreateInput> = {},
): Promise<void> {
  const verified = { state: "verified", verifiedAt: new Date("2026-01-01") } as const;
  const data = { ...verified, challenge: host, verifyBy: new Date("2030-01-01"), ...columns };
  await changeSite(project.id, () => db.domain.create({ data: { ...data, projectId: project.id, host } }));
}

/** Gives a build a download of that name and content, a PDF unless told. */
export async function addDownload(
  project: { id: number },
  buildId: number,
  { name, content, format = "pdf" }: { name: string; content: string; format?: "pdf" | "epub" | "htmlzip" },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "artifact-"));
  try {
    await writeFile(join(folder, name), content);
    const artifacts = (await listTree(folder)).map((file) => ({ format, file }));
    const signal = new AbortController().signal;
    const stored = await writeArtifacts({ projectId: project.id, artifacts, signal });
    await rememberOutput(db, buildId, { artifacts: stored, buildData: null });
  } finally {
    await rm(folder, { recursive: true });
  }
}

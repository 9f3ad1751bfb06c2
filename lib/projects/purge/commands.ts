import { type Command, command } from "#lib/audit/commands.ts";
import { deleteBuilds } from "#lib/builds/retention/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { collectingFiles } from "#lib/publishing/commands.ts";

const batch = 500;

/** Removes for good what deleted projects have left behind, when the time to restore them is over. Returns how many. */
export async function purgeProjects(): Promise<number> {
  const due = await db.project.findMany({
    where: { deletedAt: { not: null }, purgeAt: { lte: clock.now() }, purgedAt: null },
    select: { id: true, slug: true },
    orderBy: { purgeAt: "asc" },
  });
  let purged = 0;
  for (const project of due) {
    // One project must not keep the others.
    const done = await collectingFiles(project.id, () => purge(project)).catch((error: unknown) => {
      log.error({ projectId: project.id, err: error }, "could not purge a project");
      return null;
    });
    if (done) purged += 1;
  }
  return purged;
}

/** Files, then builds in batches, then the rest and the mark that it is done: after a crash it begins again where there is work. */
async function purge(project: { id: number; slug: string }): Promise<boolean> {
  await storage.deleteTree(`projects/${project.id}/`);
  for (;;) {
    const builds = await db.build.findMany({
      where: { projectId: project.id },
      select: { id: true },
      take: batch,
    });
    if (builds.length === 0) break;
    await deleteBuilds(builds.map(({ id }) => id));
  }
  await command({ kind: "system", job: "project.purge" }, async (c) => {
    await removeRows(c, project.id);
    await blank(c, project.id);
    await c.record({
      action: "project.purge",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
  });
  return true;
}

async function removeRows({ tx }: Command, projectId: number): Promise<void> {
  const where = { projectId };
  await tx.publication.deleteMany({ where: { version: where } });
  await tx.share.deleteMany({ where });
  await tx.version.deleteMany({ where });
  await tx.domain.deleteMany({ where });
  await tx.purgeRequest.deleteMany({ where });
  await tx.environmentVariable.deleteMany({ where });
  await tx.deployKey.deleteMany({ where });
  await tx.repositoryToken.deleteMany({ where });
  await tx.knownHost.deleteMany({ where });
  await tx.redirect.deleteMany({ where });
  await tx.buildCache.deleteMany({ where });
  await tx.notice.deleteMany({ where });
  await tx.docsSession.deleteMany({ where });
  await tx.projectTag.deleteMany({ where });
  await tx.projectMaintainer.deleteMany({ where });
  await tx.star.deleteMany({ where });
  await tx.teamProject.deleteMany({ where });
  await tx.invitation.deleteMany({ where });
  await tx.apiTokenProject.deleteMany({ where });
  await tx.subprojectRelation.deleteMany({
    where: { OR: [{ parentId: projectId }, { childId: projectId }] },
  });
  await tx.project.updateMany({ where: { translationOfId: projectId }, data: { translationOfId: null } });
}

/** The row stays, so that nobody else ever gets the slug, but says nothing any more. */
async function blank({ tx }: Command, id: number): Promise<void> {
  const now = clock.now();
  await tx.project.update({
    where: { id },
    data: {
      name: "",
      description: "",
      homepage: "",
      repositoryUrl: "",
      remoteRepositoryId: null,
      defaultBranch: null,
      configPath: null,
      analyticsCode: null,
      translationOfId: null,
      customPrefix: null,
      subprojectPrefix: null,
      checkoutCommands: null,
      badgeTokenHash: null,
      purgedAt: now,
      modified: now,
      rowVersion: { increment: 1 },
    },
    select: { id: true },
  });
}

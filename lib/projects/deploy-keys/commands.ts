import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { generateSshKey } from "#lib/platform/secrets/ssh-key.ts";
import { type DeployKey, deployKeyFields } from "#lib/projects/deploy-keys/queries.ts";
import type { Project } from "#lib/projects/queries.ts";

/** A new key pair for a project. One it has already is replaced: from then on only the new one is shown to hosts. */
export async function createDeployKey(project: Granted<"admin", Project>): Promise<DeployKey> {
  const { publicKey, privateKey, fingerprint } = generateSshKey(`lectern-${project.slug}`);
  const key = {
    publicKey,
    privateSealed: seal(privateKey),
    fingerprint,
    created: clock.now(),
    lastUsedAt: null,
  };
  return command(project.actor, async (c) => {
    const before = await c.tx.deployKey.findUnique({
      where: { projectId: project.id },
      select: { fingerprint: true },
    });
    const row = await c.tx.deployKey.upsert({
      where: { projectId: project.id },
      create: { projectId: project.id, ...key },
      update: key,
      select: deployKeyFields,
    });
    const action = before ? "deploy_key.rotate" : "deploy_key.create";
    await record(c, project, action, { from: before?.fingerprint ?? null, to: fingerprint });
    return row;
  });
}

/** Forgets a project's key. Throws 404 when it has none. */
export async function deleteDeployKey(project: Granted<"admin", Project>): Promise<void> {
  await command(project.actor, async (c) => {
    const where = { projectId: project.id };
    const row = await c.tx.deployKey.findUnique({ where, select: { fingerprint: true } });
    if (!row || (await c.tx.deployKey.deleteMany({ where })).count === 0) throw notFound("DeployKey");
    await record(c, project, "deploy_key.delete", { from: row.fingerprint, to: null });
  });
}

/** Tells a project's people that its key may write where it should only read, until somebody dismisses it. */
export async function refuseWritingKey(project: { id: number; slug: string }): Promise<void> {
  const notice = { projectId: project.id, messageId: "build:user:ssh-key-with-write-access" };
  await command({ kind: "system", job: "build.run" }, async (c) => {
    const known = await c.tx.notice.updateMany({
      where: { ...notice, state: { in: ["unread", "read"] } },
      data: { state: "unread", modified: clock.now() },
    });
    if (known.count === 0) await c.tx.notice.create({ data: { ...notice, dismissable: true } });
    await c.record({
      action: "deploy_key.refuse",
      projectId: project.id,
      subjectKind: "deploy_key",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
  });
}

const record = (
  c: Command,
  project: { id: number; slug: string },
  action: string,
  fingerprint: { from: string | null; to: string | null },
) =>
  c.record({
    action,
    projectId: project.id,
    subjectKind: "deploy_key",
    subjectId: project.id,
    subjectLabel: project.slug,
    changes: { fingerprint },
  });

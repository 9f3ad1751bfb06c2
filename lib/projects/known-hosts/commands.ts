import type { Granted } from "#lib/access/rules.ts";
import { command } from "#lib/audit/commands.ts";
import { notFound } from "#lib/platform/errors.ts";
import { fingerprintOfKey } from "#lib/platform/secrets/ssh-key.ts";
import { hostOfId } from "#lib/projects/known-hosts/rules.ts";
import type { Project } from "#lib/projects/queries.ts";

/**
 * Pins the keys a host shows when it is first seen, and gives the pinned ones. Another build may have been faster: then its keys
 * count, whatever this one saw.
 */
export async function pinHost(
  project: { id: number; slug: string },
  host: string,
  seen: readonly string[],
): Promise<readonly string[]> {
  return command({ kind: "system", job: "build.run" }, async (c) => {
    await c.tx.$queryRaw`select id from projects where id = ${project.id}::int for no key update`;
    const where = { projectId: project.id, host };
    const pinned = await c.tx.knownHost.findMany({ where, select: { key: true } });
    if (pinned.length === 0)
      await c.tx.knownHost.createMany({ data: seen.map((key) => ({ ...where, key })) });
    const keys = pinned.length === 0 ? seen : pinned.map(({ key }) => key);
    await c.record({
      action: "known_host.pin",
      projectId: project.id,
      subjectKind: "known_host",
      subjectId: host,
      subjectLabel: host,
      changes: { fingerprints: { from: null, to: keys.map(fingerprintOfKey) } },
    });
    return keys;
  });
}

/** Forgets a host's keys, so that the next build pins those it shows then. Throws 404 when none is pinned. */
export async function forgetHost(project: Granted<"admin", Project>, id: string): Promise<void> {
  const host = hostOfId(id);
  await command(project.actor, async (c) => {
    const where = { projectId: project.id, host };
    const keys = await c.tx.knownHost.findMany({ where, select: { key: true } });
    if (keys.length === 0) throw notFound("KnownHost");
    await c.tx.knownHost.deleteMany({ where });
    await c.record({
      action: "known_host.forget",
      projectId: project.id,
      subjectKind: "known_host",
      subjectId: host,
      subjectLabel: host,
      changes: { fingerprints: { from: keys.map(({ key }) => fingerprintOfKey(key)), to: null } },
    });
  });
}

import type { Granted } from "#lib/access/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import { findFamily, findManifest } from "#lib/publishing/queries.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { statusOf } from "#lib/sharing/rules/lifetime.ts";
import { stranger } from "#lib/sharing/rules.ts";
import { type Reach, reachOf, readerWith } from "#lib/sharing/trials/rules.ts";
import type { Obstacle } from "#lib/sharing/trials/schema.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";

/** As many files are looked at; the versions after that are judged by their start. */
const mostFiles = 50_000;

/**
 * What a share reaches now, or what a recipient of it does: the project is read as docs hosts read it, and each page is asked for
 * by the decision they make. Throws 404 when the project is gone, or the share has no such recipient.
 */
export async function listReach(share: Granted<"admin", Share>, recipientId: number | undefined) {
  const recipient =
    recipientId === undefined
      ? null
      : await db.shareRecipient.findFirst({
          where: { id: recipientId, shareId: share.id },
          select: { id: true, name: true, revokedAt: true },
        });
  if (recipientId !== undefined && recipient === null) throw notFound("ShareRecipient");
  const family = await findFamily(share.project.slug);
  if (family === null) throw notFound("Project");
  const { project } = family;
  const now = clock.now();
  const reader = readerWith(project, share.id, recipientId ?? null, now.getTime());
  const obstacle = reader === null ? await findObstacle(share, recipient, now) : null;

  const versions: { version: DocsVersion; reach: Reach }[] = [];
  let left = mostFiles;
  for (const version of inOrder(project, share)) {
    const manifest = left > 0 ? await findManifest(project, version) : null;
    const files = manifest && [...manifest.keys()];
    left -= files?.length ?? 0;
    versions.push({ version, reach: reachOf(reader ?? stranger, project, version, files) });
  }
  const active = new Set([...project.versions.values()].map(({ id }) => id));
  const inactive = share.versions.flatMap(({ version }) => (active.has(version.id) ? [] : [version.slug]));
  return { share, project, recipient, works: reader !== null, obstacle, versions, inactive };
}
export type Trial = Awaited<ReturnType<typeof listReach>>;

const inOrder = ({ versions }: DocsProject, { project }: Share): DocsVersion[] =>
  orderVersions(
    [...versions.values()].map((version) => ({ ...version, verboseName: version.slug })),
    project,
  );

/** Why a share without a reader has none. */
async function findObstacle(
  share: Share,
  recipient: { revokedAt: Date | null } | null,
  now: Date,
): Promise<Obstacle> {
  const status = statusOf(share, now);
  if (status !== "live") return status;
  if (recipient && recipient.revokedAt !== null) return "recipient_revoked";
  const { organizationId } = share.project;
  const disabled =
    organizationId !== null &&
    (await db.organization.count({ where: { id: organizationId, disabledAt: { not: null } } })) > 0;
  return disabled ? "suspended" : "no_secret";
}

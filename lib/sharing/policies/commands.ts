import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { lockOrganization } from "#lib/organizations/commands.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { endsSoon, withdrawNotice } from "#lib/sharing/notices/commands.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import type { SharePolicy } from "#lib/sharing/policies/rules.ts";
import type { SharePolicyChanges } from "#lib/sharing/policies/schema.ts";
import { dayOf, daysAfter } from "#lib/sharing/rules/lifetime.ts";
import { shareTypes } from "#lib/sharing/schema.ts";

/**
 * Changes what an organization lets its projects share. Live shares stay as they are, except that with `shorten_shares` those that last
 * too long end sooner. `seen` is the policy as the caller saw it; throws 412 with `unchanged` when it is another one now.
 */
export async function updateSharePolicy(
  organization: Granted<"admin", Organization>,
  changes: SharePolicyChanges,
  seen: { readonly rowVersion: number },
  options: Condition = {},
): Promise<void> {
  await command(organization.actor, async (c) => {
    await lockOrganization(c, organization);
    const where = { organizationId: organization.id };
    const stored = await c.tx.sharePolicy.findUnique({ where, select: { rowVersion: true } });
    const rowVersion = stored?.rowVersion ?? 0;
    requireUnchanged(options, seen, { rowVersion });
    const before = await findSharePolicy(organization.id, c.tx);
    const after = merge(before, changes);
    const data = {
      ...after,
      allowedTypes: [...after.allowedTypes],
      rowVersion: rowVersion + 1,
      modified: clock.now(),
    };
    await c.tx.sharePolicy.upsert({ where, create: { ...where, ...data }, update: data });
    const shortened = changes.shorten_shares ? await shorten(c, organization.id, after) : 0;
    await c.record({
      action: "share_policy.update",
      organizationId: organization.id,
      subjectKind: "organization",
      subjectId: organization.id,
      subjectLabel: organization.slug,
      changes: { ...differences(before, after), ...(shortened > 0 && { shortened }) },
    });
  });
}

/** In the order they are always named, each once. */
const typesIn = (named: readonly string[]) => shareTypes.filter((type) => named.includes(type));

const merge = (before: SharePolicy, changes: SharePolicyChanges): SharePolicy => ({
  allowedTypes: changes.allowed_types ? typesIn(changes.allowed_types) : before.allowedTypes,
  mostDays: changes.most_days === undefined ? before.mostDays : changes.most_days,
  usualDays: changes.usual_days ?? before.usualDays,
  allVersionsAllowed: changes.all_versions_allowed ?? before.allVersionsAllowed,
  linksReadable: changes.links_readable ?? before.linksReadable,
  remindDays: changes.remind_days ?? before.remindDays,
  endsWithCreator: changes.ends_with_creator ?? before.endsWithCreator,
});

function differences(before: SharePolicy, after: SharePolicy) {
  const names = [
    "mostDays",
    "usualDays",
    "allVersionsAllowed",
    "linksReadable",
    "remindDays",
    "endsWithCreator",
  ] as const satisfies (keyof SharePolicy)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  const types = { from: before.allowedTypes.join(" "), to: after.allowedTypes.join(" ") };
  return {
    ...Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    ...(types.from !== types.to && { allowedTypes: types }),
  };
}

/** Returns how many shares end sooner now. */
async function shorten(c: Command, organizationId: number, { mostDays }: SharePolicy): Promise<number> {
  if (mostDays === null) return 0;
  const last = new Date(daysAfter(dayOf(clock.now()), mostDays));
  const where = { revokedAt: null, expires: { gt: last }, project: { organizationId, deletedAt: null } };
  const projects = await c.tx.share.findMany({ where, distinct: ["projectId"], select: { projectId: true } });
  const ids = projects.map(({ projectId }) => projectId).sort((a, b) => a - b);
  for (const id of ids) await lockProject(c, { id });
  const shortened = await c.tx.share.updateManyAndReturn({
    where,
    data: { expires: last, remindedAt: null, rowVersion: { increment: 1 }, modified: clock.now() },
    select: { id: true, projectId: true, description: true },
  });
  for (const { id, projectId, description } of shortened) {
    await withdrawNotice(c, { id }, endsSoon(id));
    await c.record({
      action: "share.shorten",
      projectId,
      subjectKind: "share",
      subjectId: id,
      subjectLabel: description,
      changes: { expires: { to: dayOf(last) } },
    });
  }
  for (const id of ids) await c.siteChanged(id, "readers");
  return shortened.length;
}

import { notFound } from "next/navigation";
import type { ShareRef } from "#components/sharing/api.ts";
import type { Allowed } from "#components/sharing/share-values.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import { type Day, dayOf } from "#lib/sharing/rules/lifetime.ts";
import { requireProjectAdmin } from "./require-project.ts";

type SharingGate = {
  /** The organization whose share policy the person looking may change, or null. */
  policyOf: string | null;
};

const requireSharingProject = (slug: string, here: string) =>
  env.EDITION === "business" ? requireProjectAdmin(slug, here) : notFound();

/** Gate of the sharing pages: that of a project's managing pages, and nothing at all in the community edition. */
export async function requireSharing(slug: string, here: string): Promise<SharingGate> {
  const { organization } = await requireSharingProject(slug, here);
  return { policyOf: organization && organization.owners.length > 0 ? organization.slug : null };
}

/** The same for the forms of shares, with what they may offer. */
export async function requireShareForm(
  slug: string,
  here: string,
): Promise<{ allowed: Allowed; today: Day }> {
  const { organizationId } = await requireSharingProject(slug, here);
  const { remindDays: _, endsWithCreator: __, ...allowed } = await findSharePolicy(organizationId);
  return { allowed, today: dayOf(clock.now()) };
}

/** The share an address names; 404 for what is no number. */
export function shareIn({ project, share }: { project: string; share: string }): ShareRef {
  const id = Number(share);
  if (!Number.isSafeInteger(id) || id <= 0) notFound();
  return { project, share: id };
}

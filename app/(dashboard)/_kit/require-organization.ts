import { notFound } from "next/navigation";
import { cache } from "react";
import { sessionActor } from "#lib/auth/page.ts";
import { isOwner } from "#lib/organizations/policy.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { env } from "#lib/platform/env.ts";
import { gated } from "./require-project.ts";
import { requireViewer } from "./viewer.ts";

/** What pages of an organization know of it and of the person looking. */
type Seen = {
  slug: string;
  name: string;
  /** Whether the person may change it. */
  owner: boolean;
  /** Whether it has one owner left, who cannot leave. */
  oneOwner: boolean;
};

/** Gate of the pages of an organization: 404 in the community edition and for strangers, the log-in page for visitors. */
export const requireMember = cache(async (slug: string, here: string): Promise<Seen> => {
  if (env.EDITION !== "business") notFound();
  await requireViewer(here);
  const organization = await gated(here, async () => openOrganization(await sessionActor(), slug, "view"));
  const { name, owners } = organization;
  return { slug, name, owner: isOwner(organization), oneOwner: owners.length === 1 };
});

/** The same for what only owners see: 403 for members. */
export const requireOwner = cache(async (slug: string, here: string): Promise<void> => {
  if (env.EDITION !== "business") notFound();
  await requireViewer(here);
  await gated(here, async () => openOrganization(await sessionActor(), slug, "admin"));
});

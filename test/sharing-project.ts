import { expect } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api, type Json } from "#test/api.ts";
import { buildOwnedProject, buildVersion } from "#test/factories/tenants.ts";

export type SharingProject = Awaited<ReturnType<typeof buildSharingProject>>;

/** A project with private versions, a public and an inactive one, and somebody who shares it by the API. */
export async function buildSharingProject() {
  const { owner, project } = await buildOwnedProject();
  for (const slug of ["1.0", "2.0", "2.1"]) await buildVersion(project, { slug, privacyLevel: "private" });
  await buildVersion(project, { slug: "open" });
  await buildVersion(project, { slug: "old", privacyLevel: "private", active: false });
  const list = `/projects/${project.slug}/sharing/`;
  const owns = api(owner);
  /** Creates a share and gives its answer and its address. */
  const share = async (more: object = {}): Promise<{ body: Json; one: string }> => {
    const answer = await owns.post(list, { description: "Contractor", access_type: "token", ...more });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return { body: answer.body, one: `${list}${answer.body.id}/` };
  };
  return { owner, project, list, owns, share };
}

/** What history says was done to a share, reading its link again left out. */
export async function auditedOf(shareId: number): Promise<string[]> {
  const rows = await db.auditEvent.findMany({
    where: { subjectKind: "share", subjectId: String(shareId), action: { not: "share.reveal" } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ action }) => action);
}

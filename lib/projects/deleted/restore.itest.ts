import { expect, test } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { deleteProject } from "#lib/projects/commands.ts";
import { openProject } from "#lib/projects/queries.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
} from "#test/factories/tenants.ts";

const day = 86_400_000;
const owner = await buildPerson();
const organization = await buildOrganization(owner);

async function deleted() {
  const project = await buildProject({ organization, name: "Handbook" });
  const version = await db.version.findFirstOrThrow({ where: { projectId: project.id } });
  const build = await buildBuild(project, version, {
    publish: true,
    filesState: "kept",
    manifestKey: `projects/${project.id}/manifests/1`,
  });
  await deleteProject(await openProject(owner.actor, project.slug, "admin"));
  return { project, version, build };
}

test("[K13] a deleted project is listed, and restored with what it served", async () => {
  const { project, version, build } = await deleted();
  const list = await api(owner).get("/account/deleted-projects/");
  expect(list.body.results[0]).toMatchObject({
    slug: project.slug,
    name: "Handbook",
    organization: organization.slug,
    deleted_by: owner.username,
  });
  const restored = await api(owner).post(`/projects/${project.slug}/restore/`);
  expect([restored.status, restored.body.slug]).toEqual([200, project.slug]);
  expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({
    publishedBuildId: build.id,
    filesPurgeAt: null,
  });
  expect(await db.publication.count({ where: { versionId: version.id, endedAt: null } })).toBe(1);
  expect(await db.auditEvent.count({ where: { projectId: project.id, action: "project.restore" } })).toBe(1);
  expect((await api(owner).post(`/projects/${project.slug}/restore/`)).status).toBe(404);
  expect((await api(owner).get("/account/deleted-projects/")).body.count).toBe(0);
});

test("files of versions that were inactive before go when they would have gone", async () => {
  const { project, version } = await deleted();
  const deactivatedAt = new Date("2026-11-20T00:00:00Z");
  await db.version.update({
    where: { id: version.id },
    data: { active: false, deactivatedAt },
    select: { id: true },
  });
  await api(owner).post(`/projects/${project.slug}/restore/`);
  expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({
    publishedBuildId: null,
    filesPurgeAt: new Date("2026-11-27T00:00:00Z"),
  });
});

test("nobody but its admins learns of a deleted project or restores it, nor anybody when the time is over", async () => {
  const { project } = await deleted();
  const reader = await buildPerson();
  const admin = await buildPerson();
  await buildTeam(organization, { projects: [project], members: [reader], access: "readonly" });
  await buildTeam(organization, { projects: [project], members: [admin], access: "admin" });
  const restore = `/projects/${project.slug}/restore/`;
  for (const person of [await buildPerson(), reader]) {
    expect((await api(person).get("/account/deleted-projects/")).body.count).toBe(0);
    expect((await api(person).post(restore)).status).toBe(404);
  }
  expect((await api(admin).get("/account/deleted-projects/")).body.count).toBe(1);
  const realNow = clock.now;
  try {
    clock.now = () => new Date(realNow().getTime() + 14 * day);
    expect((await api(admin).post(restore)).status).toBe(404);
  } finally {
    clock.now = realNow;
  }
  const answers = await Promise.all([api(admin).post(restore), api(owner).post(restore)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

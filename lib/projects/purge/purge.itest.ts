import { expect, test } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { deleteProject } from "#lib/projects/commands.ts";
import { purgeProjects } from "#lib/projects/purge/commands.ts";
import { openProject } from "#lib/projects/queries.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
} from "#test/factories/tenants.ts";

test("a deleted project is gone for good after fourteen days, all but its slug", async () => {
  const owner = await buildPerson();
  const organization = await buildOrganization(owner);
  const project = await buildProject({ organization, description: "secret plans" });
  const other = await buildProject({ organization });
  await buildTeam(organization, { projects: [project] });
  const version = await db.version.findFirstOrThrow({ where: { projectId: project.id } });
  const build = await buildBuild(project, version, { publish: true });
  await buildBuild(project, version, { rebuildOfId: build.id });
  await db.environmentVariable.create({
    data: { projectId: project.id, name: "A", valueSealed: new Uint8Array([1]), valueBytes: 1 },
  });
  await db.subprojectRelation.create({ data: { parentId: other.id, childId: project.id, alias: "a" } });
  await db.notice.create({ data: { projectId: project.id, messageId: "project:invalid:skip-builds" } });
  await db.project.update({
    where: { id: other.id },
    data: { translationOfId: project.id, language: "de" },
  });
  for (const id of [project.id, other.id]) await storage.put(`projects/${id}/blobs/aa/aa`, Buffer.from("x"));

  const realNow = clock.now;
  await deleteProject(await openProject(owner.actor, project.slug, "admin"));
  clock.now = () => new Date(realNow().getTime() + 13.9 * 86_400_000);
  expect(await purgeProjects()).toBe(0);
  clock.now = () => new Date(realNow().getTime() + 14.1 * 86_400_000);
  expect(await purgeProjects()).toBe(1);
  expect(await purgeProjects()).toBe(0);
  clock.now = realNow;

  expect(await storage.has(`projects/${project.id}/blobs/aa/aa`)).toBe(false);
  expect(await storage.has(`projects/${other.id}/blobs/aa/aa`)).toBe(true);
  const where = { projectId: project.id };
  expect(await Promise.all([db.build.count({ where }), db.version.count({ where })])).toEqual([0, 0]);
  expect(await db.environmentVariable.count({ where })).toBe(0);
  expect(await db.project.findUnique({ where: { id: project.id } })).toMatchObject({
    slug: project.slug,
    name: "",
    description: "",
    repositoryUrl: "",
    purgedAt: expect.any(Date),
  });
  expect(await db.project.findUnique({ where: { id: other.id } })).toMatchObject({ translationOfId: null });
  expect(await db.subprojectRelation.count({ where: { parentId: other.id } })).toBe(0);
  const again = await api(owner).post("/projects/", {
    name: project.slug,
    repository: { url: "https://github.com/x/y", type: "git" },
    organization: organization.slug,
  });
  expect(again.status).toBe(400);
  expect(await db.auditEvent.count({ where: { ...where, action: "project.purge" } })).toBe(1);
});

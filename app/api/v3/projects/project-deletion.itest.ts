import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { mailFolder } from "#lib/platform/mail/mail.ts";
import { sendDeletionNews } from "#lib/projects/news/commands.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildCompany, buildPerson, buildVersion } from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

describe("DELETE /projects/<slug>/", () => {
  it("tells everybody who administers it by mail, at addresses that are theirs", async () => {
    const [boss, silent, unproven] = await Promise.all([
      buildPerson({ email: "boss@example.com" }),
      buildPerson(),
      buildPerson({ email: "unproven@example.com", verified: false }),
    ]);
    const { slug } = await company.project();
    const { id } = company.admins;
    await db.teamMember.createMany({
      data: [boss, silent, unproven].map(({ id: userId }) => ({ teamId: id, userId })),
    });
    await db.teamMember.create({
      data: {
        teamId: company.readers.id,
        userId: (await buildPerson({ email: "reader@example.com" })).id,
      },
    });
    expect((await api(owner).delete(`/projects/${slug}/`)).status).toBe(204);
    const jobs = await db.$queryRaw<{ data: Parameters<typeof sendDeletionNews>[0] }[]>`
      select data from pgboss.job where name = 'project.mail-deletion'`;
    expect(jobs.map(({ data }) => data)).toEqual([
      {
        address: "boss@example.com",
        username: boss.username,
        project: slug,
        by: owner.username,
        until: expect.stringMatching(/Z$/),
      },
    ]);
    await sendDeletionNews({ ...jobs[0]!.data, until: "2026-12-06T10:20:30.000Z" });
    const [file] = await readdir(mailFolder());
    const mail = await readFile(join(mailFolder(), file ?? ""), "utf8");
    for (const words of [
      `Subject: ${slug} was deleted`,
      `${owner.username} deleted`,
      "until 2026-12-06, 10:20 UTC",
    ])
      expect(mail).toContain(words);
  });

  it("401, 404, 403, then the project is gone from everywhere, and its slug is never given again", async () => {
    const { id, slug } = await company.project({ slug: "to-be-deleted" });
    const version = await buildVersion({ id }, { slug: "v1" });
    await buildBuild({ id }, version, { publish: true });
    const waiting = await buildBuild({ id }, version, { state: "triggered" });
    const path = `/projects/${slug}/`;
    expect((await visitor.delete(path)).status).toBe(401);
    expect((await api(company.stranger).delete(path)).status).toBe(403);
    expect((await api(company.stranger).delete("/projects/nonexistent/")).status).toBe(404);
    expect((await api(owner).delete(path)).status).toBe(204);

    for (const caller of [visitor, api(owner)]) {
      expect((await caller.get(path)).status).toBe(404);
      expect((await caller.get(`${path}versions/`)).body).toMatchObject({ count: 0 });
      expect((await caller.get(`${path}builds/${waiting.id}/`)).status).toBe(404);
    }
    expect((await api(owner).get(`/projects/?slug=${slug}`)).body.count).toBe(0);
    expect((await api(owner).delete(path)).status).toBe(404);
    expect((await api(owner).patch(path, { name: "x" })).status).toBe(404);
    expect((await api(owner).post(`${path}versions/v1/builds/`)).status).toBe(404);

    expect(await db.version.count({ where: { projectId: id, publishedBuildId: { not: null } } })).toBe(0);
    expect(await db.publication.findFirst({ where: { versionId: version.id } })).toMatchObject({
      endReason: "deleted",
    });
    expect(await db.build.findUnique({ where: { id: waiting.id } })).toMatchObject({ state: "cancelled" });
    expect(await db.project.findUnique({ where: { id } })).toMatchObject({ deletedById: owner.id });

    const again = await api(owner).post("/projects/", {
      name: "To be deleted",
      repository: { url: "https://github.com/example/template" },
      organization: company.organization.slug,
    });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({ name: ['Project with slug "to-be-deleted" already exists.'] });
  });

  it("If-Match: who did not see the last change deletes nothing", async () => {
    const path = `/projects/${(await company.project()).slug}/`;
    const tag = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).patch(path, { name: "Changed" })).status).toBe(204);
    expect((await api(owner).delete(path, { "if-match": tag })).status).toBe(412);
    const fresh = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).delete(path, { "if-match": fresh })).status).toBe(204);
  });

  it("deleted, built, switched and changed at once: no crash, and no build is left to run", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, slug } = await company.project({ defaultVersion: "stable" });
      const path = `/projects/${slug}/`;
      const version = `${path}versions/latest/`;
      const client = api(owner);
      const answers = await Promise.all([
        client.post(`${version}builds/`),
        client.patch(version, { active: false }),
        client.delete(path),
        client.post(`${version}builds/`),
        client.patch(version, { active: true }),
        client.patch(path, { default_branch: "main" }),
        client.delete(path),
      ]);
      for (const { status } of answers) expect([202, 204, 404]).toContain(status);
      expect(await db.build.count({ where: { projectId: id, state: "triggered" } })).toBe(0);
      expect(await db.version.count({ where: { projectId: id, publishedBuildId: { not: null } } })).toBe(0);
    }
  });
});

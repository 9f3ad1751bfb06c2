import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { reportSync } from "#lib/versions/refs/commands.ts";
import { api } from "#test/api.ts";
import { buildOrganization, buildPerson, buildProject } from "#test/factories/tenants.ts";

let project: { id: number; slug: string };
let base: string;

const owner = await buildPerson();
const organization = await buildOrganization(owner);

beforeEach(async () => {
  project = await buildProject({ organization });
  base = `/projects/${project.slug}`;
});

const jobs = async () => {
  const rows = await db.$queryRaw<{ data: unknown }[]>`
    select data from pgboss.job where name = 'versions.sync' and singleton_key = ${String(project.id)}`;
  return rows.map(({ data }) => data);
};

describe("POST …/sync-versions/", () => {
  it("[api A13] sync_versions: GET 405 for a visitor, POST 401, 403 for a stranger, 404 where it is hidden, 202", async () => {
    const path = `${base}/sync-versions/`;
    const stranger = await buildPerson();
    const get = await api().get(path);
    expect([get.status, get.body]).toEqual([405, { detail: 'Method "GET" not allowed.' }]);
    expect((await api().post(path)).status).toBe(401);
    expect((await api(stranger).post(path)).status).toBe(403);
    const hidden = await buildProject({ organization, privacyLevel: "private" });
    expect((await api(stranger).post(`/projects/${hidden.slug}/sync-versions/`)).status).toBe(404);
    const { status, body } = await api(owner).post(path);
    expect([status, body]).toEqual([202, { triggered: true }]);
  });

  it("202, and one job waits however often it is asked for; no build is made", async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await api(owner).post(`${base}/sync-versions/`, "not even JSON");
      expect([status, body]).toEqual([202, { triggered: true }]);
    }
    expect(await jobs()).toEqual([{ projectId: project.id }]);
    expect(await db.build.count({ where: { projectId: project.id } })).toBe(0);
  });

  it("400 while the project may not build, and without latest", async () => {
    await db.version.deleteMany({ where: { projectId: project.id } });
    const without = await api(owner).post(`${base}/sync-versions/`);
    expect([without.status, without.body]).toEqual([400, { triggered: false }]);
    project = await buildProject({ organization, buildsOffAt: new Date(), buildsOffReason: "failures" });
    const off = await api(owner).post(`/projects/${project.slug}/sync-versions/`);
    expect([off.status, off.body]).toEqual([400, { triggered: false }]);
    expect(await jobs()).toEqual([]);
  });

  it("how the last one ended is shown among the project's notifications until the next is asked for", async () => {
    const feed = async (query = "") =>
      (await api(owner).get(`${base}/notifications/${query}`)).body.results.map(
        (row: { state: string; message: { id: string; type: string; body: string } }) => [
          row.state,
          row.message.id,
          row.message.type,
          row.message.body,
        ],
      );
    await reportSync(project.id, { id: "project:versions:synced", values: { summary: "1 new." } });
    expect(await feed()).toEqual([["unread", "project:versions:synced", "info", "1 new."]]);
    await reportSync(project.id, {
      id: "project:repository:public-clone-error",
      values: { message: "<b>x</b>." },
    });
    const failed = [
      "unread",
      "project:repository:public-clone-error",
      "error",
      "&lt;b&gt;x&lt;/b&gt;. Check the address and who may read the repository.",
    ];
    expect(await feed("?state=unread")).toEqual([failed]);
    await api(owner).post(`${base}/sync-versions/`);
    expect(await feed("?state__in=unread,read")).toEqual([]);
    expect(await feed()).toHaveLength(2);
  });
});

describe("notifications of a project", () => {
  it("detail and change of state", async () => {
    await reportSync(project.id, { id: "project:versions:synced", values: { summary: "1 new." } });
    const { id } = await db.notice.findFirstOrThrow({ where: { projectId: project.id } });
    const path = `${base}/notifications/${id}/`;
    expect((await api(owner).get(path)).body).toEqual({
      id,
      state: "unread",
      dismissable: true,
      news: false,
      attached_to_content_type: "project",
      attached_to_id: project.id,
      message: {
        id: "project:versions:synced",
        header: "The versions follow the repository",
        body: "1 new.",
        type: "info",
        icon_classes: "fas fa-circle-info",
      },
      _links: { _self: `http://localhost:3000/api/v3${path}` },
    });
    expect((await api(owner).patch(path, { state: "dismissed" })).status).toBe(204);
    expect((await api(owner).get(path)).body.state).toBe("dismissed");
    expect((await api(owner).patch(path, { state: "gone" })).body).toEqual({
      state: ['"gone" is not a valid choice.'],
    });
    const other = await buildProject({ organization });
    expect((await api(owner).get(`/projects/${other.slug}/notifications/${id}/`)).status).toBe(404);
  });

  it("one that came again cannot be opened twice", async () => {
    for (const _ of [1, 2])
      await reportSync(project.id, { id: "project:versions:synced", values: { summary: "1 new." } });
    const [first] = await db.notice.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
    const path = `${base}/notifications/${first?.id}/`;
    expect((await api(owner).patch(path, { state: "read" })).status).toBe(409);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildOwnedProject, type Person } from "#test/factories/tenants.ts";

let owner: Person;
let project: { id: number; slug: string };
let build: { id: number };
let path: string;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  build = await buildBuild(
    project,
    await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } }),
  );
  path = `/projects/${project.slug}/builds/${build.id}/notifications/`;
});

const notice = (columns: object = {}) =>
  db.notice.create({
    data: { buildId: build.id, messageId: "build:user:time-out", values: { seconds: 9 }, ...columns },
  });

describe("GET …/builds/<id>/notifications/", () => {
  it("lists them in order, and each has a page of its own", async () => {
    const first = await notice();
    const second = await notice({
      messageId: "project:file:not-found",
      values: { filename: '<img src="x">' },
      state: "read",
    });
    const { status, body } = await api().get(path);
    expect(status).toBe(200);
    expect(body.results[0]).toEqual({
      id: first.id,
      state: "unread",
      dismissable: false,
      news: false,
      attached_to_content_type: "build",
      attached_to_id: build.id,
      message: {
        id: "build:user:time-out",
        header: "The build took too long",
        body: "A build may take 9 seconds. This one was stopped. Build less in one go, or ask whoever runs this server for more time.",
        type: "error",
        icon_classes: "fas fa-circle-xmark",
      },
      _links: { _self: `http://localhost:3000/api/v3${path}${first.id}/` },
    });
    expect(body.results[1].message.body).toContain("&lt;img src=&quot;x&quot;&gt;");
    expect((await api().get(`${path}${second.id}/`)).body).toEqual(body.results[1]);
    expect((await api().get(`/projects/${project.slug}/builds/${build.id}/`)).body._links.notifications).toBe(
      `http://localhost:3000/api/v3${path}`,
    );
  });

  it("filters by state, alone or several", async () => {
    const ids: number[] = [];
    for (const state of ["unread", "read", "dismissed"])
      ids.push((await notice({ messageId: state, state })).id);
    const found = async (query: string) =>
      (await api().get(`${path}?${query}`)).body.results.map((row: { id: number }) => row.id);
    expect(await found("")).toEqual(ids);
    expect(await found("state=read")).toEqual([ids[1]]);
    expect(await found("state__in=unread,dismissed")).toEqual([ids[0], ids[2]]);
    expect(await found("state__in=nothing")).toEqual([]);
    const refused = await api().get(`${path}?state=perhaps`);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["state"]]);
  });

  it("404 for another build's and a project's own, 405 for writing", async () => {
    const other = await buildBuild(
      project,
      await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } }),
    );
    const foreign = await notice({ buildId: other.id });
    const projects = await notice({ buildId: null, projectId: project.id });
    for (const id of [foreign.id, projects.id])
      expect((await api(owner).get(`${path}${id}/`)).status).toBe(404);
    expect((await api().post(path)).status).toBe(401);
    expect((await api(owner).post(path)).status).toBe(405);
  });
});

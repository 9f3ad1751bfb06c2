import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { versionOf } from "#test/factories/sites.ts";
import {
  buildBuild,
  buildHome,
  buildNotice,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  next,
  type Person,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const visitor = api();
let owner: Person;
let stranger: Person;
let home: Awaited<ReturnType<typeof buildHome>>;
let project: { id: number; slug: string };

async function start(edition: "business" | "community"): Promise<void> {
  env.EDITION = edition;
  env.API_RATE_ANONYMOUS = 10_000;
  owner = await buildPerson({ username: `jane.doe+docs${next()}` });
  stranger = await buildPerson();
  home = await buildHome(owner);
  project = await buildProject(home);
}

const stateOf = async (id: number) => (await db.notice.findUniqueOrThrow({ where: { id } })).state;
const idsOf = (answer: { body: { results: { id: number }[] } }) => answer.body.results.map(({ id }) => id);

/** What every notice about versions looks like, wherever it is attached. */
const fixture = (notice: { id: number }, type: string, id: number, path: string) => ({
  id: notice.id,
  state: "unread",
  dismissable: false,
  news: false,
  attached_to_content_type: type,
  attached_to_id: id,
  message: {
    id: "project:versions:synced",
    header: "The versions follow the repository",
    body: "1 new.",
    type: "info",
    icon_classes: "fas fa-circle-info",
  },
  _links: { _self: `http://localhost:3000/api/v3${path}${notice.id}/` },
});

describe.each(["business", "community"] as const)("notifications in the %s edition", (edition) => {
  beforeEach(() => start(edition));

  describe("of a project", () => {
    let path: string;
    let notice: { id: number };
    beforeEach(async () => {
      path = `/projects/${project.slug}/notifications/`;
      notice = await buildNotice({ projectId: project.id });
    });

    test("[api B1] list: 401 for visitors, 200 for admins", async () => {
      expect((await visitor.get(path)).status).toBe(401);
      const { status, body } = await api(owner).get(path);
      expect([status, body]).toEqual([
        200,
        { count: 1, next: null, previous: null, results: [fixture(notice, "project", project.id, path)] },
      ]);
      const links = (await api(owner).get(`/projects/${project.slug}/`)).body._links;
      expect(links.notifications).toBe(`http://localhost:3000/api/v3${path}`);
    });

    test("[api B2] list: 403 for others, 404 where they do not see the project", async () => {
      expect((await api(stranger).get(path)).status).toBe(403);
      const hidden = await buildProject({ ...home, privacyLevel: "private" });
      expect((await api(stranger).get(`/projects/${hidden.slug}/notifications/`)).status).toBe(404);
    });

    test("[api B3] nothing can be posted: 401, 405", async () => {
      expect((await visitor.post(path)).status).toBe(401);
      expect((await api(owner).post(path)).status).toBe(405);
    });

    test("[api B4] detail: 401 for visitors, 200 for admins", async () => {
      expect((await visitor.get(`${path}${notice.id}/`)).status).toBe(401);
      const { status, body } = await api(owner).get(`${path}${notice.id}/`);
      expect([status, body]).toEqual([200, fixture(notice, "project", project.id, path)]);
    });

    test("[api B5] detail: 403 for others", async () => {
      expect((await api(stranger).get(`${path}${notice.id}/`)).status).toBe(403);
    });

    test("[api B6] patch: 401 for visitors, 204 for admins, and the state is another", async () => {
      const address = `${path}${notice.id}/`;
      expect((await visitor.patch(address, { state: "read" })).status).toBe(401);
      expect((await api(stranger).patch(address, { state: "read" })).status).toBe(403);
      expect(await stateOf(notice.id)).toBe("unread");
      for (const state of ["read", "dismissed", "cancelled", "unread"]) {
        const changed = await api(owner).patch(address, { state, news: true, message: "x" });
        expect([changed.status, changed.text, await stateOf(notice.id)]).toEqual([204, "", state]);
      }
      expect((await api(owner).put(address, { state: "read" })).status).toBe(204);
      expect((await api(owner).put(address, {})).status).toBe(204);
      expect(await stateOf(notice.id)).toBe("read");
      const refused = await api(owner).patch(address, { state: "gone" });
      expect([refused.status, refused.body]).toEqual([400, { state: ['"gone" is not a valid choice.'] }]);
      expect(
        await db.auditEvent.count({
          where: { action: "notification.update", subjectId: String(notice.id), projectId: project.id },
        }),
      ).toBe(5);
    });

    test("when it came first stands beside the documented fields, for whoever asks for it", async () => {
      await db.notice.update({
        where: { id: notice.id },
        data: { created: new Date("2026-11-20T05:10:00Z") },
      });
      const dated = {
        ...fixture(notice, "project", project.id, path),
        created: "2026-11-20T05:10:00Z",
      };
      expect((await api(owner).get(`${path}?expand=created`)).body.results).toEqual([dated]);
      expect((await api(owner).get(`${path}${notice.id}/?expand=created`)).body).toEqual(dated);
      expect((await api(owner).get("/notifications/?expand=created")).body.results).toEqual([dated]);
    });

    test("one that comes back while a newer one says the same: 409", async () => {
      const subject = "same";
      const old = await buildNotice({ projectId: project.id, subject, state: "dismissed" });
      await buildNotice({ projectId: project.id, subject });
      const refused = await api(owner).patch(`${path}${old.id}/`, { state: "unread" });
      expect([refused.status, refused.body]).toEqual([
        409,
        { detail: "A newer notification says the same." },
      ]);
    });
  });

  describe("of a build", () => {
    let path: string;
    let notice: { id: number };
    let build: { id: number };
    beforeEach(async () => {
      build = await buildBuild(project, await versionOf(project, "latest"));
      path = `/projects/${project.slug}/builds/${build.id}/notifications/`;
      notice = await buildNotice({ buildId: build.id });
    });

    test.each([
      ["public", "public", [200, 200, 200]],
      ["public", "private", [404, 200, 404]],
      ["private", "public", [404, 200, 404]],
      ["private", "private", [404, 200, 404]],
    ] as const)(
      "[api D5] list and detail in a %s project with a %s version",
      async (ofProject, ofVersion, statuses) => {
        await db.project.update({ where: { id: project.id }, data: { privacyLevel: ofProject } });
        await db.version.updateMany({
          where: { projectId: project.id },
          data: { privacyLevel: ofVersion },
        });
        for (const [index, caller] of [visitor, api(owner), api(stranger)].entries()) {
          const list = await caller.get(path);
          const detail = await caller.get(`${path}${notice.id}/`);
          expect([list.status, detail.status]).toEqual([statuses[index], statuses[index]]);
          if (list.status !== 200) continue;
          const shown = fixture(notice, "build", build.id, path);
          expect([list.body.results, detail.body]).toEqual([[shown], shown]);
        }
        const other = await buildProject(home);
        expect((await api(owner).get(path.replace(project.slug, other.slug))).status).toBe(404);
        const next = await buildBuild(project, await versionOf(project, "latest"));
        const elsewhere = path.replace(String(build.id), String(next.id));
        expect((await api(owner).get(`${elsewhere}${notice.id}/`)).status).toBe(404);
      },
    );

    test("[api D6] nothing can be posted: 401, 405", async () => {
      expect((await visitor.post(path)).status).toBe(401);
      expect((await api(owner).post(path)).status).toBe(405);
    });

    test("[api D7] patch: 401 for visitors, 403 for others, 204 for admins", async () => {
      const address = `${path}${notice.id}/`;
      expect((await visitor.patch(address, { state: "read" })).status).toBe(401);
      expect((await api(stranger).patch(address, { state: "read" })).status).toBe(403);
      expect(await stateOf(notice.id)).toBe("unread");
      expect((await api(owner).patch(address, { state: "read" })).status).toBe(204);
      expect(await stateOf(notice.id)).toBe("read");
      expect((await api(owner).put(address, { state: "dismissed" })).status).toBe(204);
      expect((await api(owner).get(address)).body.state).toBe("dismissed");
    });
  });

  describe("of a person", () => {
    let path: string;
    let notice: { id: number };
    beforeEach(async () => {
      path = `/users/${encodeURIComponent(owner.username)}/notifications/`;
      notice = await buildNotice({ userId: owner.id });
    });

    test("[api J1] people have neither a list nor a page", async () => {
      for (const address of ["/users/", `/users/${owner.username}/`]) {
        for (const caller of [visitor, api(owner)]) {
          const { status, body } = await caller.get(address);
          expect([status, body]).toEqual([404, { detail: "Not found." }]);
        }
      }
    });

    test("[api J2] list: 401, 200 for oneself, 403 for others, 404 without such a person, POST 405", async () => {
      expect((await visitor.get(path)).status).toBe(401);
      const { status, body } = await api(owner).get(path);
      expect([status, body.results]).toEqual([200, [fixture(notice, "user", owner.id, path)]]);
      expect((await api(owner).get(`/users/${owner.username}/notifications/`)).body).toEqual(body);
      expect((await api(stranger).get(path)).status).toBe(403);
      const unknown = await api(owner).get("/users/no.such@person/notifications/");
      expect([unknown.status, unknown.body]).toEqual([404, { detail: "No User matches the given query." }]);
      const shouted = `/users/${owner.username.toUpperCase()}/notifications/`;
      expect((await api(owner).get(shouted)).status).toBe(404);
      expect((await visitor.post(path)).status).toBe(401);
      expect((await api(owner).post(path)).status).toBe(405);
    });

    test("[api J3] detail: 401, 200 for oneself, 403 for others; another's through one's own name 404", async () => {
      expect((await visitor.get(`${path}${notice.id}/`)).status).toBe(401);
      expect((await api(owner).get(`${path}${notice.id}/`)).status).toBe(200);
      expect((await api(stranger).get(`${path}${notice.id}/`)).status).toBe(403);
      const own = `/users/${stranger.username}/notifications/${notice.id}/`;
      expect((await api(stranger).get(own)).status).toBe(404);
    });

    test("[api J4] patch: 401, 204", async () => {
      expect((await visitor.patch(`${path}${notice.id}/`, { state: "read" })).status).toBe(401);
      expect((await api(stranger).patch(`${path}${notice.id}/`, { state: "read" })).status).toBe(403);
      expect(await stateOf(notice.id)).toBe("unread");
      expect((await api(owner).patch(`${path}${notice.id}/`, { state: "read" })).status).toBe(204);
      expect(await stateOf(notice.id)).toBe("read");
    });

    test("a token confined to projects does not reach them, a superuser does", async () => {
      const confined = api(await buildToken(owner, { projectIds: [project.id] }));
      expect((await confined.get(path)).status).toBe(403);
      const superuser = await buildPerson({ superuser: true });
      expect((await api(superuser).get(path)).status).toBe(200);
    });
  });

  describe("of all that is yours", () => {
    test("[api K1] needs a person", async () => {
      for (const path of ["/notifications/", "/notifications/1/"]) {
        const { status, body } = await visitor.get(path);
        expect([status, body]).toEqual([401, { detail: "Authentication credentials were not provided." }]);
      }
    });

    test("[api K2] holds what is of the person, their projects and their organizations", async () => {
      const own = await buildNotice({ userId: owner.id });
      const ofProject = await buildNotice({ projectId: project.id });
      const build = await buildBuild(project, await versionOf(project, "latest"));
      await buildNotice({ buildId: build.id });
      await buildNotice({ userId: stranger.id });
      await buildNotice({ projectId: (await buildProject(await buildHome(stranger))).id });
      const wanted = [
        fixture(ofProject, "project", project.id, `/projects/${project.slug}/notifications/`),
        fixture(own, "user", owner.id, `/users/${encodeURIComponent(owner.username)}/notifications/`),
      ];
      if ("organization" in home) {
        const { id, slug } = home.organization;
        const ofOrganization = await buildNotice({ organizationId: id });
        wanted.unshift(fixture(ofOrganization, "organization", id, `/organizations/${slug}/notifications/`));
      }
      const { status, body } = await api(owner).get("/notifications/");
      expect([status, body.results]).toEqual([200, wanted]);
      for (const notice of wanted)
        expect((await api(owner).get(`/notifications/${notice.id}/`)).body).toEqual(notice);
    });

    test("[api K3] leaves out what is dismissed or cancelled, also when asked for it", async () => {
      const kept: number[] = [];
      for (const state of ["unread", "read", "dismissed", "cancelled"] as const) {
        const { id } = await buildNotice({ userId: owner.id, state });
        const shown = state === "unread" || state === "read";
        if (shown) kept.unshift(id);
        expect((await api(owner).get(`/notifications/${id}/`)).status).toBe(shown ? 200 : 404);
        expect(idsOf(await api(owner).get(`/notifications/?state=${state}`))).toEqual(shown ? [id] : []);
      }
      expect(idsOf(await api(owner).get("/notifications/"))).toEqual(kept);
      const several = await api(owner).get("/notifications/?state__in=read,dismissed");
      expect(idsOf(several)).toEqual(kept.slice(0, 1));
    });

    test("[api K4] nothing can be posted: 401, 405", async () => {
      expect((await visitor.post("/notifications/")).status).toBe(401);
      expect((await api(owner).post("/notifications/")).status).toBe(405);
    });

    test("what one dismisses here is gone from here, and still in its own list", async () => {
      const { id } = await buildNotice({ projectId: project.id });
      expect((await api(stranger).patch(`/notifications/${id}/`, { state: "read" })).status).toBe(404);
      expect((await api(owner).patch(`/notifications/${id}/`, { state: "dismissed" })).status).toBe(204);
      expect((await api(owner).get("/notifications/")).body.count).toBe(0);
      const list = await api(owner).get(`/projects/${project.slug}/notifications/?state=dismissed`);
      expect(idsOf(list)).toEqual([id]);
    });

    test("deleted projects fall silent, and a confined token hears of its projects only", async () => {
      const other = await buildProject(home);
      await buildNotice({ userId: owner.id });
      const { id } = await buildNotice({ projectId: project.id });
      await buildNotice({ projectId: other.id });
      const confined = api(await buildToken(owner, { projectIds: [project.id] }));
      expect(idsOf(await confined.get("/notifications/"))).toEqual([id]);
      expect((await api(owner).delete(`/projects/${other.slug}/`)).status).toBe(204);
      expect((await api(owner).get("/notifications/")).body.count).toBe(2);
    });

    test("a superuser's feed is their own, not the server's", async () => {
      const superuser = await buildPerson({ superuser: true });
      await buildNotice({ projectId: project.id });
      const { id } = await buildNotice({ userId: superuser.id });
      expect(idsOf(await api(superuser).get("/notifications/"))).toEqual([id]);
    });

    test("the number of queries does not grow with the feed", async () => {
      const list = () => api(owner).get("/notifications/?limit=100");
      const add = async () => {
        await buildNotice({ userId: owner.id });
        await buildNotice({ projectId: (await buildProject(home)).id });
        if ("organization" in home) await buildNotice({ organizationId: home.organization.id });
      };
      await add();
      await list();
      const few = await countStatements(list);
      for (let more = 0; more < 5; more += 1) await add();
      const many = await countStatements(list);
      expect(many.answer.body.count).toBe(6 * few.answer.body.count);
      expect(many.statements).toBe(few.statements);
    });
  });
});

describe("notifications of an organization", () => {
  let organization: { id: number; slug: string };
  let member: Person;
  let notice: { id: number };
  let path: string;
  beforeEach(async () => {
    await start("business");
    organization = await buildOrganization(owner);
    member = await buildPerson();
    await buildTeam(organization, { access: "admin", members: [member] });
    path = `/organizations/${organization.slug}/notifications/`;
    notice = await buildNotice({ organizationId: organization.id });
  });

  test("[api I2] list: 401, 200 for owners with theirs only, 403 for members, 404 for others, POST 401 and 405", async () => {
    await buildNotice({ organizationId: (await buildOrganization(owner)).id });
    expect((await visitor.get(path)).status).toBe(401);
    const { status, body } = await api(owner).get(path);
    expect([status, body.results]).toEqual([200, [fixture(notice, "organization", organization.id, path)]]);
    expect((await api(member).get(path)).status).toBe(403);
    expect((await api(stranger).get(path)).status).toBe(404);
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(owner).post(path)).status).toBe(405);
    const links = (await api(owner).get(`/organizations/${organization.slug}/`)).body._links;
    expect(links.notifications).toBe(`http://localhost:3000/api/v3${path}`);
  });

  test("[api I3] detail: 401, 200; through another organization 404; 403 for members, 404 for others", async () => {
    const address = `${path}${notice.id}/`;
    expect((await visitor.get(address)).status).toBe(401);
    expect((await api(owner).get(address)).status).toBe(200);
    const other = await buildOrganization(owner);
    const through = await api(owner).get(`/organizations/${other.slug}/notifications/${notice.id}/`);
    expect([through.status, through.body]).toEqual([
      404,
      { detail: "No Notification matches the given query." },
    ]);
    expect((await api(member).get(address)).status).toBe(403);
    expect((await api(stranger).get(address)).status).toBe(404);
  });

  test("[api I4] patch: 401, 204", async () => {
    const address = `${path}${notice.id}/`;
    expect((await visitor.patch(address, { state: "read" })).status).toBe(401);
    expect((await api(member).patch(address, { state: "read" })).status).toBe(403);
    expect(await stateOf(notice.id)).toBe("unread");
    expect((await api(owner).patch(address, { state: "read" })).status).toBe(204);
    expect(await stateOf(notice.id)).toBe("read");
    const [event] = await db.auditEvent.findMany({
      where: { action: "notification.update", subjectId: String(notice.id) },
    });
    expect(event).toMatchObject({ organizationId: organization.id, projectId: null });
  });

  test("the community edition has none", async () => {
    env.EDITION = "community";
    for (const address of [path, `${path}${notice.id}/`])
      expect((await api(owner).get(address)).body).toEqual({ detail: "Not found." });
  });
});

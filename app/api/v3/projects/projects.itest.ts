import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

const visitor = api();
let owner: Person;
let reader: Person;
let member: Person;
let stranger: Person;
let superuser: Person;
let organization: { id: number; slug: string };
let project: { id: number; slug: string };

/** An organization with an owner, a read-only and an admin member, and one private project that both teams have. */
beforeAll(async () => {
  owner = await buildPerson({ username: "owner" });
  reader = await buildPerson({ username: "reader" });
  member = await buildPerson({ username: "member" });
  stranger = await buildPerson({ username: "stranger" });
  superuser = await buildPerson({ username: "root", superuser: true });
  organization = await buildOrganization(owner);
  project = await buildProject({ organization, privacyLevel: "private" });
  await buildTeam(organization, { access: "readonly", members: [reader], projects: [project] });
  await buildTeam(organization, { access: "admin", members: [member], projects: [project] });
});

describe("GET /projects/", () => {
  it("list: 401 for visitors, one's own projects for members", async () => {
    expect((await visitor.get("/projects/")).status).toBe(401);
    for (const person of [owner, reader, member]) {
      const { status, body } = await api(person).get("/projects/");
      expect(status).toBe(200);
      expect(body.results.map((row: { slug: string }) => row.slug)).toEqual([project.slug]);
    }
  });

  it("list_privacy_levels_enabled: private values are shown to members", async () => {
    const { body } = await api(owner).get("/projects/");
    expect(body.results[0]).toMatchObject({ privacy_level: "private" });
  });

  it("shows nobody else's projects, public ones included", async () => {
    await buildProject({ privacyLevel: "public", organization });
    expect((await api(stranger).get("/projects/")).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it("a confined token lists only what it is confined to", async () => {
    const other = await buildProject({ organization });
    const { token } = await buildToken(owner, { projectIds: [other.id] });
    const { body } = await api({ token }).get("/projects/");
    expect(body.results.map((row: { slug: string }) => row.slug)).toEqual([other.slug]);
  });

  it.each([
    ["list_filter_full_hit", "name", "Filtered by name"],
    ["list_filter_partial_hit", "name", "TERED by"],
    ["a slug filter is a substring without case", "slug", "FILTERED-B"],
    ["a blank filter is none", "slug", " "],
  ])("%s", async (_, name, value) => {
    const person = await buildPerson();
    const own = await buildOrganization(person);
    const slug = `filtered-by-${own.slug}`;
    await buildProject({ organization: own, slug, name: "Filtered by name", language: "de" });
    const { body } = await api(person).get(`/projects/?${name}=${encodeURIComponent(value)}`);
    expect(body.results.map((row: { slug: string }) => row.slug)).toEqual([slug]);
  });

  it.each(["name=absent", "name=%25", "slug=_", "slug=%5C", "language=fr", "programming_language=go"])(
    "list_filter_miss: %s",
    async (query) => {
      const { status, body } = await api(owner).get(`/projects/?${query}`);
      expect(status).toBe(200);
      expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
    },
  );

  it("refuses a choice that is none", async () => {
    const { status, body } = await api(owner).get("/projects/?language=klingon");
    expect(status).toBe(400);
    expect(body).toEqual({
      language: ["Select a valid choice. klingon is not one of the available choices."],
    });
  });

  it("list_pages: links keep the other parameters, sorted", async () => {
    const person = await buildPerson();
    const own = await buildOrganization(person);
    for (const name of ["a", "b", "c"])
      await buildProject({ organization: own, slug: `${own.slug}-${name}` });
    const { body } = await api(person).get("/projects/?offset=1&limit=1&name=org");
    expect(body).toMatchObject({
      count: 3,
      next: "http://localhost:3000/api/v3/projects/?limit=1&name=org&offset=2",
      previous: "http://localhost:3000/api/v3/projects/?limit=1&name=org&offset=0",
    });
    expect(body.results.map((row: { slug: string }) => row.slug)).toEqual([`${own.slug}-b`]);
    const beyond = await api(person).get("/projects/?offset=99&limit=2");
    expect(beyond.body).toMatchObject({ count: 3, next: null, results: [] });
  });

  it("fields, omit and expand", async () => {
    const { body } = await api(owner).get(
      `/projects/?fields=slug,permissions&expand=permissions&slug=${project.slug}`,
    );
    expect(body.results).toEqual([{ slug: project.slug, permissions: { admin: true } }]);
    const asReader = await api(reader).get("/projects/?expand=permissions,organization&omit=urls");
    expect(asReader.body.results[0]).toMatchObject({
      permissions: { admin: false },
      organization: { slug: organization.slug, owners: [{ username: "owner" }] },
    });
    expect(asReader.body.results[0]).not.toHaveProperty("urls");
  });
});

describe("GET /projects/<slug>/", () => {
  it("detail, detail_anonymous, detail_other_user: a private project exists for its people only", async () => {
    const path = `/projects/${project.slug}/`;
    for (const person of [owner, reader, member, superuser]) {
      expect((await api(person).get(path)).status).toBe(200);
    }
    for (const caller of [visitor, api(stranger)]) {
      const refused = await caller.get(path);
      expect(refused.status).toBe(404);
      expect(refused.body).toEqual({ detail: "No Project matches the given query." });
    }
  });

  it("others_detail, unauthed_others_detail: a public project is everybody's, its organization's people are not", async () => {
    const open = await buildProject({ organization });
    const { status, body } = await visitor.get(`/projects/${open.slug}/?expand=permissions,organization`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: open.slug, users: [], permissions: { admin: false } });
    expect(Object.keys(body.organization).sort()).toEqual(["_links", "slug"]);
    expect((await api(stranger).get(`/projects/${open.slug}/`)).status).toBe(200);
    expect((await api(owner).get(`/projects/${open.slug}/`)).body.users).toEqual([{ username: "owner" }]);
  });

  it("names nobody whose account is closed", async () => {
    const gone = await buildPerson({ username: "closed" });
    await db.organizationOwner.create({ data: { organizationId: organization.id, userId: gone.id } });
    const open = await buildProject({ organization });
    const names = async () => (await api(owner).get(`/projects/${open.slug}/`)).body.users;
    expect(await names()).toEqual([{ username: "closed" }, { username: "owner" }]);
    await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } });
    expect(await names()).toEqual([{ username: "owner" }]);
  });

  it("nonexistent_detail", async () => {
    expect((await api(owner).get("/projects/nonexistent/")).status).toBe(404);
    expect((await api(owner).get(`/projects/${project.slug.toUpperCase()}/`)).status).toBe(404);
  });

  it("carries an entity tag that changes with the row", async () => {
    const before = (await api(owner).get(`/projects/${project.slug}/`)).headers.get("etag");
    expect(before).toMatch(/^"\d+-\d+"$/);
    await api(owner).patch(`/projects/${project.slug}/`, { homepage: "https://example.org/" });
    expect((await api(owner).get(`/projects/${project.slug}/`)).headers.get("etag")).not.toBe(before);
  });

  it("expand=active_versions: public, active, built ones by slug, with last build and configuration", async () => {
    const open = await buildProject({ organization });
    const config = await db.buildConfig.create({
      data: { sha256: Buffer.from(open.slug), body: { version: "2", formats: [] } },
    });
    const one = await buildVersion(open, { slug: "v1.0" });
    const build = await buildBuild(open, one, { publish: true, configId: config.id, commit: "abc" });
    const hidden = await buildVersion(open, { slug: "private", privacyLevel: "private" });
    await buildBuild(open, hidden, { publish: true });
    const inactive = await buildVersion(open, { slug: "inactive", active: false });
    await buildBuild(open, inactive, { publish: true });
    const path = `/projects/${open.slug}/?expand=active_versions.last_build.config`;
    for (const caller of [visitor, api(owner)]) {
      const { body } = await caller.get(path);
      expect(Object.keys(body.active_versions)).toEqual(["v1.0"]);
      expect(body.active_versions["v1.0"].last_build).toMatchObject({
        id: build.id,
        commit: "abc",
        config: { version: "2", formats: [] },
      });
    }
    const narrow = await visitor.get(`${path}&fields=active_versions.slug`);
    expect(narrow.body).toEqual({ active_versions: { "v1.0": { slug: "v1.0" } } });
  });
});

describe("GET /projects/<slug>/superproject/", () => {
  it("superproject, superproject_anonymous, superproject_other_user", async () => {
    const parent = await buildProject({ organization });
    const child = await buildProject({ organization });
    await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias: "part" } });
    const path = `/projects/${child.slug}/superproject/`;
    for (const caller of [visitor, api(stranger), api(owner)]) {
      expect((await caller.get(path)).body).toMatchObject({ slug: parent.slug });
    }
    const before = await visitor.get(`/projects/${child.slug}/`);
    expect(before.body.subproject_of).toMatchObject({
      slug: parent.slug,
      id: parent.id,
      subproject_of: null,
    });
    expect(before.body.urls.documentation).toBe(
      `http://${parent.slug}.docs.localhost:3000/projects/part/en/latest/`,
    );

    await db.project.update({ where: { id: parent.id }, data: { privacyLevel: "private" } });
    for (const caller of [visitor, api(stranger)]) expect((await caller.get(path)).status).toBe(404);
    expect((await api(owner).get(path)).status).toBe(200);
    const after = await visitor.get(`/projects/${child.slug}/`);
    expect(Object.keys(after.body.subproject_of).sort()).toEqual(["_links", "slug"]);
  });

  it("is a 404 in JSON without one", async () => {
    const { status, body } = await api(owner).get(`/projects/${project.slug}/superproject/`);
    expect(status).toBe(404);
    expect(body).toEqual({ detail: "No Project matches the given query." });
  });
});

describe("methods the routes do not have", () => {
  it.each([
    ["put", "/projects/"],
    ["delete", "/projects/"],
    ["post", "/projects/PROJECT/"],
    ["post", "/projects/PROJECT/superproject/"],
  ] as const)("%s %s: 401 for visitors, 403 for everybody else", async (method, path) => {
    const address = path.replace("PROJECT", project.slug);
    expect((await visitor[method](address)).status).toBe(401);
    expect((await api(stranger)[method](address)).status).toBe(403);
    expect((await api(owner)[method](address)).status).toBe(403);
  });
});

describe("the number of queries", () => {
  it("number_of_queries_list: does not grow with the projects of a list", async () => {
    const person = await buildPerson();
    const own = await buildOrganization(person);
    const expand = "expand=active_versions.last_build.config,organization,permissions";
    const add = async () => {
      const parent = await buildProject({ organization: own, defaultVersion: "v1" });
      const child = await buildProject({ organization: own, tags: { create: { name: "t" } } });
      await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias: "x" } });
      await buildBuild(child, await buildVersion(child, { slug: "v1" }), { publish: true });
    };
    await add();
    const list = () => api(person).get(`/projects/?limit=100&${expand}`);
    await list();
    const statements = vi.spyOn(pg.Client.prototype, "query");
    await list();
    const few = statements.mock.calls.length;
    for (let count = 0; count < 6; count += 1) await add();
    statements.mockClear();
    expect((await list()).body.count).toBe(14);
    expect(statements.mock.calls.length).toBe(few);
    expect(few).toBeGreaterThan(0);
    statements.mockRestore();
  });
});

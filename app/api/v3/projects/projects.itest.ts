import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPip, pip, pipBuild, pipConfig, pipRelease } from "#test/factories/pip.ts";
import {
  buildBuild,
  buildCompany,
  buildPerson,
  buildProject,
  buildVersion,
  type Company,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const visitor = api();
const nothing = { count: 0, next: null, previous: null, results: [] };
/** The whole private project, as its people see it. */

const company = await buildCompany();
const owner = company.owner;
const project = await buildPip(company);
const users = [{ username: company.admin.username }, { username: owner.username }];
const whole = { ...pip, users };

const slugs = (body: { results: { slug: string }[] }) => body.results.map((row) => row.slug);

/** Somebody else's organization with projects of these slugs. */
async function elsewhere(columns: Parameters<Company["project"]>[0][]): Promise<Company> {
  const other = await buildCompany();
  for (const given of columns) await other.project(given);
  return other;
}

describe("GET /projects/", () => {
  it("[api A1] [api A3] list: 401 for visitors; the whole of one's projects for members, private ones too", async () => {
    expect((await visitor.get("/projects/")).status).toBe(401);
    for (const person of [owner, company.reader, company.admin]) {
      const { status, body } = await api(person).get("/projects/");
      expect(status).toBe(200);
      expect(body).toEqual({ count: 1, next: null, previous: null, results: [whole] });
    }
  });

  it("shows nobody else's projects, public ones included", async () => {
    await elsewhere([{ privacyLevel: "public" }]);
    expect((await api(company.stranger).get("/projects/")).body).toEqual(nothing);
  });

  it.each([
    ["[api A4] list_filter_full_hit", "name", "Filtered by name"],
    ["[api A4] list_filter_partial_hit", "name", "TERED by"],
    ["a slug is a substring without case", "slug", "FILTERED-B"],
    ["language", "language", "de"],
    ["programming language", "programming_language", "go"],
    ["a blank filter is none", "slug", " "],
  ])("%s", async (_, name, value) => {
    const slug = `filtered-by-${crypto.randomUUID()}`;
    const other = await elsewhere([
      { slug, name: "Filtered by name", language: "de", programmingLanguage: "go" },
    ]);
    const { body } = await api(other.owner).get(`/projects/?${name}=${encodeURIComponent(value)}`);
    expect(slugs(body)).toEqual([slug]);
  });

  it.each(["name=absent", "name=%25", "slug=_", "slug=%5C", "language=fr", "programming_language=go"])(
    "[api A5] filter_miss: %s",
    async (query) => {
      const { status, body } = await api(owner).get(`/projects/?${query}`);
      expect([status, body]).toEqual([200, nothing]);
    },
  );

  it.each(["language=klingon", "programming_language=PY"])(
    "refuses a choice that is none: %s",
    async (query) => {
      const [name = "", value] = query.split("=");
      const { status, body } = await api(owner).get(`/projects/?${query}`);
      expect([status, body]).toEqual([
        400,
        { [name]: [`Select a valid choice. ${value} is not one of the available choices.`] },
      ]);
    },
  );

  it("by slug; the links keep the other parameters, sorted", async () => {
    const other = await elsewhere([{ slug: "pages-b" }, { slug: "pages-c" }, { slug: "pages-a" }]);
    expect(slugs((await api(other.owner).get("/projects/")).body)).toEqual(["pages-a", "pages-b", "pages-c"]);
    const { body } = await api(other.owner).get("/projects/?offset=1&limit=1&name=pages");
    expect(body).toMatchObject({
      count: 3,
      next: "http://localhost:3000/api/v3/projects/?limit=1&name=pages&offset=2",
      previous: "http://localhost:3000/api/v3/projects/?limit=1&name=pages&offset=0",
    });
    expect(slugs(body)).toEqual(["pages-b"]);
    const beyond = await api(other.owner).get("/projects/?offset=99&limit=2");
    expect(beyond.body).toMatchObject({ count: 3, next: null, results: [] });
  });

  it("fields, omit and expand", async () => {
    const { body } = await api(owner).get("/projects/?fields=slug,permissions&expand=permissions");
    expect(body.results).toEqual([{ slug: "pip", permissions: { admin: true } }]);
    const asReader = await api(company.reader).get("/projects/?expand=permissions,organization&omit=urls");
    expect(asReader.body.results[0]).toMatchObject({
      permissions: { admin: false },
      organization: { slug: company.organization.slug, owners: [{ username: owner.username }] },
    });
    expect(asReader.body.results[0]).not.toHaveProperty("urls");
    const all = await api(owner).get("/projects/?expand=*&fields=active_versions,permissions,organization");
    expect(Object.keys(all.body.results[0])).toEqual(["active_versions", "organization", "permissions"]);
  });

  it("[api A2] number_of_queries_list: six own projects, as many queries as for one", async () => {
    const other = await buildCompany();
    const expand = "expand=active_versions.last_build.config,organization,permissions";
    const add = async () => {
      const parent = await other.project({ defaultVersion: "v1" });
      const child = await other.project({ tags: { create: { name: "t" } } });
      await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias: "x" } });
      await buildBuild(child, await buildVersion(child, { slug: "v1" }), { publish: true });
    };
    const list = () => api(other.owner).get(`/projects/?limit=100&${expand}`);
    await add();
    await list();
    const few = await countStatements(list);
    await add();
    await add();
    const many = await countStatements(list);
    expect([few.answer.body.count, many.answer.body.count]).toEqual([2, 6]);
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(12);
  });
});

describe("GET /projects/<slug>/", () => {
  it("[api A7] [api A9] detail: the whole project for its people, public and private", async () => {
    for (const person of [owner, company.reader, company.admin])
      expect((await api(person).get("/projects/pip/")).body).toEqual(whole);
    const open = await company.project({ privacyLevel: "public" });
    expect((await api(owner).get(`/projects/${open.slug}/`)).status).toBe(200);
  });

  it("[api A6] [api A8] detail_anonymous, detail_other_user: 404 for a private project", async () => {
    for (const caller of [visitor, api(company.stranger)]) {
      const refused = await caller.get("/projects/pip/");
      expect([refused.status, refused.body]).toEqual([
        404,
        { detail: "No Project matches the given query." },
      ]);
    }
  });

  it("[api A6] [api A8] [api A14] [api A15] a public project is everybody's, its organization's people are not", async () => {
    const open = await company.project();
    for (const caller of [visitor, api(company.stranger)]) {
      const { status, body } = await caller.get(`/projects/${open.slug}/?expand=permissions,organization`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ slug: open.slug, users: [], permissions: { admin: false } });
      const self = `http://localhost:3000/api/v3/organizations/${company.organization.slug}/`;
      expect(body.organization).toEqual({
        slug: company.organization.slug,
        _links: { _self: self, projects: `${self}projects/`, notifications: `${self}notifications/` },
      });
    }
  });

  it("names nobody whose account is closed", async () => {
    const gone = await buildPerson({ username: "closed" });
    const other = await buildCompany();
    const open = await other.project();
    await db.organizationOwner.create({ data: { organizationId: other.organization.id, userId: gone.id } });
    const names = async () =>
      (await api(other.owner).get(`/projects/${open.slug}/`)).body.users.map(
        (user: { username: string }) => user.username,
      );
    expect(await names()).toEqual([other.admin.username, "closed", other.owner.username]);
    await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } });
    expect(await names()).toEqual([other.admin.username, other.owner.username]);
  });

  it("[api A16] nonexistent_detail", async () => {
    for (const slug of ["nonexistent", "PIP"])
      expect((await api(owner).get(`/projects/${slug}/`)).body).toEqual({
        detail: "No Project matches the given query.",
      });
  });

  it("carries an entity tag that changes with the row", async () => {
    const { slug } = await company.project();
    const tag = async () => (await api(owner).get(`/projects/${slug}/`)).headers.get("etag");
    const before = await tag();
    await api(owner).patch(`/projects/${slug}/`, { homepage: "https://example.org/" });
    expect(await tag()).not.toBe(before);
  });

  it("an unset homepage is null, a code that is no longer offered is called Unknown", async () => {
    const { slug } = await company.project({ programmingLanguage: "", language: "tlh" });
    expect((await visitor.get(`/projects/${slug}/`)).body).toMatchObject({
      homepage: null,
      programming_language: { code: "", name: "Unknown" },
      language: { code: "tlh", name: "Unknown" },
    });
  });

  it("the branch is the configured one, the host's, the one latest was built from, or master", async () => {
    const remote = await db.remoteRepository.create({
      data: {
        provider: "github",
        baseUrl: "https://github.com",
        remoteId: "1",
        name: "r",
        fullName: "o/r",
        sshUrl: "s",
        cloneUrl: "c",
        defaultBranch: "trunk",
      },
    });
    const { id, slug } = await company.project({ remoteRepositoryId: remote.id, defaultBranch: "release" });
    const branch = async () => (await visitor.get(`/projects/${slug}/`)).body.default_branch;
    expect(await branch()).toBe("release");
    await db.project.update({ where: { id }, data: { defaultBranch: null } });
    expect(await branch()).toBe("trunk");
    await db.project.update({ where: { id }, data: { remoteRepositoryId: null } });
    expect(await branch()).toBe("master");
    await db.version.updateMany({ where: { projectId: id, slug: "latest" }, data: { identifier: "main" } });
    expect(await branch()).toBe("main");
  });

  it("the documentation is that of the default version, of latest while that one is not active", async () => {
    const { id, slug } = await company.project({ defaultVersion: "stable", language: "pt-br" });
    const address = async () => (await visitor.get(`/projects/${slug}/`)).body.urls.documentation;
    expect(await address()).toBe(`http://${slug}.docs.localhost:3000/pt-br/latest/`);
    await buildVersion({ id }, { slug: "stable" });
    expect(await address()).toBe(`http://${slug}.docs.localhost:3000/pt-br/stable/`);
    const versioningScheme = "multiple_versions_without_translations";
    await db.project.update({ where: { id }, data: { versioningScheme } });
    expect(await address()).toBe(`http://${slug}.docs.localhost:3000/stable/`);
    await db.project.update({
      where: { id },
      data: { versioningScheme: "single_version_without_translations" },
    });
    expect(await address()).toBe(`http://${slug}.docs.localhost:3000/`);
  });
});

describe("expand=active_versions", () => {
  it("is an object from slug to version, with last build and configuration, on details and on lists", async () => {
    const wanted = "expand=active_versions.last_build.config";
    const expected = {
      ...whole,
      active_versions: { "v1.0": { ...pipRelease, last_build: { ...pipBuild, config: pipConfig } } },
    };
    expect((await api(owner).get(`/projects/pip/?${wanted}`)).body).toEqual(expected);
    const listed = (await api(owner).get(`/projects/?${wanted}&slug=pip`)).body.results;
    expect(listed).toEqual([expected]);
  });

  it("holds public, active, built versions only, whoever asks", async () => {
    const open = await company.project();
    const columns = [
      { slug: "v1.0" },
      { slug: "private", privacyLevel: "private" as const },
      { slug: "inactive", active: false },
      { slug: "7", type: "external" as const, pullNumber: 7 },
    ];
    for (const given of columns)
      await buildBuild(open, await buildVersion(open, given), { publish: true, commit: "abc" });
    await buildVersion(open, { slug: "unbuilt" });
    const path = `/projects/${open.slug}/?expand=active_versions`;
    for (const caller of [visitor, api(owner)])
      expect(Object.keys((await caller.get(path)).body.active_versions)).toEqual(["v1.0"]);
    const narrow = await visitor.get(`${path}&fields=active_versions.slug`);
    expect(narrow.body).toEqual({ active_versions: { "v1.0": { slug: "v1.0" } } });
    const hidden = await visitor.get(`${path}&fields=id`);
    expect(Object.keys(hidden.body)).toEqual(["id"]);
  });
});

describe("expand=main_versions", () => {
  it("tells of each project whether its main versions are built, as far as the caller may see them", async () => {
    const shown = await company.project({ defaultVersion: "v2", privacyLevel: "public" });
    const stable = await buildVersion(shown, { slug: "stable" });
    await buildBuild(shown, stable, { publish: true });
    const v2 = await buildVersion(shown, { slug: "v2", privacyLevel: "private" });
    await buildBuild(shown, v2, { publish: true });
    const path = `/projects/${shown.slug}/?expand=main_versions`;
    const seen = async (by: typeof visitor) => (await by.get(path)).body.main_versions;
    expect(await seen(api(owner))).toEqual({ latest: false, stable: true, default: true });
    expect(await seen(visitor)).toEqual({ latest: false, stable: true, default: null });
    await db.version.update({ where: { id: stable.id }, data: { active: false } });
    expect(await seen(api(company.reader))).toEqual({ latest: false, stable: null, default: true });
    const listed = await api(owner).get(`/projects/?slug=${shown.slug}&expand=main_versions`);
    expect(listed.body.results[0].main_versions).toEqual({ latest: false, stable: null, default: true });
  });
});

describe("GET /projects/<slug>/superproject/", () => {
  it("[api A10] [api A11] [api A12] the whole parent where it may be seen, else a 404 in JSON", async () => {
    const parent = await company.project();
    const child = await company.project();
    await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias: "part" } });
    const path = `/projects/${child.slug}/superproject/`;
    for (const caller of [visitor, api(company.stranger), api(owner)]) {
      const { status, body } = await caller.get(path);
      expect([status, body]).toEqual([200, (await caller.get(`/projects/${parent.slug}/`)).body]);
    }
    const seen = await visitor.get(`/projects/${child.slug}/`);
    expect(seen.body.subproject_of).toMatchObject({ slug: parent.slug, id: parent.id, subproject_of: null });
    expect(seen.body.urls.documentation).toBe(
      `http://${parent.slug}.docs.localhost:3000/projects/part/en/latest/`,
    );

    await db.project.update({ where: { id: parent.id }, data: { privacyLevel: "private" } });
    for (const caller of [visitor, api(company.stranger)]) {
      const { status, body } = await caller.get(path);
      expect([status, body]).toEqual([404, { detail: "No Project matches the given query." }]);
    }
    expect((await api(owner).get(path)).status).toBe(200);
    const unseen = await visitor.get(`/projects/${child.slug}/`);
    expect(Object.keys(unseen.body.subproject_of).sort()).toEqual(["_links", "slug"]);
  });

  it("is a 404 in JSON without one, and under a project that is hidden", async () => {
    for (const caller of [api(owner), visitor]) {
      const { status, body } = await caller.get("/projects/pip/superproject/");
      expect([status, body]).toEqual([404, { detail: "No Project matches the given query." }]);
    }
  });

  it("fields and expand work on it", async () => {
    const child = await company.project();
    await db.subprojectRelation.create({ data: { parentId: project.id, childId: child.id, alias: "p" } });
    const { body } = await api(owner).get(
      `/projects/${child.slug}/superproject/?fields=slug,permissions&expand=permissions`,
    );
    expect(body).toEqual({ slug: "pip", permissions: { admin: true } });
  });
});

describe("methods the routes do not have", () => {
  it.each([
    ["put", "/projects/"],
    ["delete", "/projects/"],
    ["post", "/projects/PROJECT/"],
    ["post", "/projects/PROJECT/superproject/"],
  ] as const)("%s %s: 401 for visitors, 403 for everybody else", async (method, path) => {
    const open = await buildProject({ organization: company.organization });
    const address = path.replace("PROJECT", open.slug);
    expect((await visitor[method](address)).status).toBe(401);
    expect((await api(company.stranger)[method](address)).status).toBe(403);
    expect((await api(owner)[method](address)).status).toBe(403);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
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
const repository = { url: "https://github.com/example/template", type: "git" };

let owner: Person;
let member: Person;
let reader: Person;
let stranger: Person;
let organization: { id: number; slug: string };
let admins: { id: number; slug: string };

beforeAll(async () => {
  owner = await buildPerson();
  member = await buildPerson();
  reader = await buildPerson();
  stranger = await buildPerson();
  organization = await buildOrganization(owner);
  admins = await buildTeam(organization, { access: "admin", members: [member] });
  await buildTeam(organization, { access: "readonly", members: [reader] });
});

const input = (name: string) => ({ name, repository, organization: organization.slug });
const auditOf = (projectId: number) =>
  db.auditEvent.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
    select: { action: true, actorId: true },
  });

describe("POST /projects/", () => {
  it("import_project: 401 for visitors; 201 with the whole project, its version, its build and its history", async () => {
    expect((await visitor.post("/projects/", input("Nothing"))).status).toBe(401);
    const { status, body } = await api(owner).post("/projects/", {
      ...input("Test Project"),
      homepage: "http://template.example.org/",
      programming_language: "py",
      language: "es",
      tags: ["test tag", "another", "test tag"],
    });
    expect(status).toBe(201);
    const self = "http://localhost:3000/api/v3/projects/test-project/";
    expect(body).toEqual({
      _links: {
        _self: self,
        builds: `${self}builds/`,
        environmentvariables: `${self}environmentvariables/`,
        notifications: `${self}notifications/`,
        redirects: `${self}redirects/`,
        subprojects: `${self}subprojects/`,
        superproject: `${self}superproject/`,
        sync_versions: `${self}sync-versions/`,
        translations: `${self}translations/`,
        versions: `${self}versions/`,
      },
      analytics_code: null,
      analytics_disabled: false,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      default_branch: "master",
      default_version: "latest",
      external_builds_enabled: false,
      external_builds_privacy_level: "private",
      homepage: "http://template.example.org/",
      id: expect.any(Number),
      language: { code: "es", name: "Spanish" },
      modified: expect.any(String),
      name: "Test Project",
      privacy_level: "private",
      programming_language: { code: "py", name: "Python" },
      readthedocs_yaml_path: null,
      repository,
      single_version: false,
      slug: "test-project",
      subproject_of: null,
      tags: ["another", "test tag"],
      translation_of: null,
      urls: {
        builds: "http://localhost:3000/projects/test-project/builds/",
        documentation: "http://test-project.docs.localhost:3000/es/latest/",
        downloads: null,
        home: "http://localhost:3000/projects/test-project/",
        versions: "http://localhost:3000/projects/test-project/versions/",
      },
      users: [{ username: owner.username }],
      versioning_scheme: "multiple_versions_with_translations",
    });
    const versions = await db.version.findMany({ where: { projectId: body.id }, include: { builds: true } });
    expect(versions).toMatchObject([
      {
        slug: "latest",
        machine: true,
        active: true,
        type: "branch",
        identifier: null,
        privacyLevel: "private",
      },
    ]);
    expect(versions[0]?.builds).toMatchObject([
      { state: "triggered", trigger: "import", triggeredById: owner.id },
    ]);
    expect(await auditOf(body.id)).toEqual([
      { action: "project.create", actorId: owner.id },
      { action: "build.create", actorId: owner.id },
    ]);
  });

  it("import_existing: a taken slug is refused under another spelling too", async () => {
    await api(owner).post("/projects/", input("Taken Name"));
    const { status, body } = await api(owner).post("/projects/", input("  taken_NAME "));
    expect(status).toBe(400);
    expect(body).toEqual({ name: ['Project with slug "taken-name" already exists.'] });
  });

  it("two at once under one name: one is made, one is told why not", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => api(owner).post("/projects/", input("Raced"))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await db.project.count({ where: { slug: "raced" } })).toBe(1);
  });

  it("import_empty_slug", async () => {
    const { status, body } = await api(owner).post("/projects/", input("*"));
    expect(status).toBe(400);
    expect(body).toEqual({ name: ['Invalid project name "*": no slug generated.'] });
  });

  it.each([
    "http-invalid://github.com/example/template",
    "git+ssh-invalid://github.com/example/template",
    "ftp://github.com/example/template",
    "github.com/example/template",
    "gopher://example.org",
    "javascript:alert(1)",
  ])("import_invalid_repo_url: %s", async (url) => {
    const { status, body } = await api(owner).post("/projects/", { ...input("Bad"), repository: { url } });
    expect(status).toBe(400);
    expect(body).toEqual({ repository: { url: ["Invalid scheme for URL"] } });
  });

  it("reports all wrong fields together", async () => {
    const { status, body } = await api(owner).post("/projects/", {
      repository: { url: "https://user:secret@example.org/x" },
      language: "",
      homepage: "nowhere",
      tags: { a: 1 },
      privacy_level: "secret",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      name: ["This field is required."],
      organization: ["This field is required."],
      repository: { url: ["Credentials are not allowed in the URL: connect an account or use a deploy key"] },
      language: ['"" is not a valid choice.'],
      homepage: ["Enter a valid URL."],
      tags: ['Expected a list of items but got type "dict".'],
      privacy_level: ['"secret" is not a valid choice.'],
    });
  });

  it("import_extra_fields: unknown and read-only fields are ignored", async () => {
    const { status, body } = await api(owner).post("/projects/", {
      ...input("Extra"),
      slug: "mine",
      id: 1,
      users: [{ username: "x" }],
      unknown: { deep: true },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ slug: "extra", users: [{ username: owner.username }] });
  });

  it("import_with_yaml_path: stored without the blanks around it; wrong paths are refused", async () => {
    const made = await api(owner).post("/projects/", {
      ...input("Yaml"),
      readthedocs_yaml_path: " docs/.readthedocs.yaml ",
    });
    expect(made.body.readthedocs_yaml_path).toBe("docs/.readthedocs.yaml");
    const { body } = await api(owner).post("/projects/", { ...input("Yaml 2"), readthedocs_yaml_path: "/x" });
    expect(body.readthedocs_yaml_path[0]).toContain("Use a relative path");
  });

  it("tags may be a JSON list in a string; a form may be sent", async () => {
    const made = await api(owner).post("/projects/", { ...input("Tag list"), tags: '["b", "a"]' });
    expect(made.body.tags).toEqual(["a", "b"]);
    const form = new URLSearchParams({
      name: "By form",
      "repository.url": repository.url,
      organization: organization.slug,
    });
    expect((await api(owner).post("/projects/", form)).status).toBe(201);
  });

  it("an admin team's member gets a project they can reach; others find no organization", async () => {
    const made = await api(member).post("/projects/", { ...input("By member"), privacy_level: "public" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ privacy_level: "public", external_builds_privacy_level: "public" });
    expect((await api(member).patch("/projects/by-member/", { name: "Mine" })).status).toBe(204);
    for (const person of [reader, stranger]) {
      const { status, body } = await api(person).post("/projects/", input("Not mine"));
      expect(status).toBe(400);
      expect(body).toEqual({ organization: [`Object with slug=${organization.slug} does not exist.`] });
    }
  });

  it("teams are those of the organization", async () => {
    const elsewhere = await buildTeam(await buildOrganization(stranger), { access: "admin" });
    const refused = await api(owner).post("/projects/", {
      ...input("Teams"),
      teams: [admins.slug, elsewhere.slug],
    });
    expect(refused.body).toEqual({ teams: [`Object with slug=${elsewhere.slug} does not exist.`] });
    const made = await api(owner).post("/projects/", { ...input("Teams"), teams: [admins.slug] });
    expect(made.status).toBe(201);
    expect((await api(member).get("/projects/teams/?expand=permissions")).body.permissions).toEqual({
      admin: true,
    });
  });

  it("neither a read-only nor a confined token makes projects", async () => {
    for (const options of [{ scope: "read" as const }, { projectIds: [1] }]) {
      const { token } = await buildToken(owner, options);
      expect((await api({ token }).post("/projects/", input("By token"))).status).toBe(403);
    }
  });

  it("expand and fields work on the answer", async () => {
    const { body } = await api(owner).post(
      "/projects/?expand=permissions&fields=slug,permissions",
      input("Expanded"),
    );
    expect(body).toEqual({ slug: "expanded", permissions: { admin: true } });
  });
});

describe("PUT and PATCH /projects/<slug>/", () => {
  let slug: string;
  let id: number;
  beforeAll(async () => {
    const team = { access: "readonly" as const, members: [reader] };
    ({ slug, id } = await buildProject({ organization, privacyLevel: "private" }));
    await buildTeam(organization, { ...team, projects: [{ id }] });
  });

  it("update: 401, 404, 403, then every field is stored and the slug stays", async () => {
    const path = `/projects/${slug}/`;
    const changes = {
      name: "Updated name",
      repository: { url: "https://bitbucket.org/example/other", type: "git" },
      language: "pt-br",
      programming_language: "js",
      homepage: "https://updated.example.org/",
      tags: ["partial tags", "updated"],
      default_version: "stable",
      default_branch: "updated-default-branch",
      analytics_code: "UA-XXXXXX",
      analytics_disabled: true,
      versioning_scheme: "single_version_without_translations",
      external_builds_enabled: true,
      privacy_level: "public",
      external_builds_privacy_level: "public",
      readthedocs_yaml_path: "bar/.readthedocs.yaml",
    };
    expect((await visitor.put(path, changes)).status).toBe(401);
    expect((await api(stranger).put(path, changes)).status).toBe(404);
    expect((await api(reader).put(path, changes)).status).toBe(403);
    const { status, text } = await api(owner).put(path, changes);
    expect([status, text]).toEqual([204, ""]);
    const { body } = await api(owner).get(path);
    expect(body).toMatchObject({
      ...changes,
      slug,
      language: { code: "pt-br", name: "Brazilian Portuguese" },
      programming_language: { code: "js", name: "JavaScript" },
      single_version: true,
    });
    expect(await db.version.findFirst({ where: { projectId: id, slug: "latest" } })).toMatchObject({
      identifier: "updated-default-branch",
      privacyLevel: "private",
    });
    expect(await db.build.count({ where: { projectId: id } })).toBe(0);
    const [event] = await db.auditEvent.findMany({ where: { projectId: id, action: "project.update" } });
    expect(event?.changes).toMatchObject({ privacyLevel: { from: "private", to: "public" } });
  });

  it("partial_update: only what is sent changes; tags are replaced, [] clears them", async () => {
    const path = `/projects/${slug}/`;
    const before = (await api(owner).get(path)).body;
    expect((await api(owner).patch(path, { tags: ["one"] })).status).toBe(204);
    const after = (await api(owner).get(path)).body;
    expect(after).toEqual({ ...before, tags: ["one"], modified: after.modified });
    await api(owner).patch(path, {});
    expect((await api(owner).get(path)).body.tags).toEqual(["one"]);
    await api(owner).patch(path, { tags: [], repository: {}, default_branch: "", analytics_code: null });
    expect((await api(owner).get(path)).body).toMatchObject({
      tags: [],
      default_branch: "master",
      analytics_code: null,
    });
  });

  it("detail: without a configured branch, default_branch is the one that latest was built from", async () => {
    await db.version.updateMany({ where: { projectId: id, slug: "latest" }, data: { identifier: "main" } });
    expect((await api(owner).get(`/projects/${slug}/`)).body.default_branch).toBe("main");
  });

  it("partial_update yaml_path: trimmed; blank and null clear it", async () => {
    const path = `/projects/${slug}/`;
    for (const [sent, stored] of [
      ["  bar/.readthedocs.yaml ", "bar/.readthedocs.yaml"],
      ["", null],
      ["baz/.readthedocs.yaml", "baz/.readthedocs.yaml"],
      [null, null],
    ]) {
      await api(owner).patch(path, { readthedocs_yaml_path: sent });
      expect((await api(owner).get(path)).body.readthedocs_yaml_path).toBe(stored);
    }
  });

  it("partial_update_others: 404 for who may not see it, 403 for who may", async () => {
    const open = await buildProject({ organization });
    expect((await visitor.patch(`/projects/${open.slug}/`, {})).status).toBe(401);
    expect((await api(stranger).patch(`/projects/${open.slug}/`, { name: "x" })).status).toBe(403);
    expect((await api(stranger).patch("/projects/nonexistent/", { name: "x" })).status).toBe(404);
  });

  it("a read-only token changes nothing", async () => {
    const { token } = await buildToken(owner, { scope: "read" });
    expect((await api({ token }).patch(`/projects/${slug}/`, { name: "x" })).status).toBe(403);
    expect((await api({ token }).get(`/projects/${slug}/`)).status).toBe(200);
  });

  it.each([
    [{ privacy_level: "dummy" }, { privacy_level: ['"dummy" is not a valid choice.'] }],
    [{ repository: { url: "bad://x" } }, { repository: { url: ["Invalid scheme for URL"] } }],
    [
      { repository: "x" },
      { repository: { non_field_errors: ["Invalid data. Expected a dictionary, but got str."] } },
    ],
    [{ name: null }, { name: ["This field may not be null."] }],
    [{ name: " " }, { name: ["This field may not be blank."] }],
    [{ name: "x".repeat(64) }, { name: ["Ensure this field has no more than 63 characters."] }],
    [{ homepage: null }, { homepage: ["This field may not be null."] }],
    [{ default_version: "" }, { default_version: ["This field may not be blank."] }],
    [{ default_branch: "--upload-pack=x" }, { default_branch: ["Enter a valid branch or tag name."] }],
    [{ versioning_scheme: "x" }, { versioning_scheme: ['"x" is not a valid choice.'] }],
    [{ external_builds_enabled: null }, { external_builds_enabled: ["This field may not be null."] }],
    [{ external_builds_enabled: "maybe" }, { external_builds_enabled: ["Must be a valid boolean."] }],
    [{ tags: ["a", 1] }, { tags: ["All list items must be of string type."] }],
    [{ tags: "[" }, { tags: ["Invalid json list. A tag list submitted in string form must be valid json."] }],
  ])("invalid values are refused and change nothing: %j", async (changes, errors) => {
    const before = (await api(owner).get(`/projects/${slug}/`)).body;
    const { status, body } = await api(owner).patch(`/projects/${slug}/`, changes);
    expect(status).toBe(400);
    expect(body).toEqual(errors);
    expect((await api(owner).get(`/projects/${slug}/`)).body).toEqual(before);
  });

  it("PUT needs name and repository", async () => {
    const { body } = await api(owner).put(`/projects/${slug}/`, {});
    expect(body).toEqual({ name: ["This field is required."], repository: ["This field is required."] });
  });

  it("If-Match: the second of two writers learns that it is late", async () => {
    const path = `/projects/${slug}/`;
    const tag = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).patch(path, { name: "First" }, { "if-match": tag })).status).toBe(204);
    expect((await api(owner).patch(path, { name: "Second" }, { "if-match": tag })).status).toBe(412);
    expect((await api(owner).get(path)).body.name).toBe("First");
  });

  it("a language that another translation has is refused, not crashed into", async () => {
    const main = await buildProject({ organization });
    await buildProject({ organization, translationOfId: main.id, language: "fr" });
    const german = await buildProject({ organization, translationOfId: main.id, language: "de" });
    const { status, body } = await api(owner).patch(`/projects/${german.slug}/`, { language: "fr" });
    expect(status).toBe(400);
    expect(body).toEqual({ language: ["There is already a translation in this language."] });
  });
});

describe("DELETE /projects/<slug>/", () => {
  it("401, 404, 403, then the project is gone from everywhere, and its slug is never given again", async () => {
    const { id, slug } = await buildProject({ organization, slug: "to-be-deleted" });
    const version = await buildVersion({ id }, { slug: "v1" });
    await buildBuild({ id }, version, { publish: true });
    const waiting = await buildBuild({ id }, version, { state: "triggered" });
    const path = `/projects/${slug}/`;
    expect((await visitor.delete(path)).status).toBe(401);
    expect((await api(stranger).delete(path)).status).toBe(403);
    expect((await api(stranger).delete("/projects/nonexistent/")).status).toBe(404);
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

    const again = await api(owner).post("/projects/", input("To be deleted"));
    expect(again.status).toBe(400);
    expect(again.body).toEqual({ name: ['Project with slug "to-be-deleted" already exists.'] });
  });

  it("deleted, built, switched and changed at once: no crash, and no build is left to run", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, slug } = await buildProject({ organization, defaultVersion: "stable" });
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

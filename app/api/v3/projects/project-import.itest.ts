import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildConnectedAccount, buildRemoteRepository } from "#test/factories/remotes.ts";
import { buildCompany, buildOrganization, buildTeam, buildToken } from "#test/factories/tenants.ts";

const visitor = api();
const repository = { url: "https://github.com/example/template", type: "git" };

const company = await buildCompany();
const { owner, organization } = company;

const input = (name: string) => ({ name, repository, organization: organization.slug });
const auditOf = (projectId: number) =>
  db.auditEvent.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
    select: { action: true, actorId: true },
  });

describe("POST /projects/", () => {
  it("[api A17] import_project: 401 for visitors; 201 with the whole project, its version, its build and its history", async () => {
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
    expect(await db.project.findUniqueOrThrow({ where: { id: body.id } })).toMatchObject({
      remoteRepositoryId: null,
      repositoryUrl: repository.url,
    });
    expect(await auditOf(body.id)).toEqual([
      { action: "project.create", actorId: owner.id },
      { action: "build.create", actorId: owner.id },
    ]);
  });

  it("[api A18] import_existing: a taken slug is refused under another spelling too", async () => {
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

  it("[api A19] import_empty_slug", async () => {
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
  ])("[api A20] import_invalid_repo_url: %s", async (url) => {
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

  it("[api A21] import_extra_fields: unknown and read-only fields are ignored", async () => {
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

  it("[api A24] import_with_yaml_path: stored without the blanks around it; wrong paths are refused", async () => {
    const made = await api(owner).post("/projects/", {
      ...input("Yaml"),
      readthedocs_yaml_path: " docs/.readthedocs.yaml ",
    });
    expect(made.body.readthedocs_yaml_path).toBe("docs/.readthedocs.yaml");
    const { body } = await api(owner).post("/projects/", { ...input("Yaml 2"), readthedocs_yaml_path: "/x" });
    expect(body.readthedocs_yaml_path[0]).toContain("Use a relative path");
  });

  it.each([
    ["a list", ["b", "a", "b", "A"], ["A", "a", "b"]],
    ["a list in a string", '["b", "a"]', ["a", "b"]],
    ["blanks are kept", [" a "], [" a "]],
    ["an empty text", "", []],
    ["an empty list", [], []],
  ])("tags: %s", async (name, tags, stored) => {
    const { status, body } = await api(owner).post("/projects/", { ...input(`Tags ${name}`), tags });
    expect([status, body.tags]).toEqual([201, stored]);
  });

  it.each([
    [[1], "All list items must be of string type."],
    [{ a: 1 }, 'Expected a list of items but got type "dict".'],
    [5, 'Expected a list of items but got type "int".'],
    ['"a"', 'Expected a list of items but got type "str".'],
    ["a, b", "Invalid json list. A tag list submitted in string form must be valid json."],
    [null, "This field may not be null."],
  ])("tags: %j is refused", async (tags, message) => {
    const { status, body } = await api(owner).post("/projects/", { ...input("No tags"), tags });
    expect([status, body]).toEqual([400, { tags: [message] }]);
  });

  it("a form may be sent, a field of its own for each tag", async () => {
    const form = new URLSearchParams({
      name: "By form",
      "repository.url": repository.url,
      organization: organization.slug,
    });
    for (const tag of ["two", "one"]) form.append("tags", tag);
    const { status, body } = await api(owner).post("/projects/", form);
    expect([status, body.tags]).toEqual([201, ["one", "two"]]);
  });

  it.each([
    ["name", " ", "This field may not be blank."],
    ["name", true, "Not a valid string."],
    ["name", "x".repeat(64), "Ensure this field has no more than 63 characters."],
    ["language", "", '"" is not a valid choice.'],
    ["language", null, "This field may not be null."],
    ["programming_language", "cobol", '"cobol" is not a valid choice.'],
    ["homepage", null, "This field may not be null."],
    ["homepage", "gopher://example.org", "Enter a valid URL."],
    [
      "homepage",
      `https://example.org/${"x".repeat(200)}`,
      "Ensure this field has no more than 200 characters.",
    ],
    ["readthedocs_yaml_path", "docs/", "The path cannot end with '/', as it cannot be a directory."],
    ["readthedocs_yaml_path", "../.readthedocs.yaml", "Found invalid sequence in path: '..'"],
    ["readthedocs_yaml_path", "conf.yaml", "The only allowed filename is '.readthedocs.yaml'."],
    ["privacy_level", "", '"" is not a valid choice.'],
    ["organization", null, "This field may not be null."],
    ["organization", "", "This field may not be blank."],
    ["organization", "nope", "Object with slug=nope does not exist."],
    ["teams", ["nope"], "Object with slug=nope does not exist."],
    ["teams", "x", 'Expected a list of items but got type "str".'],
  ])("%s: %j is refused", async (field, value, message) => {
    const { status, body } = await api(owner).post("/projects/", { ...input("Refused"), [field]: value });
    expect([status, body]).toEqual([400, { [field]: [message] }]);
  });

  it.each([
    [{ url: "https://example.org/a && b" }, { url: ["Invalid character in the URL"] }],
    [{ url: "https://example.org/a|b" }, { url: ["Invalid character in the URL"] }],
    [{ url: "" }, { url: ["This field may not be blank."] }],
    [{}, { url: ["This field is required."] }],
    [
      { url: `https://example.org/${"x".repeat(255)}` },
      { url: ["Ensure this field has no more than 255 characters."] },
    ],
    [{ url: "https://example.org/x", type: "hg" }, { type: ['"hg" is not a valid choice.'] }],
    ["https://example.org/x", { non_field_errors: ["Invalid data. Expected a dictionary, but got str."] }],
    [[], { non_field_errors: ["Invalid data. Expected a dictionary, but got list."] }],
  ])("repository: %j is refused", async (given, errors) => {
    const { status, body } = await api(owner).post("/projects/", { ...input("Bad"), repository: given });
    expect([status, body]).toEqual([400, { repository: errors }]);
  });

  it.each([
    "https://example.org/x.git",
    "http://example.org/x.git",
    "git://example.org/x.git",
    "ssh://git@example.org/x.git",
    "ssh+git://git@example.org/x.git",
    "git@example.org:x/y.git",
    "lp:project",
  ])("repository: %s will do", async (url) => {
    const name = `Fine ${url}`;
    const { status, body } = await api(owner).post("/projects/", { ...input(name), repository: { url } });
    expect([status, body.repository]).toEqual([201, { type: "git", url }]);
  });

  it("an admin team's member gets a project they can reach; others find no organization", async () => {
    const made = await api(company.admin).post("/projects/", {
      ...input("By member"),
      privacy_level: "public",
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ privacy_level: "public", external_builds_privacy_level: "public" });
    expect((await api(company.admin).patch("/projects/by-member/", { name: "Mine" })).status).toBe(204);
    for (const person of [company.reader, company.stranger]) {
      const { status, body } = await api(person).post("/projects/", input("Not mine"));
      expect(status).toBe(400);
      expect(body).toEqual({ organization: [`Object with slug=${organization.slug} does not exist.`] });
    }
  });

  it("teams are those of the organization", async () => {
    const elsewhere = await buildTeam(await buildOrganization(company.stranger), { access: "admin" });
    const refused = await api(owner).post("/projects/", {
      ...input("Teams"),
      teams: [company.admins.slug, elsewhere.slug],
    });
    expect(refused.body).toEqual({ teams: [`Object with slug=${elsewhere.slug} does not exist.`] });
    const made = await api(owner).post("/projects/", { ...input("Teams"), teams: [company.admins.slug] });
    expect(made.status).toBe(201);
    expect((await api(company.admin).get("/projects/teams/?expand=permissions")).body.permissions).toEqual({
      admin: true,
    });
  });

  it("neither a read-only nor a confined token makes projects", async () => {
    for (const options of [{ scope: "read" as const }, { projectIds: [1] }]) {
      const { token } = await buildToken(owner, options);
      for (const body of [input("By token"), {}])
        expect((await api({ token }).post("/projects/", body)).status).toBe(403);
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

describe("importing what a connected account reaches", () => {
  const importOf = async (url: string | null, more: object = {}) => {
    const name = `Linked ${crypto.randomUUID()}`;
    const made = await api(owner).post("/projects/", { ...input(name), repository: { url }, ...more });
    expect(made.status).toBe(201);
    const { remoteRepositoryId } = await db.project.findUniqueOrThrow({ where: { id: made.body.id } });
    return { body: made.body, remoteRepositoryId };
  };

  it("[api A22] import_with_remote_repository: linked when the caller is admin there, by any of its addresses", async () => {
    const account = await buildConnectedAccount(owner);
    const remote = await buildRemoteRepository({ admins: [account], defaultBranch: "trunk" });
    for (const url of [remote.cloneUrl, remote.htmlUrl, remote.sshUrl]) {
      const { body, remoteRepositoryId } = await importOf(url);
      expect(remoteRepositoryId).toBe(remote.id);
      expect(body).toMatchObject({
        default_branch: "trunk",
        external_builds_privacy_level: "public",
        privacy_level: "private",
        repository: { type: "git", url: remote.cloneUrl },
      });
    }
  });

  it("previews of a private repository keep the level that was asked for", async () => {
    const account = await buildConnectedAccount(owner);
    const remote = await buildRemoteRepository({ admins: [account], private: true });
    expect((await importOf(remote.cloneUrl)).body.external_builds_privacy_level).toBe("private");
    const wish = { external_builds_privacy_level: "public" };
    expect((await importOf(remote.cloneUrl, wish)).body.external_builds_privacy_level).toBe("public");
  });

  it("[api A23] import_remote_repository_from_other_user: made, not linked; nor for who only reads it there", async () => {
    const theirs = await buildConnectedAccount(company.admin);
    const mine = await buildConnectedAccount(owner);
    const remote = await buildRemoteRepository({ admins: [theirs], accounts: [mine] });
    for (const url of [remote.cloneUrl, remote.htmlUrl, remote.sshUrl]) {
      const { body, remoteRepositoryId } = await importOf(url);
      expect(remoteRepositoryId).toBeNull();
      expect(body).toMatchObject({ default_branch: "master", repository: { type: "git", url } });
    }
  });

  it("another spelling of the address is another address", async () => {
    const account = await buildConnectedAccount(owner);
    const remote = await buildRemoteRepository({ admins: [account] });
    for (const url of [`${remote.htmlUrl}/`, remote.cloneUrl.toUpperCase().replace("HTTPS", "https")])
      expect((await importOf(url)).remoteRepositoryId).toBeNull();
  });
});

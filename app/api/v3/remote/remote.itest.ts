import { beforeAll, describe, expect, it } from "vitest";
import { api } from "#test/api.ts";
import {
  buildConnectedAccount,
  buildRemoteOrganization,
  buildRemoteRepository,
} from "#test/factories/remotes.ts";
import {
  buildCompany,
  buildPerson,
  buildProject,
  buildToken,
  type Company,
  type Person,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const visitor = api();
let person: Person;
let stranger: Person;
let company: Company;
let linked: { id: number; slug: string };

const created = new Date("2019-04-29T10:10:00Z");
const modified = new Date("2019-04-29T12:10:00.250Z");

/** Somebody with accounts on two hosts, which reach two organizations and four repositories; others reach others. */
beforeAll(async () => {
  person = await buildPerson();
  stranger = await buildPerson();
  company = await buildCompany();
  const github = await buildConnectedAccount(person);
  const gitlab = await buildConnectedAccount(person, "gitlab");
  const theirs = await buildConnectedAccount(stranger);

  const beta = await buildRemoteOrganization({
    id: 71,
    slug: "beta",
    name: "Beta Ltd",
    avatarUrl: "https://avatars.example.org/beta",
    url: "https://github.com/beta",
    created,
    modified,
    accounts: [github, theirs],
  });
  const alpha = await buildRemoteOrganization({
    slug: "alpha",
    name: "Alpha Inc",
    provider: "gitlab",
    accounts: [gitlab],
  });
  await buildRemoteOrganization({ slug: "elsewhere", name: "Elsewhere", accounts: [theirs] });

  const docs = await buildRemoteRepository({
    id: 81,
    fullName: "beta/docs",
    organizationId: beta.id,
    description: "The manual",
    avatarUrl: "https://avatars.example.org/docs",
    defaultBranch: "main",
    private: true,
    created,
    modified,
    admins: [github],
  });
  await buildRemoteRepository({
    fullName: "beta/another",
    organizationId: beta.id,
    accounts: [github, theirs],
  });
  await buildRemoteRepository({
    fullName: "alpha/tool",
    provider: "gitlab",
    organizationId: alpha.id,
    accounts: [gitlab],
  });
  await buildRemoteRepository({ fullName: "person/own", admins: [github] });
  await buildRemoteRepository({ fullName: "elsewhere/docs", admins: [theirs] });

  linked = await buildProject({ remoteRepositoryId: docs.id });
  await company.project({ remoteRepositoryId: docs.id, privacyLevel: "private" });
});

const names = async (path: string, caller = api(person)): Promise<string[]> =>
  (await caller.get(path)).body.results.map(
    (row: { full_name?: string; slug: string }) => row.full_name ?? row.slug,
  );

const beta = {
  avatar_url: "https://avatars.example.org/beta",
  created: "2019-04-29T10:10:00Z",
  modified: "2019-04-29T12:10:00.250000Z",
  name: "Beta Ltd",
  pk: 71,
  slug: "beta",
  url: "https://github.com/beta",
  vcs_provider: "github",
};
const docs = {
  admin: true,
  avatar_url: "https://avatars.example.org/docs",
  clone_url: "https://github.com/beta/docs.git",
  created: "2019-04-29T10:10:00Z",
  default_branch: "main",
  description: "The manual",
  full_name: "beta/docs",
  html_url: "https://github.com/beta/docs",
  modified: "2019-04-29T12:10:00.250000Z",
  name: "docs",
  pk: 81,
  private: true,
  ssh_url: "git@github.com:beta/docs.git",
  vcs: "git",
  vcs_provider: "github",
};

describe("GET /remote/organizations/", () => {
  it("[api L1] 401 for visitors; the whole organization; the name filter is a substring without case", async () => {
    expect((await visitor.get("/remote/organizations/")).status).toBe(401);
    const { status, body } = await api(person).get("/remote/organizations/?name=BETA");
    expect([status, body]).toEqual([200, { count: 1, next: null, previous: null, results: [beta] }]);
  });

  it.each([
    ["", ["alpha", "beta"]],
    ["?name=ta%20L", ["beta"]],
    ["?name=absent", []],
    ["?name=%25", []],
    ["?vcs_provider=gitlab", ["alpha"]],
    ["?vcs_provider=bitbucket", []],
    ["?limit=1&offset=1", ["beta"]],
  ])("by name, what the caller's accounts reach: %s", async (query, expected) => {
    expect(await names(`/remote/organizations/${query}`)).toEqual(expected);
  });
});

describe("GET /remote/repositories/", () => {
  it("[api L2] 401 for visitors; the whole repository, with what expand adds", async () => {
    expect((await visitor.get("/remote/repositories/")).status).toBe(401);
    const one = "/remote/repositories/?full_name=BETA/DOCS";
    expect((await api(person).get(one)).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [docs],
    });
    const { body } = await api(person).get(`${one}&expand=projects,remote_organization`);
    expect(body.results).toEqual([
      { ...docs, projects: [expect.objectContaining({ slug: linked.slug })], remote_organization: beta },
    ]);
    const whole = (await api(person).get(`/projects/${linked.slug}/`)).body;
    expect(body.results[0].projects).toEqual([whole]);
  });

  it.each([
    ["", ["alpha/tool", "beta/another", "beta/docs", "person/own"]],
    ["?name=DOC", ["beta/docs"]],
    ["?full_name=beta", ["beta/another", "beta/docs"]],
    ["?name=beta", []],
    ["?vcs_provider=gitlab", ["alpha/tool"]],
    ["?organization=beta", ["beta/another", "beta/docs"]],
    ["?organization=bet", []],
    ["?organization=BETA", []],
    ["?organization=elsewhere", []],
    ["?organization=beta&name=another", ["beta/another"]],
    ["?limit=2&offset=1", ["beta/another", "beta/docs"]],
  ])("[api L2] by organization, then name, what the caller's accounts reach: %s", async (query, expected) => {
    expect(await names(`/remote/repositories/${query}`)).toEqual(expected);
  });

  it("admin is the caller's own; a repository of nobody's organization has none", async () => {
    const path =
      "/remote/repositories/?fields=full_name,admin,remote_organization&expand=remote_organization";
    const rows = async (who: Person) => (await api(who).get(path)).body.results;
    expect((await rows(person)).at(-1)).toEqual({
      full_name: "person/own",
      admin: true,
      remote_organization: null,
    });
    expect(await rows(stranger)).toMatchObject([
      { full_name: "beta/another", admin: false, remote_organization: { slug: "beta" } },
      { full_name: "elsewhere/docs", admin: true, remote_organization: null },
    ]);
  });

  it("projects are those the caller may see", async () => {
    const account = await buildConnectedAccount(company.reader);
    const repository = await buildRemoteRepository({ accounts: [account] });
    const closed = await company.project({ remoteRepositoryId: repository.id, privacyLevel: "private" });
    await buildProject({ remoteRepositoryId: repository.id, privacyLevel: "private" });
    const { body } = await api(company.reader).get("/remote/repositories/?expand=projects");
    expect(body.results[0].projects.map(({ slug }: { slug: string }) => slug)).toEqual([closed.slug]);
  });
});

describe.each(["organizations", "repositories"])("/remote/%s/", (name) => {
  const path = `/remote/${name}/`;

  it("refuses a host there is none of", async () => {
    const { status, body } = await api(person).get(`${path}?vcs_provider=sourceforge`);
    expect([status, body]).toEqual([
      400,
      { vcs_provider: ["Select a valid choice. sourceforge is not one of the available choices."] },
    ]);
  });

  it("is empty for a confined token, for who connected nothing, and for a superuser", async () => {
    const confined = await buildToken(person, { projectIds: [linked.id] });
    const superuser = await buildPerson({ superuser: true });
    for (const caller of [confined, company.owner, superuser])
      expect(await names(path, api(caller))).toEqual([]);
    const reading = await buildToken(person, { scope: "read" });
    expect((await names(path, api(reading))).length).toBeGreaterThan(0);
  });

  it("has only GET", async () => {
    expect((await visitor.post(path, {})).status).toBe(401);
    for (const method of ["post", "put", "patch", "delete"] as const)
      expect((await api(person)[method](path)).status).toBe(405);
  });

  it("takes as many queries for many as for one", async () => {
    const somebody = await buildPerson();
    const account = await buildConnectedAccount(somebody);
    const add = async () => {
      const organization = await buildRemoteOrganization({ accounts: [account] });
      const repository = await buildRemoteRepository({
        organizationId: organization.id,
        accounts: [account],
      });
      await buildProject({ remoteRepositoryId: repository.id });
    };
    await add();
    const list = () => api(somebody).get(`${path}?limit=100&expand=projects,remote_organization`);
    await list();
    const few = await countStatements(list);
    for (let count = 0; count < 6; count += 1) await add();
    const many = await countStatements(list);
    expect([few.answer.body.count, many.answer.body.count]).toEqual([1, 7]);
    expect(many.statements).toBe(few.statements);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { foundIn, pageOf, searchable, searchedIn, searchFor } from "#test/factories/searches.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildSubproject,
  buildTeam,
  buildToken,
  type Person,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

let owner: Person;
let reader: Person;
let admin: Person;
let outsider: Person;
let superuser: Person;
let confined: string;

const page = { "index.html": pageOf("Page", "word") };

/** A team sees `open` and `shared`, nobody but owners sees `closed`. All are private; `open` has a public version. */
beforeAll(async () => {
  [owner, reader, admin, outsider] = await Promise.all([
    buildPerson(),
    buildPerson(),
    buildPerson(),
    buildPerson(),
  ]);
  superuser = await buildPerson({ superuser: true });
  const organization = await buildOrganization(owner);
  const make = (slug: string) => buildProject({ slug, organization, privacyLevel: "private" });
  const [open, shared, closed] = [await make("open"), await make("shared"), await make("closed")];
  for (const project of [open, shared, closed]) await searchable(project, "latest", page);
  await searchable(open, "public", page, { privacyLevel: "public" });
  await searchable(shared, "secret-plans", page, { privacyLevel: "private", hidden: true });
  await buildTeam(organization, { members: [reader], access: "readonly", projects: [open, shared] });
  await buildTeam(organization, { members: [admin], access: "admin", projects: [shared] });
  confined = (await buildToken(owner, { projectIds: [open.id] })).token;
  // A team of another organization opens nothing here.
  const foreign = await buildOrganization(outsider);
  await buildTeam(foreign, {
    members: [outsider],
    access: "admin",
    projects: [await buildProject({ organization: foreign })],
  });
});

describe("[api N2] organizations and teams", () => {
  const everything = "project:open project:shared project:closed word";
  const rows: [who: string, token: () => string | undefined, expected: string[]][] = [
    ["a visitor", () => undefined, []],
    ["an outsider", () => outsider.token, []],
    ["a member of a reading team", () => reader.token, ["open/latest", "shared/latest"]],
    ["a member of an admin team", () => admin.token, ["shared/latest"]],
    ["an owner", () => owner.token, ["open/latest", "shared/latest", "closed/latest"]],
    ["a superuser", () => superuser.token, ["open/latest", "shared/latest", "closed/latest"]],
    ["an owner's token for one project", () => confined, ["open/latest"]],
  ];
  test.each(rows)(
    "%s searches what they may read, and is told of nothing else",
    async (_who, token, expected) => {
      const answer = await searchFor(everything, token());
      expect(answer.status).toBe(200);
      expect(searchedIn(answer)).toEqual(expected);
      expect(foundIn(answer).toSorted()).toEqual(
        expected.map((one) => `${one} /en/latest/index.html`).toSorted(),
      );
      expect(answer.body.count).toBe(expected.length);
    },
  );

  test.each(rows)("%s finds the public version of a private project", async (_who, token) => {
    expect(searchedIn(await searchFor("project:open/public word", token()))).toEqual(["open/public"]);
  });

  test("what is private and what does not exist get the same answer", async () => {
    const secret = await searchFor("project:closed word", outsider.token);
    const absent = await searchFor("project:absent word", outsider.token);
    expect(secret.text).toBe(absent.text);
  });

  test.each([
    ["a visitor", () => undefined, "@me", []],
    ["an outsider", () => outsider.token, "@me", []],
    ["a member of a reading team", () => reader.token, "@me", ["open/latest", "shared/latest"]],
    ["an owner", () => owner.token, "@me", ["closed/latest", "open/latest", "shared/latest"]],
    ["an owner's token for one project", () => confined, "@me", ["open/latest"]],
    ["a superuser without projects", () => superuser.token, "@me", []],
    ["an owner, with a value there is not", () => owner.token, "someone", []],
  ] as [string, () => string | undefined, string, string[]][])(
    "user: of %s",
    async (_who, token, value, expected) => {
      expect(searchedIn(await searchFor(`user:${value} word`, token()))).toEqual(expected);
    },
  );

  test("user:@me and projects go together, named projects first", async () => {
    const answer = await searchFor("user:@me word project:open/public", owner.token);
    expect(searchedIn(answer)).toEqual(["open/latest", "closed/latest", "shared/latest"]);
  });

  test("a hidden version is searched only when it is named", async () => {
    expect(searchedIn(await searchFor("project:shared/secret-plans word", reader.token))).toEqual([
      "shared/secret-plans",
    ]);
    expect(searchedIn(await searchFor("project:shared/secret-plans word", outsider.token))).toEqual([]);
    await db.version.updateMany({ where: { project: { slug: "closed" } }, data: { hidden: true } });
    expect(searchedIn(await searchFor("user:@me word", owner.token))).toEqual([
      "open/latest",
      "shared/latest",
    ]);
    expect(searchedIn(await searchFor("project:closed word", owner.token))).toEqual(["closed/latest"]);
  });
});

describe("[api N2] subprojects", () => {
  beforeAll(async () => {
    const person = await buildPerson();
    const make = (slug: string) => buildProject({ slug, maintainer: person });
    const parent = await make("parent");
    await searchable(parent, "latest", page);
    await searchable(parent, "only-parent", page);
    await searchable(parent, "v2", page);
    const children = {
      "child-a": ["latest", "v2"],
      "child-b": ["latest"],
      "child-c": ["latest"],
      "child-d": ["v2"],
    };
    for (const [slug, versions] of Object.entries(children)) {
      const child = await make(slug);
      await buildSubproject(parent, child, `${slug}-alias`);
      for (const version of versions) await searchable(child, version, page);
    }
    await db.version.updateMany({ where: { project: { slug: "child-c" } }, data: { hidden: true } });
  });

  test.each([
    [
      "at their default versions",
      "subprojects:parent",
      ["parent/latest", "child-a/latest", "child-b/latest"],
    ],
    [
      "at a version they share",
      "subprojects:parent/v2",
      ["parent/v2", "child-a/v2", "child-b/latest", "child-d/v2"],
    ],
    [
      "at a version only the parent has",
      "subprojects:parent/only-parent",
      ["parent/only-parent", "child-a/latest", "child-b/latest"],
    ],
    ["at a version nobody has", "subprojects:parent/v9", ["child-a/latest", "child-b/latest"]],
    ["of a project that is none", "subprojects:absent", []],
    ["of a project without any", "subprojects:child-a", ["child-a/latest"]],
    ["not with project:", "project:parent", ["parent/latest"]],
    [
      "beside a named version, the later mention counts",
      "project:child-a/v2 subprojects:parent",
      ["child-a/latest", "parent/latest", "child-b/latest"],
    ],
  ])("%s", async (_what, q, expected) => {
    const answer = await searchFor(`${q} word`);
    expect(searchedIn(answer)).toEqual(expected);
    expect(answer.body.count).toBe(expected.length);
  });

  test("what a search costs does not depend on how much it names or finds", async () => {
    const one = await countStatements(() => searchFor("subprojects:child-a word"));
    const many = await countStatements(() => searchFor("project:child-b subprojects:parent/v2 word"));
    expect(many.answer.body.count).toBeGreaterThan(3);
    expect(many.statements).toBe(one.statements);
  });

  test("a page of a subproject is on its parent's host", async () => {
    const { body } = await searchFor("subprojects:parent word", undefined, { page_size: "30" });
    const child = body.results.find(
      ({ project }: { project: { slug: string } }) => project.slug === "child-b",
    );
    expect(child).toMatchObject({
      project: { slug: "child-b", alias: "child-b-alias" },
      domain: "http://parent.docs.localhost:3000",
      path: "/projects/child-b-alias/en/latest/index.html",
    });
  });
});

test("versions that are inactive, previews, deleted projects and projects without search are not searched", async () => {
  const searched = async (slug: string, version = "") =>
    searchedIn(await searchFor(`project:${slug}${version} word`));
  const project = await buildProject();
  await searchable(project, "latest", page);
  await searchable(project, "7", page, { type: "external", pullNumber: 7 });
  expect(await searched(project.slug, "/7")).toEqual([]);
  expect(await searched(project.slug)).toEqual([`${project.slug}/latest`]);
  const change = (data: object) => db.project.update({ where: { id: project.id }, data });
  await change({ searchEnabled: false });
  expect(await searched(project.slug)).toEqual([]);
  await change({ searchEnabled: true, deletedAt: new Date() });
  expect(await searched(project.slug)).toEqual([]);
  await change({ deletedAt: null });
  await db.version.updateMany({ where: { projectId: project.id }, data: { active: false } });
  expect(await searched(project.slug)).toEqual([]);
});

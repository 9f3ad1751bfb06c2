import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildSubproject,
  buildTeam,
  buildToken,
  type Person,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

type Project = { id: number; slug: string };

const origin = "http://localhost:3000";
const visitor = api();
let owner: Person;
let stranger: Person;
let home: Awaited<ReturnType<typeof buildHome>>;
let parent: Project;
let child: Project;
let path: string;

const noCandidate = (slug: string) => ({
  child: [`Project with slug=${slug} is not valid as subproject`],
});

describe.each(["business", "community"] as const)("subprojects in the %s edition", (edition) => {
  beforeEach(async () => {
    env.EDITION = edition;
    env.SUBPROJECT_ALIAS_SLASHES = false;
    env.API_RATE_ANONYMOUS = 10_000;
    owner = await buildPerson();
    stranger = await buildPerson();
    home = await buildHome(owner);
    parent = await buildProject(home);
    child = await buildProject(home);
    path = `/projects/${parent.slug}/subprojects/`;
  });

  const attach = (alias?: string | null) =>
    api(owner).post(path, { child: child.slug, ...(alias !== undefined && { alias }) });

  test.each([
    ["public", [200, 200, 200]],
    ["private", [404, 200, 404]],
  ] as const)("[api F1] list and detail of a %s child", async (privacyLevel, statuses) => {
    const hidden = await buildProject({ ...home, privacyLevel });
    await buildSubproject(parent, hidden, "part");
    for (const [index, caller] of [visitor, api(owner), api(stranger)].entries()) {
      const list = await caller.get(path);
      const seen = statuses[index] === 200;
      expect([list.status, list.body.count, list.body.results.length]).toEqual([200, +seen, +seen]);
      const detail = await caller.get(`${path}part/`);
      expect(detail.status).toBe(statuses[index]);
      expect(detail.body).toEqual(
        seen ? list.body.results[0] : { detail: "No ProjectRelationship matches the given query." },
      );
    }
  });

  test("[api F2] create: 401 for visitors, 403 for others, 201 with the relation", async () => {
    const input = { child: child.slug, alias: "sub-alias" };
    expect((await visitor.post(path, input)).status).toBe(401);
    expect((await api(stranger).post(path, input)).status).toBe(403);
    const made = await api(owner).post(path, input);
    expect(made.status).toBe(201);
    const { subproject_of: relation, ...project } = (await api(owner).get(`/projects/${child.slug}/`)).body;
    expect(relation.slug).toBe(parent.slug);
    expect(made.body).toEqual({
      alias: "sub-alias",
      child: project,
      _links: {
        _self: `${origin}/api/v3/projects/${parent.slug}/subprojects/sub-alias/`,
        parent: `${origin}/api/v3/projects/${parent.slug}/`,
      },
    });
    expect(made.body.child.urls.documentation).toBe(
      `http://${parent.slug}.docs.localhost:3000/projects/sub-alias/en/latest/`,
    );
    const history = await db.auditEvent.findMany({
      where: { action: "subproject.create", projectId: { in: [parent.id, child.id] } },
      select: { projectId: true, subjectLabel: true, changes: true },
      orderBy: { id: "asc" },
    });
    const changes = {
      parent: { from: null, to: parent.slug },
      child: { from: null, to: child.slug },
      alias: { from: null, to: "sub-alias" },
    };
    expect(history).toEqual([
      { projectId: parent.id, subjectLabel: "sub-alias", changes },
      { projectId: child.id, subjectLabel: "sub-alias", changes },
    ]);
  });

  test.each([
    ["no", undefined],
    ["a null", null],
    ["a blank", " "],
  ])("[api F3] with %s alias the child's slug is taken", async (_, alias) => {
    const made = await attach(alias);
    expect([made.status, made.body.alias]).toEqual([201, child.slug]);
  });

  test.each(["white space", "dollar$", "with.dot", "a+b", "a/", "/a", "a//b", "é!", "%2F", "a\nb", "?"])(
    "[api F4] %j is no alias",
    async (alias) => {
      const made = await attach(alias);
      expect([made.status, made.body]).toEqual([
        400,
        { alias: ["Aliases can contain letters, numbers, underscores, and hyphens."] },
      ]);
    },
  );

  test.each(["UPPER", "under_score", "-", "0", "日本語", "é"])("%j is an alias", async (alias) => {
    const made = await attach(alias);
    expect([made.status, made.body.alias]).toEqual([201, alias]);
    expect((await api(owner).get(`${path}${encodeURIComponent(alias)}/`)).body).toEqual(made.body);
  });

  test("[api F5] an alias with a slash: 400, and 201 where the operator allows it", async () => {
    const refused = await attach("tools/cli");
    expect([refused.status, refused.body]).toEqual([
      400,
      { non_field_errors: ["Aliases can't contain slashes."] },
    ]);
    env.SUBPROJECT_ALIAS_SLASHES = true;
    const made = await attach("tools/cli");
    expect([made.status, made.body.alias]).toEqual([201, "tools/cli"]);
    expect(made.body._links._self).toBe(`${origin}/api/v3${path}tools/cli/`);
  });

  test("[api F6] a child of somebody else, an unknown one, and nothing at all: 400 on child", async () => {
    const others = await buildProject(await buildHome(stranger));
    for (const slug of [others.slug, "nowhere", "a\ud83d\ude00b", "%", "5"]) {
      const made = await api(owner).post(path, { child: slug });
      expect([made.status, made.body]).toEqual([400, noCandidate(slug)]);
    }
    for (const [input, message] of [
      [{}, "This field is required."],
      [{ child: null }, "This field may not be null."],
      [{ child: "" }, "This field may not be null."],
      [{ child: [child.slug] }, "Not a valid string."],
      [{ child: "a\0b" }, "Null characters are not allowed."],
    ] as const) {
      const made = await api(owner).post(path, input);
      expect([made.status, made.body]).toEqual([400, { child: [message] }]);
    }
  });

  test("[api F7] itself, a superproject and somebody's subproject already: 400 on child", async () => {
    const superproject = await buildProject(home);
    const subproject = await buildProject(home);
    await buildSubproject(superproject, subproject);
    for (const { slug } of [parent, superproject, subproject]) {
      const made = await api(owner).post(path, { child: slug });
      expect([made.status, made.body]).toEqual([400, noCandidate(slug)]);
    }
  });

  test("[api F8] below a subproject: 400 without a field", async () => {
    await buildSubproject(await buildProject(home), parent);
    await buildSubproject(parent, await buildProject(home), "taken");
    const made = await attach("taken");
    expect([made.status, made.body]).toEqual([
      400,
      { non_field_errors: ["Subproject nesting is not supported"] },
    ]);
  });

  test("[api F9] an alias that is taken: 400 on alias, the default one and one with slashes included", async () => {
    const taken = { alias: ["A subproject with this alias already exists"] };
    for (const alias of ["part", child.slug, "tools/cli"]) {
      await buildSubproject(parent, await buildProject(home), alias);
      const made = await attach(alias === child.slug ? undefined : alias);
      expect([made.status, made.body]).toEqual([400, taken]);
    }
  });

  test("[api F10] below somebody else's project: 403", async () => {
    const others = await buildProject(await buildHome(stranger));
    const made = await api(owner).post(`/projects/${others.slug}/subprojects/`, { child: child.slug });
    expect(made.status).toBe(403);
  });

  test("[api F11] delete: 401 for visitors, 204; both projects stay", async () => {
    await buildSubproject(parent, child, "part");
    expect((await visitor.delete(`${path}part/`)).status).toBe(401);
    expect((await api(owner).delete(`${path}part/`)).status).toBe(204);
    expect((await api(owner).delete(`${path}part/`)).status).toBe(404);
    for (const { slug } of [parent, child]) {
      const { status, body } = await visitor.get(`/projects/${slug}/`);
      expect([status, body.subproject_of]).toEqual([200, null]);
    }
    expect(await db.auditEvent.count({ where: { action: "subproject.delete" } })).toBeGreaterThanOrEqual(2);
  });

  test("[api F12] delete what belongs to somebody else: 403", async () => {
    await buildSubproject(parent, child, "part");
    expect((await api(stranger).delete(`${path}part/`)).status).toBe(403);
    expect((await visitor.get(`${path}part/`)).status).toBe(200);
  });

  test("[api F13] an alias with slashes can be shown and deleted, whatever the operator allows", async () => {
    await buildSubproject(parent, child, "tools/cli");
    const { status, body } = await api(owner).get(`${path}tools/cli/`);
    expect([status, body.alias]).toEqual([200, "tools/cli"]);
    expect((await api(owner).get(`${path}tools/`)).status).toBe(404);
    expect((await api(owner).delete(`${path}tools/cli/`)).status).toBe(204);
    expect((await api(owner).get(`${path}tools/cli/`)).status).toBe(404);
  });

  test("a relation cannot be changed: 405 for admins", async () => {
    await buildSubproject(parent, child, "part");
    for (const method of ["put", "patch"] as const) {
      expect((await visitor[method](`${path}part/`, {})).status).toBe(401);
      expect((await api(stranger)[method](`${path}part/`, {})).status).toBe(403);
      const refused = await api(owner)[method](`${path}part/`, {});
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, DELETE, HEAD, OPTIONS"]);
    }
  });

  test("a list is in the order of attaching, in pages", async () => {
    const slugs: string[] = [];
    for (const letter of ["z", "a", "m"]) {
      const made = await buildProject({ ...home, slug: `${letter}-${parent.slug}` });
      expect((await api(owner).post(path, { child: made.slug })).status).toBe(201);
      slugs.push(made.slug);
    }
    const all = await visitor.get(path);
    expect(all.body.results.map(({ alias }: { alias: string }) => alias)).toEqual(slugs);
    const page = await visitor.get(`${path}?limit=1&offset=1&fields=alias`);
    expect(page.body).toEqual({
      count: 3,
      next: `${origin}/api/v3${path}?fields=alias&limit=1&offset=2`,
      previous: `${origin}/api/v3${path}?fields=alias&limit=1&offset=0`,
      results: [{ alias: slugs[1] }],
    });
  });

  test("the number of queries does not grow with the list", async () => {
    const list = () => api(owner).get(`${path}?limit=100`);
    const add = async () => buildSubproject(parent, await buildProject({ ...home, defaultVersion: "v1" }));
    await add();
    await list();
    const few = await countStatements(list);
    for (let more = 0; more < 6; more += 1) await add();
    const many = await countStatements(list);
    expect([few.answer.body.count, many.answer.body.count]).toEqual([1, 7]);
    expect(many.statements).toBe(few.statements);
  });

  test("of two attachments of one project at once, one is made", async () => {
    const other = await buildProject(home);
    const answers = await Promise.all(
      [parent, other, parent, other].map(({ slug }) =>
        api(owner).post(`/projects/${slug}/subprojects/`, { child: child.slug }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body).toEqual(noCandidate(child.slug));
  });

  test("of two attachments under one alias at once, one is made", async () => {
    const other = await buildProject(home);
    const answers = await Promise.all(
      [child, other].map(({ slug }) => api(owner).post(path, { child: slug, alias: "part" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toEqual({ alias: ["A subproject with this alias already exists"] });
  });

  test("attachments that would nest or close a circle, all at once, leave one level", async () => {
    const third = await buildProject(home);
    const ring = [parent, child, third];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        ring.map(({ slug }, index) =>
          api(owner).post(`/projects/${slug}/subprojects/`, { child: ring[(index + 1) % 3]!.slug }),
        ),
      );
      const relations = await db.subprojectRelation.findMany({
        where: { parentId: { in: ring.map(({ id }) => id) } },
      });
      const parents = new Set(relations.map(({ parentId }) => parentId));
      expect(relations).toHaveLength(1);
      expect(relations.filter(({ childId }) => parents.has(childId))).toEqual([]);
      await db.subprojectRelation.deleteMany({ where: { id: { in: relations.map(({ id }) => id) } } });
    }
  });

  test("a deleted child is not shown, and frees its alias", async () => {
    await buildSubproject(parent, child, "part");
    expect((await api(owner).delete(`/projects/${child.slug}/`)).status).toBe(204);
    expect((await api(owner).get(path)).body.count).toBe(0);
    expect((await api(owner).get(`${path}part/`)).status).toBe(404);
    const next = await buildProject(home);
    expect((await api(owner).post(path, { child: next.slug, alias: "part" })).status).toBe(201);
    const ended = { action: "subproject.delete", projectId: child.id };
    expect(await db.auditEvent.count({ where: ended })).toBe(1);
  });

  test("a deleted parent frees its subprojects: alone again, and attachable elsewhere either way", async () => {
    await buildSubproject(parent, child, "part");
    expect((await api(owner).delete(`/projects/${parent.slug}/`)).status).toBe(204);
    const { body } = await api(owner).get(`/projects/${child.slug}/`);
    expect([body.subproject_of, body.urls.documentation]).toEqual([
      null,
      `http://${child.slug}.docs.localhost:3000/en/latest/`,
    ]);
    expect((await api(owner).get(`/projects/${child.slug}/superproject/`)).status).toBe(404);
    const other = await buildProject(home);
    const below = await api(owner).post(`/projects/${child.slug}/subprojects/`, { child: other.slug });
    expect(below.status).toBe(201);
  });

  test("attaching while one of the two is deleted leaves no relation that anybody sees", async () => {
    for (const { slug } of [parent, child]) {
      const [attached, deleted] = await Promise.all([attach(), api(owner).delete(`/projects/${slug}/`)]);
      expect([201, 400, 404]).toContain(attached.status);
      expect(deleted.status).toBe(204);
      expect((await visitor.get(`/projects/${child.slug}/`)).body.subproject_of ?? null).toBeNull();
      parent = await buildProject(home);
      path = `/projects/${parent.slug}/subprojects/`;
    }
    expect((await visitor.get(path)).body.count).toBe(0);
  });

  test("a token confined to other projects can attach neither way", async () => {
    const confined = api(await buildToken(owner, { projectIds: [parent.id] }));
    const made = await confined.post(path, { child: child.slug });
    expect([made.status, made.body]).toEqual([400, noCandidate(child.slug)]);
    const below = await confined.post(`/projects/${child.slug}/subprojects/`, { child: parent.slug });
    expect(below.status).toBe(403);
  });
});

describe("subprojects of an organization", () => {
  beforeEach(async () => {
    env.EDITION = "business";
    owner = await buildPerson();
    home = await buildHome(owner);
    parent = await buildProject(home);
    path = `/projects/${parent.slug}/subprojects/`;
  });

  test("a project of another organization cannot be attached, even by somebody who owns both", async () => {
    const other = await buildProject(await buildHome(owner));
    const made = await api(owner).post(path, { child: other.slug });
    expect([made.status, made.body]).toEqual([400, noCandidate(other.slug)]);
  });

  test("a project the caller may only read cannot be attached", async () => {
    const organization = { id: "organization" in home ? home.organization.id : 0 };
    const person = await buildPerson();
    const readable = await buildProject({ ...home, privacyLevel: "private" });
    await buildTeam(organization, { members: [person], access: "admin", projects: [parent] });
    await buildTeam(organization, { members: [person], access: "readonly", projects: [readable] });
    expect((await api(person).get(`/projects/${readable.slug}/`)).status).toBe(200);
    const made = await api(person).post(path, { child: readable.slug });
    expect([made.status, made.body]).toEqual([400, noCandidate(readable.slug)]);
  });

  test("below a project one may not see everything is 404", async () => {
    const hidden = await buildProject({ ...home, privacyLevel: "private" });
    const part = await buildProject(home);
    await buildSubproject(hidden, part, "part");
    for (const caller of [visitor, api(await buildPerson())]) {
      for (const below of ["", "part/"])
        expect((await caller.get(`/projects/${hidden.slug}/subprojects/${below}`)).status).toBe(404);
    }
    const stranger = api(await buildPerson());
    const address = `/projects/${hidden.slug}/subprojects/`;
    expect((await stranger.post(address, { child: part.slug })).status).toBe(404);
    expect((await stranger.delete(`${address}part/`)).status).toBe(404);
  });
});

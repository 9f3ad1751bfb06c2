import { METHODS } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { type Route, routes } from "#test/api.ts";
import { buildSession, buildUser, type TestUser } from "#test/factories/accounts.ts";
import {
  buildBuild,
  buildOrganization,
  buildProject,
  buildTeam,
  buildVersion,
} from "#test/factories/tenants.ts";

/**
 * Who may use which route, tried against every route there is. The expectations are in tables written by hand; this file only
 * knows how to read them and how to try.
 */
type Expectation = { method: string; path: string; on: string; statuses: readonly number[] };

/** Reads `METHOD path on status…` lines; `#` starts a comment. */
function readTable(text: string): Expectation[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [method = "", path = "", on = "", ...statuses] = line.split(/\s+/);
      return { method, path: `/api/v3${path}`, on, statuses: statuses.map(Number) };
    });
}

/** `METHOD path` of every declared method of every route; a route file that declares none is named with method `NONE`. */
async function declaredMethods(): Promise<string[]> {
  const found = await Promise.all(
    routes.map(async (route) => {
      const loaded = await route.load();
      const declared = METHODS.filter((method) => loaded[method]?.spec);
      return (declared.length > 0 ? declared : ["NONE"]).map((method) => `${method} ${route.path}`);
    }),
  );
  return found.flat().sort();
}

export type Caller = { name: string; cookie: string | null };
type Ids = Record<string, string | number>;

const caller = async (name: string, user: TestUser): Promise<Caller> => ({
  name,
  cookie: (await buildSession(user)).cookie,
});

/** The people of one edition and a maker of projects they have their part in. */
type World = { callers: readonly Caller[]; ids: (on: string, path: string) => Promise<Ids> };

type Levels = { project: "public" | "private"; version: "public" | "private" };
const levels: Record<string, Levels> = {
  public: { project: "public", version: "public" },
  private: { project: "private", version: "private" },
  mixed: { project: "public", version: "private" },
};

/** A subproject with one version, a waiting and an ended build. */
async function makeProject(
  on: Levels,
  owner: { organization: { id: number } } | { maintainer: { id: number } },
): Promise<{ id: number; slug: string; ids: (path: string) => Ids }> {
  const project = await buildProject({ ...owner, privacyLevel: on.project });
  const version = await buildVersion(project, { privacyLevel: on.version });
  const ended = await buildBuild(project, version);
  const waiting = await buildBuild(project, version, { state: "triggered", success: null });
  const notice = await db.notice.create({
    data: { projectId: project.id, messageId: "project:versions:synced", values: { summary: "1 new." } },
  });
  const ofBuild = await db.notice.create({ data: { buildId: waiting.id, messageId: "build:user:generic" } });
  const parent = await buildProject({ ...owner, privacyLevel: "public" });
  await db.subprojectRelation.create({
    data: { parentId: parent.id, childId: project.id, alias: project.slug },
  });
  return {
    ...project,
    ids: (path) => ({
      project: project.slug,
      version: version.slug,
      notification: (path.includes("/builds/") ? ofBuild : notice).id,
      known: "Z2l0LmV4YW1wbGUuY29t",
      build: (path.endsWith("/retry/") ? ended : waiting).id,
    }),
  };
}

/** What belongs to somebody's account: the owner's, so that everybody else must be refused. */
async function accountIds(user: TestUser): Promise<Ids> {
  const other = await buildSession(user, "Other device");
  const session = await db.session.findUniqueOrThrow({ where: { id: other.id } });
  const token = await db.apiToken.create({
    data: {
      userId: user.id,
      name: other.id,
      prefix: "lct_",
      lastFour: "last",
      tokenHash: session.publicHash,
      scope: "read",
    },
  });
  return { token: token.id, session: Buffer.from(session.publicHash).toString("hex"), path: "nowhere" };
}

export async function businessWorld(): Promise<World> {
  const [outsider, tenant, reader, admin, owner] = await Promise.all(
    Array.from({ length: 5 }, () => buildUser()),
  );
  if (!outsider || !tenant || !reader || !admin || !owner) throw new Error("five people were asked for");
  const organization = await buildOrganization(owner);
  const foreign = await buildOrganization(tenant);
  await buildTeam(foreign, {
    members: [tenant],
    access: "admin",
    projects: [await buildProject({ organization: foreign })],
  });
  return {
    callers: [
      { name: "visitor", cookie: null },
      await caller("outsider", outsider),
      await caller("other tenant", tenant),
      await caller("reader", reader),
      await caller("admin", admin),
      await caller("owner", owner),
    ],
    ids: async (on, path) => {
      const project = await makeProject(levels[on] ?? levels.public!, { organization });
      await buildTeam(organization, { members: [reader], access: "readonly", projects: [project] });
      await buildTeam(organization, { members: [admin], access: "admin", projects: [project] });
      return { ...project.ids(path), ...(await accountIds(owner)), organization: organization.slug };
    },
  };
}

export async function communityWorld(): Promise<World> {
  const [outsider, maintainer] = await Promise.all([buildUser(), buildUser()]);
  const organization = await buildOrganization(maintainer);
  return {
    callers: [
      { name: "visitor", cookie: null },
      await caller("outsider", outsider),
      await caller("maintainer", maintainer),
    ],
    ids: async (on, path) => {
      const project = await makeProject(levels[on] ?? levels.public!, { maintainer });
      return { ...project.ids(path), ...(await accountIds(maintainer)), organization: organization.slug };
    },
  };
}

const sameSite = { host: new URL(env.DASHBOARD_URL).host, "sec-fetch-site": "same-origin" };

async function statusOf(route: Route, method: string, ids: Ids, cookie: string | null): Promise<number> {
  const params: Record<string, string | string[]> = {};
  const path = route.path.replace(/\[(\.\.\.)?([^\]]+)\]/g, (_, rest: string | undefined, name: string) => {
    const value = String(ids[name]);
    params[name] = rest ? [value] : value;
    return value;
  });
  const request = new Request(new URL(path, env.DASHBOARD_URL), {
    method,
    headers: {
      ...sameSite,
      ...(cookie === null ? {} : { cookie }),
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
    },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  const handler = (await route.load())[method];
  if (!handler) throw new Error(`${route.file} does not export ${method}.`);
  const response = await handler(request, { params: Promise.resolve(params) });
  await response.body?.cancel();
  return response.status;
}

/** The statuses the callers get, in their order. Whatever writes finds everything fresh each time. */
async function tryRow(world: World, row: Expectation): Promise<number[]> {
  const route = routes.find(({ path }) => path === row.path);
  if (!route) throw new Error(`The table names ${row.path}, which no route serves.`);
  const statuses: number[] = [];
  let ids = await world.ids(row.on, row.path);
  for (const { cookie } of world.callers) {
    if (row.method !== "GET" && statuses.length > 0) ids = await world.ids(row.on, row.path);
    statuses.push(await statusOf(route, row.method, ids, cookie));
  }
  return statuses;
}

/** One test a line of the table, and one that no route is missing from it. */
export function testTable(text: string, makeWorld: () => Promise<World>): void {
  const table = readTable(text);
  let world: World;
  beforeAll(async () => {
    env.API_RATE_ANONYMOUS = 10_000;
    world = await makeWorld();
  });

  test("every declared method of every route is in the table", async () => {
    const listed = new Set(table.map(({ method, path }) => `${method} ${path}`));
    expect((await declaredMethods()).filter((declared) => !listed.has(declared))).toEqual([]);
  });

  test.each(table.map((row) => [`${row.method} ${row.path} (${row.on})`, row] as const))(
    "%s",
    async (_, row) => {
      const statuses = await tryRow(world, row);
      const readable = (list: readonly number[]) =>
        world.callers.map(({ name }, index) => `${name} ${list[index]}`).join(", ");
      expect(readable(statuses)).toBe(readable(row.statuses));
    },
  );
}

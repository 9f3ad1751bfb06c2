import { METHODS } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { type Route, routes } from "#test/api.ts";
import { buildSession, buildUser, type TestUser } from "#test/factories/accounts.ts";
import { buildShare, buildSession as buildShareSession } from "#test/factories/shares.ts";
import {
  buildBuild,
  buildInvitation,
  buildNotice,
  buildOrganization,
  buildProject,
  buildSubproject,
  buildTeam,
  buildVersion,
} from "#test/factories/tenants.ts";

/**
 * Who may use which route, tried against every route there is, with every method. The expectations are in tables written by
 * hand; this file only knows how to read them and how to try.
 */
type Expectation = { method: string; path: string; on: string; statuses: readonly number[] };

const writes = ["POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Reads `METHOD path on status…` lines; `#` starts a comment. `*` stands for the writes of a path that have no line of their own.
 * Without a line of its own HEAD and OPTIONS are answered like GET, and where there is no GET it is 405 for everybody and
 * OPTIONS 200.
 */
function readTable(text: string): Expectation[] {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [method = "", path = "", on = "", ...statuses] = line.split(/\s+/);
      return { method, path: `/api/v3${path}`, on, statuses: statuses.map(Number) };
    });
  const own = new Set(lines.map(({ method, path }) => `${method} ${path}`));
  const has = (method: string, path: string) => own.has(`${method} ${path}`);
  const rows = lines.flatMap((line) => {
    if (line.method === "*")
      return writes.filter((method) => !has(method, line.path)).map((method) => ({ ...line, method }));
    if (line.method !== "GET") return [line];
    const alike = ["HEAD", "OPTIONS"].filter((method) => !has(method, line.path));
    return [line, ...alike.map((method) => ({ ...line, method }))];
  });
  const without = [...new Map(rows.map((row) => [`${row.path} ${row.on}`, row])).values()].filter(
    ({ path }) => !has("GET", path),
  );
  const all = (row: Expectation, method: string, status: number) =>
    has(method, row.path) ? [] : [{ ...row, method, statuses: row.statuses.map(() => status) }];
  return [
    ...rows,
    ...without.flatMap((row) => [
      ...all(row, "GET", 405),
      ...all(row, "HEAD", 405),
      ...all(row, "OPTIONS", 200),
    ]),
  ];
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

/**
 * A subproject with one of everything a project has: version, notice, redirect, domain, variable; a waiting and an ended build. Where the
 * address names an alias, it has a subproject instead.
 */
async function makeProject(
  on: Levels,
  owner: { organization: { id: number } } | { maintainer: { id: number } },
  path: string,
): Promise<{ id: number; slug: string; ids: Ids }> {
  const project = await buildProject({ ...owner, privacyLevel: on.project });
  const version = await buildVersion(project, { privacyLevel: on.version });
  const ended = await buildBuild(project, version);
  const waiting = await buildBuild(project, version, { state: "triggered", success: null });
  const notice = await buildNotice(
    path.includes("/builds/") ? { buildId: waiting.id } : { projectId: project.id },
  );
  const redirect = await db.redirect.create({
    data: { projectId: project.id, position: 0, type: "page", fromUrl: "/old", toUrl: "/new" },
  });
  const share = /\/(sharing|extension-requests)\//.test(path)
    ? await buildShare(project, { forRecipients: path.includes("/recipients/") })
    : null;
  const domain = await db.domain.create({
    data: {
      projectId: project.id,
      host: `${project.slug}.example.com`,
      challenge: "challenge",
      verifyBy: new Date(Date.now() + 86_400_000),
    },
  });
  const variable = await db.environmentVariable.create({
    data: { projectId: project.id, name: "TOKEN", valueSealed: seal("secret"), valueBytes: 6 },
  });
  const other = await buildProject({ ...owner, privacyLevel: "public" });
  await (path.includes("[...alias]")
    ? buildSubproject(project, other, "part")
    : buildSubproject(other, project, "part"));
  return {
    ...project,
    ids: {
      project: project.slug,
      alias: "part",
      version: version.slug,
      redirect: redirect.id,
      ...(share && (await shareIds(share, path))),
      domain: domain.id,
      variable: variable.id,
      notification: notice.id,
      known: "Z2l0LmV4YW1wbGUuY29t",
      build: (path.endsWith("/retry/") ? ended : waiting).id,
    },
  };
}

/** What belongs to a share, where the address names it. */
async function shareIds(share: { id: number }, path: string): Promise<Ids> {
  return {
    share: share.id,
    ...(path.includes("[session]") && { session: (await buildShareSession(share)).id }),
    ...(path.includes("[recipient]") && {
      recipient: (await db.shareRecipient.create({ data: { shareId: share.id, name: "Ada" } })).id,
    }),
    ...(path.includes("[request]") && {
      request: (await db.extensionRequest.create({ data: { shareId: share.id, email: "ada@example.com" } }))
        .id,
    }),
  };
}

/** What belongs to somebody's account: the owner's, so that everybody else must be refused. */
async function accountIds(user: TestUser, path: string): Promise<Ids> {
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
  const email = await db.emailAddress.create({
    data: { userId: user.id, address: `${other.id}@example.com`, addressKey: `${other.id}@example.com` },
  });
  // Only where the address names it: with a passkey the account has a second factor.
  const passkey = path.includes("[passkey]")
    ? await db.passkey.create({
        data: {
          userId: user.id,
          name: other.id,
          credentialId: session.publicHash,
          publicKey: session.publicHash,
        },
      })
    : null;
  return {
    token: token.id,
    email: email.id,
    ...(passkey && { passkey: passkey.id }),
    session: Buffer.from(session.publicHash).toString("hex"),
    path: "nowhere",
  };
}

/** Of an organization the addresses are about the reader: who is in the team, and who is invited to it. */
async function organizationIds(
  organization: { id: number },
  owner: TestUser,
  reader: TestUser,
  path: string,
): Promise<Ids> {
  await db.invitation.deleteMany({ where: { organizationId: organization.id } });
  const { id, token } = await buildInvitation(organization, owner, {
    address: reader.email,
    teamIds: [(await buildTeam(organization)).id],
  });
  return {
    invitation: id,
    ...(path.includes("/invitations/[token]/") && { token }),
  };
}

/** A notice of the organization or of the person, where the address is about theirs. */
async function noticeIds(
  { organization, person }: { organization: { id: number }; person: { id: number } },
  path: string,
): Promise<Ids> {
  const of = /\/(organizations|users)\/.*\[notification\]/.exec(path)?.[1];
  if (of === undefined) return {};
  const place = of === "users" ? { userId: person.id } : { organizationId: organization.id };
  return { notification: (await buildNotice(place)).id };
}

export async function businessWorld(): Promise<World> {
  const [outsider, tenant, reader, admin, owner, superuser] = await Promise.all(
    Array.from({ length: 6 }, (_, index) => buildUser({ superuser: index === 5 })),
  );
  if (!outsider || !tenant || !reader || !admin || !owner || !superuser)
    throw new Error("six people were asked for");
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
      await caller("superuser", superuser),
    ],
    ids: async (on, path) => {
      const project = await makeProject(levels[on] ?? levels.public!, { organization }, path);
      const team = await buildTeam(organization, {
        members: [reader],
        access: "readonly",
        projects: [project],
      });
      await buildTeam(organization, { members: [admin], access: "admin", projects: [project] });
      return {
        ...(await accountIds(owner, path)),
        ...project.ids,
        organization: organization.slug,
        username: reader.username,
        ...(await noticeIds({ organization, person: reader }, path)),
        ...(/\/(organizations|invitations)\//.test(path) && {
          ...(await organizationIds(organization, owner, reader, path)),
          team: team.slug,
        }),
      };
    },
  };
}

export async function communityWorld(): Promise<World> {
  const [outsider, maintainer, superuser] = await Promise.all([
    buildUser(),
    buildUser(),
    buildUser({ superuser: true }),
  ]);
  const organization = await buildOrganization(maintainer);
  return {
    callers: [
      { name: "visitor", cookie: null },
      await caller("outsider", outsider),
      await caller("maintainer", maintainer),
      await caller("superuser", superuser),
    ],
    ids: async (on, path) => {
      const project = await makeProject(levels[on] ?? levels.public!, { maintainer }, path);
      return {
        ...(await accountIds(maintainer, path)),
        ...project.ids,
        organization: organization.slug,
        username: maintainer.username,
        ...(await noticeIds({ organization, person: maintainer }, path)),
      };
    },
  };
}

const reads = ["GET", "HEAD", "OPTIONS"];
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
      ...(reads.includes(method) ? {} : { "content-type": "application/json" }),
    },
    ...(reads.includes(method) ? {} : { body: "{}" }),
  });
  const handler = (await route.load())[method];
  if (!handler) throw new Error(`${route.file} does not export ${method}.`);
  const response = await handler(request, { params: Promise.resolve(params) });
  await response.body?.cancel();
  return response.status;
}

type Found = { row: Pick<Expectation, "on" | "path">; ids: Ids };

/**
 * The statuses the callers get, in their order. What a write has changed is made anew for the next caller; what was refused or only
 * read must be as it was, so it is used again, by the next row of the same path, too.
 */
async function tryRow(
  world: World,
  row: Expectation,
  found: Found | null,
): Promise<[number[], Found | null]> {
  const route = routes.find(({ path }) => path === row.path);
  if (!route) throw new Error(`The table names ${row.path}, which no route serves.`);
  const statuses: number[] = [];
  let known = found?.row.path === row.path && found.row.on === row.on ? found : null;
  for (const { cookie } of world.callers) {
    known ??= { row, ids: await world.ids(row.on, row.path) };
    const status = await statusOf(route, row.method, known.ids, cookie);
    statuses.push(status);
    if (status < 400 && !reads.includes(row.method)) known = null;
  }
  return [statuses, known];
}

/** One test a method of each line of the table, and that nothing is missing from it. */
export function testTable(text: string, makeWorld: () => Promise<World>, on: readonly string[]): void {
  const table = readTable(text);
  let world: World;
  let found: Found | null = null;
  beforeAll(async () => {
    // Each caller of the table asks more than usual in a minute.
    Object.assign(env, { API_RATE_ANONYMOUS: 100_000, API_RATE_SESSION: 100_000 });
    world = await makeWorld();
  });

  test("every declared method of every route is in the table", async () => {
    const listed = new Set(table.map(({ method, path }) => `${method} ${path}`));
    expect((await declaredMethods()).filter((declared) => !listed.has(declared))).toEqual([]);
  });

  test("every method of every route is in the table, below a project on every level", () => {
    const listed = new Set(table.map((row) => `${row.method} ${row.path} ${row.on}`));
    const wanted = routes.flatMap(({ path }) =>
      (path.includes("[project]") ? on : ["-"]).flatMap((level) =>
        [...reads, ...writes].map((method) => `${method} ${path} ${level}`),
      ),
    );
    expect(wanted.filter((line) => !listed.has(line))).toEqual([]);
  });

  test.each(table.map((row) => [`${row.method} ${row.path} (${row.on})`, row] as const))(
    "%s",
    async (_, row) => {
      const [statuses, left] = await tryRow(world, row, found);
      found = left;
      const readable = (list: readonly number[]) =>
        world.callers.map(({ name }, index) => `${name} ${list[index]}`).join(", ");
      expect(readable(statuses)).toBe(readable(row.statuses));
    },
  );

  const cases = table.reduce((sum, { statuses }) => sum + statuses.length, 0);
  test(`that was ${cases} cases`, () => expect(cases).toBeGreaterThan(0));
}

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccount } from "#lib/accounts/commands.ts";
import { mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { sessionToken } from "#lib/auth/session-token.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { type AskDocs, openDocsHosts, startDocsProcess } from "#test/docs-client.ts";
import { browser } from "#test/docs-member.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { addDomain, changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  type Person,
} from "#test/factories/tenants.ts";

const here = await openDocsHosts();
const others = await Promise.all([startDocsProcess(), startDocsProcess()]);
afterAll(async () => {
  for (const { child } of others) child.stdin?.end();
  await here.close();
});

const hosts = ["club.docs.localhost:3000", "club.example.org"];

let owner: Person;
let project: { id: number; slug: string };
let organization: { id: number; slug: string };

beforeAll(async () => {
  owner = await buildPerson();
  organization = await buildOrganization(owner);
  project = await buildProject({ slug: "club", organization, privacyLevel: "private" });
  await publishSite(project, await versionOf(project, "latest"), { "index.html": "members only" });
  await addDomain(project, "club.example.org", { https: false });
  await expectEverywhere([here, ...others], { cookies: [] }, [401, 401]);
});

/** Somebody of a team of their own who is logged in to the dashboard and to every host. */
async function join() {
  const member = await buildPerson();
  const team = await buildTeam(organization, { members: [member], projects: [project] });
  await changeSite(project.id, async () => undefined);
  const session = await buildSession(member);
  return { member, team, session, cookies: await enter(member, session) };
}
type Member = Awaited<ReturnType<typeof join>>;

/** Logs somebody in to every host, in the first other process; returns their Cookie headers. */
async function enter(person: Person, session: { id: string }): Promise<string[]> {
  const { userId, username, superuser, address, client } = person.actor;
  const caller = { userId, username, superuser, address, client, sessionId: session.id };
  const actor = { kind: "user", ...caller, authenticatedAt: new Date() } as const;
  const cookies: string[] = [];
  for (const host of hosts) {
    const { pathname, search } = new URL(await mintDocsCode(actor, host, "/en/latest/", browser.state));
    const reply = await others[0].ask(host, pathname + search, { headers: { cookie: browser.cookie } });
    cookies.push(reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "");
  }
  return cookies;
}

const read = async (ask: AskDocs, { cookies }: Pick<Member, "cookies">): Promise<number[]> => {
  const replies = hosts.map((host, n) => ask(host, "/en/latest/", { headers: { cookie: cookies[n] ?? "" } }));
  return (await Promise.all(replies)).map(({ status }) => status);
};

const soon = { timeout: 15_000, interval: 5 };

/** Waits until every process answers so on both hosts: each learns of changes by itself, and a busy one may say 503 first. */
async function expectEverywhere(
  processes: { ask: AskDocs }[],
  reader: Pick<Member, "cookies">,
  statuses: number[],
) {
  for (const { ask } of processes)
    await vi.waitFor(async () => expect(await read(ask, reader)).toEqual(statuses), soon);
}

const teamPath = ({ team }: Member): string => `/organizations/${organization.slug}/teams/${team.slug}/`;

const endings: [what: string, end: (member: Member) => Promise<{ status: number }>, status: number][] = [
  [
    "leaves the team",
    (joined) => api(owner).delete(`${teamPath(joined)}members/${joined.member.username}/`),
    204,
  ],
  [
    "is in a team that loses the project",
    (joined) => api(owner).delete(`${teamPath(joined)}projects/club/`),
    204,
  ],
  ["is in a team that is deleted", (joined) => api(owner).delete(teamPath(joined)), 204],
  [
    "leaves the organization",
    (joined) => api(owner).delete(`/organizations/${organization.slug}/members/${joined.member.username}/`),
    204,
  ],
  [
    "ends the session on the dashboard",
    async ({ session }) => {
      const browser = api({ cookie: `${sessionCookie.name}=${await sessionToken(session.id)}` });
      const { body } = await browser.get("/account/sessions/");
      return browser.delete(`/account/sessions/${body.results[0].id}/`);
    },
    204,
  ],
  [
    "closes the account",
    async ({ member }) => {
      await changeSite(project.id, () =>
        db.user.update({ where: { id: member.id }, data: { deactivatedAt: new Date() } }),
      );
      return { status: 204 };
    },
    204,
  ],
];

describe("somebody who may not read any more (decision 15)", () => {
  it.each(endings)(
    "who %s reads nothing from the next request on, in any process",
    async (_, end, status) => {
      const joined = await join();
      await expectEverywhere([here, ...others], joined, [200, 200]);
      expect((await end(joined)).status).toBe(status);
      // The process that was asked to knows at once; the others as soon as the notice has reached them.
      expect(await read(here.ask, joined)).toEqual([401, 401]);
      await expectEverywhere(others, joined, [401, 401]);
    },
  );

  it("logs out of one host in one process, and is logged out there in all, and still in elsewhere", async () => {
    const joined = await join();
    await expectEverywhere([here, ...others], joined, [200, 200]);
    const [host = ""] = hosts;
    const headers = { cookie: joined.cookies[0] ?? "", origin: `http://${host}` };
    const [first, second] = others;
    expect((await first.ask(host, "/_/logout", { method: "POST", headers })).status).toBe(303);
    expect(await read(first.ask, joined)).toEqual([401, 200]);
    await expectEverywhere([here, second], joined, [401, 200]);
  });
});

it("a new superuser reads in every process, though nothing of the project has changed", async () => {
  const joined = await join();
  await expectEverywhere(others, joined, [200, 200]);
  const account = { username: "root", email: "root@example.com", password: "correct horse battery staple" };
  const nobody = { firstName: "", lastName: "", superuser: true, emailVerified: true };
  const { id } = await createAccount({ kind: "system", job: "operator" }, { ...account, ...nobody });
  const actor = { ...owner.actor, userId: id, username: "root", superuser: true };
  const root = { ...owner, id, username: "root", actor };
  const cookies = await enter(root, await buildSession({ id, username: "root", isSuperuser: true }));
  await expectEverywhere([here, ...others], { cookies }, [200, 200]);
});

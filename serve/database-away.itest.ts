import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { type AskDocs, startDocsProcess } from "#test/docs-client.ts";
import { browser } from "#test/docs-member.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { addDomain, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject, buildVersion } from "#test/factories/tenants.ts";

/** A way to the database that can be closed and opened again; closing cuts every connection. */
async function gate(socketPath: string) {
  const open = new Set<Socket>();
  let isOpen = true;
  const server: Server = createServer((client) => {
    if (!isOpen) return client.destroy();
    const upstream = connect(socketPath);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    turn(to: "open" | "closed") {
      isOpen = to === "open";
      if (!isOpen) for (const socket of open) socket.destroy();
    },
    close: () => server.close(),
  };
}

const given = new URL(process.env.DATABASE_URL ?? "");
const database = await gate(`${given.searchParams.get("host")}/.s.PGSQL.${given.port || 5432}`);
const through = new URL(given);
through.search = "";
through.host = `127.0.0.1:${database.port}`;
const { ask, child } = await startDocsProcess({ DATABASE_URL: through.href });
afterAll(() => {
  child.stdin?.end();
  database.close();
});

const known = "away.docs.localhost:3000";
const own = "away.example.org";
let cookie: string;
let spare: string;

const state = async (get: AskDocs, host: string, path: string, headers: Record<string, string> = {}) => {
  const reply = await get(host, path, { headers });
  return [reply.status, reply.headers["retry-after"]];
};

beforeAll(async () => {
  const owner = await buildPerson();
  const organization = await buildOrganization(owner);
  const project = await buildProject({ slug: "away", organization, privacyLevel: "public" });
  const pages = { "index.html": "<main>start</main>", "more.html": "<main>more</main>" };
  await publishSite(project, await versionOf(project, "latest"), pages);
  await publishSite(project, await buildVersion(project, { slug: "secret", privacyLevel: "private" }), pages);
  await addDomain(project, own, { https: false });
  const { userId, username, superuser, address, client } = owner.actor;
  const { id: sessionId } = await buildSession(owner);
  const actor = { userId, username, superuser, address, client, sessionId, authenticatedAt: new Date() };
  const code = async () => {
    const { pathname, search } = new URL(
      await mintDocsCode({ kind: "user", ...actor }, known, "/", browser.state),
    );
    return pathname + search;
  };
  // A process that has just started may be too busy to read a site in time.
  const ready = async () => expect(await state(ask, known, "/en/latest/")).toEqual([200, undefined]);
  await vi.waitFor(ready, { timeout: 15_000 });
  const entered = await ask(known, await code(), { headers: { cookie: browser.cookie } });
  cookie = entered.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  spare = await code();
  expect(await state(ask, known, "/en/secret/", { cookie })).toEqual([200, undefined]);
  expect(await state(ask, own, "/en/latest/")).toEqual([200, undefined]);
});

describe("while PostgreSQL is away (decision 16)", () => {
  beforeAll(async () => {
    database.turn("closed");
    const settled = async () =>
      expect(await state(ask, known, "/en/secret/", { cookie })).toEqual([503, "5"]);
    await vi.waitFor(settled, { timeout: 15_000 });
  });

  it.each([
    ["a page", known, "/en/latest/", 200],
    ["a page nobody has asked for before", known, "/en/latest/more.html", 200],
    ["a page on a domain", own, "/en/latest/", 200],
    ["the root", known, "/", 302],
    ["a page that is missing", known, "/en/latest/none.html", 404],
    ["an unknown version", known, "/en/none/", 404],
  ])("%s of everybody's goes on", async (_what, host, path, status) => {
    for (const headers of [{}, { cookie }])
      expect(await state(ask, host, path, headers)).toEqual([status, undefined]);
  });

  it.each([
    ["a private page", known, "/en/secret/"],
    ["a private page on a domain", own, "/en/secret/"],
    ["a private page nobody has asked for before", known, "/en/secret/more.html"],
    ["a private page that is missing", known, "/en/secret/none.html"],
    ["a private download", known, "/_/downloads/en/secret/pdf/"],
    ["a private page to embed", known, `/_/api/v3/embed/?url=http://${known}/en/secret/`],
    ["a host nobody has asked for before", "other.docs.localhost:3000", "/"],
    ["a domain nobody has asked for before", "other.example.org", "/"],
  ])("%s says when to come back, to whoever asks", async (_what, host, path) => {
    for (const headers of [{}, { cookie }, { "if-none-match": "*" }, { range: "bytes=0-1" }])
      expect(await state(ask, host, path, headers)).toEqual([503, "5"]);
  });

  it("the process is alive, but not ready", async () => {
    expect(await state(ask, "127.0.0.1", "/healthz")).toEqual([200, undefined]);
    expect(await state(ask, "127.0.0.1", "/readyz")).toEqual([503, "5"]);
  });

  it("a code for logging in is kept for when it is back", async () => {
    expect(await state(ask, known, spare)).toEqual([503, "5"]);
  });
});

it("members read on as soon as it is back, and the code still works", async () => {
  database.turn("open");
  await expect.poll(() => state(ask, "127.0.0.1", "/readyz"), { timeout: 15_000 }).toEqual([200, undefined]);
  await expect
    .poll(() => state(ask, known, "/en/secret/", { cookie }), { timeout: 15_000, interval: 50 })
    .toEqual([200, undefined]);
  expect(await state(ask, known, "/en/secret/")).toEqual([401, undefined]);
  expect(await state(ask, known, spare, { cookie: browser.cookie })).toEqual([302, undefined]);
});

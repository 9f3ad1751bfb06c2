import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { findProgram } from "#lib/platform/sandbox/tools.ts";
import {
  type AskDocs,
  askPort,
  askThroughProxy,
  type DocsReply,
  startDocsProcess,
} from "#test/docs-client.ts";
import { buildShare, revokeShare } from "#test/factories/shares.ts";
import { addDomain } from "#test/factories/sites.ts";
import {
  buildVault,
  cookieOf,
  givePassword,
  hosts,
  linkPath,
  navigation,
  newAddress,
  openLink,
  page,
  post,
  treasure,
} from "#test/sharing-site.ts";

/** Where secrets, and what they open, could get to: other sites, caches, indexes, error pages, logs. */
env.TRUSTED_PROXIES = ["127.0.0.1"];
const { vault, ask, port, close } = await buildVault();
afterAll(close);
const password = "violet harbour 17 stones";
const [link, asked, header, revoked] = [
  await buildShare(vault),
  await buildShare(vault, { type: "password", password }),
  await buildShare(vault, { type: "http_header_token" }),
  await buildShare(vault),
];
await revokeShare(revoked);
await addDomain(vault, "docs.vault.example");
const secrets = [link.link, asked.link, revoked.link, header.token, password].map((secret) => secret ?? "");
const from = () => ({ "x-forwarded-for": newAddress() });

const served: [name: string, ask: AskDocs][] = [
  ["over sockets", ask],
  ["through proxy.ts", askThroughProxy],
];

describe.each(served)("answers of /_/sharing/, %s", (_, send) => {
  const get = (host: string, path: string, method = "GET") =>
    send(host, path, { method, headers: { ...navigation, ...from() } });
  const fill = (target: string, given: string) =>
    givePassword(send, hosts.vault, target, given, { headers: from() });

  test.each<[what: string, status: number, run: () => Promise<DocsReply>]>([
    ["a link", 302, () => get(hosts.vault, linkPath(link.link))],
    ["a link, headers only", 302, () => get(hosts.vault, linkPath(link.link), "HEAD")],
    ["a link on another host", 302, () => get("docs.vault.example", linkPath(link.link))],
    ["a link with a slash", 302, () => get(hosts.vault, `${linkPath(link.link)}/`)],
    ["a revoked link", 404, () => get(hosts.vault, linkPath(revoked.link))],
    ["an unknown link", 404, () => get(hosts.vault, linkPath("lcl_nobody"))],
    ["an impossible link", 404, () => get(hosts.vault, `${linkPath("x".repeat(3000))}`)],
    ["a link with more behind it", 404, () => get(hosts.vault, `${linkPath(link.link)}/en/latest/`)],
    ["a prompt", 401, () => get(hosts.vault, linkPath(asked.link))],
    ["a prompt of its own", 401, () => get(hosts.vault, "/_/sharing/")],
    ["a wrong password", 401, () => fill(linkPath(asked.link), "wrong password")],
    ["a right password", 303, () => fill(linkPath(asked.link), password)],
    ["a right password in place", 303, () => fill(page, password)],
    [
      "a form of another site",
      401,
      () => post(send, hosts.vault, linkPath(asked.link), { password }, from()),
    ],
  ])("%s: %i that nobody keeps, indexes or passes on", async (_what, status, run) => {
    const { status: got, headers } = await run();
    expect(got).toBe(status);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "cdn-cache-control": "private",
      "referrer-policy": "no-referrer",
    });
    expect(headers["x-robots-tag"]).toContain("noindex");
    expect(headers["cache-tag"]).toBeUndefined();
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["content-security-policy"] ?? "").not.toContain("frame-ancestors");
  });

  test("no address a reader goes on to has a secret in it", async () => {
    for (const path of [linkPath(link.link), `${linkPath(link.link)}?next=/en/old/`]) {
      const { headers } = await get(hosts.vault, path);
      for (const secret of secrets) expect(headers.location).not.toContain(secret);
    }
    const cookie = cookieOf(await get(hosts.vault, linkPath(link.link)));
    const shown = await send(hosts.vault, page, { headers: { ...navigation, cookie } });
    const told = JSON.stringify(shown.headers) + shown.text + cookie;
    for (const secret of secrets) expect(told).not.toContain(secret);
  });

  test("no refusal repeats what was tried", async () => {
    const form = { password: secrets.join(" "), next: "/", csrf: "x" };
    const refusals = [
      await get(hosts.vault, linkPath(revoked.link)),
      await get(hosts.vault, `${linkPath(link.link)}%00`),
      await get(hosts.vault, `${linkPath(link.link)}%zz`),
      await get(hosts.vault, `${linkPath(link.link)}/../x`),
      await get(hosts.other, linkPath(link.link)),
      await get("nobody.docs.localhost:3000", linkPath(link.link)),
      await send(hosts.vault, linkPath(link.link), { method: "DELETE" }),
      await post(send, hosts.vault, linkPath(revoked.link), form, from()),
      await post(send, hosts.vault, "/_/sharing/", form, from()),
      await post(send, hosts.vault, "/_/sharing/", { ...form, password: password.repeat(1000) }, from()),
      await send(hosts.other, page, { headers: { ...navigation, authorization: `Token ${header.token}` } }),
      await send(hosts.vault, page, { headers: { authorization: `Token ${link.link}` } }),
    ];
    for (const { status, headers, text: shown } of refusals) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      for (const secret of secrets) expect(JSON.stringify(headers) + shown).not.toContain(secret);
    }
  });
});

test("unknown and revoked links are the same answer after the same work", async () => {
  /** What the database was asked about shares and tries, in order; other statements are of the process itself. */
  const told = async (secret: string | null) => {
    const run = () => ask(hosts.vault, linkPath(secret), { headers: from() });
    await run();
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const { status, headers, text } = await run();
    const statements = sent.mock.calls.map(([query]) => String(Object(query).text));
    sent.mockRestore();
    const about = statements.filter((statement) =>
      /FROM "public"."share_secrets"|rate_counters/.test(statement),
    );
    return { status, headers: { ...headers, date: "" }, text, about };
  };
  const wiped = await buildShare(vault);
  await revokeShare(wiped);
  await db.shareSecret.updateMany({ where: { shareId: wiped.id }, data: { lookupHash: null, sealed: null } });
  const unknown = await told("lcl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  expect([unknown.status, unknown.about.length]).toEqual([404, 3]);
  expect(await told(revoked.link)).toEqual(unknown);
  expect(await told(wiped.link)).toEqual(unknown);
  expect(await told("x")).toMatchObject({ status: unknown.status, text: unknown.text });
});

describe("what is written down", () => {
  let child: ChildProcess;
  let logged = "";
  let told: AskDocs;
  beforeAll(async () => {
    const started = await startDocsProcess({ LOG_LEVEL: "debug", TRUSTED_PROXIES: "127.0.0.1" });
    ({ child, ask: told } = started);
    child.stdout!.on("data", (chunk) => {
      logged += chunk;
    });
    await everybody([hosts.vault, hosts.other, hosts.preview, "docs.vault.example"]);
  });
  afterAll(async () => {
    child.stdin!.end();
    await once(child, "exit");
  });

  /** Whom secrets go through: readers, guessers, and those who have the wrong host. */
  async function everybody(hostsAsked: readonly string[]): Promise<void> {
    const headers = () => ({
      ...navigation,
      ...from(),
      referer: `http://${hosts.vault}${linkPath(link.link)}`,
    });
    for (const secret of secrets) {
      const path = linkPath(encodeURIComponent(secret));
      for (const host of hostsAsked) {
        for (const method of ["GET", "HEAD", "POST"]) await told(host, path, { method, headers: headers() });
        await told(host, page, { headers: { ...headers(), authorization: `Token ${secret}` } });
      }
      await told(hosts.vault, `${page}?token=${encodeURIComponent(secret)}`, { headers: headers() });
      await givePassword(told, hosts.vault, page, secret, { headers: from() });
    }
    const cookie = await openLink(told, hosts.vault, link.link);
    await told(hosts.vault, page, { headers: { ...headers(), cookie } });
    if (cookie !== "") secrets.push(cookie.slice(cookie.indexOf("=") + 1));
  }
  test("in the log names no secret, even when the database fails", async () => {
    for (const table of ["share_sessions", "share_secrets", "share_accesses", "rate_counters"]) {
      await db.$executeRawUnsafe(`alter table ${table} rename to away`);
      try {
        await everybody([hosts.vault]);
      } finally {
        await db.$executeRawUnsafe(`alter table away rename to ${table}`);
      }
    }
    await vi.waitFor(() => expect(logged).toContain("docs request failed"));
    for (const secret of secrets) expect(logged).not.toContain(secret);
  });

  test("in the database names no secret", async () => {
    const tables = await db.$queryRaw<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["share_accesses", "audit_events"]),
    );
    await vi.waitFor(async () => expect(await db.shareAccess.count()).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    for (const { name } of tables) {
      const rows = await db.$queryRawUnsafe<{ row: string }[]>(
        `select row_to_json(t)::text as row from "${name}" t`,
      );
      const all = rows.map(({ row }) => row).join("\n");
      for (const secret of secrets) expect([name, all.includes(secret)]).toEqual([name, false]);
    }
  });
});

describe("a cache shared by all readers (nginx)", () => {
  const folder = mkdtempSync(join(inject("runFolder"), "shared-cache-"));
  let nginx: ChildProcess;
  let cached: AskDocs;
  /** Of one answer after another of the same address: how many came out of the cache. */
  const hits = new Map<string, number>();

  beforeAll(async () => {
    const front = await freePort();
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    mkdirSync(join(folder, "cache"));
    // As careless as caches are: an address is all that tells answers apart, and cookies are passed on.
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
       ${process.getuid?.() === 0 ? "user root;" : ""} events { worker_connections 64; }
       http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
         proxy_cache_path ${folder}/cache keys_zone=shared:1m;
         server { listen 127.0.0.1:${front};
           location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1;
             proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
             proxy_cache shared; proxy_cache_key $http_host$request_uri; proxy_cache_methods GET HEAD;
             proxy_cache_valid 200 301 302 401 404 10m;
             add_header X-Cache $upstream_cache_status always; } } }`,
    );
    const program = findProgram("nginx") ?? "nginx";
    nginx = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
    await once(nginx, "spawn");
    const asked = askPort(front);
    cached = async (host, path, options) => {
      const reply = await asked(host, path, options);
      if (reply.headers["x-cache"] === "HIT") hits.set(path, (hits.get(path) ?? 0) + 1);
      return reply;
    };
    await vi.waitFor(() => asked(hosts.vault, "/_/health_check/"), { timeout: 10_000 });
  });
  afterAll(async () => {
    nginx.kill("SIGTERM");
    await once(nginx, "exit");
  });

  async function freePort(): Promise<number> {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    holder.close();
    await once(holder, "close");
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  const paths = [
    page,
    "/en/latest/a.html",
    "/en/latest/data.json",
    "/en/latest/missing.html",
    "/en/latest",
    "/",
    "/llms.txt",
    "/llms-full.txt",
    "/sitemap.xml",
    "/_/sharing/",
    `/_/api/v3/embed/?url=http://${hosts.vault}${page}`,
    "/_/downloads/en/latest/pdf/",
  ];

  test("gives no stranger what a reader was given, and no reader what a stranger was", async () => {
    const cookie = await openLink(ask, hosts.vault, link.link);
    const authorization = `Token ${header.token}`;
    const credentials: Record<string, string>[] = [{ cookie }, { authorization }];
    for (const path of paths) {
      const ways = [{}, ...credentials, {}, ...credentials.toReversed(), {}];
      const direct = await Promise.all(
        ways.map((headers) => ask(hosts.vault, path, { headers: { ...navigation, ...headers } })),
      );
      for (const [index, headers] of ways.entries()) {
        const reply = await cached(hosts.vault, path, { headers: { ...navigation, ...headers } });
        const shown = [path, headers, reply.status, reply.text.includes(treasure)];
        const wanted = direct[index]!;
        expect(shown).toEqual([path, headers, wanted.status, wanted.text.includes(treasure)]);
        if (Object.keys(headers).length === 0) expect(reply.text).not.toContain(treasure);
      }
    }
    expect((await cached(hosts.vault, page, { headers: { cookie } })).text).toContain(treasure);
    expect(hits.get(page)).toBeUndefined();
  });

  test("gives nobody another one's session", async () => {
    const [first, second] = [
      await openLink(cached, hosts.vault, link.link),
      await openLink(cached, hosts.vault, link.link),
    ];
    expect([first === "", first === second]).toEqual([false, false]);
    await revokeShare(link);
    expect((await cached(hosts.vault, linkPath(link.link), { headers: navigation })).status).toBe(404);
    expect(hits.get(linkPath(link.link))).toBeUndefined();
  });

  test("does keep what is the same for everybody", async () => {
    await cached(hosts.vault, "/robots.txt");
    await cached(hosts.vault, "/robots.txt");
    expect([...hits.keys()].length).toBeGreaterThan(0);
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "#lib/access/schema.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { removeOldRequests, sendDueRequests } from "#lib/publishing/purges/commands.ts";
import type { SiteChange } from "#lib/publishing/purges/rules.ts";
import { buildProject, buildSubproject } from "#test/factories/tenants.ts";

const actor: Actor = { kind: "system", job: "test" };

/** A content delivery network: remembers what it was asked, and answers what it is told to. */
type Asked = { path: string; authorization: string | undefined; tags: string[] };
const asked: Asked[] = [];
const answers: { status: number; body: string }[] = [];
const network = createServer(async (request, response) => {
  const { tags } = JSON.parse(await text(request));
  asked.push({
    path: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    tags: tags.sort(),
  });
  const { status, body } = answers.shift() ?? { status: 200, body: '{"success": true}' };
  response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body);
});
await new Promise<void>((resolve) => network.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
const guide = await buildProject({ slug: "guide" });
const other = await buildProject({ slug: "other" });

const before = { ...env };
let now = 0;
beforeEach(() => {
  Object.assign(env, { CDN_DRIVER: "http", CDN_URL: `${origin}/purge`, CDN_TOKEN: "s3cret" });
  env.INTERNAL_HOSTS = ["127.0.0.1"];
  now = Date.parse("2026-03-01T12:00:00Z");
  vi.spyOn(clock, "now").mockImplementation(() => new Date(now));
});
afterEach(async () => {
  Object.assign(env, before);
  vi.restoreAllMocks();
  asked.length = 0;
  answers.length = 0;
  await db.purgeRequest.deleteMany({});
});
afterAll(() => network.close());

const change = (sites: [{ id: number; slug: string }, SiteChange][]) =>
  command(actor, async (c) => {
    for (const [project, what] of sites) {
      await c.record({
        action: "thing.update",
        projectId: project.id,
        subjectKind: "thing",
        subjectId: project.id,
        subjectLabel: project.slug,
      });
      await c.siteChanged(project.id, what);
    }
  });
const send = () => sendDueRequests(new AbortController().signal);
const requests = () => db.purgeRequest.findMany({ orderBy: { id: "asc" } });
const waitingJobs = async (): Promise<number> => {
  const [row] = await db.$queryRaw<{ n: bigint }[]>`
    select count(*) as n from pgboss.job where name = 'cdn.purge'`;
  return Number(row?.n);
};

describe("a change of a site", () => {
  test("is written down with its tags and reason, and wakes a worker, all with the change", async () => {
    const jobs = await waitingJobs();
    await change([
      [guide, { versions: ["latest"] }],
      [other, "all"],
    ]);
    expect(await requests()).toMatchObject([
      {
        projectId: guide.id,
        tags: expect.arrayContaining(["guide:latest", "guide:sitemap.xml"]),
        reason: "thing.update",
        state: "waiting",
        attempts: 0,
      },
      { projectId: other.id, tags: ["other"], state: "waiting" },
    ]);
    expect(await waitingJobs()).toBe(jobs + 1);
  });

  test("is one of its relatives, where addresses go through it or lead to it", async () => {
    const [main, sibling] = [await buildProject({ slug: "main" }), await buildProject({ slug: "sibling" })];
    const german = await buildProject({ slug: "german", language: "de", translationOfId: main.id });
    const part = await buildProject({ slug: "part" });
    const french = await buildProject({ slug: "french", language: "fr", translationOfId: part.id });
    await buildSubproject(main, part, "part");
    await buildSubproject(main, sibling, "sibling");
    const asked = async (...sites: Parameters<typeof change>[0]) => {
      await db.purgeRequest.deleteMany({});
      await change(sites);
      return (await requests()).flatMap(({ tags }) => tags).sort();
    };
    expect(await asked([main, "all"])).toEqual(["french", "german", "main", "part", "sibling"]);
    expect(await asked([german, "all"])).toEqual(["german", "main"]);
    expect(await asked([part, "all"])).toEqual(["french", "main", "part"]);
    expect(await asked([french, "all"])).toEqual(["french", "main", "part"]);
    expect(await asked([main, "project"])).toEqual(["main"]);
    expect(await asked([german, "all"], [main, "readers"])).toEqual(["german", "main"]);
  });

  test("that is not made asks for nothing", async () => {
    const failing = command(actor, async (c) => {
      await c.record({ action: "x.y", subjectKind: "x", subjectId: 1, subjectLabel: "x" });
      await c.siteChanged(guide.id);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await requests()).toEqual([]);
  });

  test.each<[string, SiteChange, "http" | "none"]>([
    ["of who may read", "readers", "http"],
    ["of anything, where there is no network,", "all", "none"],
  ])("%s asks for nothing", async (_name, what, driver) => {
    env.CDN_DRIVER = driver;
    await change([[guide, what]]);
    expect(await requests()).toEqual([]);
  });
});

describe("requests", () => {
  test("go to the network together, at once and again when every process has heard of the change", async () => {
    await change([
      [guide, "all"],
      [other, "all"],
    ]);
    expect(await send()).toBe(2);
    const first = { path: "POST /purge", authorization: "Bearer s3cret", tags: ["guide", "other"] };
    expect(asked).toEqual([first]);
    expect(await requests()).toMatchObject([
      { state: "waiting", attempts: 1 },
      { state: "waiting", attempts: 1 },
    ]);

    now += 4_000;
    expect(await send()).toBe(0);
    now += 1_000;
    expect(await send()).toBe(2);
    expect(asked).toEqual([first, first]);
    expect(await requests()).toMatchObject([
      { state: "done", attempts: 2, doneAt: new Date(now), nextTryAt: null, lastError: null },
      { state: "done", attempts: 2 },
    ]);
    now += 60_000;
    expect(await send()).toBe(0);
  });

  test("that fail say why, wait longer each time and are done in the end", async () => {
    await change([[guide, "all"]]);
    answers.push({ status: 503, body: "" }, { status: 302, body: "" });
    const jobs = await waitingJobs();
    await send();
    expect(await requests()).toMatchObject([
      { state: "waiting", attempts: 1, lastError: "The content delivery network answered 503." },
    ]);
    expect(await waitingJobs()).toBe(jobs + 1);
    now += 2_000;
    await send();
    expect(await requests()).toMatchObject([{ attempts: 2, lastError: "The server redirects too often." }]);
    now += 3_999;
    expect(await send()).toBe(0);
    now += 1;
    await send();
    expect(await requests()).toMatchObject([{ state: "done", attempts: 3, lastError: null }]);
  });

  test("are given up after half a day of failures, visibly", async () => {
    await change([[guide, "all"]]);
    await db.purgeRequest.updateMany({ data: { attempts: 23 } });
    answers.push({ status: 500, body: "" });
    await send();
    expect(await requests()).toMatchObject([{ state: "failed", attempts: 24, nextTryAt: null }]);
    now += 86_400_000;
    expect(await send()).toBe(0);
  });

  test("never go to a private address the operator has not named", async () => {
    env.INTERNAL_HOSTS = [];
    await change([[guide, "all"]]);
    await send();
    expect(asked).toEqual([]);
    expect((await requests())[0]?.lastError).toContain("may not be requested");
  });

  test("of a worker that died are sent by another one", async () => {
    await change([[guide, "all"]]);
    await db.purgeRequest.updateMany({ data: { attempts: 1, nextTryAt: new Date(now + 120_000) } });
    expect(await send()).toBe(0);
    now += 120_000;
    expect(await send()).toBe(1);
    expect(await requests()).toMatchObject([{ state: "done" }]);
  });

  test("taken by two workers at once are sent once", async () => {
    await change([[guide, "all"]]);
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.sort()).toEqual([0, 0, 1]);
  });

  test("that ended a month ago are forgotten", async () => {
    await change([[guide, "all"]]);
    now += 31 * 86_400_000;
    expect(await removeOldRequests()).toBe(0);
    await send();
    expect(await removeOldRequests()).toBe(1);
  });
});

describe("Cloudflare", () => {
  beforeEach(() => Object.assign(env, { CDN_DRIVER: "cloudflare", CDN_URL: `${origin}/v4/` }));

  test("is asked zone by zone, by tag", async () => {
    env.CDN_ZONES = ["one", "two"];
    await change([[guide, "all"]]);
    await send();
    const authorization = "Bearer s3cret";
    expect(asked).toEqual([
      { path: "POST /v4/zones/one/purge_cache", authorization, tags: ["guide"] },
      { path: "POST /v4/zones/two/purge_cache", authorization, tags: ["guide"] },
    ]);
  });

  test.each(['{"success": false, "errors": [{"message": "s3cret"}]}', "<html>", "{}"])(
    "answering %s has not purged",
    async (body) => {
      env.CDN_ZONES = ["one"];
      await change([[guide, "all"]]);
      answers.push({ status: 200, body });
      await send();
      expect(await requests()).toMatchObject([
        { state: "waiting", lastError: "Cloudflare answered that it has not purged." },
      ]);
    },
  );
});

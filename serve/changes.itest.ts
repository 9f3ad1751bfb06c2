import type { ChildProcess } from "node:child_process";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { publishBuild, retract } from "#lib/publishing/commands.ts";
import { findFamily } from "#lib/publishing/queries.ts";
import { createDirectory } from "#serve/directory.ts";
import { answer } from "#serve/pipeline.ts";
import { startDocsProcess } from "#test/docs-client.ts";
import { changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildProject, buildVersion } from "#test/factories/tenants.ts";

const system = { kind: "system", job: "test" } as const;
const agent = new Agent({ keepAlive: true });
const children: ChildProcess[] = [];
let ports: number[];
let site: { id: number; slug: string };
let latest: { id: number; slug: string };

const ask = (port: number, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const headers = { host: "site.docs.localhost:3000" };
    request({ agent, host: "127.0.0.1", port, path, headers })
      .on("error", reject)
      .on("response", async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      )
      .end();
  });

/** Waits until every process answers as wanted. How soon that is, `npm run bench` measures. */
async function settled(
  path: string,
  wanted: (reply: { status: number; body: string }) => boolean,
): Promise<void> {
  for (const port of ports)
    await expect.poll(async () => wanted(await ask(port, path)), { timeout: 15_000, interval: 5 }).toBe(true);
}

const numbered = (n: number) => ({ "index.html": `${n} `.repeat(2000), "style.css": `${n} `.repeat(100) });

beforeAll(async () => {
  site = await buildProject({ slug: "site" });
  latest = await versionOf(site, "latest");
  await publishSite(site, latest, numbered(0));
  const started = await Promise.all([startDocsProcess(), startDocsProcess()]);
  ports = started.map(({ port }) => port);
  children.push(...started.map(({ child }) => child));
});
afterAll(() => {
  agent.destroy();
  for (const child of children) child.stdin?.end();
});

describe("changes reach every process", () => {
  it("publish, private, inactive, deleted", async () => {
    await settled("/en/latest/", ({ body }) => body.startsWith("0 "));
    await publishSite(site, latest, numbered(1));
    await settled("/en/latest/", ({ body }) => body.startsWith("1 "));

    const level = (privacyLevel: "public" | "private") =>
      changeSite(site.id, () => db.version.update({ where: { id: latest.id }, data: { privacyLevel } }));
    await level("private");
    await settled("/en/latest/", ({ status }) => status === 401);
    await level("public");
    await settled("/en/latest/", ({ status }) => status === 200);

    await command(system, (c) => retract(c, { id: latest.id, projectId: site.id }, "deactivated"));
    await settled("/en/latest/", ({ status }) => status === 404);
    const build = await publishSite(site, latest, numbered(2));
    await settled("/en/latest/", ({ status }) => status === 200);

    await changeSite(site.id, () =>
      db.project.update({ where: { id: site.id }, data: { deletedAt: new Date() } }),
    );
    await settled("/en/latest/", ({ status }) => status === 404);
    await changeSite(site.id, () => db.project.update({ where: { id: site.id }, data: { deletedAt: null } }));
    await settled("/en/latest/", ({ status }) => status === 200);
    expect(build).toBeGreaterThan(0);
  });

  it("a lost connection is made up for", async () => {
    await db.$executeRaw`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lectern listener' and datname = current_database()`;
    await publishSite(site, latest, numbered(3));
    await settled("/en/latest/", ({ body }) => body.startsWith("3 "));
  });
});

describe("publishing under load", () => {
  it("no answer fails, mixes two builds or goes back to an older one", async () => {
    let isOver = false;
    let answers = 0;
    const problems: string[] = [];
    const read = async (port: number, path: string): Promise<void> => {
      let newest = 0;
      while (!isOver) {
        const { status, body } = await ask(port, path);
        const numbers = new Set(body.trim().split(" "));
        const number = Number([...numbers][0]);
        if (status !== 200 || numbers.size !== 1) problems.push(`${status} ${[...numbers].slice(0, 3)}`);
        if (number < newest) problems.push(`${number} after ${newest}`);
        newest = number;
        answers += 1;
      }
    };
    const readers = ports.flatMap((port) =>
      ["/en/latest/", "/en/latest/style.css"].map((path) => read(port, path)),
    );
    for (let n = 10; n < 30; n += 1) await publishSite(site, latest, numbered(n));
    await settled("/en/latest/", ({ body }) => body.startsWith("29 "));
    isOver = true;
    await Promise.all(readers);
    expect(problems).toEqual([]);
    expect(answers).toBeGreaterThan(500);
  });

  it("an older build that finishes late is not published, nor one that was replaced, and publishing twice is the same", async () => {
    const early = await publishSite(site, latest, numbered(40), { publish: false });
    const late = await publishSite(site, latest, numbered(41));
    const publish = (id: number) =>
      command(system, async (c) => {
        const served = await publishBuild(c, { id, projectId: site.id, versionId: latest.id });
        await c.record({ action: "test.publish", subjectKind: "build", subjectId: id, subjectLabel: "" });
        return served;
      });
    expect(await publish(early)).toBe(false);
    expect(await publish(late)).toBe(true);
    const version = await db.version.findUniqueOrThrow({ where: { id: latest.id } });
    expect(version.publishedBuildId).toBe(late);
    const open = await db.publication.findMany({ where: { versionId: latest.id, endedAt: null } });
    expect(open.map(({ buildId }) => buildId)).toEqual([late]);
    // Rolled back by hand: the newer build stays published history, so the older one still does not win.
    await command(system, (c) => retract(c, { id: latest.id, projectId: site.id }, "deactivated"));
    expect(await publish(early)).toBe(false);
  });

  it("an inactive version publishes nothing", async () => {
    const build = await publishSite(site, latest, numbered(50), { publish: false });
    await changeSite(site.id, () => db.version.update({ where: { id: latest.id }, data: { active: false } }));
    await command(system, async (c) => {
      expect(await publishBuild(c, { id: build, projectId: site.id, versionId: latest.id })).toBe(false);
      await c.record({ action: "test.publish", subjectKind: "build", subjectId: build, subjectLabel: "" });
    });
    await changeSite(site.id, () => db.version.update({ where: { id: latest.id }, data: { active: true } }));
  });
});

describe("a project deleted while a build is being stored", () => {
  it("publishes nothing any more, which restoring it would show", async () => {
    const gone = await buildProject({});
    const version = await buildVersion(gone);
    const build = await publishSite(gone, version, numbered(60), { publish: false });
    await db.project.update({ where: { id: gone.id }, data: { deletedAt: new Date(), purgeAt: new Date() } });
    await command(system, async (c) => {
      expect(await publishBuild(c, { id: build, projectId: gone.id, versionId: version.id })).toBe(false);
      await c.record({ action: "test.publish", subjectKind: "build", subjectId: build, subjectLabel: "" });
    });
  });
});

describe("out of touch with the database (decision 16)", () => {
  const state = { silentMs: 0, isDown: false };
  const directory = createDirectory({
    load: (slug) => (state.isDown ? Promise.reject(new Error("connection refused")) : findFamily(slug)),
    loadReader: async () => null,
    loadShareSession: async () => null,
    silentMs: () => state.silentMs,
    now: () => Date.now(),
    graceMs: 0,
  });
  const get = async (target: string) => {
    const host = "site.docs.localhost:3000";
    const header = () => undefined;
    const body = async () => null;
    const found = await answer(directory, {
      method: "GET",
      target,
      host,
      scheme: "http",
      address: "192.0.2.1",
      header,
      body,
    });
    return [found.status, found.headers.includes("Retry-After")];
  };

  it("public pages are served, private ones answer 503 until somebody knows better", async () => {
    await publishSite(site, latest, numbered(60));
    const secret = await db.version.create({
      data: {
        projectId: site.id,
        slug: "secret",
        verboseName: "secret",
        type: "branch",
        active: true,
        privacyLevel: "private",
      },
    });
    await publishSite(site, secret, numbered(61));
    expect(await get("/en/latest/")).toEqual([200, false]);
    expect(await get("/en/secret/")).toEqual([401, false]);
    state.silentMs = 1001;
    expect(await get("/en/secret/")).toEqual([401, false]);
    state.isDown = true;
    expect(await get("/en/latest/")).toEqual([200, false]);
    expect(await get("/en/secret/")).toEqual([503, true]);
    directory.changedAll();
    expect(await get("/en/latest/style.css")).toEqual([200, false]);
    expect(await get("/en/secret/")).toEqual([503, true]);
    state.isDown = false;
    state.silentMs = 0;
    await db.version.update({ where: { id: secret.id }, data: { privacyLevel: "public" } });
    directory.changedAll();
    await delay(1100);
    expect(await get("/en/secret/")).toEqual([200, false]);
  });
});

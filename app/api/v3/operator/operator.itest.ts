import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { claimEdition } from "#lib/instance/commands.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { defineJob, enqueue, stopQueue } from "#lib/platform/jobs/queue.ts";
import { api } from "#test/api.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";

await claimEdition("business");
const superuser = await buildUser({ superuser: true });
const operator = api(await buildSession(superuser));

afterAll(stopQueue);
afterEach(async () => {
  env.SIGN_UP = "open";
  await operator.patch("/operator/settings/", { sign_up: null, email_domains: [] });
});

test("the workload names workers, and who has been silent for a minute", async () => {
  const present = await registerWorker(2, { isolation: "bubblewrap", network: true });
  const silent = await registerWorker(4, {});
  const gone = await registerWorker(4, {});
  await db.$executeRaw`update workers set last_seen_at = now() - interval '61 seconds' where id = ${silent}::int`;
  await db.$executeRaw`update workers set stopped_at = now() where id = ${gone}::int`;
  const { status, body } = await operator.get("/operator/workload/");
  expect(status).toBe(200);
  expect(body.workers).toMatchObject([
    {
      id: present,
      slots: 2,
      running: 0,
      silent: false,
      features: { isolation: "bubblewrap", network: true },
    },
    { id: silent, slots: 4, silent: true },
  ]);
  expect(body.builds).toEqual({ waiting: 0, running: 0, oldest_waiting: null });
  expect(body.database_bytes).toBeGreaterThan(1_000_000);
});

test("a job that was given up is listed without what it was told, and tried again once", async () => {
  const job = defineJob({ name: "test.given-up", payload: z.object({ secret: z.string() }) });
  await transaction((tx) => enqueue(tx, job, { secret: "hush" }));
  await db.$executeRaw`
    update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "no such host"}'
    where name = 'test.given-up'`;
  const { body, text } = await operator.get("/operator/failed-jobs/");
  expect(body.results).toMatchObject([{ name: "test.given-up", tries: 1, reason: "no such host" }]);
  expect(text).not.toContain("hush");
  const path = `/operator/failed-jobs/${body.results[0].id}/retry/`;
  expect((await operator.post(path, {})).status).toBe(204);
  expect((await operator.post(path, {})).status).toBe(404);
  expect((await operator.get("/operator/failed-jobs/")).body.count).toBe(0);
  expect((await operator.get("/operator/workload/")).body.jobs).toContainEqual({
    name: "test.given-up",
    waiting: 1,
    running: 0,
    failed: 0,
  });
});

test("a disabled account is signed out everywhere, and can be enabled again", async () => {
  const user = await buildUser({ email: "needle@example.com" });
  const browser = api(await buildSession(user));
  const { token } = (await browser.post("/account/tokens/", { name: "ci" })).body;
  const found = await operator.get("/operator/users/?q=needle@");
  expect(found.body.results).toMatchObject([
    { username: user.username, email: "needle@example.com", active: true, superuser: false },
  ]);
  const path = `/operator/users/${user.username}/`;
  expect((await operator.patch(path, { active: false })).body).toMatchObject({ active: false });
  expect((await browser.get("/account/")).status).toBe(401);
  expect((await api({ token }).get("/account/")).body).toEqual({ detail: "User inactive or deleted." });
  expect((await operator.get("/operator/users/?active=false")).body.results).toMatchObject([
    { username: user.username },
  ]);
  expect((await operator.patch(path, { active: true })).body).toMatchObject({ active: true });
  expect((await browser.get("/account/")).status).toBe(401);
  expect((await api({ token }).get("/account/")).status).toBe(200);
  const log = await api(await buildSession(user)).get("/account/security-log/");
  expect(log.body.results.slice(1, 4)).toMatchObject([
    { action: "account.enable", actor: superuser.username, address: null, client: null },
    { action: "account.disable", actor: superuser.username, address: null, client: null },
    { action: "token.create", actor: user.username, address: expect.any(String), client: expect.any(String) },
  ]);
  const own = await operator.patch(`/operator/users/${superuser.username}/`, { active: false });
  expect([own.status, own.body]).toEqual([
    409,
    { detail: "You cannot disable your own account. Ask another superuser." },
  ]);
  expect((await db.auditEvent.findMany({ where: { action: "account.disable" } })).length).toBe(1);
});

test.each([
  ["open", "closed", 403],
  ["open", "invited", 403],
  ["closed", "open", 201],
  ["closed", null, 403],
] as const)("with SIGN_UP=%s, operators who chose %s have the last word", async (said, chosen, status) => {
  env.SIGN_UP = said;
  await operator.patch("/operator/settings/", { sign_up: chosen });
  const answer = await api().post("/account/sign-up/", {
    username: `newcomer-${said}-${chosen}`,
    email: `newcomer-${said}-${chosen}@example.com`,
    password: "correct horse",
  });
  expect(answer.status).toBe(status);
  expect((await operator.get("/operator/settings/")).body).toMatchObject({
    sign_up: chosen,
    sign_up_default: said,
  });
});

test("sign-up can be kept to addresses of some domains", async () => {
  const wrong = await operator.patch("/operator/settings/", { email_domains: ["example.com", "nonsense"] });
  expect(wrong.body).toEqual({ email_domains: ['"nonsense" is not a domain. Write it like example.com.'] });
  await operator.patch("/operator/settings/", { email_domains: ["Example.org", "example.com"] });
  const signUp = (username: string, email: string) =>
    api().post("/account/sign-up/", { username, email, password: "correct horse" });
  expect((await signUp("stranger", "a@sub.example.com")).body).toEqual({
    email: ["Use an address of example.com or example.org."],
  });
  expect((await signUp("colleague", "A@EXAMPLE.ORG")).status).toBe(201);
});

test("a superuser's token confined to projects operates nothing", async () => {
  const made = await operator.post("/account/tokens/", { name: "all", scope: "read" });
  const client = api({ token: made.body.token });
  expect((await client.get("/operator/settings/")).status).toBe(200);
  expect((await client.patch("/operator/settings/", {})).status).toBe(403);
  await db.apiToken.update({ where: { id: made.body.id }, data: { allProjects: false } });
  expect((await client.get("/operator/settings/")).status).toBe(404);
});

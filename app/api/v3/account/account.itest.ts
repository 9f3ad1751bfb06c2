import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sendEmailCode } from "#lib/accounts/emails/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { mailFolder } from "#lib/platform/mail/mail.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";
import { buildPerson, buildProject } from "#test/factories/tenants.ts";

const password = "correct horse";
const browserOf = async (user: Parameters<typeof buildSession>[0]) => api(await buildSession(user));
const lastAudit = () => db.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });

afterEach(() => {
  env.SIGN_UP = "open";
});

test("the account shows its owner, by token and by session", async () => {
  const user = await buildUser({ username: "Ada", email: "ada@example.com" });
  const { status, body } = await (await browserOf(user)).get("/account/");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: user.id,
    username: "Ada",
    first_name: "",
    email: "ada@example.com",
    email_verified: true,
    superuser: false,
    time_zone: null,
  });
  const person = await buildPerson();
  expect((await api(person).get("/account/")).body).toMatchObject({ username: person.username, email: null });
  expect((await api().get("/account/")).status).toBe(401);
});

test("the profile is changed field by field, and the change is history", async () => {
  const browser = await browserOf(await buildUser());
  const { status, body } = await browser.patch("/account/", {
    first_name: " Ada ",
    time_zone: "Europe/Berlin",
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ first_name: "Ada", last_name: "", time_zone: "Europe/Berlin" });
  expect((await browser.patch("/account/", { time_zone: null })).body.time_zone).toBeNull();
  expect((await browser.patch("/account/", { time_zone: "Mars/Base" })).body).toEqual({
    time_zone: ['"Mars/Base" is not a time zone.'],
  });
  expect(await lastAudit()).toMatchObject({ action: "account.update", actorKind: "user" });
});

test("preferences have defaults, change one by one, and two changes at once both count", async () => {
  const user = await buildUser();
  const browser = await browserOf(user);
  const usual = {
    theme: "system",
    density: "regular",
    times: "relative",
    single_keys: true,
    reduce_motion: false,
    time_zone: null,
  };
  expect((await browser.get("/account/preferences/")).body).toEqual(usual);
  const change = (input: object) => browser.patch("/account/preferences/", input);
  await Promise.all([change({ theme: "dark" }), change({ density: "compact", time_zone: "Asia/Tokyo" })]);
  expect((await change({ single_keys: false })).body).toEqual({
    ...usual,
    theme: "dark",
    density: "compact",
    time_zone: "Asia/Tokyo",
    single_keys: false,
  });
  expect((await change({ theme: "pink", time_zone: "Mars/Base", reduce_motion: "perhaps" })).body).toEqual({
    theme: ['"pink" is not a valid choice.'],
    time_zone: ['"Mars/Base" is not a time zone.'],
    reduce_motion: ["Must be a valid boolean."],
  });
  await db.user.update({ where: { id: user.id }, data: { preferences: { theme: "pink", density: 3 } } });
  expect((await browser.get("/account/preferences/")).body).toMatchObject({
    theme: "system",
    density: "regular",
  });
});

test("a new password needs the old one and ends every other session", async () => {
  const user = await buildUser({ password });
  const other = await browserOf(user);
  const browser = await browserOf(user);
  const change = (current_password: string, new_password: string) =>
    browser.post("/account/password/", { current_password, new_password });
  expect((await change("wrong", "another horse")).body).toEqual({
    current_password: ["This password is not right."],
  });
  expect((await change(password, "short")).body).toEqual({
    new_password: ["This password is too short. It must contain at least 8 characters."],
  });
  expect((await change(password, user.username)).body).toEqual({
    new_password: ["The password is too similar to the username."],
  });
  expect((await change(password, "another horse")).status).toBe(204);
  expect((await browser.get("/account/")).status).toBe(200);
  expect((await other.get("/account/")).status).toBe(401);
});

test("a session cannot be used to guess the password, not even the right one after too many tries", async () => {
  const user = await buildUser({ password });
  const browser = await browserOf(user);
  const change = (current_password: string) =>
    browser.post("/account/password/", { current_password, new_password: "another horse" });
  stopClock();
  for (let tries = 0; tries < 10; tries += 1) expect((await change("wrong")).status).toBe(400);
  const { status, headers } = await change(password);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("sign-up makes an account that can sign in and has an address to verify", async () => {
  const input = { username: "Grace.H", email: "grace@example.com", password, is_superuser: true };
  const { status, body } = await api().post("/account/sign-up/", input);
  expect([status, body]).toEqual([201, { username: "Grace.H" }]);
  const user = await db.user.findUniqueOrThrow({
    where: { usernameKey: "grace.h" },
    include: { emailAddresses: true, ownedOrganizations: true },
  });
  expect(user.isSuperuser).toBe(false);
  expect(user.passwordHash).toMatch(/^\$argon2id\$/);
  expect(user.emailAddresses).toMatchObject([
    { address: "grace@example.com", isPrimary: true, verifiedAt: null },
  ]);
  expect(user.ownedOrganizations).toEqual([]);
  expect(await lastAudit()).toMatchObject({ action: "account.create", actorLabel: "visitor", changes: null });
});

test("sign-up names every field that is wrong", async () => {
  await buildUser({ username: "taken" });
  const good = { username: "fine", email: "fine@example.com", password };
  const refused = async (input: object) =>
    (await api().post("/account/sign-up/", { ...good, ...input })).body;
  expect(await refused({ username: "TAKEN" })).toEqual({
    username: ["A user with that username already exists."],
  });
  const badName = ["Enter a valid username: letters, numbers and the characters . _ + - only."];
  expect(await refused({ username: "a@b", email: "x", password: "short" })).toEqual({
    username: badName,
    email: ["Enter a valid email address."],
    password: ["This password is too short. It must contain at least 8 characters."],
  });
  expect(await refused({ email: "a@b.c\r\nBcc: all" })).toEqual({ email: ["Enter a valid email address."] });
  expect(await refused({ username: "x".repeat(151) })).toEqual({
    username: ["Ensure this field has no more than 150 characters."],
  });
  expect(await refused({ username: "longenough", password: "LongEnough" })).toEqual({
    password: ["The password is too similar to the username."],
  });
  expect((await api().post("/account/sign-up/")).body).toEqual({
    username: ["This field is required."],
    email: ["This field is required."],
    password: ["This field is required."],
  });
});

test.each([
  ["closed", "Sign-up is closed on this server."],
  ["invited", "Sign-up is by invitation only."],
] as const)("sign-up that is %s is refused", async (setting, detail) => {
  env.SIGN_UP = setting;
  const answer = await api().post("/account/sign-up/", {
    username: "late",
    email: "l@example.com",
    password,
  });
  expect([answer.status, answer.body]).toEqual([403, { detail }]);
});

test("the address of a new account is mailed a code that confirms it", async () => {
  const input = { username: "mailed", email: "mailed@example.com", password };
  expect((await api().post("/account/sign-up/", input)).status).toBe(201);
  const jobs = await db.$queryRaw<{ data: { userId: number; address: string } }[]>`
    select data from pgboss.job where name = 'account.mail-email-code' and data->>'address' = ${input.email}`;
  expect(jobs).toHaveLength(1);
  await sendEmailCode(jobs[0]!.data);
  const [file] = await readdir(mailFolder());
  const mail = await readFile(join(mailFolder(), file ?? ""), "utf8");
  expect(mail).toContain("To: mailed@example.com");
  const link = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const code = /\/accounts\/confirm-email\/\?code=([\w-]+)/.exec(link)?.[1];
  const newcomer = await browserOf(await db.user.findUniqueOrThrow({ where: { usernameKey: "mailed" } }));
  const { body } = await newcomer.get("/users/mailed/notifications/");
  expect(body.results).toMatchObject([
    { state: "unread", message: { id: "core:email:validation-pending", type: "warning" } },
  ]);
  expect(body.results[0].message.body).toContain("mailed@example.com");
  expect((await newcomer.get("/notifications/")).body.results).toEqual(body.results);
  expect((await api().post("/account/verify-email/", { code })).status).toBe(204);
  expect((await newcomer.get("/notifications/")).body.results).toEqual([]);
  await sendEmailCode(jobs[0]!.data);
  expect(await readdir(mailFolder())).toHaveLength(1);
});

test("a code verifies its address once, and only while nobody else has verified it", async () => {
  const codeFor = async (user: { id: number; email: string }, expiresAt = new Date(Date.now() + 60_000)) => {
    const code = `code-${user.id}-${expiresAt.getTime()}`;
    const target = { address: user.email };
    await db.oneTimeCode.create({
      data: { purpose: "verify_email", codeHash: sha256(code), userId: user.id, target, expiresAt },
    });
    return code;
  };
  const verify = (code: string) => api().post("/account/verify-email/", { code });
  const refusal = { code: ["This code is not valid or no longer valid."] };
  const first = await buildUser({ email: "one@example.com", verified: false });
  const second = await buildUser({ email: "one@example.com", verified: false });
  const late = await codeFor(first, new Date(Date.now() - 1));
  expect((await verify(late)).body).toEqual(refusal);
  const code = await codeFor(first);
  expect((await verify(code)).status).toBe(204);
  expect((await verify(code)).body).toEqual(refusal);
  expect((await verify(await codeFor(second))).body).toEqual(refusal);
  const addresses = await db.emailAddress.findMany({ where: { addressKey: "one@example.com" } });
  expect(addresses.filter(({ verifiedAt }) => verifiedAt).map(({ userId }) => userId)).toEqual([first.id]);
});

test("a token is shown once, works, and is gone when revoked", async () => {
  const browser = await browserOf(await buildUser());
  const made = await browser.post("/account/tokens/", { name: "ci", scope: "read", expires: "2999-01-01" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: "ci", scope: "read", projects: null, expires: "2999-01-01" });
  expect(made.body.token).toMatch(/^lct_[\w-]{43}$/);
  expect(made.body.last_four).toBe(made.body.token.slice(-4));
  const client = api({ token: made.body.token });
  expect((await client.get("/account/")).status).toBe(200);
  expect((await client.patch("/account/", {})).body).toEqual({ detail: "This token may only read." });

  const path = `/account/tokens/${made.body.id}/`;
  const listed = await browser.get("/account/tokens/");
  expect(listed.body.count).toBe(1);
  expect(listed.text + (await browser.get(path)).text).not.toContain(made.body.token);
  expect((await browser.delete(path)).status).toBe(204);
  expect((await client.get("/account/")).body).toEqual({ detail: "Invalid token." });
  expect((await browser.delete(path)).body).toEqual({ detail: "No ApiToken matches the given query." });
  const stored = JSON.stringify(
    await db.auditEvent.findMany({ where: { subjectKind: "token" } }),
    (_, value) => (typeof value === "bigint" ? String(value) : value),
  );
  expect(stored).not.toContain(made.body.token);
});

test("a token is renamed, narrowed at once and widened again, and the change is history", async () => {
  const person = await buildUser();
  const browser = await browserOf(person);
  const [near, far] = [
    await buildProject({ maintainer: person }),
    await buildProject({ maintainer: person }),
  ];
  const { body: made } = await browser.post("/account/tokens/", { name: "wide" });
  await browser.post("/account/tokens/", { name: "taken" });
  const client = api({ token: made.token });
  const change = (input: object) => browser.patch(`/account/tokens/${made.id}/`, input);

  expect((await client.patch(`/projects/${near.slug}/`, {})).status).toBe(204);
  expect((await change({ name: "narrow", scope: "read", projects: [near.slug] })).body).toMatchObject({
    name: "narrow",
    scope: "read",
    projects: [near.slug],
    last_four: made.last_four,
  });
  expect((await client.patch(`/projects/${near.slug}/`, {})).status).toBe(403);
  expect((await client.get("/projects/")).body.count).toBe(1);
  expect(await lastAudit()).toMatchObject({
    action: "token.update",
    changes: {
      name: { from: "wide", to: "narrow" },
      scope: { from: "write", to: "read" },
      projects: { from: null, to: [near.slug] },
    },
  });

  expect((await change({ scope: "write", projects: null })).body).toMatchObject({
    name: "narrow",
    projects: null,
  });
  expect((await client.patch(`/projects/${far.slug}/`, {})).status).toBe(204);
  expect((await change({ name: "taken" })).body).toEqual({
    name: ["You have a token with this name already."],
  });
  expect((await change({ projects: [] })).body).toEqual({ projects: ["Choose at least one project."] });
  expect((await change({ projects: ["nowhere"] })).body).toEqual({
    projects: ["Object with slug=nowhere does not exist."],
  });
  await browser.delete(`/account/tokens/${made.id}/`);
  expect((await change({ name: "late" })).status).toBe(404);
});

test("a token's input is checked", async () => {
  const person = await buildUser();
  const browser = await browserOf(person);
  const stranger = await buildProject({ privacyLevel: "private" });
  const own = await buildProject({ maintainer: person, privacyLevel: "private" });
  const refused = async (input: object) =>
    (await browser.post("/account/tokens/", { name: "n", ...input })).body;
  expect(await refused({ name: " " })).toEqual({ name: ["This field may not be blank."] });
  expect(await refused({ scope: "admin" })).toEqual({ scope: ['"admin" is not a valid choice.'] });
  expect(await refused({ expires: "2020-01-01" })).toEqual({ expires: ["This date is in the past."] });
  for (const expires of ["soon", "2999-02-30", "2999-1-1"]) {
    expect(await refused({ expires })).toEqual({
      expires: ["Date has wrong format. Use one of these formats instead: YYYY-MM-DD."],
    });
  }
  expect(await refused({ projects: [own.slug, stranger.slug] })).toEqual({
    projects: [`Object with slug=${stranger.slug} does not exist.`],
  });
  expect(await refused({ projects: [] })).toEqual({ projects: ["Choose at least one project."] });
  expect((await refused({ projects: [own.slug, own.slug] })).projects).toEqual([own.slug]);
  expect(await refused({})).toEqual({ name: ["You have a token with this name already."] });
});

test("revoking a token can be taken back for 15 seconds, unless its name is taken", async () => {
  const browser = await browserOf(await buildUser());
  const { id, token } = (await browser.post("/account/tokens/", { name: "deploy" })).body;
  const path = `/account/tokens/${id}/`;
  const undo = () => browser.post(`${path}revoke-undo/`, {});
  const revokedAt = (secondsAgo: number) =>
    db.apiToken.update({ where: { id }, data: { revokedAt: new Date(Date.now() - secondsAgo * 1000) } });
  const late = { detail: "It is too late to take that back. Create another token." };

  await browser.delete(path);
  expect((await undo()).body).toMatchObject({ id, name: "deploy", last_used: null });
  expect((await api({ token }).get("/account/")).status).toBe(200);
  expect([(await undo()).status, (await undo()).body]).toEqual([409, late]);
  await revokedAt(16);
  expect([(await undo()).status, (await undo()).body]).toEqual([409, late]);
  await revokedAt(1);
  await browser.post("/account/tokens/", { name: "deploy" });
  expect((await undo()).body).toEqual({ detail: "You have another token with this name by now." });
  expect((await api({ token }).get("/account/")).status).toBe(401);
});

test("a rotated token lives on only as long as it was told", async () => {
  const browser = await browserOf(await buildUser());
  const first = (await browser.post("/account/tokens/", { name: "deploy" })).body;
  const rotate = (overlap_hours: number) =>
    browser.post(`/account/tokens/${first.id}/rotate/`, { overlap_hours });
  const works = async (token: string) => (await api({ token }).get("/account/")).status === 200;

  const second = (await rotate(24)).body;
  expect([second.id, await works(first.token), await works(second.token)]).toEqual([first.id, true, true]);
  const third = (await rotate(0)).body;
  expect([await works(first.token), await works(second.token), await works(third.token)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await rotate(5)).body).toEqual({ overlap_hours: ['"5" is not a valid choice.'] });
});

test("nobody reaches another person's tokens and sessions", async () => {
  const owner = await browserOf(await buildUser());
  const token = (await owner.post("/account/tokens/", { name: "mine" })).body;
  const session = (await owner.get("/account/sessions/")).body.results[0];
  const stranger = await browserOf(await buildUser());
  for (const answer of [
    await stranger.get(`/account/tokens/${token.id}/`),
    await stranger.delete(`/account/tokens/${token.id}/`),
    await stranger.post(`/account/tokens/${token.id}/rotate/`, {}),
    await stranger.post(`/account/tokens/${token.id}/revoke-undo/`, {}),
    await stranger.delete(`/account/sessions/${session.id}/`),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await stranger.get("/account/tokens/")).body.count).toBe(0);
  expect((await owner.get("/account/")).status).toBe(200);
  for (const id of ["abc", "99999999999999999999", "-1"]) {
    expect((await owner.get(`/account/tokens/${id}/`)).status).toBe(404);
  }
});

test("a token may not make, end or rotate the means of signing in", async () => {
  const person = await buildPerson();
  const client = api(person);
  for (const answer of [
    await client.get("/account/tokens/"),
    await client.post("/account/tokens/", { name: "more" }),
    await client.get("/account/sessions/"),
    await client.post("/account/password/", {}),
  ]) {
    expect(answer.body).toEqual({ detail: "This needs a signed-in session, a token is not enough." });
  }
});

test("sessions are listed with where they are, and ended one by one", async () => {
  const user = await buildUser();
  const phone = await buildSession(user, "Phone");
  const browser = api(await buildSession(user, "Laptop"));
  const { body } = await browser.get("/account/sessions/");
  expect(
    body.results.map(({ client, current }: { client: string; current: boolean }) => [client, current]),
  ).toEqual(
    expect.arrayContaining([
      ["Laptop", true],
      ["Phone", false],
    ]),
  );
  expect(JSON.stringify(body)).not.toContain(phone.id);
  const other = body.results.find(({ current }: { current: boolean }) => !current);
  expect((await browser.delete(`/account/sessions/${other.id}/`)).status).toBe(204);
  expect((await api(phone).get("/account/")).status).toBe(401);
  expect((await browser.delete(`/account/sessions/${other.id}/`)).status).toBe(404);
  expect((await browser.delete("/account/sessions/zz/")).status).toBe(404);
  expect((await browser.get("/account/sessions/")).body.count).toBe(1);
});

test("ending a session ends the docs sessions made from it and tells their hosts", async () => {
  const user = await buildUser();
  const session = await buildSession(user);
  const project = await buildProject();
  const docs = await db.docsSession.create({
    data: {
      sessionId: session.id,
      userId: user.id,
      projectId: project.id,
      host: "docs.example.com",
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const before = await db.project.findUniqueOrThrow({ where: { id: project.id } });
  const browser = api(session);
  const { body } = await browser.get("/account/sessions/");
  expect((await browser.delete(`/account/sessions/${body.results[0].id}/`)).status).toBe(204);
  expect((await db.docsSession.findUniqueOrThrow({ where: { id: docs.id } })).endedAt).not.toBeNull();
  const after = await db.project.findUniqueOrThrow({ where: { id: project.id } });
  expect(after.siteRevision).toBeGreaterThan(before.siteRevision);
});

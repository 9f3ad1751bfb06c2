import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sendEmailCode } from "#lib/accounts/emails/commands.ts";
import { sendResetCode } from "#lib/accounts/passwords/commands.ts";
import { signIn } from "#lib/auth/sign-in.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { mailFolder } from "#lib/platform/mail/mail.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";

const password = "correct horse";
const from = { from: "192.0.2.1", client: "Test browser" };
const caller = { address: "192.0.2.200", client: "Test browser" };

/** The code in the newest mail to an address. */
async function codeMailedTo(address: string): Promise<string> {
  const names = (await readdir(mailFolder())).sort().reverse();
  for (const name of names) {
    const text = (await readFile(join(mailFolder(), name), "utf8"))
      .replaceAll("=\n", "")
      .replaceAll("=3D", "=");
    if (text.includes(`To: ${address}`)) return /code=([\w-]+)/.exec(text)?.[1] ?? "";
  }
  throw new Error(`No mail to ${address}.`);
}

/** What the owner of an address is about to be told, oldest first. */
const newsMailedTo = async (address: string): Promise<string[]> =>
  (
    await db.$queryRaw<{ news: string }[]>`
      select data->>'news' as news from pgboss.job
      where name = 'account.mail-news' and data->>'address' = ${address} order by created_on`
  ).map(({ news }) => news);

test("a second address is added, proven by its code, made the main one, and the first removed", async () => {
  const user = await buildUser({ username: "mover", email: "old@example.com", password });
  const browser = api(await buildSession(user));
  const added = await browser.post("/account/emails/", { address: "New@example.com" });
  expect(added).toMatchObject({ status: 201, body: { primary: false, verified: false } });
  const { id } = added.body;
  expect((await browser.post("/account/emails/", { address: "new@EXAMPLE.com" })).body).toEqual({
    address: ["You have this address already."],
  });
  expect((await browser.patch(`/account/emails/${id}/`, { primary: true })).status).toBe(409);
  await sendEmailCode({ userId: user.id, address: "New@example.com" });
  const code = await codeMailedTo("New@example.com");
  expect((await api().post("/account/verify-email/", { code })).status).toBe(204);
  expect(await newsMailedTo("old@example.com")).toEqual(["email-added"]);
  expect((await api().post("/account/verify-email/", { code })).status).toBe(400);
  expect((await browser.post(`/account/emails/${id}/verify/`)).status).toBe(409);
  expect((await browser.patch(`/account/emails/${id}/`, { primary: true })).body).toMatchObject({
    primary: true,
  });
  expect((await browser.delete(`/account/emails/${id}/`)).status).toBe(409);
  const { results } = (await browser.get("/account/emails/")).body;
  expect(results.map((email: { address: string }) => email.address)).toEqual([
    "New@example.com",
    "old@example.com",
  ]);
  expect((await browser.delete(`/account/emails/${results[1].id}/`)).status).toBe(204);
  expect(await signIn({ name: "old@example.com", password }, caller)).toBeNull();
  expect(await signIn({ name: "new@example.com", password }, caller)).toHaveProperty("sessionId");
  const log = (await browser.get("/account/security-log/")).body.results;
  expect(log.map((event: { action: string }) => event.action)).toEqual(
    expect.arrayContaining(["account.email.add", "account.email.verify", "account.email.primary"]),
  );
});

test("the code of a removed address proves nothing, and an address of somebody else stays theirs", async () => {
  const owner = await buildUser({ email: "hers@example.com" });
  const user = await buildUser();
  const browser = api(await buildSession(user));
  const { id } = (await browser.post("/account/emails/", { address: "hers@example.com" })).body;
  await sendEmailCode({ userId: user.id, address: "hers@example.com" });
  const code = await codeMailedTo("hers@example.com");
  expect((await api().post("/account/verify-email/", { code })).status).toBe(400);
  expect((await api(await buildSession(owner)).delete(`/account/emails/${id}/`)).status).toBe(404);
  await browser.delete(`/account/emails/${id}/`);
  expect((await api().post("/account/verify-email/", { code })).status).toBe(400);
  const verified = await db.emailAddress.findMany({ where: { addressKey: "hers@example.com" } });
  expect(verified.map(({ userId }) => userId)).toEqual([owner.id]);
});

test("one address gets ten codes an hour, whoever signs up with it", async () => {
  stopClock();
  const address = "everybodys@example.com";
  const users = await Promise.all([1, 2].map(() => buildUser({ email: address, verified: false })));
  for (const { id } of users)
    for (let mails = 0; mails < 6; mails += 1) await sendEmailCode({ userId: id, address });
  const made = { purpose: "verify_email", userId: { in: users.map(({ id }) => id) } } as const;
  expect(await db.oneTimeCode.count({ where: made })).toBe(10);
});

test("asking for a new password is answered alike for every address", async () => {
  await buildUser({ email: "known@example.com", password });
  const ask = (email: string) => api().post("/account/password/reset/", { email });
  const [known, unknown] = [await ask("known@example.com"), await ask("unknown@example.com")];
  expect([known.status, known.text]).toEqual([204, ""]);
  expect([unknown.status, unknown.text]).toEqual([204, ""]);
  const jobs = await db.$queryRaw<{ address: string }[]>`
    select data->>'address' as address from pgboss.job where name = 'account.mail-reset-code' order by 1`;
  expect(jobs.map(({ address }) => address)).toEqual(["known@example.com", "unknown@example.com"]);
  await sendResetCode({ address: "unknown@example.com", ...from });
  await expect(codeMailedTo("unknown@example.com")).rejects.toThrow("No mail");
  for (let tries = 0; tries < 4; tries += 1) expect((await ask("known@example.com")).status).toBe(204);
});

test("a reset code changes its own account's password once, and ends its sessions and its other codes", async () => {
  const user = await buildUser({ username: "forgetful", email: "forgetful@example.com", password });
  const bystander = await buildUser({ username: "bystander", password });
  const session = await buildSession(user);
  await sendResetCode({ address: "FORGETFUL@example.com", ...from });
  const first = await codeMailedTo("forgetful@example.com");
  await sendResetCode({ address: "forgetful@example.com", ...from });
  const second = await codeMailedTo("forgetful@example.com");
  const reset = (code: string, new_password = "a brand new one") =>
    api().post("/account/password/reset/confirm/", { code, new_password });
  expect((await reset(second, "short")).status).toBe(400);
  expect((await reset(second, "forgetful")).body).toEqual({
    new_password: ["The password is too similar to the username."],
  });
  const both = await Promise.all([reset(second), reset(second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
  expect((await reset(first)).status).toBe(400);
  expect((await api(session).get("/account/")).status).toBe(401);
  expect(await signIn({ name: "forgetful", password }, caller)).toBeNull();
  expect(await signIn({ name: "forgetful", password: "a brand new one" }, caller)).toHaveProperty(
    "sessionId",
  );
  expect(await signIn({ name: bystander.username, password }, caller)).toHaveProperty("sessionId");
});

test("a reset code is worth nothing after an hour, for another purpose, or when its address is gone", async () => {
  const user = await buildUser({ email: "late@example.com", password });
  await sendResetCode({ address: "late@example.com", ...from });
  const code = await codeMailedTo("late@example.com");
  const reset = () =>
    api().post("/account/password/reset/confirm/", { code, new_password: "a brand new one" });
  expect((await api().post("/account/verify-email/", { code })).status).toBe(400);
  const { expiresAt } = await db.oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
  expect(Math.round((expiresAt.getTime() - clock.now().getTime()) / 60_000)).toBe(60);
  await db.oneTimeCode.updateMany({ where: { userId: user.id }, data: { expiresAt: clock.now() } });
  expect((await reset()).status).toBe(400);
  await db.oneTimeCode.updateMany({ where: { userId: user.id }, data: { expiresAt } });
  await db.emailAddress.deleteMany({ where: { userId: user.id } });
  expect((await reset()).status).toBe(400);
});

test("an address nobody has proven resets the password of an account entered by nothing else, and ends what its maker left", async () => {
  const early = "early@example.com";
  const user = await buildUser({ email: early, verified: false, password });
  const browser = api(await buildSession(user));
  const { token } = (await browser.post("/account/tokens/", { name: "left behind" })).body;
  const back = (await browser.post("/account/emails/", { address: "back@example.com" })).body.id;
  await sendEmailCode({ userId: user.id, address: "back@example.com" });
  const wayBack = await codeMailedTo("back@example.com");
  await sendResetCode({ address: early, ...from });
  const code = await codeMailedTo(early);
  const proven = (verifiedAt: Date | null) =>
    db.emailAddress.update({ where: { id: back }, data: { verifiedAt } });
  const reset = () =>
    api().post("/account/password/reset/confirm/", { code, new_password: "a brand new one" });

  await proven(clock.now());
  expect((await reset()).status).toBe(400);
  await sendResetCode({ address: early, ...from });
  expect(await codeMailedTo(early)).toBe(code);

  await proven(null);
  expect((await reset()).status).toBe(204);
  expect((await api({ token }).get("/account/")).status).toBe(401);
  expect((await api().post("/account/verify-email/", { code: wayBack })).status).toBe(400);
  const left = await db.emailAddress.findMany({ where: { userId: user.id } });
  expect(left).toMatchObject([{ address: early, verifiedAt: expect.any(Date) }]);
});

test("signing out everywhere else ends the other sessions of the same account only", async () => {
  const user = await buildUser();
  const [here, there, stranger] = await Promise.all([
    buildSession(user),
    buildSession(user),
    buildSession(await buildUser()),
  ]);
  expect((await api(here).delete("/account/sessions/")).status).toBe(204);
  const statuses = await Promise.all([here, there, stranger].map((one) => api(one).get("/account/")));
  expect(statuses.map(({ status }) => status)).toEqual([200, 401, 200]);
});

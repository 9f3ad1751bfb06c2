import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signIn } from "#lib/auth/sign-in.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { buildSession, buildUser, type TestUser } from "#test/factories/accounts.ts";

const password = "correct horse";
let address = 1;
const caller = () => ({ address: `192.0.2.${(address += 1)}`, client: "Test browser" });
const logIn = (user: TestUser, code?: string) =>
  signIn({ name: user.username, password, ...(code !== undefined && { code }) }, caller());

/** RFC 6238, worked out here, so that the library is not its own judge. */
function totp(secret: string, step: number): string {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const eights =
    bits
      .map((five) => five.toString(2).padStart(5, "0"))
      .join("")
      .match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const key = Buffer.from(eights.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
const stepNow = (): number => Math.floor(clock.now().getTime() / 30_000);

/** Somebody with an authenticator app whose first code, of the half minute before this one, is spent. */
async function buildProtected() {
  const user = await buildUser({ password });
  const browser = api(await buildSession(user));
  const { secret } = (await browser.post("/account/two-factor/totp/")).body;
  const on = await browser.put("/account/two-factor/totp/", { code: totp(secret, stepNow() - 1) });
  expect(on.status).toBe(200);
  return { user, browser, secret: secret as string, codes: on.body.recovery_codes as string[] };
}

test("an app counts only once its first code was given, and its secret is stored sealed and shown once", async () => {
  const user = await buildUser({ password });
  const browser = api(await buildSession(user));
  const { secret, uri } = (await browser.post("/account/two-factor/totp/")).body;
  expect(uri).toContain(secret);
  expect(await logIn(user)).toHaveProperty("sessionId");
  expect((await browser.put("/account/two-factor/totp/", { code: "000000" })).status).toBe(400);
  expect((await browser.get("/account/two-factor/")).body).toEqual(
    expect.objectContaining({ enabled: false, authenticator_added: null, recovery_codes_left: 0 }),
  );
  await browser.put("/account/two-factor/totp/", { code: totp(secret, stepNow()) });
  const shown = await browser.get("/account/two-factor/");
  expect(shown.body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
  expect(shown.text).not.toContain(secret);
  const row = await db.totpSecret.findUniqueOrThrow({ where: { userId: user.id } });
  expect(Buffer.from(row.secretSealed).toString("latin1")).not.toContain(secret);
  expect(await logIn(user)).toEqual({ secondFactor: "needed" });
  expect((await browser.post("/account/two-factor/totp/")).status).toBe(409);
});

test("a code logs in once, and no older one after it", async () => {
  const { user, secret } = await buildProtected();
  expect(await logIn(user, totp(secret, stepNow() - 1))).toEqual({ secondFactor: "wrong" });
  const code = totp(secret, stepNow());
  const both = await Promise.all([logIn(user, code), logIn(user, code)]);
  expect(both.filter((outcome) => outcome && "sessionId" in outcome)).toHaveLength(1);
  expect(await logIn(user, totp(secret, stepNow() - 1))).toEqual({ secondFactor: "wrong" });
  const session = await db.session.findFirstOrThrow({
    where: { userId: user.id, secondFactorAt: { not: null } },
  });
  expect(session.endedAt).toBeNull();
});

test("without the right password no code is looked at, and none is spent", async () => {
  const { user, codes } = await buildProtected();
  const given = { name: user.username, password: "wrong", code: codes[0] ?? "" };
  expect(await signIn(given, caller())).toBeNull();
  expect(await db.recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(10);
});

test("a recovery code logs in once, however it is typed, and never to another account", async () => {
  const { user, codes } = await buildProtected();
  const other = await buildProtected();
  const [code = "", second = ""] = codes;
  expect(await logIn(other.user, code)).toEqual({ secondFactor: "wrong" });
  expect(await logIn(user, ` ${code.toUpperCase().replace("-", " ")} `)).toHaveProperty("sessionId");
  expect(await logIn(user, code)).toEqual({ secondFactor: "wrong" });
  expect((await other.browser.post("/account/two-factor/recovery-codes/")).body.recovery_codes).toHaveLength(
    10,
  );
  expect(await logIn(other.user, other.codes[0])).toEqual({ secondFactor: "wrong" });
  expect(await logIn(user, second)).toHaveProperty("sessionId");
});

test("ten wrong codes are the end of tries from everywhere, and the owner is told", async () => {
  stopClock();
  const { user, secret } = await buildProtected();
  for (let tries = 0; tries < 10; tries += 1) {
    const outcome = await logIn(user, "zzzzz-zzzzz").catch(() => "throttled");
    if (tries < 9) expect(outcome).toEqual({ secondFactor: "wrong" });
  }
  await expect(logIn(user, totp(secret, stepNow()))).rejects.toMatchObject({ code: "throttled" });
  const [job] = await db.$queryRaw<{ data: { news: string } }[]>`
    select data from pgboss.job where name = 'account.mail-news' and data->>'username' = ${user.username}
      and data->>'news' = 'second-factor-guessed'`;
  expect(job?.data.news).toBe("second-factor-guessed");
});

test("taking the last factor away ends the recovery codes, and the password logs in alone", async () => {
  const { user, browser } = await buildProtected();
  expect((await browser.delete("/account/two-factor/totp/")).status).toBe(204);
  expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  expect(await logIn(user)).toHaveProperty("sessionId");
});

test("a proof of two hours ago is refused for what hurts, until the password is given again", async () => {
  const user = await buildUser({ password });
  const session = await buildSession(user);
  const browser = api(session);
  const old = new Date(clock.now().getTime() - 2 * 3_600_000 - 1000);
  await db.session.update({ where: { id: session.id }, data: { authenticatedAt: old } });
  const start = () => browser.post("/account/two-factor/totp/");
  expect(await start()).toMatchObject({ status: 403, body: { code: "identity_unconfirmed" } });
  expect((await browser.get("/account/two-factor/")).status).toBe(200);
  const confirm = (input: object) => browser.post("/account/reauthenticate/", input);
  expect((await confirm({})).status).toBe(400);
  expect((await confirm({ password: "wrong" })).status).toBe(400);
  expect((await start()).status).toBe(403);
  expect((await confirm({ password })).status).toBe(204);
  expect((await start()).status).toBe(200);
});

test("a passkey's answer that is not genuine signs nobody in and names no account", async () => {
  const { browser } = await buildProtected();
  const { options } = (await api().post("/account/passkey-challenge/")).body;
  expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(options.allowCredentials ?? []).toEqual([]);
  const client = { type: "webauthn.get", challenge: options.challenge, origin: "http://localhost:3000" };
  const clientDataJSON = Buffer.from(JSON.stringify(client)).toString("base64url");
  const passkey = { id: "AAAA", response: { clientDataJSON, authenticatorData: "AAAA", signature: "AAAA" } };
  expect(await browser.post("/account/reauthenticate/", { passkey })).toMatchObject({
    status: 400,
    body: { passkey: ["This is not a passkey of your account."] },
  });
  const attested = { id: "AAAA", response: { clientDataJSON, attestationObject: "AAAA" } };
  const added = await browser.post("/account/two-factor/passkeys/", { name: "Forged", passkey: attested });
  expect(added.status).toBe(400);
});

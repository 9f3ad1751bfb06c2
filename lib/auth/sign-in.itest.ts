import { expect, test } from "vitest";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import { signIn } from "#lib/auth/sign-in.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { stopClock } from "#test/clock.ts";
import { buildUser } from "#test/factories/accounts.ts";

let address = 1;
const caller = () => ({ address: `192.0.2.${(address += 1)}`, client: "Test browser" });
const password = "correct horse";
const sessionOf = (outcome: Awaited<ReturnType<typeof signIn>>): string =>
  outcome && "sessionId" in outcome ? outcome.sessionId : "";

test("a username in any case and a verified e-mail address sign in, and leave a session row", async () => {
  const user = await buildUser({ username: "Ada", email: "Ada@Example.com", password });
  for (const name of ["Ada", "ada", " ADA ", "ada@example.com", "ADA@EXAMPLE.COM"]) {
    const from = caller();
    const session = await signIn({ name, password }, from);
    const row = await db.session.findUniqueOrThrow({ where: { id: sessionOf(session) } });
    expect(row).toMatchObject({
      userId: user.id,
      address: from.address,
      client: "Test browser",
      endedAt: null,
    });
  }
});

test("an unknown name, a wrong password, an account without password and a deactivated one are refused alike", async () => {
  await buildUser({ username: "grace", password });
  await buildUser({ username: "no-password" });
  const gone = await buildUser({ username: "gone", password });
  await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: clock.now() } });
  for (const [name, given] of [
    ["nobody", password],
    ["grace", "wrong"],
    ["grace", ""],
    ["no-password", "nobody has this password"],
    ["gone", password],
    ["", password],
    ["gr\0ace", password],
    ["grace", "x".repeat(300)],
  ] as const) {
    expect(await signIn({ name, password: given }, caller()), name).toBeNull();
  }
});

test("an unverified address signs in only while it is nobody else's", async () => {
  await buildUser({ email: "shared@example.com", verified: false, password });
  expect(await signIn({ name: "shared@example.com", password }, caller())).not.toBeNull();
  await buildUser({ email: "shared@example.com", verified: false, password });
  expect(await signIn({ name: "shared@example.com", password }, caller())).toBeNull();
  const owner = await buildUser({ email: "shared@example.com", verified: true, password: "the owner's" });
  expect(await signIn({ name: "shared@example.com", password }, caller())).toBeNull();
  const session = await signIn({ name: "shared@example.com", password: "the owner's" }, caller());
  const row = await db.session.findUniqueOrThrow({ where: { id: sessionOf(session) } });
  expect(row.userId).toBe(owner.id);
});

test("ten wrong passwords for one name from one address are the end of tries, but not for another address", async () => {
  stopClock();
  await buildUser({ username: "target", password });
  const attacker = caller();
  for (let n = 0; n < 10; n += 1)
    expect(await signIn({ name: "target", password: "wrong" }, attacker)).toBeNull();
  await expect(signIn({ name: "target", password }, attacker)).rejects.toMatchObject({ code: "throttled" });
  expect(await signIn({ name: "target", password }, caller())).not.toBeNull();
});

test("the addresses of one IPv6 network are one address", async () => {
  stopClock();
  await buildUser({ username: "six", password });
  const from = (address: string) => ({ ...caller(), address });
  for (let n = 0; n < 10; n += 1)
    expect(await signIn({ name: "six", password: "wrong" }, from(`2001:db8:1:2::${n + 1}`))).toBeNull();
  const next = signIn({ name: "six", password }, from("2001:db8:1:2:ffff::1"));
  await expect(next).rejects.toMatchObject({ code: "throttled" });
  expect(await signIn({ name: "six", password }, from("2001:db8:1:3::1"))).not.toBeNull();
});

test("a right password clears the tries before it", async () => {
  await buildUser({ username: "clumsy", password });
  const from = caller();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1) await signIn({ name: "clumsy", password: "wrong" }, from);
    expect(await signIn({ name: "clumsy", password }, from)).not.toBeNull();
  }
});

test("an unknown name takes about as long as a wrong password", async () => {
  await buildUser({ username: "timed", password });
  const time = async (name: string) => {
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const started = performance.now();
      await signIn({ name, password: "wrong" }, caller());
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[2] ?? 0;
  };
  await time("timed");
  const known = await time("timed");
  const unknown = await time("nobody-at-all");
  expect(unknown).toBeGreaterThan(known * 0.4);
});

test("a password changed between its proof and the session starts none", async () => {
  const user = await buildUser({ password });
  const proven = { ...user, passwordHash: "the hash that was compared" };
  await expect(startSession(proven, caller())).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await db.session.count({ where: { userId: user.id } })).toBe(0);
});

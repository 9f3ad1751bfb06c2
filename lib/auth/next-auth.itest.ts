import type { Session } from "next-auth";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { currentActor } from "#lib/auth/actor.ts";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { authOptions, TOO_MANY_TRIES } from "#lib/auth/next-auth.ts";
import { readSessionToken, sessionToken } from "#lib/auth/session-token.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { stopClock } from "#test/clock.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";

const options = authOptions({ address: "192.0.2.7", client: "Test browser" });
const authorize = (given: Record<string, string>) => {
  const [provider] = options.providers;
  if (!provider || !("options" in provider)) throw new Error("there is a credentials provider");
  return (
    provider.options as { authorize: (given: Record<string, string>) => Promise<{ id: string } | null> }
  ).authorize(given);
};

test("what is signed in is a session row, and the cookie holds its id and nothing else", async () => {
  const user = await buildUser({ password: "correct horse" });
  const signedIn = await authorize({ username: user.username, password: "correct horse" });
  const row = await db.session.findUniqueOrThrow({ where: { id: signedIn?.id ?? "" } });
  expect(row).toMatchObject({ userId: user.id, address: "192.0.2.7" });
  const jwt = options.callbacks?.jwt;
  const token = { name: user.username, email: user.email, picture: "x", sub: String(user.id) };
  expect(await jwt?.({ token, user: { id: row.id }, account: null })).toEqual({ sid: row.id });
});

test("wrong credentials sign nobody in, and too many tries are told apart", async () => {
  stopClock();
  expect(await authorize({ username: "nobody", password: "x" })).toBeNull();
  expect(await authorize({})).toBeNull();
  for (let n = 0; n < 9; n += 1) await authorize({ username: "nobody", password: "x" });
  await expect(authorize({ username: "nobody", password: "x" })).rejects.toThrow(TOO_MANY_TRIES);
});

test("a session shows its user only while its row is open", async () => {
  const user = await buildUser();
  const { id } = await buildSession(user);
  const show = (token: object) =>
    options.callbacks?.session?.({
      session: { expires: "later" },
      token,
    } as unknown as Parameters<NonNullable<typeof options.callbacks.session>>[0]) as Promise<Session>;
  expect(await show({ sid: id })).toEqual({ expires: "later", user: { name: user.username } });
  expect(await show({})).toEqual({ expires: "later" });
  await options.events?.signOut?.({ token: { sid: id }, session: { expires: "later" } as Session });
  expect(await show({ sid: id })).toEqual({ expires: "later" });
  expect((await db.session.findUniqueOrThrow({ where: { id } })).endedAt).not.toBeNull();
});

test.each([
  ["/dashboard/?a=1", "/dashboard/?a=1"],
  [`${env.DASHBOARD_URL}/projects/x/`, "/projects/x/"],
  ["https://evil.example.com/", "/dashboard/"],
  [`${env.DASHBOARD_URL}.evil.example.com/`, "/dashboard/"],
  ["//evil.example.com/", "/dashboard/"],
  ["/\\evil.example.com/", "/dashboard/"],
  ["javascript:alert(1)", "/dashboard/"],
])("after signing in %s leads to %s", async (url, path) => {
  expect(await options.callbacks?.redirect?.({ url, baseUrl: env.DASHBOARD_URL })).toBe(
    env.DASHBOARD_URL + path,
  );
});

test("a cookie made with another key, or altered, is worth nothing", async () => {
  const { id } = await buildSession(await buildUser());
  const foreign = await encode({ token: { sid: id }, secret: "another secret" });
  const own = await sessionToken(id);
  const altered = `${own.slice(0, -3)}${own.endsWith("AAA") ? "BBB" : "AAA"}`;
  for (const value of [foreign, altered]) {
    const headers = new Headers({ cookie: `${sessionCookie.name}=${value}` });
    expect((await currentActor(headers)).actor.kind).toBe("visitor");
  }
  expect(await readSessionToken(own)).toMatchObject({ sid: id });
});

import { expect, test } from "vitest";
import { currentActor } from "#lib/auth/actor.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";
import { buildPerson, buildToken } from "#test/factories/tenants.ts";

const withHeaders = (headers: Record<string, string>) => currentActor(new Headers(headers));
const withToken = (token: string) => withHeaders({ authorization: `Token ${token}` });

test("a token stands for its user, whatever the case of the keyword", async () => {
  const person = await buildPerson();
  for (const keyword of ["Token", "token", "TOKEN"]) {
    const { actor, viaCookie } = await withHeaders({ authorization: `${keyword} ${person.token}` });
    expect(actor).toMatchObject({ kind: "token", userId: person.id, scope: "write", projectIds: null });
    expect(viaCookie).toBe(false);
  }
});

test.each([
  ["Token", "Invalid token header. No credentials provided."],
  ["Token a b", "Invalid token header. Token string should not contain spaces."],
  ["Token t\u00f6ken", "Invalid token header. Token string should not contain invalid characters."],
  ["Token lct_unknown", "Invalid token."],
])("the header %j is refused", async (authorization, message) => {
  await expect(withHeaders({ authorization })).rejects.toMatchObject({ code: "unauthenticated", message });
});

test.each(["Bearer x", "Basic dXNlcjpwYXNz", ""])("the header %j is not looked at", async (authorization) => {
  expect((await withHeaders({ authorization })).actor.kind).toBe("visitor");
});

test("a revoked token, an expired one and one of a deactivated user are refused", async () => {
  const person = await buildPerson();
  const revoked = await buildToken(person);
  await db.apiToken.update({ where: { id: revoked.actor.tokenId }, data: { revokedAt: clock.now() } });
  await expect(withToken(revoked.token)).rejects.toMatchObject({ message: "Invalid token." });

  const expired = await buildToken(person);
  await db.apiToken.update({ where: { id: expired.actor.tokenId }, data: { expiresAt: clock.now() } });
  await expect(withToken(expired.token)).rejects.toMatchObject({ message: "Token expired." });

  await db.user.update({ where: { id: person.id }, data: { deactivatedAt: clock.now() } });
  await expect(withToken(person.token)).rejects.toMatchObject({ message: "User inactive or deleted." });
});

test("a token knows the projects it is confined to", async () => {
  const person = await buildPerson();
  const project = await db.project.create({
    data: { slug: "confined", name: "confined", repositoryUrl: "https://git.example.com/a.git" },
  });
  const { token } = await buildToken(person, { projectIds: [project.id], scope: "read" });
  expect((await withToken(token)).actor).toMatchObject({ projectIds: [project.id], scope: "read" });
});

test("using a token is noted once a minute", async () => {
  const { token, actor } = await buildToken(await buildPerson());
  const used = () => db.apiToken.findUniqueOrThrow({ where: { id: actor.tokenId } });
  await withToken(token);
  const first = await used();
  expect(first.lastUsedAt).not.toBeNull();
  await withToken(token);
  expect((await used()).lastUsedAt).toEqual(first.lastUsedAt);
});

test("a bad token never falls through to the session", async () => {
  const { cookie } = await buildSession(await buildUser());
  await expect(withHeaders({ authorization: "Token nope", cookie })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("a session cookie stands for its user until the row has ended", async () => {
  const user = await buildUser();
  const { id, cookie } = await buildSession(user);
  const { actor, viaCookie } = await withHeaders({ cookie: `other=1; ${cookie}` });
  expect(actor).toMatchObject({ kind: "user", userId: user.id, username: user.username, sessionId: id });
  expect(viaCookie).toBe(true);
  await db.session.update({ where: { id }, data: { endedAt: clock.now() } });
  expect((await withHeaders({ cookie })).actor.kind).toBe("visitor");
});

test("a session that ran out and one of a deactivated user stand for nobody", async () => {
  const old = await buildSession(await buildUser());
  await db.session.update({ where: { id: old.id }, data: { expiresAt: clock.now() } });
  expect((await withHeaders({ cookie: old.cookie })).actor.kind).toBe("visitor");

  const user = await buildUser();
  const { cookie } = await buildSession(user);
  await db.user.update({ where: { id: user.id }, data: { deactivatedAt: clock.now() } });
  expect((await withHeaders({ cookie })).actor.kind).toBe("visitor");
});

test.each(["", "x", "eyJhbGciOiJub25lIn0..", "a.b.c.d.e"])(
  "the cookie value %j is worth nothing",
  async (value) => {
    expect((await withHeaders({ cookie: `lectern-session=${value}` })).actor.kind).toBe("visitor");
  },
);

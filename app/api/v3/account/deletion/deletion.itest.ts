import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";
import { buildOrganization, buildProject, buildTeam } from "#test/factories/tenants.ts";

const browserOf = async (user: Parameters<typeof buildSession>[0]) => api(await buildSession(user));

test("the last owner and the last maintainer stay; a disabled one beside them does not count", async () => {
  const person = await buildUser();
  const disabled = await buildUser();
  await db.user.update({ where: { id: disabled.id }, data: { deactivatedAt: new Date() } });
  const organization = await buildOrganization(person);
  await db.organizationOwner.create({ data: { organizationId: organization.id, userId: disabled.id } });
  const project = await buildProject({ maintainer: person });
  const browser = await browserOf(person);
  const { body } = await browser.get("/account/deletion/");
  expect(body.blocked_by).toMatchObject([
    { kind: "organization", slug: organization.slug },
    { kind: "project", slug: project.slug },
  ]);
  const answer = await browser.post("/account/deletion/", { username: person.username });
  expect([answer.status, answer.body]).toEqual([
    409,
    { detail: `Nobody else looks after the organization ${organization.slug}.` },
  ]);
  expect((await browser.get("/account/")).status).toBe(200);
});

test("a deleted account lets nobody in, says nothing of the person, and frees name and address", async () => {
  const owner = await buildUser();
  const person = await buildUser({ username: "leaver", email: "leaver@example.com" });
  const organization = await buildOrganization(owner);
  await buildTeam(organization, { members: [person], access: "admin" });
  const browser = await browserOf(person);
  const other = await browserOf(person);
  const { token } = (await browser.post("/account/tokens/", { name: "ci" })).body;
  expect((await browser.get("/account/deletion/")).body).toEqual({ blocked_by: [], tokens: 1, teams: 1 });

  const remove = (username: string) => browser.post("/account/deletion/", { username });
  expect((await remove("somebody")).body).toEqual({ username: ["This is not “leaver”."] });
  expect((await api({ token }).post("/account/deletion/", { username: "leaver" })).status).toBe(403);
  expect((await remove("leaver")).status).toBe(204);

  for (const client of [browser, other, api({ token })])
    expect((await client.get("/account/")).status).toBe(401);
  expect(
    await db.user.findUniqueOrThrow({
      where: { id: person.id },
      include: { emailAddresses: true, teamMemberships: true },
    }),
  ).toMatchObject({
    username: `deleted:${person.id}`,
    passwordHash: null,
    emailAddresses: [],
    teamMemberships: [],
  });
  expect(await db.auditEvent.findFirst({ where: { action: "account.delete" } })).toMatchObject({
    subjectLabel: "leaver",
    actorLabel: "leaver",
  });
  env.SIGN_UP = "open";
  const again = { username: "leaver", email: "leaver@example.com", password: "correct horse" };
  expect((await api().post("/account/sign-up/", again)).body).toEqual({ username: "leaver" });
});

test("of two owners who go at once one stays", async () => {
  const [first, second] = [await buildUser(), await buildUser()];
  const organization = await buildOrganization(first);
  await db.organizationOwner.create({ data: { organizationId: organization.id, userId: second.id } });
  const answers = await Promise.all(
    [first, second].map(async (user) =>
      (await browserOf(user)).post("/account/deletion/", { username: user.username }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await db.organizationOwner.count({ where: { organizationId: organization.id } })).toBe(1);
});

import { afterEach, expect, test } from "vitest";
import { addOwner, removeOwner } from "#lib/organizations/commands.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { createTeam } from "#lib/organizations/teams/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
} from "#test/factories/tenants.ts";

afterEach(() => {
  env.EDITION = "business";
});

const slugs = (body: { results: { slug: string }[] }) => body.results.map(({ slug }) => slug);

async function acme() {
  const [owner, admin, reader, outsider] = await Promise.all([
    buildPerson(),
    buildPerson(),
    buildPerson(),
    buildPerson(),
  ]);
  const organization = await buildOrganization(owner);
  const [open, secret] = await Promise.all([
    buildProject({ organization, privacyLevel: "public" }),
    buildProject({ organization, privacyLevel: "private" }),
  ]);
  const admins = await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const readers = await buildTeam(organization, { members: [reader], projects: [secret] });
  return { owner, admin, reader, outsider, organization, open, secret, admins, readers };
}

test("an organization has the documented shape", async () => {
  const { owner, organization } = await acme();
  const { status, body, headers } = await api(owner).get(`/organizations/${organization.slug}/`);
  expect(status).toBe(200);
  const self = `${env.DASHBOARD_URL}/api/v3/organizations/${organization.slug}/`;
  expect(body).toEqual({
    _links: { _self: self, projects: `${self}projects/`, notifications: `${self}notifications/` },
    created: expect.stringMatching(/Z$/),
    modified: expect.stringMatching(/Z$/),
    description: null,
    disabled: false,
    email: null,
    name: organization.slug,
    owners: [{ username: owner.username }],
    slug: organization.slug,
    url: null,
  });
  expect(headers.get("etag")).toMatch(new RegExp(`^"${organization.id}-0\\.`));
});

test("people see the organizations they belong to, others do not exist for them", async () => {
  const { owner, admin, reader, outsider, organization } = await acme();
  for (const person of [owner, admin, reader]) {
    expect(slugs((await api(person).get("/organizations/")).body)).toEqual([organization.slug]);
    expect((await api(person).get(`/organizations/${organization.slug}/`)).status).toBe(200);
  }
  expect(slugs((await api(outsider).get("/organizations/")).body)).toEqual([]);
  const hidden = await api(outsider).get(`/organizations/${organization.slug}/`);
  expect([hidden.status, hidden.body]).toEqual([404, { detail: "No Organization matches the given query." }]);
});

test("organizations are listed by name", async () => {
  const person = await buildPerson();
  const made = [await buildOrganization(person), await buildOrganization(person)];
  await db.organization.update({ where: { id: made[0]!.id }, data: { name: "Zebra" } });
  await db.organization.update({ where: { id: made[1]!.id }, data: { name: "Ape" } });
  const { body } = await api(person).get("/organizations/?limit=1");
  expect(slugs(body)).toEqual([made[1]!.slug]);
  expect(body.count).toBe(2);
});

test("a token confined to projects knows no organization and makes none", async () => {
  const { owner, organization, open } = await acme();
  const token = await buildToken(owner, { projectIds: [open.id] });
  expect((await api(token).get("/organizations/")).body.count).toBe(0);
  expect((await api(token).post("/organizations/", { name: "New" })).status).toBe(403);
  expect((await api(token).patch("/account/", { first_name: "New" })).status).toBe(403);
  expect((await api(token).get(`/organizations/${organization.slug}/`)).status).toBe(404);
});

test("owners see all teams, members their own, with members on demand", async () => {
  const { owner, reader, organization, admins, readers, admin } = await acme();
  const path = `/organizations/${organization.slug}/teams/`;
  expect(slugs((await api(owner).get(path)).body)).toEqual([admins.slug, readers.slug]);
  const own = (await api(reader).get(path)).body;
  expect(own.results).toEqual([
    {
      access: "readonly",
      created: expect.any(String),
      modified: expect.any(String),
      name: readers.slug,
      slug: readers.slug,
    },
  ]);
  const expanded = (await api(owner).get(`${path}?expand=members&fields=slug,members`)).body;
  expect(expanded.results).toEqual([
    { slug: admins.slug, members: [{ username: admin.username }] },
    { slug: readers.slug, members: [{ username: reader.username }] },
  ]);
});

test("an organization's projects are those the caller may see", async () => {
  const { owner, admin, reader, outsider, organization, open, secret } = await acme();
  const path = `/organizations/${organization.slug}/projects/`;
  expect(slugs((await api(owner).get(path)).body)).toEqual([open.slug, secret.slug].sort());
  expect(slugs((await api(reader).get(path)).body)).toEqual([open.slug, secret.slug].sort());
  expect(slugs((await api(admin).get(path)).body)).toEqual([open.slug]);
  expect((await api(outsider).get(path)).status).toBe(404);
});

test("whoever creates an organization owns it, and it starts with two teams", async () => {
  const person = await buildPerson();
  const input = { name: "Ünïcode & Söhne", email: "mail@example.com", url: "", description: " d " };
  const { status, body } = await api(person).post("/organizations/", input);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Ünïcode & Söhne",
    slug: "unicode-sohne",
    email: "mail@example.com",
    url: null,
    description: "d",
    owners: [{ username: person.username }],
  });
  const teams = (await api(person).get("/organizations/unicode-sohne/teams/?fields=name,slug,access")).body;
  expect(teams.results).toEqual([
    { access: "admin", name: "Admins", slug: "admins" },
    { access: "readonly", name: "Read Only", slug: "read-only" },
  ]);
  const audit = await db.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
  expect(audit).toMatchObject({
    action: "organization.create",
    actorId: person.id,
    subjectLabel: "unicode-sohne",
  });
});

test.each([
  [{ name: "" }, { name: ["This field may not be blank."] }],
  [{ name: "日本" }, { name: ['Invalid organization name "日本": no slug generated.'] }],
  [{ name: "x".repeat(101) }, { name: ["Ensure this field has no more than 100 characters."] }],
  [{ name: "a", slug: "A b" }, { slug: ["Enter lowercase letters, numbers and hyphens only."] }],
  [{ name: "a", slug: "api" }, { slug: ['"api" is reserved.'] }],
  [{ name: "Choose" }, { name: ['"choose" is reserved.'] }],
  [{ name: "a", url: "nope" }, { url: ["Enter a valid URL."] }],
])("%j is refused", async (input, errors) => {
  const answer = await api(await buildPerson()).post("/organizations/", input);
  expect([answer.status, answer.body]).toEqual([400, errors]);
});

test("a slug is given once, also to two who ask at the same moment", async () => {
  const people = await Promise.all([buildPerson(), buildPerson()]);
  const answers = await Promise.all(
    people.map((person) => api(person).post("/organizations/", { name: "Same", slug: "same" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    slug: ['Organization with slug "same" already exists.'],
  });
});

test("the last owner stays, also when two owners are removed at the same moment", async () => {
  const [first, second] = await Promise.all([buildPerson(), buildPerson()]);
  const { slug } = await buildOrganization(first);
  const organization = await openOrganization(first.actor, slug, "admin");
  await expect(removeOwner(organization, first)).rejects.toMatchObject({ code: "conflict" });
  await addOwner(organization, second);
  const results = await Promise.allSettled([
    removeOwner(organization, first),
    removeOwner(organization, second),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db.organizationOwner.count({ where: { organizationId: organization.id } })).toBe(1);
});

test("changing owners and teams tells the docs hosts of the projects they reach", async () => {
  const { owner, outsider, organization, open, secret } = await acme();
  const revisions = async () => {
    const rows = await db.project.findMany({
      where: { id: { in: [open.id, secret.id] } },
      orderBy: { id: "asc" },
    });
    return rows.map(({ siteRevision }) => siteRevision);
  };
  const granted = await openOrganization(owner.actor, organization.slug, "admin");
  const before = await revisions();
  await addOwner(granted, outsider);
  const after = await revisions();
  expect(after.every((revision, index) => revision > before[index]!)).toBe(true);
  const { headers } = await api(owner).get(`/organizations/${organization.slug}/`);
  expect(headers.get("etag")).toMatch(new RegExp(`^"${organization.id}-1\\.`));
  const team = {
    name: "New",
    access: "readonly",
    memberIds: [outsider.id],
    projectSlugs: [open.slug],
  } as const;
  await createTeam(granted, team);
  const [first, second] = await revisions();
  expect([first! > after[0]! || second! > after[1]!, first === after[0] || second === after[1]]).toEqual([
    true,
    true,
  ]);
});

test("a team's name is its own and its projects are the organization's", async () => {
  const { owner, organization } = await acme();
  const foreign = await buildProject({ organization: await buildOrganization(await buildPerson()) });
  const granted = await openOrganization(owner.actor, organization.slug, "admin");
  const team = { name: "Docs", access: "admin", memberIds: [], projectSlugs: [] } as const;
  await createTeam(granted, team);
  await expect(createTeam(granted, team)).rejects.toMatchObject({
    fields: { name: ['A team named "Docs" already exists.'] },
  });
  await expect(
    createTeam(granted, { ...team, name: "Other", projectSlugs: [foreign.slug] }),
  ).rejects.toMatchObject({
    fields: { projects: [`Object with slug=${foreign.slug} does not exist.`] },
  });
});

test("on the community edition there are no organizations", async () => {
  const { owner, organization } = await acme();
  env.EDITION = "community";
  const at = `/organizations/${organization.slug}/`;
  for (const path of ["/organizations/", at, `${at}teams/`, `${at}projects/`]) {
    expect((await api(owner).get(path)).body).toEqual({ detail: "Not found." });
    expect((await api().get(path)).status).toBe(404);
  }
  expect((await api(owner).post("/organizations/", { name: "x" })).status).toBe(404);
});

import { afterEach, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import {
  buildAcme,
  buildInvitation,
  buildOrganization,
  buildPerson,
  buildProject,
  buildToken,
} from "#test/factories/tenants.ts";

afterEach(() => {
  env.EDITION = "business";
});

const slugs = (body: { results: { slug: string }[] }) => body.results.map(({ slug }) => slug);

test("an organization has the documented shape", async () => {
  const { owner, organization } = await buildAcme();
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
  const { owner, admin, reader, outsider, organization } = await buildAcme();
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
  const { owner, organization, open } = await buildAcme();
  const token = await buildToken(owner, { projectIds: [open.id] });
  expect((await api(token).get("/organizations/")).body.count).toBe(0);
  expect((await api(token).post("/organizations/", { name: "New" })).status).toBe(403);
  expect((await api(token).patch("/account/", { first_name: "New" })).status).toBe(403);
  expect((await api(token).get(`/organizations/${organization.slug}/`)).status).toBe(404);
});

test("an organization's projects are those the caller may see", async () => {
  const { owner, admin, reader, outsider, organization, open, secret } = await buildAcme();
  const path = `/organizations/${organization.slug}/projects/`;
  expect(slugs((await api(owner).get(path)).body)).toEqual([open.slug, secret.slug].sort());
  expect(slugs((await api(reader).get(path)).body)).toEqual([open.slug, secret.slug].sort());
  expect(slugs((await api(admin).get(path)).body)).toEqual([open.slug]);
  const [plain] = (await api(reader).get(path)).body.results;
  const expanded = await api(reader).get(`${path}?expand=last_build,permissions,starred`);
  const rights = { last_build: null, permissions: { admin: false }, starred: false };
  expect(expanded.body.results[0]).toEqual({ ...plain, ...rights });
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
  [{ name: "a", email: "nope" }, { email: ["Enter a valid email address."] }],
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

const tagOf = async (person: { token: string }, path: string) =>
  (await api(person).get(path)).headers.get("etag") ?? "";

test("owners change an organization, and its slug stays", async () => {
  const { owner, organization, path } = await buildAcme();
  const changes = { name: "Acme", slug: "other", email: "a@b.c", url: "", description: "d" };
  const { status, body } = await api(owner).patch(path, changes);
  expect(status).toBe(200);
  const now = { name: "Acme", slug: organization.slug, email: "a@b.c", url: null, description: "d" };
  expect(body).toMatchObject(now);
  expect((await api(owner).patch(path, {})).body).toMatchObject(now);
  const event = await db.auditEvent.findFirstOrThrow({ where: { action: "organization.update" } });
  expect(event.changes).toEqual({
    name: { from: organization.slug, to: "Acme" },
    email: { from: null, to: "a@b.c" },
    description: { from: null, to: "d" },
  });
});

test.each([
  [{ name: "" }, { name: ["This field may not be blank."] }],
  [{ name: null }, { name: ["This field may not be null."] }],
  [{ name: "a\u0000" }, { name: ["Null characters are not allowed."] }],
  [{ email: `a@${"x".repeat(254)}` }, { email: ["Ensure this field has no more than 255 characters."] }],
  [{ url: ["x"] }, { url: ["Not a valid string."] }],
])("the change %j is refused", async (changes, errors) => {
  const { owner, path } = await buildAcme();
  const answer = await api(owner).patch(path, changes);
  expect([answer.status, answer.body]).toEqual([400, errors]);
});

test("of two changes with the same tag one is refused, and so is deleting with an old one", async () => {
  const { owner, path } = await buildAcme();
  const tag = await tagOf(owner, path);
  const answers = await Promise.all(
    ["A", "B"].map((name) => api(owner).patch(path, { name }, { "if-match": tag })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect((await api(owner).delete(path, { "if-match": tag })).status).toBe(412);
});

test("an organization can be deleted when it has no projects left, and its slug is never given again", async () => {
  const owner = await buildPerson();
  const organization = await buildOrganization(owner);
  const path = `/organizations/${organization.slug}/`;
  const project = await buildProject({ organization });
  const invitation = await buildInvitation(organization, owner, { asOwner: true });
  const refused = await api(owner).delete(path);
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: "This organization still has a project. Delete it first." },
  ]);
  expect((await api(owner).delete(`/projects/${project.slug}/`)).status).toBe(204);
  const tag = await tagOf(owner, path);
  expect((await api(owner).delete(path, { "if-match": tag })).status).toBe(204);
  expect((await api(owner).get(path)).status).toBe(404);
  expect((await api(owner).get("/organizations/")).body.count).toBe(0);
  expect((await api().get(`/invitations/${invitation.token}/`)).status).toBe(404);
  const again = await api(owner).post("/organizations/", { name: "x", slug: organization.slug });
  expect(again.body).toEqual({ slug: [`Organization with slug "${organization.slug}" already exists.`] });
});

test("a project made while its organization is deleted is either refused or keeps it", async () => {
  const owner = await buildPerson();
  const organization = await buildOrganization(owner);
  const [made, deleted] = await Promise.all([
    api(owner).post("/projects/", {
      name: `New of ${organization.slug}`,
      organization: organization.slug,
      repository: { url: "https://github.com/example/new" },
    }),
    api(owner).delete(`/organizations/${organization.slug}/`),
  ]);
  expect([made.status, deleted.status]).toEqual(made.status === 201 ? [201, 409] : [400, 204]);
});

test("[api I1] on the community edition there are no organizations", async () => {
  const { owner, organization } = await buildAcme();
  env.EDITION = "community";
  const at = `/organizations/${organization.slug}/`;
  for (const path of ["/organizations/", at, `${at}teams/`, `${at}projects/`]) {
    expect((await api(owner).get(path)).body).toEqual({ detail: "Not found." });
    expect((await api().get(path)).status).toBe(404);
  }
  expect((await api(owner).post("/organizations/", { name: "x" })).status).toBe(404);
});

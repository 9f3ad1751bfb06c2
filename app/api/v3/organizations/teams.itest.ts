import { expect, test } from "vitest";
import { openOrganization } from "#lib/organizations/queries.ts";
import { createTeam } from "#lib/organizations/teams/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildAcme,
  buildInvitation,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  watchSites,
} from "#test/factories/tenants.ts";

const slugs = (body: { results: { slug: string }[] }) => body.results.map(({ slug }) => slug);

test("owners see all teams, members their own, with members on demand", async () => {
  const { owner, reader, path, admins, readers, admin } = await buildAcme();
  expect(slugs((await api(owner).get(`${path}teams/`)).body)).toEqual([admins.slug, readers.slug]);
  const shown = {
    access: "readonly",
    created: expect.any(String),
    modified: expect.any(String),
    name: readers.slug,
    slug: readers.slug,
  };
  expect((await api(reader).get(`${path}teams/`)).body.results).toEqual([shown]);
  const expanded = (await api(owner).get(`${path}teams/?expand=members&fields=slug,members`)).body;
  expect(expanded.results).toEqual([
    { slug: admins.slug, members: [{ username: admin.username }] },
    { slug: readers.slug, members: [{ username: reader.username }] },
  ]);
  expect((await api(reader).get(`${path}teams/${readers.slug}/`)).body).toEqual(shown);
  const other = await api(reader).get(`${path}teams/${admins.slug}/`);
  expect([other.status, other.body]).toEqual([404, { detail: "No Team matches the given query." }]);
  const one = await api(owner).get(`${path}teams/${admins.slug}/?expand=members`);
  expect(one.body.members).toEqual([{ username: admin.username }]);
});

test("owners create, rename and delete teams; the slug follows the name", async () => {
  const { owner, path } = await buildAcme();
  const made = await api(owner).post(`${path}teams/`, { name: "Tech Writers" });
  expect([made.status, made.body]).toMatchObject([
    201,
    { name: "Tech Writers", slug: "tech-writers", access: "readonly" },
  ]);
  const renamed = await api(owner).patch(`${path}teams/tech-writers/`, { name: "Editors" });
  expect([renamed.status, renamed.body]).toMatchObject([
    200,
    { name: "Editors", slug: "editors", access: "readonly" },
  ]);
  expect((await api(owner).get(`${path}teams/tech-writers/`)).status).toBe(404);
  const raised = await api(owner).patch(`${path}teams/editors/`, { access: "admin" });
  expect(raised.body).toMatchObject({ name: "Editors", slug: "editors", access: "admin" });
  expect((await api(owner).delete(`${path}teams/editors/`)).status).toBe(204);
  expect((await api(owner).get(`${path}teams/editors/`)).status).toBe(404);
  const actions = await db.auditEvent.findMany({ where: { subjectKind: "team" }, orderBy: { id: "asc" } });
  expect(actions.map(({ action, changes }) => [action, changes])).toEqual([
    ["team.create", null],
    ["team.update", { name: { from: "Tech Writers", to: "Editors" } }],
    ["team.update", { access: { from: "readonly", to: "admin" } }],
    ["team.delete", null],
  ]);
});

test.each([
  [{}, { name: ["This field is required."] }],
  [{ name: " " }, { name: ["This field may not be blank."] }],
  [{ name: "x".repeat(101) }, { name: ["Ensure this field has no more than 100 characters."] }],
  [{ name: "日本" }, { name: ['Invalid team name "日本": no slug generated.'] }],
  [{ name: "x", access: "owner" }, { access: ['"owner" is not a valid choice.'] }],
])("the team %j is refused", async (input, errors) => {
  const { owner, path } = await buildAcme();
  const answer = await api(owner).post(`${path}teams/`, input);
  expect([answer.status, answer.body]).toEqual([400, errors]);
});

test("a team's name is its own, also when two are made or renamed at the same moment", async () => {
  const { owner, path, admins } = await buildAcme();
  const make = (name: string) => api(owner).post(`${path}teams/`, { name });
  const answers = await Promise.all([make("Docs"), make("Docs")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    name: ['A team named "Docs" already exists.'],
  });
  expect((await make("DOCS!")).body).toEqual({ name: ['A team with slug "docs" already exists.'] });
  const renamed = await api(owner).patch(`${path}teams/${admins.slug}/`, { name: "Docs" });
  expect([renamed.status, renamed.body]).toEqual([400, { name: ['A team named "Docs" already exists.'] }]);
});

test("a rename and a change of access at the same moment both last", async () => {
  const { owner, path, readers } = await buildAcme();
  const at = `${path}teams/${readers.slug}/`;
  await Promise.all([api(owner).patch(at, { name: "Renamed" }), api(owner).patch(at, { access: "admin" })]);
  expect(await db.team.findUniqueOrThrow({ where: { id: readers.id } })).toMatchObject({
    slug: "renamed",
    access: "admin",
  });
});

test("a team takes only people of the organization, and does not say who else exists", async () => {
  const { owner, admin, outsider, path, readers } = await buildAcme();
  const at = `${path}teams/${readers.slug}/members/`;
  const added = await api(owner).post(at, { username: admin.username.toUpperCase() });
  expect([added.status, added.body]).toEqual([
    201,
    { username: admin.username, created: expect.stringMatching(/Z$/) },
  ]);
  expect((await api(owner).post(at, { username: admin.username })).body).toEqual({
    username: [`"${admin.username}" is in this team already.`],
  });
  for (const username of [outsider.username, "nobody-at-all"]) {
    const refused = await api(owner).post(at, { username });
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        username: [
          `"${username}" does not belong to this organization. Invite the person by e-mail instead.`,
        ],
      },
    ]);
  }
  const listed = (await api(admin).get(`${at}?limit=1&offset=1`)).body;
  expect(listed.count).toBe(2);
  expect(listed.results).toHaveLength(1);
});

test("a team's new member reads its projects from the next request on, and no longer than that", async () => {
  const { owner, admin, path, secret, readers } = await buildAcme();
  const members = `${path}teams/${readers.slug}/members/`;
  const read = async () => (await api(admin).get(`/projects/${secret.slug}/`)).status;
  expect(await read()).toBe(404);
  const afterJoining = await watchSites(secret);
  await api(owner).post(members, { username: admin.username });
  expect([await read(), await afterJoining()]).toEqual([200, [true]]);
  const afterLeaving = await watchSites(secret);
  expect((await api(owner).delete(`${members}${admin.username}/`)).status).toBe(204);
  expect([await read(), await afterLeaving()]).toEqual([404, [true]]);
});

test("members may leave a team, and only owners may remove somebody else", async () => {
  const { owner, reader, admin, path, readers } = await buildAcme();
  const at = `${path}teams/${readers.slug}/members/`;
  await api(owner).post(at, { username: admin.username });
  expect((await api(reader).delete(`${at}${admin.username}/`)).status).toBe(403);
  expect((await api(reader).delete(`${at}${owner.username}/`)).body).toEqual({
    detail: "No User matches the given query.",
  });
  expect((await api(reader).delete(`${at}${reader.username}/`)).status).toBe(204);
  expect((await api(reader).get(path)).status).toBe(404);
  expect((await api(owner).delete(`${at}${reader.username}/`)).status).toBe(404);
});

test("a team takes projects of its organization, each once, and gives them back", async () => {
  const { owner, reader, path, open, secret, readers } = await buildAcme();
  const foreign = await buildProject({ organization: await buildOrganization(await buildPerson()) });
  const at = `${path}teams/${readers.slug}/projects/`;
  const toldOf = await watchSites(open, secret, foreign);
  const added = await api(owner).post(at, { project: open.slug });
  expect([added.status, added.body.slug]).toEqual([201, open.slug]);
  expect(await toldOf()).toEqual([true, false, false]);
  expect(slugs((await api(reader).get(at)).body)).toEqual([open.slug, secret.slug].sort());
  expect((await api(owner).post(at, { project: open.slug })).body).toEqual({
    project: [`"${open.slug}" is in this team already.`],
  });
  expect((await api(owner).post(at, { project: foreign.slug })).body).toEqual({
    project: [`Object with slug=${foreign.slug} does not exist.`],
  });
  expect((await api(owner).delete(`${at}${foreign.slug}/`)).status).toBe(404);
  expect((await api(owner).delete(`${at}${secret.slug}/`)).status).toBe(204);
  expect((await api(reader).get(`/projects/${secret.slug}/`)).status).toBe(404);
  expect((await api(owner).delete(`${at}${secret.slug}/`)).status).toBe(404);
});

test("deleting a team takes its rights away and withdraws invitations that led to it alone", async () => {
  const { owner, reader, organization, path, secret, admins, readers } = await buildAcme();
  const [alone, both, asOwner] = await Promise.all([
    buildInvitation(organization, owner, { teamIds: [readers.id] }),
    buildInvitation(organization, owner, { teamIds: [readers.id, admins.id] }),
    buildInvitation(organization, owner, { teamIds: [readers.id], asOwner: true }),
  ]);
  const toldOf = await watchSites(secret);
  expect((await api(owner).delete(`${path}teams/${readers.slug}/`)).status).toBe(204);
  expect(await toldOf()).toEqual([true]);
  expect((await api(reader).get(`/projects/${secret.slug}/`)).status).toBe(404);
  const statuses = await Promise.all(
    [alone, both, asOwner].map(async ({ token }) => (await api().get(`/invitations/${token}/`)).status),
  );
  expect(statuses).toEqual([404, 200, 200]);
});

test("a team of another organization is out of reach, also by a team's own slug", async () => {
  const { owner, path, reader } = await buildAcme();
  const foreign = await buildOrganization(await buildPerson());
  const theirs = await buildTeam(foreign);
  for (const rest of ["", "members/", "projects/"])
    expect((await api(owner).get(`${path}teams/${theirs.slug}/${rest}`)).status).toBe(404);
  const at = `/organizations/${foreign.slug}/teams/${theirs.slug}/members/`;
  expect((await api(owner).post(at, { username: reader.username })).status).toBe(404);
});

test("a token confined to projects and one that may only read change no team", async () => {
  const { owner, path, open } = await buildAcme();
  const confined = await buildToken(owner, { projectIds: [open.id] });
  const reading = await buildToken(owner, { scope: "read" });
  expect((await api(confined).post(`${path}teams/`, { name: "x" })).status).toBe(404);
  expect((await api(reading).post(`${path}teams/`, { name: "x" })).status).toBe(403);
});

test("the operator makes a team with people and projects in one step", async () => {
  const { organization, outsider, open, secret } = await buildAcme();
  const foreign = await buildProject({ organization: await buildOrganization(await buildPerson()) });
  const granted = await openOrganization({ kind: "system", job: "operator" }, organization.slug, "admin");
  const team = {
    name: "New",
    access: "readonly",
    memberIds: [outsider.id],
    projectSlugs: [open.slug],
  } as const;
  const toldOf = await watchSites(open, secret);
  await createTeam(granted, team);
  expect(await toldOf()).toEqual([true, false]);
  await expect(
    createTeam(granted, { ...team, name: "Other", projectSlugs: [foreign.slug] }),
  ).rejects.toMatchObject({ fields: { projects: [`Object with slug=${foreign.slug} does not exist.`] } });
});

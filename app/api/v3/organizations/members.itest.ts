import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildAcme,
  buildInvitation,
  buildOrganization,
  buildPerson,
  buildTeam,
  watchSites,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

test("everybody sees who belongs to the organization, and of their teams only those one may see", async () => {
  const { owner, admin, reader, organization, path, admins, readers } = await buildAcme();
  const both = await buildTeam(organization, { access: "admin", members: [reader, admin] });
  const seenBy = async (person: { token: string }) => {
    const { body } = await api(person).get(`${path}members/`);
    return body.results.map((member: { username: string; owner: boolean; teams: { slug: string }[] }) => [
      member.username,
      member.owner,
      member.teams.map(({ slug }) => slug),
    ]);
  };
  expect(await seenBy(owner)).toEqual([
    [owner.username, true, []],
    [admin.username, false, [admins.slug, both.slug]],
    [reader.username, false, [readers.slug, both.slug]],
  ]);
  expect(await seenBy(reader)).toEqual([
    [owner.username, true, []],
    [admin.username, false, [both.slug]],
    [reader.username, false, [readers.slug, both.slug]],
  ]);
  const one = await api(reader).get(`${path}members/${owner.username}/`);
  expect(one.body).toEqual({
    _links: { _self: expect.stringMatching(new RegExp(`${path}members/${owner.username}/$`)) },
    first_name: "",
    last_active: null,
    last_name: "",
    owner: true,
    teams: [],
    two_factor: null,
    username: owner.username,
  });
  expect((await api(reader).get(`${path}members/nobody/`)).body).toEqual({
    detail: "No User matches the given query.",
  });
});

test("only owners are told who has a second factor and when somebody was active", async () => {
  const { owner, admin, reader, path } = await buildAcme();
  const seen = new Date("2026-11-20T10:00:00Z");
  const secret = { secretSealed: new Uint8Array([1]) };
  await db.user.update({ where: { id: admin.id }, data: { lastActiveAt: seen } });
  await db.totpSecret.create({ data: { userId: admin.id, ...secret, confirmedAt: seen } });
  await db.totpSecret.create({ data: { userId: reader.id, ...secret } });
  await db.passkey.create({
    data: {
      userId: owner.id,
      name: "key",
      credentialId: new Uint8Array([owner.id]),
      publicKey: new Uint8Array([1]),
    },
  });
  const told = async (person: { token: string }) =>
    (await api(person).get(`${path}members/`)).body.results.map(
      (member: { username: string; two_factor: boolean; last_active: string }) => [
        member.username,
        member.two_factor,
        member.last_active,
      ],
    );
  expect(await told(owner)).toEqual([
    [owner.username, true, null],
    [admin.username, true, "2026-11-20T10:00:00Z"],
    [reader.username, false, null],
  ]);
  for (const person of [admin, reader])
    expect(await told(person)).toEqual([owner, admin, reader].map(({ username }) => [username, null, null]));
});

test("lists take the same number of queries whatever their length", async () => {
  const { owner, organization, path, open } = await buildAcme();
  const grow = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const members = [await buildPerson()];
      const team = await buildTeam(organization, { members, projects: [open] });
      await buildInvitation(organization, owner, { teamIds: [team.id] });
    }
  };
  const everybody = await buildTeam(organization, { members: [await buildPerson()], projects: [open] });
  const paths = ["members/", "owners/", "teams/", "invitations/"].map((name) => `${path}${name}`);
  paths.push(`${path}teams/${everybody.slug}/members/`, `${path}teams/${everybody.slug}/projects/`);
  const counts = async () => {
    const found: number[] = [];
    for (const list of paths) {
      const read = () => api(owner).get(`${list}?limit=100&expand=members`);
      await read();
      found.push((await countStatements(read)).statements);
    }
    return found;
  };
  await grow(1);
  const few = await counts();
  await grow(6);
  expect(await counts()).toEqual(few);
});

test("owners make people of the organization owners, and nobody else", async () => {
  const { owner, admin, outsider, organization, path, open, secret } = await buildAcme();
  const toldOf = await watchSites(open, secret);
  const added = await api(owner).post(`${path}owners/`, { username: admin.username });
  expect([added.status, added.body]).toMatchObject([201, { username: admin.username, owner: true }]);
  expect(await toldOf()).toEqual([true, true]);
  const shown = await api(admin).get(path);
  expect(shown.body.owners).toHaveLength(2);
  expect(shown.headers.get("etag")).toMatch(new RegExp(`^"${organization.id}-1`));
  expect((await api(admin).get(`${path}owners/`)).body.count).toBe(2);
  expect((await api(owner).post(`${path}owners/`, { username: admin.username })).body).toEqual({
    username: [`"${admin.username}" is an owner already.`],
  });
  const stranger = await api(owner).post(`${path}owners/`, { username: outsider.username });
  expect([stranger.status, stranger.body]).toEqual([
    400,
    {
      username: [
        `"${outsider.username}" does not belong to this organization. Invite the person by e-mail instead.`,
      ],
    },
  ]);
});

test("the last owner stays, also when two owners are removed at the same moment", async () => {
  const { owner, admin, organization, path } = await buildAcme();
  const refused = await api(owner).delete(`${path}owners/${owner.username}/`);
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: "An organization needs at least one owner. Add another one first." },
  ]);
  expect((await api(owner).delete(`${path}members/${owner.username}/`)).status).toBe(409);
  await api(owner).post(`${path}owners/`, { username: admin.username });
  const answers = await Promise.all([
    api(owner).delete(`${path}owners/${admin.username}/`),
    api(admin).delete(`${path}members/${owner.username}/`),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await db.organizationOwner.count({ where: { organizationId: organization.id } })).toBe(1);
});

test("an owner who leaves the owners stays in the teams, and so in the organization", async () => {
  const { owner, admin, path } = await buildAcme();
  await api(owner).post(`${path}owners/`, { username: admin.username });
  expect((await api(admin).delete(`${path}owners/${admin.username}/`)).status).toBe(204);
  expect((await api(admin).get(`${path}members/${admin.username}/`)).body.owner).toBe(false);
  expect((await api(owner).delete(`${path}owners/${admin.username}/`)).status).toBe(404);
  expect((await api(admin).post(`${path}owners/`, { username: admin.username })).status).toBe(403);
});

test("somebody removed loses everything at the next request, and the invitations they sent end", async () => {
  const { owner, admin, organization, path, open, secret, readers } = await buildAcme();
  await api(owner).post(`${path}owners/`, { username: admin.username });
  const [theirs, ours] = await Promise.all([
    buildInvitation(organization, admin, { asOwner: true }),
    buildInvitation(organization, owner, { teamIds: [readers.id] }),
  ]);
  expect((await api(admin).get(`/projects/${secret.slug}/`)).status).toBe(200);
  const toldOf = await watchSites(open, secret);
  expect((await api(owner).delete(`${path}members/${admin.username}/`)).status).toBe(204);
  expect(await toldOf()).toEqual([true, true]);
  expect((await api(admin).get(`/projects/${secret.slug}/`)).status).toBe(404);
  expect((await api(admin).patch(`/projects/${open.slug}/`, { name: "x" })).status).toBe(403);
  expect((await api(admin).get(path)).status).toBe(404);
  expect((await api(owner).get(`${path}members/${admin.username}/`)).status).toBe(404);
  expect((await api().get(`/invitations/${theirs.token}/`)).status).toBe(404);
  expect((await api().get(`/invitations/${ours.token}/`)).status).toBe(200);
});

test("members may leave an organization, and only owners may remove somebody else", async () => {
  const { owner, admin, reader, path } = await buildAcme();
  expect((await api(reader).delete(`${path}members/${admin.username}/`)).status).toBe(403);
  expect((await api(reader).delete(`${path}members/${reader.username}/`)).status).toBe(204);
  expect((await api(reader).get(path)).status).toBe(404);
  expect((await api(owner).delete(`${path}members/${reader.username}/`)).status).toBe(404);
});

test("removing somebody touches no other organization of theirs", async () => {
  const { owner, admin, path } = await buildAcme();
  const other = await buildOrganization(admin);
  await buildTeam(other, { members: [admin] });
  await api(owner).delete(`${path}members/${admin.username}/`);
  expect(
    (await api(admin).get(`/organizations/${other.slug}/members/${admin.username}/`)).body,
  ).toMatchObject({ owner: true, teams: [{}] });
});

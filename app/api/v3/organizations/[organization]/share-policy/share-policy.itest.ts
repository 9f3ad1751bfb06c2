import { afterEach, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { api, type Json } from "#test/api.ts";
import { buildShare, revokeShare } from "#test/factories/shares.ts";
import { buildAcme, buildTeam, watchSites } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const at = (moment: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(moment));
afterEach(() => vi.restoreAllMocks());

async function world() {
  const acme = await buildAcme();
  at("2026-03-10T12:00:00Z");
  const policy = `${acme.path}share-policy/`;
  const list = `/projects/${acme.open.slug}/sharing/`;
  const shareAs = (person: { token: string }, more: object = {}) =>
    api(person).post(list, { description: "Contractor", access_type: "token", ...more });
  return { ...acme, policy, list, shareAs, owns: api(acme.owner) };
}

test("an organization that has said nothing allows what is usual; members see it, owners change it", async () => {
  const { owns, reader, policy, organization } = await world();
  const self = "http://localhost:3000/api/v3";
  const usual = {
    _links: { _self: `${self}${policy}`, organization: `${self}/organizations/${organization.slug}/` },
    all_versions_allowed: true,
    allowed_types: ["token", "password", "http_header_token"],
    breaking: 0,
    ends_with_creator: false,
    links_readable: true,
    most_days: null,
    remind_days: 3,
    usual_days: 7,
  };
  const seen = await api(reader).get(policy);
  expect([seen.status, seen.body]).toEqual([200, usual]);
  expect((await api(reader).patch(policy, { usual_days: 1 })).status).toBe(403);

  const tag = { "if-match": seen.headers.get("etag") ?? "" };
  const changed = await owns.patch(
    policy,
    { allowed_types: ["http_header_token", "token"], most_days: 90 },
    tag,
  );
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...usual, allowed_types: ["token", "http_header_token"], most_days: 90 },
  ]);
  expect((await owns.patch(policy, { usual_days: 1 }, tag)).status).toBe(412);
  const [event] = await db.auditEvent.findMany({ where: { action: "share_policy.update" } });
  expect(event?.changes).toEqual({
    mostDays: { from: null, to: 90 },
    allowedTypes: { from: "token password http_header_token", to: "token http_header_token" },
  });
  for (const wrong of [
    { allowed_types: ["link"] },
    { most_days: 0 },
    { usual_days: null },
    { remind_days: -1 },
  ]) {
    expect([wrong, (await owns.patch(policy, wrong)).status]).toEqual([wrong, 400]);
  }
});

test("what it does not allow is refused by field when shares are made, moved and widened", async () => {
  const { owns, owner, policy, shareAs, list } = await world();
  const before = (await shareAs(owner, { expires: "2027-01-01", access_type: "password" })).body;
  await owns.patch(policy, { allowed_types: ["token"], most_days: 5, all_versions_allowed: false });
  const latest = { version_patterns: ["2.*"] };
  const days = { expires: ["Your organization allows at most 5 days."] };
  expect(await shareAs(owner)).toMatchObject({
    status: 400,
    body: { allow_all: ["Your organization does not allow sharing all versions."] },
  });
  expect(await shareAs(owner, { ...latest, access_type: "password" })).toMatchObject({
    status: 400,
    body: { access_type: ["Not allowed by your organization."] },
  });
  expect(await shareAs(owner, { ...latest, expires: "2026-03-16" })).toMatchObject({
    status: 400,
    body: days,
  });
  const made = await shareAs(owner, latest);
  expect([made.status, made.body.expires]).toEqual([201, "2026-03-15"]);
  const one = `${list}${made.body.id}/`;
  expect(await owns.patch(one, { allow_all: true })).toMatchObject({ status: 400 });
  expect(await owns.patch(one, { expires: "2026-03-16" })).toMatchObject({ status: 400, body: days });
  expect(await owns.post(`${one}extend/`)).toMatchObject({ status: 400, body: days });
  // What was made before may keep all of it.
  expect((await owns.patch(`${list}${before.id}/`, { description: "Older" })).status).toBe(200);
});

test("what it does not allow any more lasts as long as it was made for, and reaches nobody new", async () => {
  const { owns, owner, policy, shareAs, list } = await world();
  const patterns = { version_patterns: ["2.*"] };
  const byPassword = (await shareAs(owner, { ...patterns, access_type: "password" })).body.id;
  const everything = (await shareAs(owner)).body.id;
  const forPeople = (await shareAs(owner, { access_type: "password", for_recipients: true })).body.id;
  await owns.patch(policy, { allowed_types: ["token"], all_versions_allowed: false });
  const refused = { expires: ["Your organization does not allow shares like this one any more."] };
  for (const id of [byPassword, everything]) {
    const one = `${list}${id}/`;
    expect(await owns.post(`${one}extend/`, { days: 1 })).toMatchObject({ status: 400, body: refused });
    expect(await owns.patch(one, { expires: "2026-03-18" })).toMatchObject({ status: 400, body: refused });
    expect((await owns.patch(one, { expires: "2026-03-16" })).status).toBe(200);
  }
  // What is narrowed to what is allowed may last longer again.
  const narrowed = { ...patterns, allow_all: false, expires: "2026-03-20" };
  expect((await owns.patch(`${list}${everything}/`, narrowed)).status).toBe(200);
  expect(await owns.post(`${list}${forPeople}/recipients/`, { name: "Ann" })).toMatchObject({
    status: 400,
    body: { name: ["Your organization does not allow shares like this one any more."] },
  });
  // A secret that leaked can always be replaced.
  expect((await owns.post(`${list}${byPassword}/rotate/`, {})).status).toBe(200);
});

test("saving says how many live shares break it, and shortens those that last too long on request", async () => {
  const { owns, owner, policy, shareAs, list, open, secret } = await world();
  const ids = [];
  for (const expires of ["2026-03-12", "2026-06-01", "2026-07-01"]) {
    ids.push((await shareAs(owner, { expires })).body.id);
  }
  await owns.delete(`${list}${ids[2]}/`);
  expect((await owns.patch(policy, { most_days: 30 })).body.breaking).toBe(1);
  const told = await watchSites(open, secret);
  expect((await owns.patch(policy, { shorten_shares: true })).body.breaking).toBe(0);
  expect(await told()).toEqual([true, false]);
  expect(
    (await owns.get(`${list}?sort=expires`)).body.results.map(({ expires }: { expires: string }) => expires),
  ).toEqual(["2026-03-12", "2026-04-09"]);
  expect((await owns.patch(policy, { all_versions_allowed: false })).body.breaking).toBe(2);
});

test("links that may not be read again are told once", async () => {
  const { owns, owner, policy, shareAs, list } = await world();
  await owns.patch(policy, { links_readable: false });
  const { body } = await shareAs(owner);
  expect(body).toMatchObject({ token: expect.any(String), url: expect.stringContaining(body.token) });
  expect((await owns.get(`${list}${body.id}/`)).body).toMatchObject({
    token: null,
    url: null,
    token_prefix: body.token.slice(0, 8),
  });
});

test("shares end with their creator where the policy says so, on every way out", async () => {
  const { owns, owner, admin, organization, policy, path, shareAs, open, admins, reader, readers } =
    await world();
  const made = async (person: { token: string }) => (await shareAs(person)).body.id as number;
  const revoked = async (id: number) =>
    (await db.share.findUniqueOrThrow({ where: { id } })).revokedAt !== null;
  const member = async (person: { id: number; username?: string }) =>
    (await db.user.findUniqueOrThrow({ where: { id: person.id } })).username;

  const early = await made(admin);
  const other = await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const leave = async (team: { slug: string }) =>
    owns.delete(`${path}teams/${team.slug}/members/${await member(admin)}/`);
  await leave(other);
  expect(await revoked(early)).toBe(false);
  await owns.patch(policy, { ends_with_creator: true });
  // Still in a team: nobody has left.
  await owns.delete(`${path}teams/${readers.slug}/members/${await member(reader)}/`);
  expect(await revoked(early)).toBe(false);
  const told = await watchSites(open);
  expect((await leave(admins)).status).toBe(204);
  expect([await revoked(early), await told()]).toEqual([true, [true]]);

  const back = await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const [second, kept] = [await made(admin), await made(owner)];
  expect((await owns.delete(`${path}teams/${back.slug}/`)).status).toBe(204);
  expect([await revoked(second), await revoked(kept)]).toEqual([true, false]);

  await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const third = await made(admin);
  expect((await owns.delete(`${path}members/${await member(admin)}/`)).status).toBe(204);
  expect(await revoked(third)).toBe(true);
  expect(await db.share.findUniqueOrThrow({ where: { id: third } })).toMatchObject({ undoUntil: null });

  await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const fourth = await made(admin);
  expect((await owns.delete(`/projects/${open.slug}/`)).status).toBe(204);
  await owns.delete(`${path}members/${await member(admin)}/`);
  // The project may be restored.
  expect(await revoked(fourth)).toBe(true);
});

test("owners list the shares of all projects, without what opens them, in a fixed number of queries", async () => {
  const { owns, owner, admin, path, open, secret, organization } = await world();
  const first = await buildShare(open, { description: "Open wiki", createdById: admin.id });
  const all = `${path}shares/`;
  await owns.get(all);
  const one = await countStatements(() => owns.get(all));
  await buildShare(secret, { description: "Audit", type: "password", expires: "2026-03-12" });
  const gone = await buildShare(secret, { description: "Too early" });
  await revokeShare(gone);
  await buildShare((await buildAcme()).open, { description: "Of somebody else" });
  await db.shareUseDaily.create({
    data: { shareId: first.id, recipientId: 0, day: new Date("2026-03-09"), sessions: 3 },
  });

  const listed = async (query: string) =>
    (await owns.get(`${all}${query}`)).body.results.map((share: Json) => share.description);
  const { username } = await db.user.findUniqueOrThrow({ where: { id: admin.id } });
  expect(await listed("")).toEqual(["Audit", "Open wiki"]);
  expect(await listed("?status=all")).toEqual(["Too early", "Audit", "Open wiki"]);
  expect(await listed("?status=revoked")).toEqual(["Too early"]);
  expect(await listed("?status=expiring")).toEqual(["Audit"]);
  expect(await listed("?type=token")).toEqual(["Open wiki"]);
  expect(await listed(`?project=${secret.slug}`)).toEqual(["Audit"]);
  expect(await listed(`?by=${username}`)).toEqual(["Open wiki"]);
  expect(await listed("?q=wiki")).toEqual(["Open wiki"]);
  expect(await listed("?sort=expires")).toEqual(["Audit", "Open wiki"]);

  const many = await countStatements(() => owns.get(all));
  expect(many.statements).toBe(one.statements);
  const [, wiki] = many.answer.body.results;
  expect(wiki).toMatchObject({ project: open.slug, uses: 3, token_prefix: first.link?.slice(0, 8) });
  expect(wiki.uses_by_day.slice(-3)).toEqual([0, 3, 0]);
  expect(Object.keys(wiki).filter((key) => ["token", "url"].includes(key))).toEqual([]);
  expect(
    await db.auditEvent.count({ where: { organizationId: organization.id, action: "share.reveal" } }),
  ).toBe(0);
  expect((await api(owner).get(`${all}?status=perhaps`)).status).toBe(400);

  await db.project.update({ where: { id: secret.id }, data: { deletedAt: clock.now() } });
  expect(await listed("?status=all")).toEqual(["Open wiki"]);
});

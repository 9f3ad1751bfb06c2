import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sendInvitation } from "#lib/organizations/invitations/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { mailFolder } from "#lib/platform/mail/mail.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import {
  buildAcme,
  buildInvitation,
  buildOrganization,
  buildPerson,
  buildTeam,
  buildToken,
  next,
  watchSites,
} from "#test/factories/tenants.ts";

afterEach(() => {
  env.SIGN_UP = "open";
});

const gone = { detail: "No Invitation matches the given query." };
const yesterday = new Date(Date.now() - 86_400_000);
const newAddress = () => `guest${next()}@example.com`;

/** Does what the worker does with the jobs of an address, and returns the tokens of the mails it got so far, oldest first. */
async function mailedTokens(address: string): Promise<string[]> {
  const jobs = await db.$queryRaw<{ data: { invitationId: number } }[]>`
    delete from pgboss.job where name = 'organization.mail-invitation' returning data`;
  for (const { data } of jobs) await sendInvitation(data);
  const names = (await readdir(mailFolder()).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(mailFolder(), name), "utf8")));
  return mails
    .filter((mail) => mail.split(/\r?\n/).includes(`To: ${address}`))
    .map((mail) => mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="))
    .map((mail) => /\/invitations\/([\w-]+)\//.exec(mail)?.[1] ?? "");
}

test("an owner invites by mail, and who gets the mail joins the teams", async () => {
  const { owner, path, organization, secret, readers } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email: email.toUpperCase() });
  const made = await api(owner).post(`${path}invitations/`, {
    email,
    teams: [readers.slug],
    message: "Welcome!",
  });
  const self = `${env.DASHBOARD_URL}/api/v3${path}invitations/${made.body.id}/`;
  expect([made.status, made.body]).toEqual([
    201,
    {
      _links: { _self: self, resend: `${self}resend/`, link: `${self}link/` },
      as_owner: false,
      created: expect.stringMatching(/Z$/),
      email,
      expires_at: expect.stringMatching(/Z$/),
      id: expect.any(Number),
      invited_by: owner.username,
      message: "Welcome!",
      status: "pending",
      teams: [{ access: "readonly", name: readers.slug, slug: readers.slug }],
    },
  ]);
  const [token = ""] = await mailedTokens(email);
  const seen = await api(guest).get(`/invitations/${token}/`);
  expect(seen.body).toEqual({
    _links: {
      accept: `${env.DASHBOARD_URL}/api/v3/invitations/${token}/accept/`,
      decline: `${env.DASHBOARD_URL}/api/v3/invitations/${token}/decline/`,
    },
    as_owner: false,
    email,
    expires_at: made.body.expires_at,
    for_you: true,
    invited_by: owner.username,
    message: "Welcome!",
    organization: { name: organization.slug, slug: organization.slug },
    teams: [{ access: "readonly", name: readers.slug, slug: readers.slug }],
  });
  const toldOf = await watchSites(secret);
  const accepted = await api(guest).post(`/invitations/${token}/accept/`);
  expect([accepted.status, accepted.body.slug, await toldOf()]).toEqual([200, organization.slug, [true]]);
  expect((await api(guest).get(`/projects/${secret.slug}/`)).status).toBe(200);
  expect((await api(guest).get(`/invitations/${token}/`)).body).toEqual(gone);
  const after = await api(owner).get(`${path}invitations/${made.body.id}/`);
  expect(after.body.status).toBe("accepted");
  const events = await db.auditEvent.findMany({
    where: { subjectKind: "invitation" },
    orderBy: { id: "asc" },
  });
  const led = { teams: { from: null, to: [readers.slug] }, as_owner: { from: null, to: false } };
  expect(events.map(({ action, actorId, changes }) => [action, actorId, changes])).toEqual([
    ["invitation.create", owner.id, led],
    ["invitation.accept", guest.id, null],
  ]);
});

test("whether an address has an account changes nothing about inviting it, and its link is in no answer", async () => {
  const { owner, path, readers } = await buildAcme();
  const [known, unknown] = [newAddress(), newAddress()];
  await buildPerson({ email: known });
  const answers = await Promise.all(
    [known, unknown].map((email) => api(owner).post(`${path}invitations/`, { email, teams: [readers.slug] })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = answers.map(({ body }) => Object.keys(body));
  expect(first).toEqual(second);
  const [token = ""] = await mailedTokens(known);
  expect(token).toMatch(/^[\w-]{32}$/);
  const texts = [...answers.map(({ text }) => text), (await api(owner).get(`${path}invitations/`)).text];
  expect(texts.filter((text) => text.includes(token))).toEqual([]);
});

test.each([
  [{ teams: [] }, { email: ["This field is required."] }],
  [{ email: "nobody", teams: ["read-only"] }, { email: ["Enter a valid email address."] }],
  [{ email: "a@b.c" }, { teams: ["Choose at least one team, or make the person an owner."] }],
  [{ email: "a@b.c", teams: ["none"] }, { teams: ["Object with slug=none does not exist."] }],
  [{ email: "a@b.c", teams: "x" }, { teams: ['Expected a list of items but got type "str".'] }],
  [{ email: "a@b.c", as_owner: "maybe" }, { as_owner: ["Must be a valid boolean."] }],
  [
    { email: "a@b.c", as_owner: true, message: "x".repeat(1001) },
    { message: ["Ensure this field has no more than 1000 characters."] },
  ],
  [{ email: "a@b.c", as_owner: true, message: "\u0000" }, { message: ["Null characters are not allowed."] }],
  [{ email: "a\ud800@b.c", as_owner: true }, { email: ["Surrogate characters are not allowed: U+D800."] }],
])("inviting %j is refused", async (input, errors) => {
  const { owner, path } = await buildAcme();
  const answer = await api(owner).post(`${path}invitations/`, input);
  expect([answer.status, answer.body]).toEqual([400, errors]);
});

test("a team of another organization is none to invite to", async () => {
  const { owner, path } = await buildAcme();
  const theirs = await buildTeam(await buildOrganization(await buildPerson()));
  const answer = await api(owner).post(`${path}invitations/`, { email: newAddress(), teams: [theirs.slug] });
  expect(answer.body).toEqual({ teams: [`Object with slug=${theirs.slug} does not exist.`] });
});

test("an address is invited once at a time, also when two invite it at the same moment", async () => {
  const { owner, path, organization } = await buildAcme();
  const email = newAddress();
  const invite = (address: string) =>
    api(owner).post(`${path}invitations/`, { email: address, as_owner: true });
  const answers = await Promise.all([invite(email), invite(email.toUpperCase())]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    email: ["This address is invited already. Send that invitation again or withdraw it."],
  });
  await db.invitation.updateMany({
    where: { organizationId: organization.id },
    data: { expiresAt: yesterday },
  });
  expect((await invite(email)).status).toBe(201);
});

test("somebody who belongs to the organization is not invited; an address they have not proven is", async () => {
  const { owner, path, organization } = await buildAcme();
  const [proven, claimed] = [newAddress(), newAddress()];
  const members = [
    await buildPerson({ email: proven }),
    await buildPerson({ email: claimed, verified: false }),
  ];
  await buildTeam(organization, { members });
  const invite = (email: string) => api(owner).post(`${path}invitations/`, { email, as_owner: true });
  const refused = await invite(proven);
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      email: [
        "Somebody with this address belongs to the organization already. Add them to teams by username.",
      ],
    },
  ]);
  expect((await invite(claimed)).status).toBe(201);
});

test("invitations are listed by what became of them, by default those that wait", async () => {
  const { owner, path, organization } = await buildAcme();
  const now = new Date();
  const make = (columns: object) => buildInvitation(organization, owner, columns);
  const pending = await make({});
  const expired = await make({ expiresAt: yesterday });
  const accepted = await make({ acceptedAt: now });
  const declined = await make({ declinedAt: now });
  const revoked = await make({ revokedAt: now, expiresAt: yesterday });
  const listed = async (query: string) => {
    const { body } = await api(owner).get(`${path}invitations/${query}`);
    return body.results.map(({ id, status }: { id: number; status: string }) => [id, status]);
  };
  expect(await listed("")).toEqual([
    [expired.id, "expired"],
    [pending.id, "pending"],
  ]);
  for (const [row, status] of Object.entries({ pending, expired, accepted, declined, revoked }).map(
    ([status, row]) => [row, status] as const,
  ))
    expect(await listed(`?status=${status}`)).toEqual([[row.id, status]]);
  const wrong = await api(owner).get(`${path}invitations/?status=open`);
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { status: ["Select a valid choice. open is not one of the available choices."] },
  ]);
});

test("sending again starts the time anew, and the earlier link ends", async () => {
  const { owner, path } = await buildAcme();
  const email = newAddress();
  const { body } = await api(owner).post(`${path}invitations/`, { email, as_owner: true });
  await mailedTokens(email);
  await db.invitation.update({ where: { id: body.id }, data: { expiresAt: yesterday } });
  const again = await api(owner).post(`${path}invitations/${body.id}/resend/`);
  expect([again.status, again.body.status]).toEqual([202, "pending"]);
  expect(new Date(again.body.expires_at).getTime()).toBeGreaterThan(Date.now() + 14 * 86_400_000);
  const [first, second] = await mailedTokens(email);
  expect((await api().get(`/invitations/${first}/`)).status).toBe(404);
  expect((await api().get(`/invitations/${second}/`)).status).toBe(200);
});

test("a link that was handed over joins the teams and proves nothing about the address", async () => {
  const { owner, path, readers } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email, verified: false });
  const { body } = await api(owner).post(`${path}invitations/`, { email, teams: [readers.slug] });
  const [mailed] = await mailedTokens(email);
  const at = `${path}invitations/${body.id}/`;
  const made = await api(owner).post(`${at}link/`);
  expect([made.status, made.body.status]).toEqual([201, "pending"]);
  const token = made.body.url.split("/").at(-2);
  expect((await api().get(`/invitations/${mailed}/`)).body).toEqual(gone);
  await sendInvitation({ invitationId: body.id });
  expect(await mailedTokens(email)).toHaveLength(1);
  expect((await api(guest).post(`/invitations/${token}/accept/`)).status).toBe(200);
  expect((await api(owner).get(`${path}members/${guest.username}/`)).status).toBe(200);
  const address = await db.emailAddress.findFirstOrThrow({ where: { userId: guest.id } });
  expect(address.verifiedAt).toBeNull();
  const late = await api(owner).post(`${at}link/`);
  expect([late.status, late.body]).toEqual([409, { detail: "This invitation has been accepted already." }]);
});

test("whoever signs up with a link that was handed over still has to confirm the address", async () => {
  const { owner, path, readers } = await buildAcme();
  const email = newAddress();
  const { body } = await api(owner).post(`${path}invitations/`, { email, teams: [readers.slug] });
  const { url } = (await api(owner).post(`${path}invitations/${body.id}/link/`)).body;
  const username = `handed${body.id}`;
  const joined = await api().post("/account/sign-up/", {
    username,
    email,
    password: "correct horse battery staple",
    invitation: url.split("/").at(-2),
  });
  expect(joined.status).toBe(201);
  const address = await db.emailAddress.findFirstOrThrow({ where: { user: { username } } });
  expect(address.verifiedAt).toBeNull();
});

test("a link that was handed over ends when a mail is asked for, before there is one", async () => {
  const { owner, path, readers } = await buildAcme();
  const email = newAddress();
  const { body } = await api(owner).post(`${path}invitations/`, { email, teams: [readers.slug] });
  const at = `${path}invitations/${body.id}/`;
  const invitation = (await api(owner).post(`${at}link/`)).body.url.split("/").at(-2);
  expect((await api(owner).post(`${at}resend/`)).status).toBe(202);
  const joined = await api().post("/account/sign-up/", {
    username: `early${body.id}`,
    email,
    password: "correct horse battery staple",
    invitation,
  });
  expect([joined.status, Object.keys(joined.body)]).toEqual([400, ["invitation"]]);
  expect((await api().get(`/invitations/${invitation}/`)).body).toEqual(gone);
});

test("a withdrawn invitation leads nowhere, stays listed, and is neither sent nor withdrawn again", async () => {
  const { owner, path } = await buildAcme();
  const email = newAddress();
  const { body } = await api(owner).post(`${path}invitations/`, { email, as_owner: true });
  const at = `${path}invitations/${body.id}/`;
  const [token] = await mailedTokens(email);
  expect((await api(owner).delete(at)).status).toBe(204);
  expect((await api().get(`/invitations/${token}/`)).body).toEqual(gone);
  expect((await api(owner).get(at)).body.status).toBe("revoked");
  for (const answer of [await api(owner).post(`${at}resend/`), await api(owner).delete(at)])
    expect([answer.status, answer.body]).toEqual([409, { detail: "This invitation was withdrawn already." }]);
  await sendInvitation({ invitationId: body.id });
  expect(await mailedTokens(email)).toHaveLength(1);
});

test("every link that leads nowhere gets the same answer", async () => {
  const { owner, organization } = await buildAcme();
  const now = new Date();
  const email = newAddress();
  const guest = await buildPerson({ email });
  const dead = [{ expiresAt: yesterday }, { acceptedAt: now }, { declinedAt: now }, { revokedAt: now }];
  const made = await Promise.all(
    dead.map((columns) => buildInvitation(organization, owner, { ...columns, address: email })),
  );
  for (const token of [...made.map((row) => row.token), "unknown", "x".repeat(500)])
    for (const answer of [
      await api(guest).get(`/invitations/${token}/`),
      await api(guest).post(`/invitations/${token}/accept/`),
      await api(guest).post(`/invitations/${token}/decline/`),
    ])
      expect([answer.status, answer.body]).toEqual([404, gone]);
  expect((await api().post("/invitations/unknown/accept/")).status).toBe(401);
});

test("another account cannot answer, and says so; the link shows itself to everybody who has it", async () => {
  const { owner, outsider, organization } = await buildAcme();
  const email = newAddress();
  await buildPerson({ email });
  const claiming = await buildPerson({ email, verified: false });
  const { token } = await buildInvitation(organization, owner, { address: email, asOwner: true });
  for (const person of [outsider, claiming, owner])
    for (const way of ["accept", "decline"]) {
      const answer = await api(person).post(`/invitations/${token}/${way}/`);
      expect([answer.status, answer.body]).toEqual([
        403,
        { detail: "This invitation was sent to another address. Log in with the account that has it." },
      ]);
    }
  expect((await api(outsider).get(`/invitations/${token}/`)).body.for_you).toBe(false);
  expect((await api().get(`/invitations/${token}/`)).body).toMatchObject({ for_you: false, email });
});

test("the link proves an address that its account had not proven yet", async () => {
  const { owner, organization } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email, verified: false });
  const { token } = await buildInvitation(organization, owner, { address: email, asOwner: true });
  expect((await api(guest).post(`/invitations/${token}/accept/`)).status).toBe(200);
  const address = await db.emailAddress.findFirstOrThrow({ where: { userId: guest.id } });
  expect(address.verifiedAt).not.toBeNull();
});

test("of two answers at the same moment one counts", async () => {
  const { owner, organization, readers } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email });
  const accept = (token: string) => api(guest).post(`/invitations/${token}/accept/`);
  const first = await buildInvitation(organization, owner, { address: email, teamIds: [readers.id] });
  const twice = await Promise.all([accept(first.token), accept(first.token)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  const second = await buildInvitation(organization, owner, { address: email, asOwner: true });
  const either = await Promise.all([
    accept(second.token),
    api(guest).post(`/invitations/${second.token}/decline/`),
  ]);
  expect(either.map(({ status }) => status).sort()).toEqual([expect.any(Number), 404]);
  const events = await db.auditEvent.count({
    where: { subjectKind: "invitation", actorId: guest.id },
  });
  expect(events).toBe(2);
});

test("accepting and withdrawing at the same moment end in one of both", async () => {
  const { owner, path, organization, readers } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email });
  const { id, token } = await buildInvitation(organization, owner, { address: email, teamIds: [readers.id] });
  const [accepted, revoked] = await Promise.all([
    api(guest).post(`/invitations/${token}/accept/`),
    api(owner).delete(`${path}invitations/${id}/`),
  ]);
  const joined = (await api(guest).get(path)).status === 200;
  expect([accepted.status, revoked.status, joined]).toEqual(
    accepted.status === 200 ? [200, 409, true] : [404, 204, false],
  );
});

test("who is made an owner by an invitation owns every project, and the organization says so", async () => {
  const { owner, path, organization, open, secret } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email });
  const { token } = await buildInvitation(organization, owner, { address: email, asOwner: true });
  const toldOf = await watchSites(open, secret);
  const { body } = await api(guest).post(`/invitations/${token}/accept/`);
  expect(body.owners).toContainEqual({ username: guest.username });
  expect(await toldOf()).toEqual([true, true]);
  expect((await api(guest).get(path)).headers.get("etag")).toMatch(new RegExp(`^"${organization.id}-1`));
});

test("a token confined to projects and one that may only read answer nothing", async () => {
  const { owner, organization, open } = await buildAcme();
  const email = newAddress();
  const guest = await buildPerson({ email });
  const { token } = await buildInvitation(organization, owner, { address: email, asOwner: true });
  const limited = [
    await buildToken(guest, { projectIds: [open.id] }),
    await buildToken(guest, { scope: "read" }),
  ];
  for (const caller of limited)
    expect((await api(caller).post(`/invitations/${token}/accept/`)).status).toBe(403);
});

test("an organization's invitations are out of reach for every other organization", async () => {
  const { owner, organization } = await buildAcme();
  const { id } = await buildInvitation(organization, owner);
  const stranger = await buildPerson();
  const theirs = await buildOrganization(stranger);
  const at = `/organizations/${theirs.slug}/invitations/${id}/`;
  expect((await api(stranger).get(at)).body).toEqual(gone);
  expect((await api(stranger).delete(at)).status).toBe(404);
  expect((await api(stranger).post(`${at}resend/`)).status).toBe(404);
  const odd = `/organizations/${theirs.slug}/invitations/`;
  expect((await api(stranger).get(`${odd}99999999999/`)).body).toEqual(gone);
  expect((await api(stranger).get(`${odd}abc/`)).body).toEqual({ detail: "Not found." });
});

test("nobody's mailbox is filled with invitations", async () => {
  const { owner, path } = await buildAcme();
  const email = newAddress();
  stopClock();
  const { body } = await api(owner).post(`${path}invitations/`, { email, as_owner: true });
  const resend = () => api(owner).post(`${path}invitations/${body.id}/resend/`);
  for (let sent = 1; sent < 10; sent += 1) expect((await resend()).status).toBe(202);
  const refused = await resend();
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
});

test("where sign-up is by invitation, the link lets its address in, proven, and nobody else", async () => {
  env.SIGN_UP = "invited";
  const { owner, organization, path, readers } = await buildAcme();
  const email = newAddress();
  const { token } = await buildInvitation(organization, owner, { address: email, teamIds: [readers.id] });
  const username = `invited${next()}`;
  const signUp = (input: object) =>
    api().post("/account/sign-up/", { username, email, password: "correct horse", ...input });
  const refusals = [
    await signUp({}),
    await signUp({ invitation: "guessed" }),
    await signUp({ invitation: token, email: newAddress() }),
  ];
  expect(refusals.map(({ status, body }) => [status, body])).toEqual([
    [403, { detail: "Sign-up is by invitation only." }],
    [400, { invitation: ["This invitation is not valid or no longer valid. Ask for a new one."] }],
    [400, { email: ["The invitation was sent to another address."] }],
  ]);
  expect((await signUp({ invitation: token })).status).toBe(201);
  const user = await db.user.findFirstOrThrow({ where: { username }, include: { emailAddresses: true } });
  expect(user.emailAddresses.map(({ verifiedAt }) => verifiedAt !== null)).toEqual([true]);
  const guest = await buildToken(user);
  expect((await api(guest).get(path)).status).toBe(404);
  expect((await api(guest).post(`/invitations/${token}/accept/`)).status).toBe(200);
  expect((await api(guest).get(path)).status).toBe(200);
  env.SIGN_UP = "closed";
  expect((await signUp({ invitation: token })).status).toBe(400);
  const other = await buildInvitation(organization, owner, { asOwner: true });
  expect((await signUp({ invitation: other.token, email: other.address })).status).toBe(403);
});

test("an answer that is kept for a repetition does not keep the link", async () => {
  const { organization, owner, readers } = await buildAcme();
  const address = newAddress();
  const guest = await buildPerson({ email: address });
  const { token } = await buildInvitation(organization, owner, { address, teamIds: [readers.id] });
  const headers = { "idempotency-key": `accept ${token.length}` };
  expect((await api(guest).post(`/invitations/${token}/accept/`, {}, headers)).status).toBeLessThan(300);
  const kept = await db.idempotencyRecord.findMany({ where: { key: headers["idempotency-key"] } });
  expect(kept.map(({ path }) => path)).toEqual(["/api/v3/invitations/…/accept/"]);
});

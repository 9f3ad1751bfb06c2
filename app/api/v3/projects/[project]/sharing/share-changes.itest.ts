import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { removeOldExtensionRequests } from "#lib/sharing/extension-requests/commands.ts";
import { wipeSecrets } from "#lib/sharing/secrets/commands.ts";
import { removeOldShareSessions } from "#lib/sharing/sessions/commands.ts";
import type { Json } from "#test/api.ts";
import { watchSites } from "#test/factories/tenants.ts";
import { auditedOf, buildSharingProject, type SharingProject } from "#test/sharing-project.ts";

const noon = "2026-03-10T12:00:00Z";
const at = (moment: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(moment));
afterEach(() => vi.restoreAllMocks());

let made: SharingProject;
beforeEach(async () => {
  made = await buildSharingProject();
  at(noon);
});

const sessionOf = async (id: number, kind: "link" | "password" = "link") => {
  const secret = await db.shareSecret.findFirstOrThrow({ where: { shareId: id, kind, retiredAt: null } });
  return db.shareSession.create({
    data: { shareId: id, secretId: secret.id, host: "docs.example.com", client: "" },
  });
};

describe("changing a share", () => {
  test("keeps what is not named, tells docs hosts, and refuses a stale tag", async () => {
    const { project, owns, share } = made;
    const { body, one } = await share({ versions: ["1.0"] });
    const told = await watchSites(project);
    const { headers } = await owns.get(one);
    const tag = headers.get("etag") ?? "";
    const changed = await owns.patch(one, { versions: ["2.0"], expires: "2026-03-20" }, { "if-match": tag });
    expect(changed).toMatchObject({
      status: 200,
      body: { versions: ["2.0"], expires: "2026-03-20", description: "Contractor", token: body.token },
    });
    expect(await told()).toEqual([true]);
    expect((await owns.patch(one, { versions: ["1.0"] }, { "if-match": tag })).status).toBe(412);
    const [event] = await db.auditEvent.findMany({
      where: { action: "share.update", projectId: project.id },
    });
    expect(event?.changes).toEqual({
      versions: { from: ["1.0"], to: ["2.0"] },
      expires: { from: "2026-03-17", to: "2026-03-20" },
    });
  });

  test("widening it forgets the chosen versions; what became public meanwhile may stay", async () => {
    const { project, owns, share } = made;
    const { one } = await share({ versions: ["1.0"], version_patterns: ["2.*"] });
    await db.version.updateMany({
      where: { projectId: project.id, slug: "1.0" },
      data: { privacyLevel: "public" },
    });
    expect((await owns.patch(one, { versions: ["1.0", "2.0"] })).status).toBe(200);
    const { body } = await owns.patch(one, { allow_all: true });
    expect(body).toMatchObject({ allow_all: true, versions: [], version_patterns: [] });
  });

  test("every write refuses a stale tag and changes nothing", async () => {
    const { owns, share } = made;
    const { one, body } = await share();
    const stale = { "if-match": (await owns.get(one)).headers.get("etag") ?? "" };
    await owns.patch(one, { description: "Changed meanwhile" });
    const statuses = [(await owns.delete(one, stale)).status];
    for (const verb of ["rotate", "extend", "revoke"]) {
      statuses.push((await owns.post(`${one}${verb}/`, {}, stale)).status);
    }
    expect((await owns.get(one)).body).toMatchObject({
      status: "live",
      expires: "2026-03-17",
      token: body.token,
    });
    await owns.delete(one);
    statuses.push((await owns.post(`${one}revoke-undo/`, {}, stale)).status);
    expect(statuses).toEqual([412, 412, 412, 412, 412]);
    expect((await owns.get(one)).body.status).toBe("revoked");
    expect(await auditedOf(body.id)).toEqual(["share.create", "share.update", "share.revoke"]);
  });

  test("what is left of one whose versions are gone may be changed, and opens nothing", async () => {
    const { project, owns, share } = made;
    const { one } = await share({ versions: ["1.0"] });
    await db.version.deleteMany({ where: { projectId: project.id, slug: "1.0" } });
    const changed = await owns.patch(one, { description: "Nothing left" });
    expect([changed.status, changed.body.versions, changed.body.allow_all]).toEqual([200, [], false]);
    expect(await owns.patch(one, { path_prefixes: ["/guide/"], versions: [] })).toMatchObject({
      status: 200,
    });
    expect((await owns.patch(one, { versions: ["1.0"] })).status).toBe(400);
  });

  test("its type stays", async () => {
    const { owns, share } = made;
    const { one } = await share();
    expect((await owns.patch(one, { access_type: "token" })).status).toBe(200);
    expect(await owns.patch(one, { access_type: "password" })).toMatchObject({
      status: 400,
      body: { access_type: ["The type of a share stays. Create another share."] },
    });
  });

  test("a new password ends the sessions of the old one, and is not written down", async () => {
    const { project, owns, share } = made;
    const { body, one } = await share({ access_type: "password" });
    const session = await sessionOf(body.id, "password");
    const { body: after } = await owns.patch(one, { password: "another password" });
    expect(after).toMatchObject({ password: "another password", sessions_ended: 1, url: body.url });
    expect(await db.shareSession.findUnique({ where: { id: session.id } })).toMatchObject({
      endReason: "rotated",
    });
    expect(
      JSON.stringify(await db.auditEvent.findMany({ where: { projectId: project.id } }), json),
    ).not.toContain("another password");
  });

  test("reaching less ends its sessions, reaching more does not", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ versions: ["1.0", "2.0"] });
    const session = await sessionOf(body.id);
    expect((await owns.patch(one, { versions: ["1.0", "2.0", "2.1"] })).body.sessions_ended).toBe(0);
    expect((await owns.patch(one, { versions: ["1.0", "2.0"] })).body.sessions_ended).toBe(1);
    expect(await db.shareSession.findUnique({ where: { id: session.id } })).toMatchObject({
      endReason: "narrowed",
    });
  });

  test("requests for more time stay open with an earlier day, and are settled with a later one", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ expires: "2026-03-20" });
    await db.extensionRequest.create({ data: { shareId: body.id, email: "reader@example.com" } });
    const outcome = async () =>
      (await db.extensionRequest.findFirstOrThrow({ where: { shareId: body.id } })).outcome;
    await owns.patch(one, { expires: "2026-03-18" });
    expect(await outcome()).toBeNull();
    await owns.patch(one, { expires: "2026-03-19" });
    expect(await outcome()).toBe("extended");
  });

  test("an expired one may be given another day", async () => {
    const { owns, share } = made;
    const { one } = await share({ expires: "2026-03-10" });
    at("2026-03-12T00:00:00Z");
    expect((await owns.patch(one, { description: "Still gone" })).body.status).toBe("expired");
    expect((await owns.patch(one, { expires: "2026-03-12" })).body.status).toBe("live");
  });
});
const json = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

describe("replacing secrets", () => {
  const current = (id: number) =>
    db.shareSecret.findMany({
      where: { shareId: id, retiredAt: null },
      orderBy: { id: "asc" },
      select: { kind: true, validUntil: true },
    });

  test("without an overlap the old one ends at once, with its sessions", async () => {
    const { owns, share } = made;
    const { body, one } = await share();
    await sessionOf(body.id);
    const { body: after } = await owns.post(`${one}rotate/`, {});
    expect(after).toMatchObject({ sessions_ended: 1, old_secret_until: null, password: null });
    expect(after.token).not.toBe(body.token);
    expect(after.url).toContain(after.token);
    expect(await current(body.id)).toEqual([{ kind: "link", validUntil: null }]);
    expect(await auditedOf(body.id)).toEqual(["share.create", "share.rotate"]);
  });

  test("with one it goes on so long, unless the next replacement has none", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ access_type: "http_header_token" });
    const first = await owns.post(`${one}rotate/`, { overlap_hours: 24 });
    expect(first.body).toMatchObject({ sessions_ended: 0, old_secret_until: "2026-03-11T12:00:00Z" });
    expect(first.body.token).toMatch(/^lch_/);
    expect(await current(body.id)).toEqual([
      { kind: "header_token", validUntil: new Date("2026-03-11T12:00:00Z") },
      { kind: "header_token", validUntil: null },
    ]);
    await owns.post(`${one}rotate/`, {});
    expect(await current(body.id)).toEqual([{ kind: "header_token", validUntil: null }]);
    expect((await owns.post(`${one}rotate/`, { overlap_hours: 2 })).status).toBe(400);
  });

  test("of a share by password it is the password, the link only when asked for", async () => {
    const { owns, share } = made;
    const { body, one } = await share({ access_type: "password" });
    const password = (await owns.post(`${one}rotate/`, {})).body;
    expect(password).toMatchObject({ url: body.url, password: expect.any(String) });
    expect(password.password).not.toBe(body.password);
    const link = (await owns.post(`${one}rotate/`, { secret: "link" })).body;
    expect(link.password).toBeNull();
    expect(link.url).not.toBe(body.url);
    const both = (await owns.post(`${one}rotate/`, { secret: "both", password: "my own words" })).body;
    expect(both.password).toBe("my own words");
    expect(both.url).not.toBe(link.url);
    expect((await owns.post(`${one}rotate/`, { secret: "link", password: "my own words" })).status).toBe(400);
  });

  test("of many at once every one works, and one secret is current in the end", async () => {
    const { owns, share } = made;
    const { body, one } = await share();
    const answers = await Promise.all(Array.from({ length: 4 }, () => owns.post(`${one}rotate/`, {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await current(body.id)).toEqual([{ kind: "link", validUntil: null }]);
  });
});

describe("revoking", () => {
  test("ends sessions, and can be taken back for 15 seconds with the same secret", async () => {
    const { project, owns, share } = made;
    const { body, one } = await share();
    const session = await sessionOf(body.id);
    const told = await watchSites(project);
    expect((await owns.post(`${one}revoke/`)).body).toMatchObject({
      status: "revoked",
      sessions_ended: 1,
      revoked_at: noon,
      undo_until: "2026-03-10T12:00:15Z",
    });
    expect(await told()).toEqual([true]);
    expect((await owns.post(`${one}revoke/`)).status).toBe(409);
    at("2026-03-10T12:00:15Z");
    expect((await owns.post(`${one}revoke-undo/`)).body).toMatchObject({
      status: "live",
      token: body.token,
      revoked_at: null,
      undo_until: null,
    });
    expect(await db.shareSession.findUnique({ where: { id: session.id } })).toMatchObject({ endedAt: null });
    expect((await owns.post(`${one}revoke-undo/`)).status).toBe(409);
    expect(await auditedOf(body.id)).toEqual(["share.create", "share.revoke", "share.undo_revoke"]);
  });

  test("is final after that", async () => {
    const { owns, share } = made;
    const { one } = await share();
    expect((await owns.delete(one)).status).toBe(204);
    at("2026-03-10T12:00:15.001Z");
    for (const verb of ["revoke-undo", "extend", "rotate", "revoke"]) {
      expect([verb, (await owns.post(`${one}${verb}/`, {})).status]).toEqual([verb, 409]);
    }
    expect((await owns.patch(one, { description: "No" })).status).toBe(409);
    expect((await owns.get(one)).body.status).toBe("revoked");
  });

  test("of two at once one does it", async () => {
    const { owns, share } = made;
    const { one } = await share();
    const answers = await Promise.all([owns.delete(one), owns.delete(one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe("extending", () => {
  test.each([
    ["by its own length", {}, noon, 200, "2026-03-24"],
    ["by days", { days: 30 }, noon, 200, "2026-04-16"],
    ["until a day", { expires: "2026-12-31" }, noon, 200, "2026-12-31"],
    ["an expired one, from today", {}, "2026-04-01T08:00:00Z", 200, "2026-04-08"],
    ["to a day that is over", { expires: "2026-03-09" }, noon, 400, "2026-03-17"],
  ])("%s", async (_, body, when, status, expires) => {
    const { owns, share } = made;
    const { one } = await share();
    at(when);
    const answer = await owns.post(`${one}extend/`, body);
    expect(answer.status).toBe(status);
    expect((await owns.get(one)).body).toMatchObject({ expires, status: "live", length_days: 7 });
  });
});

describe("reading links again", () => {
  /** Who read the links of which shares and recipients again, in order. */
  const readings = async (projectId: number) => {
    const rows = await db.auditEvent.findMany({
      where: { projectId, action: "share.reveal" },
      orderBy: { id: "asc" },
    });
    return rows.map(({ subjectKind, subjectLabel }) => [subjectKind, subjectLabel]);
  };

  test("is written down wherever the API tells them, and only there", async () => {
    const { project, owns, share, list } = made;
    const link = await share({ description: "Wiki" });
    const token = await share({ description: "Script", access_type: "http_header_token" });
    const each = await share({ description: "Each", for_recipients: true });
    const ada = `${each.one}recipients/`;
    const [{ id }] = (await owns.post(ada, { csv: "Ada\nBo" })).body.recipients;
    const quiet = "?omit=token,url";
    for (const path of [token.one, link.one + quiet, list + quiet, ada + quiet, `${link.one}?fields=id`])
      await owns.get(path);
    await owns.post(`${link.one}rotate/`, {});
    await owns.post(`${link.one}extend/${quiet}`, {});
    expect(await readings(project.id)).toEqual([]);

    const wiki = ["share", "Wiki"];
    await owns.get(`${link.one}?omit=url`);
    await owns.get(list);
    await owns.patch(link.one, { description: "Wiki" });
    expect(await readings(project.id)).toEqual([wiki, wiki, wiki]);
    await owns.get(`${ada}${id}/`);
    await owns.get(ada);
    const recipients = ["Each: Ada", "Each: Ada", "Each: Bo"].map((label) => ["share_recipient", label]);
    expect(await readings(project.id)).toEqual([wiki, wiki, wiki, ...recipients]);
  });

  test("can be turned off for a share", async () => {
    const { project, owns, share } = made;
    const { body, one } = await share({ can_reveal: false });
    expect(body.url).toContain(body.token);
    const hidden = { can_reveal: false, token: null, url: null, token_prefix: body.token_prefix };
    expect((await owns.get(one)).body).toMatchObject(hidden);
    expect((await owns.patch(one, { description: "Renamed" })).body).toMatchObject(hidden);
    expect(await readings(project.id)).toEqual([]);
    expect((await owns.patch(one, { can_reveal: true })).body).toMatchObject({ token: body.token });
  });
});

test("secrets are wiped 30 days after the end; the share stays listed", async () => {
  const { owns, share } = made;
  const [expired, revoked, kept] = [
    await share({ expires: "2026-03-10" }),
    await share({ access_type: "password" }),
    await share({ expires: "2026-03-11" }),
  ];
  await owns.delete(revoked.one);
  const isStored = async ({ body }: { body: Json }) =>
    (await db.shareSecret.findMany({ where: { shareId: body.id } })).map(
      ({ lookupHash, sealed, retiredAt }) => lookupHash !== null || sealed !== null || retiredAt === null,
    );
  const all = async () => Promise.all([expired, revoked, kept].map(isStored));
  at("2026-04-09T12:00:00Z");
  await wipeSecrets();
  expect(await all()).toEqual([[true], [true, true], [true]]);
  at("2026-04-09T12:00:01Z");
  await wipeSecrets();
  expect(await all()).toEqual([[true], [false, false], [true]]);
  at("2026-04-10T00:00:00Z");
  await wipeSecrets();
  expect(await all()).toEqual([[false], [false, false], [true]]);
  expect((await owns.get(expired.one)).body).toMatchObject({ status: "expired", url: null, token: null });
  expect((await owns.post(`${expired.one}extend/`)).status).toBe(409);
  expect(await auditedOf(expired.body.id)).toEqual(["share.create", "share.wipe"]);
});

test("sessions and requests for more time are kept for 90 days after their end", async () => {
  const { share } = made;
  const [expired, live] = [await share({ expires: "2026-03-10" }), await share({ expires: "2027-03-10" })];
  const [byDay, left, open] = [
    await sessionOf(expired.body.id),
    await sessionOf(live.body.id),
    await sessionOf(live.body.id),
  ];
  await db.shareSession.update({ where: { id: left.id }, data: { endedAt: clock.now(), endReason: "left" } });
  const asked = async (shareId: number, handledAt: Date | null) =>
    db.extensionRequest.create({
      data: { shareId, email: "reader@example.com", handledAt, outcome: handledAt && "declined" },
    });
  const [unanswered, answered] = [await asked(expired.body.id, null), await asked(live.body.id, clock.now())];
  await db.notice.create({
    data: {
      projectId: made.project.id,
      messageId: "project:share:extension-asked",
      subject: `extension-request:${unanswered.id}`,
      values: { email: "reader@example.com" },
    },
  });
  const sessions = async () =>
    (await db.shareSession.findMany({ where: { id: { in: [byDay.id, left.id, open.id] } } })).map(
      ({ id }) => id,
    );
  const requests = async () =>
    (await db.extensionRequest.findMany({ where: { id: { in: [unanswered.id, answered.id] } } })).map(
      ({ id }) => id,
    );
  const clean = async (moment: string) => {
    at(moment);
    await removeOldShareSessions();
    await removeOldExtensionRequests();
    return [new Set(await sessions()), new Set(await requests())];
  };
  const all = [new Set([byDay.id, left.id, open.id]), new Set([unanswered.id, answered.id])];
  expect(await clean("2026-06-08T12:00:00Z")).toEqual(all);
  expect(await clean("2026-06-08T12:00:01Z")).toEqual([
    new Set([byDay.id, open.id]),
    new Set([unanswered.id]),
  ]);
  expect(await clean("2026-06-09T00:00:01Z")).toEqual([new Set([open.id]), new Set()]);
  expect(await db.notice.count({ where: { subject: `extension-request:${unanswered.id}` } })).toBe(0);
});

import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { findDocsShares } from "#lib/sharing/live/queries.ts";
import type { SecretKind } from "#lib/sharing/schema.ts";
import { secretHash } from "#lib/sharing/secrets/queries.ts";
import { api } from "#test/api.ts";
import { buildSession, buildShare, revokeShare, sessionsOf } from "#test/factories/shares.ts";
import { buildOwnedProject, type Person, watchSites } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

let owner: Person;
let project: { id: number; slug: string };
let share: { id: number; projectId: number };
let list: string;
let owns: ReturnType<typeof api>;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject({ privacyLevel: "private" }));
  owns = api(owner);
  await give("token");
});

async function give(type: "token" | "password" | "http_header_token"): Promise<void> {
  share = await buildShare(project, { type, description: "Fair", forRecipients: true });
  list = `/projects/${project.slug}/sharing/${share.id}/recipients/`;
}

const add = async (body: unknown) => (await owns.post(list, body)).body.recipients;
const addCsv = (csv: string) => owns.post(list, csv, { "content-type": "text/csv" });
const names = async (query = "") =>
  (await owns.get(`${list}${query}`)).body.results.map(({ name }: { name: string }) => name);
/** Whose secret that is on docs hosts just now; undefined when nobody's. */
async function holder(kind: SecretKind, text: string): Promise<number | null | undefined> {
  const shares = (await findDocsShares([project.id])).get(project.id) ?? [];
  const { hash, keyId } = secretHash(kind, project.id, text);
  const key = `${kind}:${keyId}:${Buffer.from(hash).toString("base64url")}`;
  return shares.flatMap(({ secrets }) => secrets).find((secret) => secret.key === key)?.recipientId;
}
const secretIn = (url: string): string => /\/_\/sharing\/([^?]+)/.exec(url)?.[1] ?? "";
const actions = async () =>
  (await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } }))
    .filter(({ action }) => action.startsWith("share_recipient."))
    .map(({ action, subjectLabel }) => [action, subjectLabel]);

describe("adding", () => {
  test("one, who gets a link of their own", async () => {
    const told = await watchSites(project);
    const answer = await owns.post(list, { name: " Ada ", email: "ada@example.com" });
    expect(answer.status).toBe(201);
    const [ada] = answer.body.recipients;
    expect(ada).toMatchObject({
      share: share.id,
      name: "Ada",
      email: "ada@example.com",
      status: "live",
      token: expect.stringMatching(/^lcl_/),
      password: null,
      sessions: 0,
      last_used_on: null,
      sessions_ended: 0,
    });
    expect(ada.token_prefix).toBe(ada.token.slice(0, 8));
    expect(secretIn(ada.url)).toBe(ada.token);
    expect(await holder("link", ada.token)).toBe(ada.id);
    expect(await told()).toEqual([true]);
    expect(await actions()).toEqual([["share_recipient.create", "Fair: Ada"]]);
  });

  test("a password besides the link, which is told once", async () => {
    await give("password");
    const [ada] = await add({ name: "Ada" });
    expect(ada).toMatchObject({ token: null, password: expect.stringMatching(/^[a-z-]+-\d\d$/) });
    expect(await holder("password", ada.password)).toBe(ada.id);
    expect(await holder("link", secretIn(ada.url))).toBe(ada.id);
    const { body } = await owns.get(`${list}${ada.id}/`);
    expect(body).toMatchObject({ token: null, url: ada.url });
    expect(JSON.stringify(body)).not.toContain(ada.password);
  });

  test("a header token, which is told once", async () => {
    await give("http_header_token");
    const [ada] = await add({ name: "Ada" });
    expect(ada).toMatchObject({ token: expect.stringMatching(/^lch_/), url: null, password: null });
    expect(await holder("header_token", ada.token)).toBe(ada.id);
    expect((await owns.get(`${list}${ada.id}/`)).body).toMatchObject({
      token: null,
      token_prefix: ada.token.slice(0, 8),
      url: null,
    });
  });

  test.each<[string, () => ReturnType<typeof addCsv>]>([
    ["a JSON list", () => owns.post(list, [{ name: "Ada" }, { name: "Grace", email: "grace@example.com" }])],
    [
      "an object with a list",
      () => owns.post(list, { recipients: [{ name: "Ada" }, { name: "Grace", email: "grace@example.com" }] }),
    ],
    ["a table", () => addCsv("name,email\nAda,\nGrace,grace@example.com\n")],
    ["a table in JSON", () => owns.post(list, { csv: "Ada\nGrace,grace@example.com" })],
  ])("several as %s, each with a secret of their own", async (_, send) => {
    const answer = await send();
    expect(answer.status).toBe(201);
    const [ada, grace] = answer.body.recipients;
    expect([ada.name, ada.email, grace.name, grace.email]).toEqual([
      "Ada",
      null,
      "Grace",
      "grace@example.com",
    ]);
    expect(await holder("link", ada.token)).toBe(ada.id);
    expect(await holder("link", grace.token)).toBe(grace.id);
    expect(ada.token).not.toBe(grace.token);
  });

  test("200 at once, with as many passwords", async () => {
    await give("password");
    const answer = await addCsv(Array.from({ length: 200 }, (_, index) => `Person ${index}`).join("\n"));
    expect(answer.status).toBe(201);
    const passwords = answer.body.recipients.map(({ password }: { password: string }) => password);
    expect(new Set(passwords).size).toBe(200);
  });

  test("nobody while one line is wrong", async () => {
    await add({ name: "Grace" });
    const wrong = await addCsv("Ada\nBob,bob\n,x@example.com\nADA");
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        csv: [
          "Line 2: email: Enter a valid email address.",
          "Line 3: name: This field may not be blank.",
          "Line 4: ADA is in the list already.",
        ],
      },
    ]);
    expect((await addCsv("Ada\ngrace\n")).body).toEqual({
      csv: ["grace is a recipient of this share already."],
    });
    expect(await names()).toEqual(["Grace"]);
  });

  test("of two who add the same name at once one is refused", async () => {
    const answers = await Promise.all([owns.post(list, { name: "Ada" }), owns.post(list, { name: "ada" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await names()).toHaveLength(1);
  });

  test("only as many as a share may have", async () => {
    await db.shareRecipient.createMany({
      data: Array.from({ length: 999 }, (_, index) => ({ shareId: share.id, name: `Person ${index}` })),
    });
    expect((await add({ name: "Last" })).length).toBe(1);
    expect((await owns.post(list, { name: "One more" })).body).toEqual({
      name: ["A share may have at most 1000 recipients."],
    });
  });

  test("not to a share with a secret of its own, and not to one that is over", async () => {
    const own = await buildShare(project);
    const refused = await owns.post(`/projects/${project.slug}/sharing/${own.id}/recipients/`, {
      name: "Ada",
    });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "This share has a secret of its own. Make one with for_recipients for named people.",
    ]);
    await db.share.update({ where: { id: share.id }, data: { secretsWipedAt: new Date() } });
    expect((await owns.post(list, { name: "Ada" })).status).toBe(409);
    await db.share.update({ where: { id: share.id }, data: { secretsWipedAt: null } });
    await revokeShare(share);
    expect((await owns.post(list, { name: "Ada" })).status).toBe(409);
  });

  test.each([
    ["no body", undefined, 400],
    ["nobody", {}, 400],
    ["text", '"Ada"', 400],
    ["a number", { name: 7 }, 201],
    ["an empty list", [], 400],
    ["a list of texts", ["Ada"], 400],
    ["a list in a list", [[{ name: "Ada" }]], 400],
    ["no list", { recipients: "Ada" }, 400],
    ["no text", { csv: {} }, 400],
    ["no address", { name: "Ada", email: "ada@example.com\nBcc: eve@example.com" }, 400],
    ["a null character", { name: "A\0da" }, 400],
    ["half a character", { name: "\ud800" }, 400],
  ])("%s is answered", async (_, body, status) => {
    const answer = await owns.post(list, body, { "content-type": "application/json" });
    expect(answer.status).toBe(status);
  });

  test("a table that is no text is refused", async () => {
    const answer = await addCsv("Ada").then(() => owns.post(list, "x", { "content-type": "text/plain" }));
    expect(answer.status).toBe(415);
  });
});

describe("listing", () => {
  test("in the order they were added, by status and by name", async () => {
    const [ada] = await add([
      { name: "Ada" },
      { name: "Grace", email: "hopper@example.com" },
      { name: "Bob" },
    ]);
    await owns.delete(`${list}${ada.id}/`);
    expect(await names()).toEqual(["Ada", "Grace", "Bob"]);
    expect(await names("?status=live")).toEqual(["Grace", "Bob"]);
    expect(await names("?status=revoked")).toEqual(["Ada"]);
    expect(await names("?q=HOPPER")).toEqual(["Grace"]);
    expect(await names("?q=b&limit=1")).toEqual(["Bob"]);
    expect((await owns.get(`${list}?status=gone`)).status).toBe(400);
  });

  test("with what each has done", async () => {
    const [ada, bob] = await add([{ name: "Ada" }, { name: "Bob" }]);
    const day = (date: string) => new Date(date);
    const none = { sessions: 0, pages: 0, downloads: 0, refused: 0 };
    await db.shareUseDaily.createMany({
      data: [
        { ...none, shareId: share.id, recipientId: ada.id, day: day("2026-11-01"), sessions: 1, pages: 4 },
        { ...none, shareId: share.id, recipientId: ada.id, day: day("2026-11-03"), pages: 2, downloads: 1 },
        { ...none, shareId: share.id, recipientId: ada.id, day: day("2026-11-05"), refused: 3 },
        { ...none, shareId: share.id, recipientId: bob.id, day: day("2026-11-02"), refused: 1 },
      ],
    });
    expect((await owns.get(list)).body.results).toMatchObject([
      { name: "Ada", sessions: 1, pages: 6, downloads: 1, refused: 3, last_used_on: "2026-11-03" },
      { name: "Bob", sessions: 0, pages: 0, downloads: 0, refused: 1, last_used_on: null },
    ]);
  });

  test("as many statements for a hundred as for one", async () => {
    await add(Array.from({ length: 100 }, (_, index) => ({ name: `Person ${index}` })));
    await names();
    const one = await countStatements(() => owns.get(`${list}?limit=1`));
    const many = await countStatements(() => owns.get(`${list}?limit=100`));
    expect(many.answer.body.results).toHaveLength(100);
    expect(many.statements).toBe(one.statements);
  });

  test("links cannot be read again where the organization does not want that", async () => {
    const [ada] = await add({ name: "Ada" });
    const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    await db.sharePolicy.create({
      data: { organizationId: organizationId!, allowedTypes: ["token"], linksReadable: false },
    });
    expect((await owns.get(`${list}${ada.id}/`)).body).toMatchObject({ token: null, url: null });
    const [bob] = await add({ name: "Bob" });
    expect(secretIn(bob.url)).toBe(bob.token);
  });
});

describe("revoking one", () => {
  test("ends their secret and sessions, and nobody else's", async () => {
    const [ada, bob] = await add([{ name: "Ada" }, { name: "Bob" }]);
    for (const one of [ada, bob]) await buildSession(share, one);
    const told = await watchSites(project);
    expect((await owns.delete(`${list}${ada.id}/`)).status).toBe(204);
    expect(await told()).toEqual([true]);
    expect(await holder("link", ada.token)).toBeUndefined();
    expect(await holder("link", bob.token)).toBe(bob.id);
    const sessions = await sessionsOf(share);
    expect(
      sessions.map(({ recipientId, endReason }) => [recipientId, endReason]).sort((a, b) => +a[0]! - +b[0]!),
    ).toEqual([
      [ada.id, "recipient_revoked"],
      [bob.id, null],
    ]);
    expect((await owns.get(`${list}${ada.id}/`)).body).toMatchObject({
      status: "revoked",
      token: null,
      url: null,
    });
    expect((await actions()).at(-1)).toEqual(["share_recipient.revoke", "Fair: Ada"]);
  });

  test("twice is refused, and so are new secrets; the name is free again", async () => {
    const [ada] = await add({ name: "Ada" });
    await owns.delete(`${list}${ada.id}/`);
    expect((await owns.delete(`${list}${ada.id}/`)).status).toBe(409);
    expect((await owns.post(`${list}${ada.id}/rotate/`, {})).status).toBe(409);
    const [again] = await add({ name: "Ada" });
    expect(again.id).not.toBe(ada.id);
  });
});

describe("new secrets for one", () => {
  test("end the old one and its sessions at once", async () => {
    const [ada, bob] = await add([{ name: "Ada" }, { name: "Bob" }]);
    for (const one of [ada, bob]) await buildSession(share, one);
    const { status, body } = await owns.post(`${list}${ada.id}/rotate/`, {});
    expect(status).toBe(200);
    expect(body.sessions_ended).toBe(1);
    expect(await holder("link", ada.token)).toBeUndefined();
    expect(await holder("link", body.token)).toBe(ada.id);
    expect(await holder("link", bob.token)).toBe(bob.id);
    expect((await actions()).at(-1)).toEqual(["share_recipient.rotate", "Fair: Ada"]);
  });

  test("or let the old one go on for a while", async () => {
    const [ada] = await add({ name: "Ada" });
    const { body } = await owns.post(`${list}${ada.id}/rotate/`, { overlap_hours: 24 });
    expect(body).toMatchObject({ sessions_ended: 0, old_secret_until: expect.stringMatching(/Z$/) });
    expect(await holder("link", ada.token)).toBe(ada.id);
    expect(await holder("link", body.token)).toBe(ada.id);
  });

  test.each([
    [{}, { link: true, password: false }],
    [{ secret: "link" }, { link: false, password: true }],
    [{ secret: "both" }, { link: false, password: false }],
  ])("of a share by password: %j", async (input, goesOn) => {
    await give("password");
    const [ada] = await add({ name: "Ada" });
    await owns.post(`${list}${ada.id}/rotate/`, input);
    expect({
      link: (await holder("link", secretIn(ada.url))) === ada.id,
      password: (await holder("password", ada.password)) === ada.id,
    }).toEqual(goesOn);
  });

  test("only for times that can be chosen", async () => {
    const [ada] = await add({ name: "Ada" });
    expect((await owns.post(`${list}${ada.id}/rotate/`, { overlap_hours: 2 })).body).toEqual({
      overlap_hours: ['"2" is not a valid choice.'],
    });
  });
});

test("a recipient of another share is not found, nor a number nobody has", async () => {
  const [ada] = await add({ name: "Ada" });
  const other = await buildShare(project, { forRecipients: true });
  const there = `/projects/${project.slug}/sharing/${other.id}/recipients/`;
  expect((await owns.get(`${there}${ada.id}/`)).status).toBe(404);
  expect((await owns.delete(`${there}${ada.id}/`)).status).toBe(404);
  for (const id of ["0", "999999", "99999999999", "x"])
    expect((await owns.get(`${list}${id}/`)).status, id).toBe(404);
});

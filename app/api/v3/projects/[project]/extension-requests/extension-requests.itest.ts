import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { mailFolder } from "#lib/platform/mail/mail.ts";
import { sendExtensionAnswer } from "#lib/sharing/extension-answers/commands.ts";
import { askForExtension } from "#lib/sharing/extension-requests/commands.ts";
import { api } from "#test/api.ts";
import { type BuiltShare, buildShare, revokeShare } from "#test/factories/shares.ts";
import { buildOwnedProject, buildProject, type Person, watchSites } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const lastDay = "2027-03-10";
const later = "2027-03-15";
const visitor = { kind: "visitor", address: "192.0.2.7", client: "test" } as const;

let owner: Person;
let project: { id: number; slug: string };
let share: BuiltShare;
let list: string;
let owns: ReturnType<typeof api>;

const today = (day: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(`${day}T12:00:00Z`));
beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject({ privacyLevel: "private" }));
  owns = api(owner);
  list = `/projects/${project.slug}/extension-requests/`;
  share = await ending();
  today(later);
});
afterEach(() => vi.restoreAllMocks());

const ending = (options: Parameters<typeof buildShare>[1] = {}) =>
  buildShare(project, { description: "Contractor X", expires: lastDay, createdById: owner.id, ...options });
const ask = (given: Partial<Parameters<typeof askForExtension>[1]> = {}) =>
  askForExtension(visitor, {
    projectId: project.id,
    secret: share.link ?? "",
    email: "ada@example.com",
    note: "Two more days, please.",
    language: "en",
    ...given,
  });
const requests = async (query = "") => (await owns.get(`${list}${query}`)).body.results;
const notices = async () =>
  (await db.notice.findMany({ where: { userId: owner.id }, orderBy: { id: "asc" } })).map(
    ({ messageId, state }) => [messageId, state],
  );
const shareRow = () => db.share.findUniqueOrThrow({ where: { id: share.id } });

describe("asking for more time", () => {
  test("tells whoever made the share, and is listed", async () => {
    expect(await ask({ email: " ada@example.com " })).toBe("asked");
    expect(await requests()).toMatchObject([
      {
        project: project.slug,
        share: {
          id: share.id,
          description: "Contractor X",
          expires: lastDay,
          status: "expired",
          length_days: 7,
        },
        recipient: null,
        email: "ada@example.com",
        note: "Two more days, please.",
        status: "open",
        handled_at: null,
        handled_by: null,
      },
    ]);
    expect(await notices()).toEqual([["project:share:extension-asked", "unread"]]);
    const feed = (await owns.get("/notifications/")).body.results;
    expect(feed[0].message.body).toBe(
      `Somebody with the link of “Contractor X” in ${project.slug}, which ended on 2027-03-10, asks for more time, as ada@example.com: extend it, or say no, under Sharing. They write: “Two more days, please.”`,
    );
    const event = await db.auditEvent.findFirstOrThrow({
      where: { projectId: project.id, action: "extension_request.create" },
    });
    expect(event).toMatchObject({
      actorLabel: "visitor",
      address: "192.0.2.7",
      subjectLabel: "ada@example.com",
    });
  });

  test("names the recipient whose link it is", async () => {
    share = await ending({ forRecipients: true });
    const made = await owns.post(`/projects/${project.slug}/sharing/${share.id}/recipients/`, {
      name: "Ada",
    });
    const [ada] = made.body.recipients;
    expect(await ask({ secret: ada.token })).toBe("asked");
    expect(await requests()).toMatchObject([{ recipient: { id: ada.id, name: "Ada" } }]);
    await owns.delete(`/projects/${project.slug}/sharing/${share.id}/recipients/${ada.id}/`);
    expect(await ask({ secret: ada.token })).toBe("missing");
  });

  test.each<[string, object]>([
    ["no address", { email: undefined }],
    ["something else than an address", { email: "ada" }],
    ["two addresses", { email: "ada@example.com\nBcc: eve@example.com" }],
    ["a null character", { note: "\0" }],
    ["a note without end", { note: "x".repeat(1001) }],
    ["a note that is no text", { note: { a: 1 } }],
  ])("with %s is refused", async (_, given) => {
    expect(await ask(given)).toBe("invalid");
    expect(await requests()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["lives still", async () => today(lastDay)],
    ["was revoked", () => revokeShare(share)],
    [
      "has another secret",
      () => db.shareSecret.updateMany({ where: { shareId: share.id }, data: { retiredAt: new Date() } }),
    ],
    [
      "has a secret that went on for a while only",
      () => db.shareSecret.updateMany({ where: { shareId: share.id }, data: { validUntil: clock.now() } }),
    ],
    [
      "ended so long ago that its secrets are wiped",
      () => db.shareSecret.updateMany({ where: { shareId: share.id }, data: { lookupHash: null } }),
    ],
    [
      "is of a project that is gone",
      () => db.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } }),
    ],
    [
      "is of an organization that was switched off",
      async () => {
        const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
        await db.organization.update({ where: { id: organizationId! }, data: { disabledAt: new Date() } });
      },
    ],
  ])("of a share that %s is as of one that never was", async (_, change) => {
    await change();
    expect(await ask()).toBe("missing");
  });

  test("with no link, a wrong one or on another project leads nowhere", async () => {
    expect(await ask({ secret: "" })).toBe("missing");
    expect(await ask({ secret: `${share.link}x` })).toBe("missing");
    const other = await buildProject();
    expect(await ask({ projectId: other.id })).toBe("missing");
    const password = await ending({ type: "password", password: "correct horse 43" });
    expect(await ask({ secret: password.password! })).toBe("missing");
  });

  test("three times a day for a share, whoever asks; tomorrow again, and another share at once", async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await ask({ email: `ada${time}@example.com` })).toBe("asked");
    expect(await ask({ email: "bob@example.com" })).toBe("too_many");
    const other = await ending();
    expect(await ask({ secret: other.link! })).toBe("asked");
    today("2027-03-16");
    expect(await ask()).toBe("asked");
  });
});

describe("answering", () => {
  const answer = (id: number, outcome: string) => owns.patch(`${list}${id}/`, { outcome });
  const jobs = () =>
    db.$queryRaw<{ data: { requestId: number } }[]>`
      select data from pgboss.job where name = 'share.mail_extension_answer' order by created_on, id`;

  test("yes moves the end by the length the share was made with, from today", async () => {
    await db.share.update({ where: { id: share.id }, data: { lengthDays: 14, remindedAt: new Date() } });
    await ask();
    const [{ id }] = await requests();
    const told = await watchSites(project);
    const { status, body } = await answer(id, "extended");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "extended",
      handled_by: owner.username,
      handled_at: "2027-03-15T12:00:00Z",
      share: { expires: "2027-03-29", status: "live" },
    });
    expect(await told()).toEqual([true]);
    expect((await shareRow()).remindedAt).toBeNull();
    expect(await notices()).toEqual([["project:share:extension-asked", "cancelled"]]);
    const events = await db.auditEvent.findMany({
      where: { projectId: project.id, actorId: owner.id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action }) => action)).toEqual(["share.extend", "extension_request.update"]);
  });

  test("yes answers everybody who asks of that share, once", async () => {
    const other = await ending();
    await ask();
    await ask({ email: "bob@example.com" });
    await ask({ secret: other.link! });
    const open = await requests();
    const [elsewhere, bob, ada] = open;
    expect((await answer(ada.id, "extended")).status).toBe(200);
    expect(await requests()).toMatchObject([{ id: elsewhere.id }]);
    expect((await answer(bob.id, "extended")).status).toBe(409);
    expect((await shareRow()).expires).toEqual(new Date("2027-03-22"));
    const mailed = (await jobs())
      .map(({ data }) => data.requestId)
      .filter((id) => [ada.id, bob.id].includes(id));
    expect(mailed.sort()).toEqual([ada.id, bob.id].sort());
  });

  test("no leaves the share as it is, and others waiting", async () => {
    await ask();
    await ask({ email: "bob@example.com" });
    const [bob, ada] = await requests();
    expect((await answer(ada.id, "declined")).body).toMatchObject({
      status: "declined",
      share: { status: "expired" },
    });
    expect(await requests()).toMatchObject([{ id: bob.id }]);
    expect((await shareRow()).expires).toEqual(new Date(lastDay));
  });

  test("yes to a share that lives again already moves nothing", async () => {
    await ask();
    const [{ id }] = await requests();
    await db.share.update({ where: { id: share.id }, data: { expires: new Date("2027-04-01") } });
    expect((await answer(id, "extended")).body).toMatchObject({ share: { expires: "2027-04-01" } });
  });

  test.each<[string, (shareAt: string) => Promise<{ status: number }>]>([
    ["extending", (shareAt) => owns.post(`${shareAt}extend/`, { days: 3 })],
    ["a later day for", (shareAt) => owns.patch(shareAt, { expires: "2027-03-18" })],
  ])("%s the share answers everybody, too", async (_, change) => {
    await ask();
    await ask({ email: "bob@example.com" });
    expect((await change(`/projects/${project.slug}/sharing/${share.id}/`)).status).toBe(200);
    expect(await requests("?status=all")).toMatchObject([{ status: "extended" }, { status: "extended" }]);
    expect((await shareRow()).expires).toEqual(new Date("2027-03-18"));
  });

  test("two who say yes at once move it once", async () => {
    await ask();
    const [{ id }] = await requests();
    const answers = await Promise.all([answer(id, "extended"), answer(id, "extended")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await shareRow()).expires).toEqual(new Date("2027-03-22"));
  });

  const allow = async (policy: { allowedTypes: "token"[]; mostDays?: number }) => {
    const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    await db.sharePolicy.create({ data: { organizationId: organizationId!, ...policy } });
  };

  test("yes goes no further than the organization allows", async () => {
    await ask();
    const [{ id }] = await requests();
    await allow({ allowedTypes: ["token"], mostDays: 5 });
    expect((await answer(id, "extended")).body.share.expires).toBe("2027-03-20");
  });

  test("yes is refused where nothing can be extended", async () => {
    await ask();
    const [{ id }] = await requests();
    await allow({ allowedTypes: [] });
    expect((await answer(id, "extended")).body).toEqual({
      expires: ["Your organization does not allow shares like this one any more."],
    });
    await revokeShare(share);
    expect((await answer(id, "extended")).status).toBe(409);
    expect((await answer(id, "declined")).status).toBe(200);
  });

  test.each([
    [{}, { outcome: ["This field is required."] }],
    [{ outcome: "perhaps" }, { outcome: ['"perhaps" is not a valid choice.'] }],
  ])("%j is refused", async (body, problems) => {
    await ask();
    const [{ id }] = await requests();
    expect((await owns.patch(`${list}${id}/`, body)).body).toEqual(problems);
  });

  test.each([
    ["en", "extended", "Subject: You can read", "March 22, 2027"],
    ["de", "declined", "Subject: =?UTF-8?Q?Keine_weitere_Zeit_", "Das wurde abgelehnt."],
  ] as const)(
    "is mailed in the language it was asked in: %s, %s",
    async (language, outcome, subject, words) => {
      await rm(mailFolder(), { recursive: true, force: true });
      await ask({ language });
      const [{ id }] = await requests();
      await sendExtensionAnswer({ requestId: id });
      await answer(id, outcome);
      await sendExtensionAnswer({ requestId: id });
      const names = await readdir(mailFolder());
      expect(names).toHaveLength(1);
      // Lines that quoted-printable has broken, whole again.
      const mail = (await readFile(join(mailFolder(), names[0]!), "utf8")).replace(/=\n/g, "");
      expect(mail).toMatch(/^To: ada@example\.com$/m);
      expect(mail).not.toContain(share.link);
      expect(mail).toContain(subject);
      expect(mail).toContain(words);
      expect(mail).toContain(`${project.slug}.`);
    },
  );
});

describe("listing", () => {
  test("the newest first, by share and by what became of it", async () => {
    const other = await ending();
    await ask();
    await ask({ email: "bob@example.com" });
    await ask({ secret: other.link!, email: "eve@example.com" });
    const emails = async (query: string) =>
      (await requests(query)).map(({ email }: { email: string }) => email);
    expect(await emails("")).toEqual(["eve@example.com", "bob@example.com", "ada@example.com"]);
    expect(await emails(`?share=${other.id}`)).toEqual(["eve@example.com"]);
    for (const nobody of ["0", "x", "99999999999", "-9e9", "1.5"])
      expect(await emails(`?share=${nobody}`), nobody).toEqual([]);
    const [{ id }] = await requests();
    await owns.patch(`${list}${id}/`, { outcome: "declined" });
    expect(await emails("?status=declined")).toEqual(["eve@example.com"]);
    expect(await emails("?status=extended")).toEqual([]);
    expect(await emails("?status=all&limit=1&offset=1")).toEqual(["bob@example.com"]);
  });

  test("as many statements for many as for one", async () => {
    await db.extensionRequest.createMany({
      data: Array.from({ length: 50 }, (_, index) => ({ shareId: share.id, email: `p${index}@example.com` })),
    });
    await requests();
    const one = await countStatements(() => owns.get(`${list}?limit=1`));
    const many = await countStatements(() => owns.get(`${list}?limit=50`));
    expect(many.answer.body.results).toHaveLength(50);
    expect(many.statements).toBe(one.statements);
  });

  test("one of another project is not found", async () => {
    await ask();
    const [{ id }] = await requests();
    const other = await buildOwnedProject();
    const there = `/projects/${other.project.slug}/extension-requests/${id}/`;
    expect((await api(other.owner).get(there)).status).toBe(404);
    expect((await api(other.owner).patch(there, { outcome: "extended" })).status).toBe(404);
    expect((await owns.get(`${list}${id}/`)).body.id).toBe(id);
  });
});

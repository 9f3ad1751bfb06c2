import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { endsSoon, tellCreator, tellFirstUse, tellOfEnds } from "#lib/sharing/notices/commands.ts";
import { api } from "#test/api.ts";
import { buildShare, revokeShare } from "#test/factories/shares.ts";
import { buildOrganization, buildPerson, buildProject, buildTeam } from "#test/factories/tenants.ts";

const owner = await buildPerson();
const organization = await buildOrganization(owner);
const project = await buildProject({ organization });
const creator = await buildPerson();
const team = await buildTeam(organization, { access: "admin", members: [creator], projects: [project] });
const system = { kind: "system", job: "test" } as const;

afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await db.notice.deleteMany({});
});

const shareOf = (options: Parameters<typeof buildShare>[1] = {}) =>
  buildShare(project, { description: "Contractor X", createdById: creator.id, ...options });
const use = (share: { id: number }) =>
  command(system, async (c) => {
    await tellFirstUse(c, share);
    await c.record({
      action: "share.first_use",
      subjectKind: "share",
      subjectId: share.id,
      subjectLabel: "",
    });
  });
const notices = () =>
  db.notice.findMany({
    orderBy: { id: "asc" },
    select: { userId: true, projectId: true, messageId: true, subject: true, state: true },
  });
const notice = (share: { id: number }, messageId: string, to: object) => ({
  userId: null,
  projectId: null,
  messageId,
  subject: `share:${share.id}`,
  state: "unread",
  ...to,
});

describe("who is told", () => {
  test("whoever made the share", async () => {
    const share = await shareOf({ expires: "2027-01-31" });
    await use(share);
    expect(await notices()).toEqual([notice(share, "project:share:first-use", { userId: creator.id })]);
    const { values } = await db.notice.findFirstOrThrow({ select: { values: true } });
    expect(values).toEqual({ project: project.slug, share: "Contractor X", day: "2027-01-31" });
  });

  test("nobody who does not want to know", async () => {
    const share = await shareOf();
    await db.share.update({ where: { id: share.id }, data: { notifyFirstUse: false } });
    await use(share);
    expect(await notices()).toEqual([]);
  });

  test("the project's people, where a share has no creator", async () => {
    const share = await buildShare(project);
    await use(share);
    expect(await notices()).toEqual([notice(share, "project:share:first-use", { projectId: project.id })]);
  });

  test.each([
    [
      "may not change the project any more",
      () => db.team.update({ where: { id: team.id }, data: { access: "readonly" } }),
      () => db.team.update({ where: { id: team.id }, data: { access: "admin" } }),
    ],
    [
      "has no account any more",
      () => db.user.update({ where: { id: creator.id }, data: { deactivatedAt: new Date() } }),
      () => db.user.update({ where: { id: creator.id }, data: { deactivatedAt: null } }),
    ],
  ])("the project's people, where the creator %s", async (_, leave, comeBack) => {
    const share = await shareOf();
    await leave();
    await use(share);
    await comeBack();
    expect(await notices()).toEqual([notice(share, "project:share:first-use", { projectId: project.id })]);
  });

  test("once, when the same is said again", async () => {
    const share = await shareOf();
    for (let time = 0; time < 2; time += 1)
      await command(system, async (c) => {
        await tellCreator(c, share, endsSoon(share.id));
        await c.record({
          action: "share.remind",
          subjectKind: "share",
          subjectId: share.id,
          subjectLabel: "",
        });
      });
    expect((await notices()).map(({ state }) => state)).toEqual(["cancelled", "unread"]);
  });
});

describe("before a share ends", () => {
  const on = (day: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(`${day}T12:00:00Z`));
  const columns = (share: { id: number }, data: object) => db.share.update({ where: { id: share.id }, data });

  test.each([
    ["2027-03-06", 0],
    ["2027-03-07", 1],
    ["2027-03-10", 1],
    ["2027-03-11", 0],
  ])("on %s %i creators are told of an end on 10 March", async (day, told) => {
    const share = await shareOf({ expires: "2027-03-10" });
    on(day);
    expect(await tellOfEnds()).toBe(told);
    expect(await tellOfEnds()).toBe(0);
    expect(await notices()).toEqual(
      Array.from({ length: told }, () => notice(share, "project:share:ends-soon", { userId: creator.id })),
    );
    vi.restoreAllMocks();
    await revokeShare(share);
  });

  test.each<[string, object]>([
    ["revoked", { revokedAt: new Date() }],
    ["of nobody who wants to know", { notifyBeforeEnd: false }],
    ["made for three days", { lengthDays: 3 }],
    ["told of already", { remindedAt: new Date() }],
  ])("not of one that is %s", async (_, data) => {
    const share = await shareOf({ expires: "2027-03-10" });
    await columns(share, data);
    on("2027-03-09");
    expect(await tellOfEnds()).toBe(0);
  });

  test("as many days before as the organization says; not at all with 0", async () => {
    const share = await shareOf({ expires: "2027-03-20" });
    await columns(share, { lengthDays: 90 });
    const policy = { allowedTypes: [], remindDays: 0 };
    await db.sharePolicy.create({ data: { organizationId: organization.id, ...policy } });
    on("2027-03-20");
    expect(await tellOfEnds()).toBe(0);
    await db.sharePolicy.update({ where: { organizationId: organization.id }, data: { remindDays: 14 } });
    on("2027-03-05");
    expect(await tellOfEnds()).toBe(0);
    on("2027-03-06");
    expect(await tellOfEnds()).toBe(1);
    await db.sharePolicy.delete({ where: { organizationId: organization.id } });
  });

  test.each<[string, (path: string) => Promise<unknown>, number]>([
    ["extended", (path) => api(owner).post(`${path}extend/`, {}), 1],
    ["revoked", (path) => api(owner).delete(path), 0],
  ])("what was said counts no longer once it is %s", async (_, change, toldAgain) => {
    const share = await shareOf({ expires: "2027-05-10" });
    on("2027-05-09");
    expect(await tellOfEnds()).toBe(1);
    await change(`/projects/${project.slug}/sharing/${share.id}/`);
    expect((await notices()).map(({ state }) => state)).toEqual(["cancelled"]);
    on("2027-05-16");
    expect(await tellOfEnds()).toBe(toldAgain);
  });

  test("again once revoking it is taken back, since what was said was withdrawn", async () => {
    const share = await shareOf({ expires: "2027-06-10" });
    on("2027-06-09");
    await tellOfEnds();
    const path = `/projects/${project.slug}/sharing/${share.id}/`;
    await api(owner).delete(path);
    await api(owner).post(`${path}revoke-undo/`);
    expect([await tellOfEnds(), await tellOfEnds()]).toEqual([1, 0]);
    expect((await notices()).map(({ state }) => state)).toEqual(["cancelled", "unread"]);
  });

  test("of the day it really ends, once the policy made that sooner", async () => {
    const share = await shareOf({ expires: "2027-07-10" });
    on("2027-07-07");
    expect(await tellOfEnds()).toBe(1);
    const path = `/organizations/${organization.slug}/share-policy/`;
    expect((await api(owner).patch(path, { most_days: 1, shorten_shares: true })).status).toBe(200);
    expect(await tellOfEnds()).toBe(1);
    expect(
      (await db.notice.findMany({ orderBy: { id: "asc" } })).map(({ state, values }) => [state, values]),
    ).toEqual([
      ["cancelled", expect.objectContaining({ day: "2027-07-10" })],
      ["unread", expect.objectContaining({ day: "2027-07-08" })],
    ]);
    await db.sharePolicy.delete({ where: { organizationId: organization.id } });
    await revokeShare(share);
  });

  test("once, when two workers look at the same moment", async () => {
    await shareOf({ expires: "2027-04-10" });
    on("2027-04-09");
    const told = await Promise.all([tellOfEnds(), tellOfEnds()]);
    expect(told.sort()).toEqual([0, 1]);
    expect(await notices()).toHaveLength(1);
  });
});

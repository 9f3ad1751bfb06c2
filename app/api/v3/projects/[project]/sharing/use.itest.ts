import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { removeOldAccesses } from "#lib/sharing/use/commands.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { type BuiltShare, buildSession, buildShare, revokeShare } from "#test/factories/shares.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOwnedProject, buildVersion, watchSites } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const { owner, project } = await buildOwnedProject({ slug: "shared", privacyLevel: "private" });
const { ask, close } = await openDocsHosts();
afterAll(close);

const address = ({ id }: { id: number }, rest: string) => `/projects/shared/sharing/${id}/${rest}`;
const today = new Date(new Date().toISOString().slice(0, 10));
const daysAgo = (days: number) => new Date(today.getTime() - days * 24 * 3600_000);
const dayAgo = (days: number) => daysAgo(days).toISOString().slice(0, 10);

/** Somebody a share is for, with a secret that nobody knows. */
const addRecipient = (share: BuiltShare, name: string, kind: "link" | "header_token" = "link") =>
  db.shareRecipient.create({
    data: {
      shareId: share.id,
      name,
      secrets: {
        create: {
          ...{ projectId: share.projectId, shareId: share.id, kind },
          ...{ lookupHash: randomBytes(32), keyId: 1, prefix: "lcl_abcd" },
        },
      },
    },
  });

const counts = { sessions: 0, pages: 0, downloads: 0, refused: 0 };
const useOn = (share: BuiltShare, days: number, use: Partial<typeof counts>, recipientId = 0) =>
  db.shareUseDaily.create({
    data: { shareId: share.id, day: daysAgo(days), recipientId, ...counts, ...use },
  });

test("the use of a share, by day and by recipient", async () => {
  const share = await buildShare(project, { forRecipients: true });
  const [ann, bob] = [await addRecipient(share, "Ann"), await addRecipient(share, "Bob")];
  await db.shareRecipient.update({ where: { id: bob.id }, data: { revokedAt: new Date() } });
  await useOn(share, 0, { sessions: 1, pages: 5, downloads: 2 }, ann.id);
  await useOn(share, 0, { refused: 3 }, bob.id);
  await useOn(share, 29, { sessions: 1, pages: 7 }, ann.id);
  await useOn(share, 30, { sessions: 1, pages: 100 }, ann.id);
  await db.share.update({ where: { id: share.id }, data: { firstUsedAt: new Date("2026-01-02T03:04:05Z") } });

  const { status, body } = await api(owner).get(address(share, "uses/"));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ share: share.id, from: dayAgo(29), to: dayAgo(0) },
    ...{ sessions: 2, pages: 12, downloads: 2, refused: 3 },
    ...{ first_used_at: "2026-01-02T03:04:05Z", last_used_at: null },
    recipients: [
      {
        ...{ id: ann.id, name: "Ann", revoked: false, last_used_on: dayAgo(0) },
        ...{ sessions: 2, pages: 12, downloads: 2, refused: 0 },
      },
      { ...counts, id: bob.id, name: "Bob", revoked: true, refused: 3 },
    ],
  });
  expect(body.days).toHaveLength(30);
  expect(body.days[0]).toEqual({ ...counts, day: dayAgo(29), sessions: 1, pages: 7 });
  expect(body.days[1]).toEqual({ ...counts, day: dayAgo(28) });
  expect(body.days[29]).toEqual({ day: dayAgo(0), sessions: 1, pages: 5, downloads: 2, refused: 3 });

  const longer = await api(owner).get(address(share, `uses/?days=90&recipient=${ann.id}`));
  expect(longer.body).toMatchObject({
    from: dayAgo(89),
    pages: 112,
    refused: 0,
    recipients: [{ id: ann.id }],
  });
  const nobody = await api(owner).get(address(share, "uses/?recipient=x"));
  expect(nobody.body).toMatchObject({ ...counts, recipients: [] });
  expect((await api(owner).get(address(share, "uses/?days=31"))).status).toBe(400);
});

test("single accesses, the latest first, as a list and as a table no spreadsheet calculates with", async () => {
  const share = await buildShare(project, { forRecipients: true });
  const ann = await addRecipient(share, "=Ann");
  const session = await buildSession(share, ann);
  const row = { shareId: share.id, recipientId: ann.id, path: "/en/latest/", address: "192.0.2.7" };
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
  await db.shareAccess.createMany({
    data: [
      { ...row, at: at(1), sessionId: session.id, granted: true, client: "Firefox" },
      { ...row, at: at(3), granted: false, client: '@SUM(1,"2")', address: null },
      { ...row, at: at(2), granted: true, recipientId: null, client: "curl" },
    ],
  });
  const list = await api(owner).get(address(share, "accesses/"));
  expect(list.body.count).toBe(3);
  expect(list.body.results.map(({ client }: { client: string }) => client)).toEqual([
    '@SUM(1,"2")',
    "curl",
    "Firefox",
  ]);
  expect(list.body.results[2]).toEqual({
    at: "2026-11-20T12:01:00Z",
    recipient: { id: ann.id, name: "=Ann" },
    session: session.id,
    path: "/en/latest/",
    granted: true,
    address: "192.0.2.7",
    client: "Firefox",
  });
  const table = await api(owner).get(address(share, "accesses/?as=csv"));
  expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(table.headers.get("content-disposition")).toBe(
    `attachment; filename="shared-share-${share.id}-accesses.csv"`,
  );
  expect(table.text.split("\n")).toEqual([
    "at,recipient,session,result,path,address,client",
    `2026-11-20T12:03:00Z,'=Ann,,refused,/en/latest/,,"'@SUM(1,""2"")"`,
    "2026-11-20T12:02:00Z,,,granted,/en/latest/,192.0.2.7,curl",
    `2026-11-20T12:01:00Z,'=Ann,${session.id},granted,/en/latest/,192.0.2.7,Firefox`,
    "",
  ]);
  const found = async (query: string) =>
    (await api(owner).get(address(share, `accesses/?${query}`))).body.count;
  expect(await found("granted=false")).toBe(1);
  expect(await found(`recipient=${ann.id}`)).toBe(2);
  expect(await found(`session=${session.id}`)).toBe(1);
  expect(await found("session=nobody")).toBe(0);
});

test("sessions are open while they may read on, and one can be ended alone", async () => {
  const share = await buildShare(project);
  const [one, other] = [await buildSession(share), await buildSession(share)];
  await db.shareSession.update({ where: { id: other.id }, data: { created: daysAgo(1), pages: 3 } });
  const states = async (query = "") => {
    const { body } = await api(owner).get(address(share, `sessions/${query}`));
    return body.results.map(({ id, state }: { id: string; state: string }) => [id, state]);
  };
  expect(await states()).toEqual([
    [one.id, "open"],
    [other.id, "open"],
  ]);
  const changed = await watchSites(project);
  expect((await api(owner).delete(address(share, `sessions/${one.id}/`))).status).toBe(204);
  expect(await changed()).toEqual([true]);
  expect(await states("?state=open")).toEqual([[other.id, "open"]]);
  expect(await states("?state=ended")).toEqual([[one.id, "ended"]]);
  const { body } = await api(owner).get(address(share, "sessions/"));
  expect(body.results).toMatchObject([
    { end_reason: "ended", host: "docs.localhost", address: "192.0.2.1", client: "Firefox", recipient: null },
    { ended_at: null, end_reason: null, pages: 3, downloads: 0 },
  ]);
  expect(
    await db.auditEvent.findMany({ where: { action: "share_session.end", subjectId: String(share.id) } }),
  ).toMatchObject([{ actorId: owner.id, projectId: project.id }]);

  const elsewhere = await buildSession(await buildShare(project));
  for (const id of [one.id, elsewhere.id, one.id.slice(1), "00000000-0000-0000-0000-000000000000"]) {
    expect((await api(owner).delete(address(share, `sessions/${id}/`))).status).toBe(404);
  }
  await revokeShare(share);
  expect(await states("?state=open")).toEqual([]);
  expect((await states("?state=ended")).length).toBe(2);
});

test("lists ask as many statements for one row as for many", async () => {
  const share = await buildShare(project, { forRecipients: true });
  const ann = await addRecipient(share, "Ann");
  const grow = async () => {
    const { id } = await buildSession(share, ann);
    const row = { shareId: share.id, recipientId: ann.id, sessionId: id, path: "/", client: "" };
    await db.shareAccess.create({ data: { ...row, at: new Date(), granted: true } });
  };
  const statements = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const rest of ["uses/", "accesses/", "sessions/"]) {
      found.push((await countStatements(() => api(owner).get(address(share, rest)))).statements);
    }
    return found;
  };
  await grow();
  // The first time also notes that the token is used.
  await statements();
  const before = await statements();
  for (let n = 0; n < 5; n += 1) await grow();
  expect(await statements()).toEqual(before);
});

test("accesses are kept for ninety days", async () => {
  const share = await buildShare(project);
  const row = { shareId: share.id, path: "/", granted: true, client: "" };
  const ago = (days: number, ms: number) => new Date(Date.now() - days * 24 * 3600_000 + ms);
  await db.shareAccess.createMany({
    data: [
      { ...row, at: ago(90, -1000) },
      { ...row, at: ago(90, 60_000) },
      { ...row, at: new Date() },
    ],
  });
  expect(await removeOldAccesses()).toBe(1);
  expect(await db.shareAccess.count({ where: { shareId: share.id } })).toBe(2);
});

const files = {
  "index.html": "<title>Start</title>",
  "guide/index.html": "<title>Guide</title>",
  "guide/a b.html": "<title>A</title>",
  "secret.html": "<title>Secret</title>",
};
const pages = ["/", "/guide/", "/guide/a%20b.html", "/secret.html"];

test("what a share reaches is what docs hosts answer", async () => {
  await publishSite(project, await versionOf(project, "latest"), files);
  const old = await buildVersion(project, { slug: "1.0", privacyLevel: "private" });
  await publishSite(project, old, files);
  const open = await buildVersion(project, { slug: "open" });
  await publishSite(project, open, files);
  await buildVersion(project, { slug: "unbuilt", privacyLevel: "private" });
  await buildVersion(project, { slug: "retired", privacyLevel: "private", active: false });
  const share = await buildShare(project, {
    type: "http_header_token",
    versions: ["latest", "retired", "unbuilt"],
    pathPrefixes: ["/guide/"],
  });
  const { status, body } = await api(owner).get(address(share, "test/"));
  expect(status).toBe(200);
  const { versions, ...rest } = body;
  expect(rest).toMatchObject({ share: share.id, recipient: null, works: true, obstacle: null });
  expect(
    versions.map((version: Record<string, unknown>) => [
      version.slug,
      version.outcome,
      version.pages,
      version.pages_reached,
    ]),
  ).toEqual([
    ["latest", "some_pages", 4, 2],
    ["1.0", "not_included", 4, 0],
    ["unbuilt", "not_published", 0, 0],
    ["open", "public", 4, 4],
    ["retired", "not_active", 0, 0],
  ]);
  expect(versions[0].paths).toEqual(["/en/latest/guide/a%20b.html", "/en/latest/guide/"]);
  expect(versions[0].url).toBe("http://shared.docs.localhost:3000/en/latest/");

  const reached = new Set(versions.flatMap(({ paths }: { paths: string[] }) => paths));
  for (const slug of ["latest", "1.0", "open"]) {
    for (const page of pages) {
      const path = `/en/${slug}${page}`;
      const answer = await ask("shared.docs.localhost:3000", path, {
        headers: { authorization: `Token ${share.token}` },
      });
      expect([path, answer.status]).toEqual([path, reached.has(path) ? 200 : 401]);
    }
  }
});

test("what a recipient reaches, and why somebody reaches nothing", async () => {
  const share = await buildShare(project, { forRecipients: true });
  const [ann, bob] = [await addRecipient(share, "Ann"), await addRecipient(share, "Bob")];
  const seen = async (query = "") => {
    const { body } = await api(owner).get(address(share, `test/${query}`));
    return [body.recipient?.name ?? null, body.works, body.obstacle];
  };
  const as = ({ id }: { id: number }) => `?recipient=${id}`;
  expect(await seen(as(ann))).toEqual(["Ann", true, null]);
  expect(await seen()).toEqual([null, true, null]);
  await db.shareRecipient.update({ where: { id: bob.id }, data: { revokedAt: new Date() } });
  await db.shareSecret.updateMany({ where: { recipientId: bob.id }, data: { retiredAt: new Date() } });
  expect(await seen(as(bob))).toEqual(["Bob", false, "recipient_revoked"]);
  for (const stranger of ["x", "0", "2147483647", "9999999999"]) {
    expect((await api(owner).get(address(share, `test/?recipient=${stranger}`))).status).toBe(404);
  }
  await db.shareSecret.updateMany({ where: { recipientId: ann.id }, data: { retiredAt: new Date() } });
  expect(await seen(as(ann))).toEqual(["Ann", false, "no_secret"]);
  await db.share.update({ where: { id: share.id }, data: { expires: daysAgo(1) } });
  expect(await seen()).toEqual([null, false, "expired"]);
  await revokeShare(share);
  expect(await seen()).toEqual([null, false, "revoked"]);
});

test("a suspended organization's shares reach nothing", async () => {
  const share = await buildShare(project);
  await db.organization.updateMany({
    where: { projects: { some: { id: project.id } } },
    data: { disabledAt: new Date() },
  });
  const { status, body } = await api(owner).get(address(share, "test/"));
  await db.organization.updateMany({ data: { disabledAt: null } });
  expect([status, body.works, body.obstacle]).toEqual([200, false, "suspended"]);
});

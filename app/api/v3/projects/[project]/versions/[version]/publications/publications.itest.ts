import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { collectFiles } from "#lib/publishing/collect/commands.ts";
import { publishBuild } from "#lib/publishing/commands.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildBuild, buildOwnedProject, buildVersion, type Person } from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
afterAll(close);

let owner: Person;
let project: { id: number; slug: string };
let latest: { id: number; slug: string };
let owns: ReturnType<typeof api>;
let list: string;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  latest = await versionOf(project, "latest");
  owns = api(owner);
  list = `/projects/${project.slug}/versions/latest/publications/`;
});

/** A finished build with one page, published as a worker does unless told otherwise. */
async function finish(content: string, options: { publish?: boolean } = {}): Promise<number> {
  const id = await publishSite(project, latest, { "index.html": content }, { publish: false });
  await db.build.update({ where: { id }, data: { filesState: "kept", commit: `commit of ${content}` } });
  if (options.publish !== false) await serve(id);
  return id;
}
const serve = (id: number) =>
  command({ kind: "system", job: "build.run" }, async (c) => {
    const served = await publishBuild(c, { id, projectId: project.id, versionId: latest.id });
    await c.record({ action: "build.finish", subjectKind: "build", subjectId: id, subjectLabel: "" });
    return served;
  });
/** A build that somebody asks for now and that ends later. */
const start = () => buildBuild(project, latest, { filesState: "kept" });
const choose = (build: unknown) => owns.post(list, { build });
const served = async () =>
  (await db.version.findUniqueOrThrow({ where: { id: latest.id } })).publishedBuildId;
/** Whether a statement that begins so waits for a row that somebody else holds. */
const waitingFor = async (statement: string): Promise<boolean> => {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ ${`^\\s*${statement}`}
    ) as waits`;
  return row?.waits ?? false;
};
const page = async () => (await ask(`${project.slug}.docs.localhost:3000`, "/en/latest/")).text;

test("publishing an earlier build again is what readers get next, and is seen in the history", async () => {
  const [first, second] = [await finish("first"), await finish("second")];
  expect(await page()).toBe("second");
  const { status, body } = await choose(first);
  expect(status).toBe(201);
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const links = (build: number) => ({
    build: `http://localhost:3000/api/v3/projects/${project.slug}/builds/${build}/`,
    version: `http://localhost:3000/api/v3/projects/${project.slug}/versions/latest/`,
    project: `http://localhost:3000/api/v3/projects/${project.slug}/`,
  });
  const again = {
    id: expect.any(Number),
    build: first,
    commit: "commit of first",
    reason: "rollback",
    published: moment,
    published_by: owner.username,
    ended: null,
    end_reason: null,
    kept: true,
    _links: links(first),
  };
  expect(body).toEqual(again);
  await expect.poll(page, { timeout: 15_000 }).toBe("first");

  await db.build.update({ where: { id: second }, data: { filesState: "removed" } });
  const ended = { reason: "build", published_by: null, ended: moment, end_reason: "replaced" };
  expect((await owns.get(list)).body).toMatchObject({
    count: 3,
    results: [
      again,
      { ...ended, build: second, kept: false, _links: links(second) },
      { ...ended, build: first, kept: true },
    ],
  });
  expect((await owns.get(`${list}?limit=1&offset=2`)).body.results).toMatchObject([{ build: first }]);
  const history = await db.auditEvent.findFirst({
    where: { projectId: project.id },
    orderBy: { id: "desc" },
  });
  expect(history).toMatchObject({
    action: "version.publish",
    actorId: owner.id,
    changes: { published_build: { from: second, to: first }, reason: "rollback" },
  });
});

describe("what somebody has chosen", () => {
  test("stays when a build ends that was asked for before, and that can be chosen itself", async () => {
    const [first] = [await finish("first"), await finish("second")];
    const running = await start();
    await choose(first);
    expect(await serve(running.id)).toBe(false);
    expect(await served()).toBe(first);
    expect((await choose(running.id)).body).toMatchObject({ reason: "promotion", build: running.id });
    expect(await served()).toBe(running.id);
  });

  test("gives way to a build that was asked for afterwards", async () => {
    const [first] = [await finish("first"), await finish("second")];
    await choose(first);
    const later = await start();
    expect(await serve(later.id)).toBe(true);
    expect(await served()).toBe(later.id);
  });

  test("stays when the build it replaced is published once more by a worker", async () => {
    const [first, second] = [await finish("first"), await finish("second")];
    await choose(first);
    expect(await serve(second)).toBe(false);
    expect(await served()).toBe(first);
  });

  test("is the last of two who choose at once", async () => {
    const builds = [await finish("first"), await finish("second"), await finish("third")];
    const answers = await Promise.all([choose(builds[0]), choose(builds[1])]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const open = await db.publication.findMany({ where: { versionId: latest.id, endedAt: null } });
    expect(open.map(({ buildId }) => buildId)).toEqual([await served()]);
  });

  test("keeps its files, even if they are being let go of at that moment", async () => {
    const [first] = [await finish("first"), await finish("second")];
    await db.build.updateMany({
      where: { projectId: project.id },
      data: { success: true, finishedAt: new Date(0) },
    });
    for (let n = 0; n < 10; n += 1) await buildBuild(project, latest, { filesState: "kept" });
    // The collector meets a build that is being chosen and has to wait for the end of that.
    const held = Promise.withResolvers<void>();
    const chosen = Promise.withResolvers<void>();
    const holding = transaction(async (tx) => {
      await tx.$queryRaw`select id from builds where id = ${first} for update`;
      chosen.resolve();
      await held.promise;
      await tx.build.update({
        where: { id: first },
        data: { filesKeepUntil: new Date(Date.now() + 86_400_000) },
        select: { id: true },
      });
    });
    await chosen.promise;
    const collecting = collectFiles(new AbortController().signal);
    await expect
      .poll(() => waitingFor("select id from builds where project_id"), { timeout: 15_000 })
      .toBe(true);
    held.resolve();
    await Promise.all([holding, collecting]);
    expect((await choose(first)).status).toBe(201);
    const chosenOne = await db.build.findUniqueOrThrow({ where: { id: first } });
    expect(chosenOne.filesState).toBe("kept");
    expect(chosenOne.filesKeepUntil?.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });
});

describe("refused with 400", () => {
  test.each<[string, () => Promise<unknown>, (build: never) => object]>([
    [
      "a build that is not there",
      async () => 2_000_000,
      () => ({ build: ["2000000 is not a build of latest."] }),
    ],
    [
      "a build of another version",
      async () => (await buildBuild(project, await buildVersion(project), { filesState: "kept" })).id,
      (build) => ({ build: [`${build} is not a build of latest.`] }),
    ],
    [
      "a build whose files are gone",
      async () => (await buildBuild(project, latest, { filesState: "removed" })).id,
      (build) => ({ build: [`${build} has no files that could be published.`] }),
    ],
    [
      "a build that failed",
      async () => (await buildBuild(project, latest, { success: false })).id,
      (build) => ({ build: [`${build} has no files that could be published.`] }),
    ],
    [
      "the build that is served",
      () => finish("x"),
      (build) => ({ build: [`${build} is what is served already.`] }),
    ],
    ["no number", async () => "newest", () => ({ build: ["A valid integer is required."] })],
    [
      "a number no build can have",
      async () => 2 ** 40,
      () => ({ build: ["Ensure this value is less than or equal to 2147483647."] }),
    ],
    ["nothing", async () => undefined, () => ({ build: ["This field is required."] })],
  ])("%s", async (_name, make, message) => {
    await finish("served");
    const build = await make();
    const before = await served();
    const { status, body } = await choose(build);
    expect([status, body]).toEqual([400, message(build as never)]);
    expect(await served()).toBe(before);
  });

  test("any build of a version that is not active", async () => {
    const first = await finish("first");
    await db.version.update({ where: { id: latest.id }, data: { active: false, publishedBuildId: null } });
    const { status, body } = await choose(first);
    expect([status, body]).toEqual([400, ["latest is not active. Activate it first: that also builds it."]]);
  });
});

test("the builds that can be published are those with kept=true", async () => {
  const kept = await finish("first");
  await buildBuild(project, latest, { filesState: "removed" });
  const builds = `/projects/${project.slug}/versions/latest/builds/`;
  const ids = async (filter: string) =>
    (await owns.get(`${builds}?kept=${filter}`)).body.results.map(({ id }: { id: number }) => id);
  expect(await ids("true")).toEqual([kept]);
  expect(await ids("false")).not.toContain(kept);
});

test("what was wiped cannot be published again, however soon the version is active once more", async () => {
  const first = await finish("first");
  await finish("second");
  const set = (data: { active: boolean; publishedBuildId?: null; filesPurgeAt?: null }) =>
    db.version.update({ where: { id: latest.id }, data });
  await set({ active: false, publishedBuildId: null });
  expect((await owns.post(`/projects/${project.slug}/versions/latest/wipe/`)).status).toBe(204);
  await set({ active: true, filesPurgeAt: null });
  expect(await choose(first)).toMatchObject({
    status: 400,
    body: { build: [`${first} has no files that could be published.`] },
  });
  expect((await owns.get(list)).body.results).toMatchObject([{ kept: false }, { kept: false }]);
});

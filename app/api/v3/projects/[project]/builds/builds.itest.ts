import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

const visitor = api();
let owner: Person;
let reader: Person;
let stranger: Person;
let organization: { id: number; slug: string };

beforeAll(async () => {
  owner = await buildPerson();
  reader = await buildPerson();
  stranger = await buildPerson();
  organization = await buildOrganization(owner);
});

type Level = "public" | "private";
type Level4 = [project: Level, version: Level, seenByOthers: boolean];
const levels: Level4[] = [
  ["public", "public", true],
  ["public", "private", false],
  ["private", "public", false],
  ["private", "private", false],
];

async function withBuild(level: Level, versionLevel: Level) {
  const project = await buildProject({ organization, privacyLevel: level });
  await buildTeam(organization, { members: [reader], projects: [project] });
  const version = await buildVersion(project, { slug: "v1", privacyLevel: versionLevel });
  const build = await buildBuild(project, version);
  return { project, version, build };
}

describe("GET …/builds/", () => {
  it.each(levels)(
    "list, detail: project %s, version %s, seen by others: %s",
    async (level, versionLevel, seen) => {
      const { project, build } = await withBuild(level, versionLevel);
      const base = `/projects/${project.slug}`;
      for (const caller of [api(owner), api(reader)]) {
        expect((await caller.get(`${base}/builds/`)).body.count).toBe(1);
        for (const path of [`${base}/builds/${build.id}/`, `${base}/versions/v1/builds/${build.id}/`]) {
          expect((await caller.get(path)).body).toMatchObject({ id: build.id, version: "v1" });
        }
      }
      for (const caller of [visitor, api(stranger)]) {
        const list = await caller.get(`${base}/builds/`);
        expect([list.status, list.body.count]).toEqual([200, seen ? 1 : 0]);
        for (const rest of ["", "commands/", "events/"]) {
          if (seen && rest === "events/") continue;
          const answer = await caller.get(`${base}/builds/${build.id}/${rest}`);
          expect([rest, answer.status]).toEqual([rest, seen ? 200 : 404]);
        }
        const below = await caller.get(`${base}/versions/v1/builds/`);
        expect(below.status).toBe(level === "private" || seen ? 200 : 404);
        expect(below.body.count ?? 0).toBe(seen ? 1 : 0);
      }
    },
  );

  it("previews follow the project's level for them; builds of a deleted version are for members", async () => {
    const project = await buildProject({ organization });
    const pull = await buildVersion(project, {
      slug: "7",
      type: "external",
      pullNumber: 7,
      privacyLevel: "private",
    });
    const build = await buildBuild(project, pull);
    const path = `/projects/${project.slug}/builds/${build.id}/`;
    expect((await visitor.get(path)).status).toBe(200);
    await db.project.update({ where: { id: project.id }, data: { externalBuildsPrivacyLevel: "private" } });
    expect((await visitor.get(path)).status).toBe(404);
    await db.project.update({ where: { id: project.id }, data: { externalBuildsPrivacyLevel: "public" } });
    await db.build.update({ where: { id: build.id }, data: { versionId: null } });
    expect((await visitor.get(path)).status).toBe(404);
    const { body } = await api(owner).get(path);
    expect(body).toMatchObject({ version: null, _links: { version: null }, urls: { version: null } });
  });

  it("has the whole build", async () => {
    const project = await buildProject({ organization });
    const config = await db.buildConfig.create({
      data: { sha256: Buffer.from(project.slug), body: { version: "2", formats: ["pdf"] } },
    });
    const build = await buildBuild(project, await buildVersion(project, { slug: "v1" }), {
      commit: "a1b2",
      configId: config.id,
      created: new Date("2026-04-29T10:00:00Z"),
      startedAt: new Date("2026-04-29T10:00:05Z"),
      finishedAt: new Date("2026-04-29T10:01:05.250Z"),
      seconds: 60,
      success: false,
      state: "finished",
    });
    await db.notice.create({
      data: { buildId: build.id, messageId: "build:user:time-out", values: { seconds: 900 } },
    });
    const base = `http://localhost:3000/api/v3/projects/${project.slug}/`;
    const site = "http://localhost:3000";
    const expected = {
      _links: {
        _self: `${base}builds/${build.id}/`,
        notifications: `${base}builds/${build.id}/notifications/`,
        project: base,
        version: `${base}versions/v1/`,
      },
      commit: "a1b2",
      created: "2026-04-29T10:00:00Z",
      duration: 60,
      error:
        "A build may take 900 seconds. This one was stopped. Build less in one go, or ask whoever runs this server for more time.",
      finished: "2026-04-29T10:01:05.250000Z",
      id: build.id,
      project: project.slug,
      state: { code: "finished", name: "Finished" },
      success: false,
      urls: {
        build: `${site}/projects/${project.slug}/builds/${build.id}/`,
        project: `${site}/projects/${project.slug}/`,
        version: `${site}/dashboard/${project.slug}/version/v1/edit/`,
      },
      version: "v1",
    };
    const path = `/projects/${project.slug}/builds/`;
    expect((await visitor.get(`${path}${build.id}/`)).body).toEqual(expected);
    const list = await visitor.get(`${path}?expand=config`);
    expect(list.body.results).toEqual([{ ...expected, config: { version: "2", formats: ["pdf"] } }]);
    expect((await visitor.get(`${path}${build.id}/?fields=id`)).body).toEqual({ id: build.id });
  });

  it("uploading is part of building; what goes on has neither success nor end", async () => {
    const project = await buildProject({ organization });
    const build = await buildBuild(project, await buildVersion(project), {
      state: "uploading",
      startedAt: new Date(),
      leaseToken: "00000000-0000-4000-8000-000000000000",
      leaseUntil: new Date(),
    });
    expect((await visitor.get(`/projects/${project.slug}/builds/${build.id}/`)).body).toMatchObject({
      state: { code: "building", name: "Building" },
      success: null,
      finished: null,
      duration: null,
      error: "",
    });
  });

  it("filters: commit and running; newest first; pages", async () => {
    const project = await buildProject({ organization });
    const version = await buildVersion(project);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const old = await buildBuild(project, version, { commit: "a1b2c3", created: at(1) });
    const cancelled = await buildBuild(project, version, {
      state: "cancelled",
      success: false,
      created: at(2),
    });
    const waiting = await buildBuild(project, version, { state: "triggered", created: at(3) });
    const ids = async (query: string) =>
      (await visitor.get(`/projects/${project.slug}/builds/?${query}`)).body.results.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids("")).toEqual([waiting.id, cancelled.id, old.id]);
    expect(await ids("commit=a1b2c3")).toEqual([old.id]);
    expect(await ids("commit=A1B2C3")).toEqual([]);
    expect(await ids("commit=absent")).toEqual([]);
    expect(await ids("running=true")).toEqual([waiting.id]);
    expect(await ids("running=false")).toEqual([cancelled.id, old.id]);
    expect(await ids("running=perhaps")).toHaveLength(3);
    expect(await ids("limit=1&offset=1")).toEqual([cancelled.id]);
    const { body } = await visitor.get("/projects/nonexistent/builds/");
    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it("a build is looked up inside its project and its version", async () => {
    const { project, build } = await withBuild("public", "public");
    const other = await withBuild("public", "public");
    expect((await api(owner).get(`/projects/${other.project.slug}/builds/${build.id}/`)).status).toBe(404);
    expect(
      (await api(owner).get(`/projects/${project.slug}/versions/latest/builds/${build.id}/`)).status,
    ).toBe(404);
    const words = await api(owner).get(`/projects/${project.slug}/builds/abc/`);
    expect([words.status, words.body]).toEqual([404, { detail: "Not found." }]);
    const unknown = await api(owner).get(`/projects/${project.slug}/builds/999999999/`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "No Build matches the given query." }]);
  });

  it("commands/: in order, with the end of their output", async () => {
    const { project, build } = await withBuild("public", "public");
    const startedAt = new Date("2026-01-01T00:00:00Z");
    for (const position of [2, 1]) {
      const command = await db.buildCommand.create({
        data: {
          buildId: build.id,
          position,
          step: "building",
          command: `echo ${position}`,
          exitCode: position - 1,
          startedAt,
          finishedAt: new Date(startedAt.getTime() + 2600),
          lineCount: 2,
        },
      });
      const lines = {
        kind: "lines",
        command_id: command.id,
        first_line: 1,
        lines: [`${position}a`, `${position}b`],
      };
      await db.buildEvent.create({
        data: {
          buildId: build.id,
          sequence: position,
          kind: "lines",
          commandId: command.id,
          firstLine: 1,
          body: lines,
        },
      });
    }
    const { body } = await visitor.get(`/projects/${project.slug}/builds/${build.id}/commands/`);
    expect(body.count).toBe(2);
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      build: build.id,
      position: 1,
      step: "building",
      command: "echo 1",
      output: "1a\n1b",
      line_count: 2,
      exit_code: 0,
      start_time: "2026-01-01T00:00:00Z",
      end_time: "2026-01-01T00:00:02.600000Z",
      run_time: 3,
    });
    expect(body.results[1]).toMatchObject({ position: 2, exit_code: 1, output: "2a\n2b" });
  });

  it("[builds H4] a build cannot be written: 401 for visitors, 403 for strangers, 405 for admins", async () => {
    const { project, build } = await withBuild("public", "public");
    for (const path of [
      `/projects/${project.slug}/builds/`,
      `/projects/${project.slug}/builds/${build.id}/`,
    ]) {
      expect((await visitor.post(path)).status).toBe(401);
      expect((await api(stranger).post(path)).status).toBe(403);
      expect((await api(owner).post(path)).status).toBe(405);
    }
    const path = `/projects/${project.slug}/builds/${build.id}/`;
    const wish = { state: { code: "finished" }, success: false, commit: "mine" };
    expect((await api(owner).patch(path, wish)).status).toBe(405);
    expect((await api(owner).put(path, wish)).status).toBe(405);
    const made = await api(owner).post(`/projects/${project.slug}/versions/latest/builds/`, wish);
    expect(made.body.build).toMatchObject({ state: { code: "triggered" }, success: null, commit: null });
  });

  it("[builds G4] what is private of a configuration is in no answer, to nobody", async () => {
    const { project, build } = await withBuild("public", "public");
    const config = await db.buildConfig.create({
      data: { sha256: new Uint8Array([7]), body: { version: "2", doctype: "generic" } },
    });
    await db.build.update({ where: { id: build.id }, data: { configId: config.id } });
    const superuser = await buildPerson({ superuser: true });
    for (const person of [owner, superuser]) {
      const path = `/projects/${project.slug}/builds/${build.id}/`;
      expect((await api(person).get(path)).body).not.toHaveProperty("config");
      const { body, text } = await api(person).get(`${path}?expand=config`);
      expect(body.config).toEqual({ version: "2", doctype: "generic" });
      expect(text).not.toContain("_config");
    }
  });
});

describe("POST …/versions/<version>/builds/", () => {
  let project: { id: number; slug: string };
  let path: string;
  beforeEach(async () => {
    project = await buildProject({ organization });
    path = `/projects/${project.slug}/versions/latest/builds/`;
  });

  it("trigger: 401, 403, 202 with build, project and version", async () => {
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(stranger).post(path)).status).toBe(403);
    const { status, body } = await api(owner).post(path, "{ not even JSON");
    expect(status).toBe(202);
    expect(Object.keys(body)).toEqual(["build", "project", "triggered", "version"]);
    expect(body).toMatchObject({
      triggered: true,
      build: {
        state: { code: "triggered", name: "Triggered" },
        success: null,
        commit: null,
        version: "latest",
      },
      project: { slug: project.slug },
      version: { slug: "latest" },
    });
    expect((await api(owner).get(`/projects/${project.slug}/builds/${body.build.id}/`)).body).toEqual(
      body.build,
    );
    const job = await db.$queryRaw`
      select data from pgboss.job where name = 'build.run' and (data ->> 'buildId')::int = ${body.build.id}`;
    expect(job).toEqual([{ data: { buildId: body.build.id } }]);
  });

  it("refusals: read-only members and tokens, unknown and hidden versions and projects", async () => {
    const hidden = await buildProject({ organization, privacyLevel: "private" });
    await buildTeam(organization, { members: [reader], projects: [hidden] });
    const { token } = await buildToken(owner, { scope: "read" });
    const inside = `/projects/${hidden.slug}/versions/latest/builds/`;
    expect((await api(reader).post(inside)).status).toBe(403);
    expect((await api(stranger).post(inside)).status).toBe(404);
    expect((await visitor.post(inside)).status).toBe(401);
    expect((await api({ token }).post(path)).status).toBe(403);
    const unknown = await api(owner).post(`/projects/${project.slug}/versions/absent/builds/`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "No Version matches the given query." }]);
  });

  it("[builds F4] a newer build of the version cancels those before it, of no other version, and is the last build of it", async () => {
    const other = await buildVersion(project);
    const elsewhere = await buildBuild(project, other, { state: "triggered" });
    const first = (await api(owner).post(path)).body.build.id;
    const second = (await api(owner).post(path)).body.build.id;
    expect((await api(owner).get(`/projects/${project.slug}/builds/${first}/`)).body).toMatchObject({
      state: { code: "cancelled", name: "Cancelled" },
      success: false,
      duration: 0,
      finished: null,
    });
    expect(await db.cancellation.findUnique({ where: { buildId: first } })).toMatchObject({
      reason: "newer_build",
      newerBuildId: second,
    });
    expect(await db.build.findUnique({ where: { id: elsewhere.id } })).toMatchObject({ state: "triggered" });
    const latest = await api(owner).get(`/projects/${project.slug}/versions/latest/?expand=last_build`);
    expect(latest.body.last_build.id).toBe(second);
  });

  it("five at once: all are made, one is left to run", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => api(owner).post(path)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const states = await db.build.groupBy({ by: ["state"], where: { projectId: project.id }, _count: true });
    expect(Object.fromEntries(states.map((row) => [row.state, row._count]))).toEqual({
      triggered: 1,
      cancelled: 4,
    });
  });

  it("trigger_external_version: the commit of its last build is built again", async () => {
    const pull = await buildVersion(project, {
      slug: "12",
      type: "external",
      pullNumber: 12,
      pullUrl: "https://github.com/x/y/pull/12",
    });
    await buildBuild(project, pull, { commit: "c0ffee" });
    const { status, body } = await api(owner).post(`/projects/${project.slug}/versions/12/builds/`);
    expect(status).toBe(202);
    expect(body.build.commit).toBe("c0ffee");
    expect(body.version).toMatchObject({ type: "external", urls: { vcs: "https://github.com/x/y/pull/12" } });
  });

  it("[builds F2] 400 with triggered false while the project's builds are off or its organization is disabled", async () => {
    const off = {
      triggered: false,
      build: null,
      project: { slug: project.slug },
      version: { slug: "latest" },
    };
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "operator" },
    });
    const refused = await api(owner).post(path);
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ triggered: false })]);
    expect(refused.body).toMatchObject(off);
    const disabled = await buildOrganization(owner);
    const inside = await buildProject({ organization: disabled });
    await db.organization.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    expect((await api(owner).post(`/projects/${inside.slug}/versions/latest/builds/`)).status).toBe(400);
    expect(await db.build.count({ where: { projectId: { in: [project.id, inside.id] } } })).toBe(0);
  });
});

describe("POST …/builds/<id>/cancel/ and retry/", () => {
  it("[builds F7] cancel: a waiting build ends at once, with a reason and by whom", async () => {
    const project = await buildProject({ organization });
    const build = await buildBuild(project, await buildVersion(project), { state: "triggered" });
    const path = `/projects/${project.slug}/builds/${build.id}/cancel/`;
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(stranger).post(path)).status).toBe(403);
    const other = await buildProject({ organization });
    expect((await api(owner).post(`/projects/${other.slug}/builds/${build.id}/cancel/`)).status).toBe(404);
    const { status, body } = await api(owner).post(path);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: { code: "cancelled" },
      success: false,
      error: expect.stringMatching(/./),
    });
    expect(await db.cancellation.findUnique({ where: { buildId: build.id } })).toMatchObject({
      reason: "person",
      byUserId: owner.id,
    });
    const again = await api(owner).post(path);
    expect([again.status, again.body]).toEqual([409, { detail: "The build has already ended." }]);
    const events = await db.buildEvent.findMany({
      where: { buildId: build.id },
      orderBy: { sequence: "asc" },
    });
    expect(events.map((event) => event.kind)).toEqual(["notice", "state", "end"]);
  });

  it("[builds F7] cancel: a running build is told; one that is being published is left alone", async () => {
    const project = await buildProject({ organization });
    const lease = { leaseToken: "00000000-0000-4000-8000-000000000000", leaseUntil: new Date() };
    const running = await buildBuild(project, await buildVersion(project), { state: "building", ...lease });
    const uploading = await buildBuild(project, await buildVersion(project), {
      state: "uploading",
      ...lease,
    });
    const path = (id: number) => `/projects/${project.slug}/builds/${id}/cancel/`;
    expect((await api(owner).post(path(running.id))).body).toMatchObject({ state: { code: "building" } });
    expect(await db.cancellation.count({ where: { buildId: running.id } })).toBe(1);
    expect((await api(owner).post(path(running.id))).status).toBe(202);
    expect((await api(owner).post(path(uploading.id))).status).toBe(409);
  });

  it("cancel: waits for a build that is just going to be published, and is then too late", async () => {
    const project = await buildProject({ organization });
    const lease = { leaseToken: "00000000-0000-4000-8000-000000000000", leaseUntil: new Date() };
    const build = await buildBuild(project, await buildVersion(project), { state: "building", ...lease });
    let cancelling: Promise<{ status: number }> | undefined;
    await db.$transaction(async (tx) => {
      await tx.build.update({ where: { id: build.id }, data: { state: "uploading" } });
      cancelling = api(owner).post(`/projects/${project.slug}/builds/${build.id}/cancel/`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect((await cancelling)?.status).toBe(409);
    expect(await db.cancellation.count({ where: { buildId: build.id } })).toBe(0);
  });

  it("[builds F9] retry: a new build of the same version that names the old one", async () => {
    const { project, version, build } = await withBuild("public", "public");
    const path = `/projects/${project.slug}/builds/${build.id}/retry/`;
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(reader).post(path)).status).toBe(403);
    const { status, body } = await api(owner).post(path);
    expect(status).toBe(202);
    expect(body.build).toMatchObject({ version: version.slug, state: { code: "triggered" } });
    expect(await db.build.findUnique({ where: { id: body.build.id } })).toMatchObject({
      rebuildOfId: build.id,
      trigger: "retry",
    });
    expect((await api(owner).post(`/projects/${project.slug}/builds/${body.build.id}/retry/`)).status).toBe(
      409,
    );
  });

  it("[builds F9] retry: of a pull request only its newest build, while it is open", async () => {
    const project = await buildProject({ organization });
    const pull = await buildVersion(project, { slug: "3", type: "external", pullNumber: 3 });
    const old = await buildBuild(project, pull, { created: new Date(0), commit: "old" });
    const newest = await buildBuild(project, pull, { commit: "new" });
    const retry = (id: number) => api(owner).post(`/projects/${project.slug}/builds/${id}/retry/`);
    expect((await retry(old.id)).status).toBe(409);
    expect((await retry(newest.id)).body.build.commit).toBe("new");
    await db.version.update({ where: { id: pull.id }, data: { active: false } });
    const last = await db.build.findFirstOrThrow({ where: { versionId: pull.id }, orderBy: { id: "desc" } });
    await db.build.update({ where: { id: last.id }, data: { state: "finished", success: true } });
    expect((await retry(last.id)).status).toBe(409);
  });

  it("retry: not without a version", async () => {
    const { project, build } = await withBuild("public", "public");
    await db.build.update({ where: { id: build.id }, data: { versionId: null } });
    expect((await api(owner).post(`/projects/${project.slug}/builds/${build.id}/retry/`)).status).toBe(409);
  });
});

import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPip, pipBuild, pipConfig } from "#test/factories/pip.ts";
import { buildBuild, buildCompany, buildPerson, buildVersion } from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

type Level = "public" | "private";
type Level4 = [project: Level, version: Level, seenByOthers: boolean];
const levels: Level4[] = [
  ["public", "public", true],
  ["public", "private", false],
  ["private", "public", false],
  ["private", "private", false],
];

async function withBuild(level: Level, versionLevel: Level) {
  const project = await company.project({ privacyLevel: level });
  const version = await buildVersion(project, { slug: "v1", privacyLevel: versionLevel });
  const build = await buildBuild(project, version);
  return { project, version, build };
}

describe("GET …/builds/", () => {
  it.each(levels)(
    "[api D1] [api D2] list, detail: project %s, version %s, seen by others: %s",
    async (level, versionLevel, seen) => {
      const { project, build } = await withBuild(level, versionLevel);
      const base = `/projects/${project.slug}`;
      for (const caller of [api(owner), api(company.reader)]) {
        expect((await caller.get(`${base}/builds/`)).body.count).toBe(1);
        for (const path of [`${base}/builds/${build.id}/`, `${base}/versions/v1/builds/${build.id}/`]) {
          expect((await caller.get(path)).body).toMatchObject({ id: build.id, version: "v1" });
        }
      }
      for (const caller of [visitor, api(company.stranger)]) {
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
    const project = await company.project();
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

  it("[api D1] [api D2] the whole build, with its configuration where wanted", async () => {
    await buildPip(company);
    const path = "/projects/pip/builds/";
    expect((await api(owner).get(`${path}6001/`)).body).toEqual(pipBuild);
    const list = { count: 1, next: null, previous: null };
    const withConfig = { ...pipBuild, config: pipConfig };
    for (const each of [path, "/projects/pip/versions/v1.0/builds/"]) {
      expect((await api(owner).get(each)).body).toEqual({ ...list, results: [pipBuild] });
      expect((await api(owner).get(`${each}?expand=config`)).body).toEqual({
        ...list,
        results: [withConfig],
      });
      expect((await api(owner).get(`${each}6001/?expand=config`)).body).toEqual(withConfig);
    }
    expect((await api(owner).get(`${path}6001/?fields=id`)).body).toEqual({ id: 6001 });
  });

  it("a failed build tells why; one without configuration has an empty one", async () => {
    const project = await company.project();
    const build = await buildBuild(project, await buildVersion(project), {
      success: false,
      state: "finished",
    });
    await db.notice.create({
      data: { buildId: build.id, messageId: "build:user:time-out", values: { seconds: 900 } },
    });
    const { body } = await visitor.get(`/projects/${project.slug}/builds/${build.id}/?expand=config`);
    expect(body).toMatchObject({
      config: {},
      error:
        "A build may take 900 seconds. This one was stopped. Build less in one go, or ask whoever runs this server for more time.",
      success: false,
    });
  });

  it("uploading is part of building; what goes on has neither success nor end", async () => {
    const project = await company.project();
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

  it("[api E1] [api E2] filters: commit and running; newest first; pages", async () => {
    const project = await company.project();
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
      expect((await api(company.stranger).post(path)).status).toBe(403);
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

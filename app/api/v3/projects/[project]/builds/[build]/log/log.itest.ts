import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildOwnedProject } from "#test/factories/tenants.ts";

const moment = new Date("2026-01-02T03:04:05Z");

const { owner, project } = await buildOwnedProject();
const version = await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } });

type Columns = Parameters<typeof buildBuild>[2];

/** A build with one command that printed two lines; `exitCode` undefined means that it still runs. */
async function buildLog(columns: Columns, exitCode?: number): Promise<number> {
  const { id } = await buildBuild(project, version, { created: moment, ...columns });
  const ended = exitCode === undefined ? {} : { exitCode, finishedAt: new Date(moment.getTime() + 2_400) };
  const command = await db.buildCommand.create({
    data: { buildId: id, position: 1, step: "building", command: "make html", startedAt: moment, ...ended },
  });
  const bodies = [
    {
      kind: "command",
      command_id: command.id,
      position: 1,
      step: "building",
      command: "make html",
      at: moment.toISOString(),
    },
    { kind: "lines", command_id: command.id, first_line: 1, lines: ["one", "<b>two"] },
  ];
  await db.buildEvent.createMany({
    data: bodies.map((body, index) => ({ buildId: id, sequence: index + 1, kind: body.kind, body })),
  });
  return id;
}

const logOf = (id: number | string) => api().get(`/projects/${project.slug}/builds/${id}/log/`);

describe("GET …/builds/<id>/log/", () => {
  it("[builds H8] a successful build", async () => {
    const id = await buildLog({ state: "finished", success: true, commit: "c0ffee" }, 0);
    const { status, headers, text } = await logOf(id);
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toBe(`Lectern build information
Build id: ${id}
Project: ${project.slug}
Version: latest
Commit: c0ffee
Date: 2026-01-02T03:04:05Z
State: Finished
Success: True

[command-info] start-time: 2026-01-02T03:04:05Z, end-time: 2026-01-02T03:04:07.400000Z, duration: 2, exit-code: 0
make html
one
<b>two
`);
  });

  it("[builds H8] a failed build, one that runs, and one whose version is gone", async () => {
    const failed = await logOf(await buildLog({ state: "finished", success: false }, 2));
    expect(failed.text).toContain("State: Finished\nSuccess: False\n");
    expect(failed.text).toContain("exit-code: 2\n");

    const lease = { leaseToken: "00000000-0000-4000-8000-000000000000", leaseUntil: moment };
    const running = await buildLog({ state: "uploading", success: null, ...lease });
    const { text } = await logOf(running);
    expect(text).toContain("Commit: unknown\n");
    expect(text).toContain("State: Building\nSuccess: Unknown\n");
    expect(text).toContain("\n[command-info] start-time: 2026-01-02T03:04:05Z\nmake html\none\n");
    await db.build.update({
      where: { id: running },
      data: { state: "finished", success: true, leaseToken: null, leaseUntil: null },
    });

    const orphan = await buildLog({ state: "finished", success: true }, 0);
    await db.build.update({ where: { id: orphan }, data: { versionId: null } });
    const own = await api(owner).get(`/projects/${project.slug}/builds/${orphan}/log/`);
    expect(own.text).toContain("Version: latest\n");
    expect((await logOf(orphan)).status).toBe(404);
  });

  it("[builds H8] 404 for ids that are none", async () => {
    for (const id of ["999999999", "abc", "1.txt"]) expect((await logOf(id)).status).toBe(404);
  });
});

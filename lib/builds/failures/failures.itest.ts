import { beforeEach, describe, expect, test } from "vitest";
import { claimBuild, endBuild, sweepLostBuilds } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { queueBuild } from "#test/factories/builds.ts";
import { buildBuild, buildPerson, buildProject, buildVersion, type Person } from "#test/factories/tenants.ts";

const notice = "project:builds:disabled-due-to-consecutive-failures";
let person: Person;
let project: { id: number; slug: string };
let latest: { id: number; slug: string };

beforeEach(async () => {
  env.EDITION = "community";
  person = await buildPerson();
  project = await buildProject({ maintainer: person });
  latest = await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } });
});

async function finished(success: boolean, count: number, version = latest): Promise<void> {
  for (let n = 0; n < count; n += 1) await buildBuild(project, version, { state: "finished", success });
}

/** A build of `latest` fails. */
async function fail(): Promise<void> {
  await queueBuild(project);
  const held = await claimBuild(await registerWorker(1, {}));
  await endBuild(held!, { kind: "failed", notice: "build:user:time-out", values: { seconds: 1 } });
}

const buildsOff = async () =>
  (await db.project.findUniqueOrThrow({ where: { id: project.id } })).buildsOffReason;
const notices = async () =>
  (await db.notice.findMany({ where: { projectId: project.id } })).map((row) => [row.messageId, row.state]);

describe("failures in a row", () => {
  test("the twenty-fifth switches builds off, with a notice, and a trigger is refused; not the one before", async () => {
    await finished(false, 23);
    await fail();
    expect([await buildsOff(), await notices()]).toEqual([null, []]);
    await fail();
    expect([await buildsOff(), await notices()]).toEqual(["failures", [[notice, "unread"]]]);
    const { status, body } = await api(person).post(`/projects/${project.slug}/versions/latest/builds/`);
    expect([status, body.triggered, body.build]).toEqual([400, false, null]);
    const audit = await db.auditEvent.findMany({
      where: { projectId: project.id, action: "project.builds_off" },
    });
    expect(audit).toMatchObject([{ actorKind: "system" }]);
  });

  test("one success among them prevents it, an older one does not", async () => {
    await finished(false, 12);
    await finished(true, 1);
    await finished(false, 23);
    await fail();
    expect(await buildsOff()).toBeNull();
    await fail();
    expect(await buildsOff()).toBe("failures");
  });

  test("cancelled builds, other versions and pull requests do not count", async () => {
    const pull = await buildVersion(project, { type: "external", pullNumber: 1 });
    await finished(false, 20);
    await finished(false, 10, pull);
    await finished(false, 10, await buildVersion(project));
    await buildBuild(project, latest, { state: "cancelled", success: false });
    await fail();
    expect(await buildsOff()).toBeNull();
  });

  test("the default version is the one that is watched, `latest` while it is inactive", async () => {
    const stable = await buildVersion(project, { slug: "stable" });
    await db.project.update({ where: { id: project.id }, data: { defaultVersion: "stable" } });
    await finished(false, 30);
    await fail();
    expect(await buildsOff()).toBeNull();
    await db.version.update({ where: { id: stable.id }, data: { active: false } });
    await fail();
    expect(await buildsOff()).toBe("failures");
  });

  test("a lost build counts as one", async () => {
    await finished(false, 24);
    await buildBuild(project, latest, {
      state: "building",
      attempt: 2,
      leaseToken: "00000000-0000-4000-8000-000000000000",
      leaseUntil: new Date(0),
    });
    await sweepLostBuilds();
    expect(await buildsOff()).toBe("failures");
  });

  test("in the business edition nothing is switched off", async () => {
    env.EDITION = "business";
    await finished(false, 30);
    await fail();
    expect(await buildsOff()).toBeNull();
  });
});

describe("POST …/builds-on/", () => {
  const path = () => `/projects/${project.slug}/builds-on/`;

  test("switches them on again, writes down by whom, and a new count begins", async () => {
    await finished(false, 24);
    await fail();
    expect((await api(person).post(path())).status).toBe(204);
    expect([await buildsOff(), await notices()]).toEqual([null, [[notice, "cancelled"]]]);
    const audit = await db.auditEvent.findMany({
      where: { projectId: project.id, action: "project.builds_on" },
    });
    expect(audit).toMatchObject([{ actorId: person.id }]);
    await fail();
    expect(await buildsOff()).toBeNull();
    await finished(false, 23);
    await fail();
    expect(await buildsOff()).toBe("failures");
    expect(await notices()).toEqual([
      [notice, "cancelled"],
      [notice, "unread"],
    ]);
  });

  test("what the operator has switched off stays off", async () => {
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "operator" },
    });
    const { status, body } = await api(person).post(path());
    expect(status).toBe(409);
    expect(body.detail).toMatch(/whoever runs this server/i);
    expect(await buildsOff()).toBe("operator");
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { isDuplicatedNames, type ListedRefs, syncRefs } from "#lib/versions/refs/commands.ts";
import { buildBuild, buildProject, buildVersion } from "#test/factories/tenants.ts";

const [a, b] = ["a".repeat(40), "b".repeat(40)] as const;
const actor = { kind: "system", job: "test" } as const;
let project: { id: number; slug: string };

beforeEach(async () => {
  project = await buildProject({ privacyLevel: "private" });
});

/** Syncs with tags given as `name` or `name@commit` and branches. */
function sync(tags: string[], branches: string[] = ["main"], more: Partial<ListedRefs> = {}) {
  const refs = [
    ...tags.map((tag) => {
      const [name = "", commit = a] = tag.split("@");
      return { type: "tag" as const, name, commit };
    }),
    ...branches.map((name) => ({ type: "branch" as const, name, commit: a })),
  ];
  return syncRefs(project.id, { refs, defaultBranch: "main", ...more }, actor);
}

const versions = () =>
  db.version.findMany({
    where: { projectId: project.id },
    orderBy: { slug: "asc" },
    include: { builds: true },
  });
const find = (slug: string) =>
  db.version.findFirst({ where: { projectId: project.id, slug }, include: { builds: true } });
const builds = async () =>
  (await db.build.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } })).map(
    ({ versionSlug, trigger, state }) => `${versionSlug} ${trigger} ${state}`,
  );

describe("a sync", () => {
  test("makes versions as visible as their project, and builds the first stable", async () => {
    expect(await sync(["1.0", "grün/2"])).toEqual({ created: 4, removed: 0, gone: 0 });
    expect(
      (await versions()).map(
        ({ slug, verboseName, type, identifier, machine, active, privacyLevel }) =>
          [slug, verboseName, type, identifier, machine, active, privacyLevel] as const,
      ),
    ).toEqual([
      ["1.0", "1.0", "tag", a, false, false, "private"],
      ["grun-2", "grün/2", "tag", a, false, false, "private"],
      ["latest", "latest", "branch", "main", true, true, "private"],
      ["main", "main", "branch", "main", false, false, "private"],
      ["stable", "stable", "tag", a, true, true, "private"],
    ]);
    expect(await builds()).toEqual(["stable sync triggered"]);
    expect(await sync(["1.0", "grün/2"])).toEqual({ created: 0, removed: 0, gone: 0 });
    expect(await builds()).toHaveLength(1);
  });

  test("is written down when it changes something, and only then", async () => {
    await sync(["1.0"]);
    await sync(["1.0"]);
    const events = await db.auditEvent.findMany({ where: { projectId: project.id, action: "version.sync" } });
    expect(events.map(({ changes }) => changes)).toEqual([{ created: 3, removed: 0, gone: 0 }]);
  });

  test("[builds F11] removes an inactive version whose tag is gone; its builds keep name, slug, type and commit", async () => {
    const old = await buildVersion(project, { slug: "v1", verboseName: "V1", type: "tag", active: false });
    const build = await buildBuild(project, old, { versionName: "V1", versionType: "tag", commit: a });
    await db.publication.create({
      data: { versionId: old.id, buildId: build.id, reason: "build", endedAt: new Date() },
    });
    expect(await sync([])).toEqual({ created: 1, removed: 1, gone: 0 });
    expect(await find("v1")).toBeNull();
    expect(await db.build.findUnique({ where: { id: build.id } })).toMatchObject({
      versionId: null,
      versionSlug: "v1",
      versionName: "V1",
      versionType: "tag",
      commit: a,
    });
  });

  test("keeps an active version whose branch is gone, with the moment, and forgets it when the branch is back", async () => {
    await buildVersion(project, { slug: "dev", identifier: "dev" });
    expect(await sync([])).toEqual({ created: 1, removed: 0, gone: 1 });
    const gone = await find("dev");
    expect(gone).toMatchObject({ active: true, lastSeenAt: expect.any(Date) });
    expect(await sync([])).toEqual({ created: 0, removed: 0, gone: 0 });
    expect((await find("dev"))?.lastSeenAt).toEqual(gone?.lastSeenAt);
    await sync([], ["main", "dev"]);
    expect((await find("dev"))?.lastSeenAt).toBeNull();
  });

  test("leaves pull requests alone, inactive ones too", async () => {
    await buildVersion(project, { slug: "7", type: "external", pullNumber: 7, active: false });
    await sync(["7"]);
    expect((await versions()).map(({ slug }) => slug)).toEqual(["7", "7_a", "latest", "main", "stable"]);
  });

  test("does not remove a version that is being built", async () => {
    const old = await buildVersion(project, { slug: "v1", type: "tag", active: false });
    await buildBuild(project, old, { state: "triggered" });
    await sync([]);
    expect(await find("v1")).not.toBeNull();
  });

  test("activates and builds a new release above an active one", async () => {
    await sync(["1.0"]);
    await db.version.updateMany({ where: { projectId: project.id, slug: "1.0" }, data: { active: true } });
    await db.build.updateMany({
      where: { projectId: project.id },
      data: { state: "finished", success: true },
    });
    await sync(["1.0", `2.0@${b}`]);
    expect(await find("2.0")).toMatchObject({ active: true });
    expect((await builds()).slice(1)).toEqual(["stable sync triggered", "2.0 sync triggered"]);
    await db.version.updateMany({ where: { projectId: project.id, slug: "2.0" }, data: { active: false } });
    await sync(["1.0", `2.0@${b}`, "3.0"]);
    expect(await find("3.0")).toMatchObject({ active: false });
  });

  test("inside a build of stable starts no second one, nor beside one that waits", async () => {
    await sync(["1.0"]);
    const stable = await find("stable");
    await sync(["1.0", `2.0@${b}`]);
    expect(await builds()).toEqual(["stable sync triggered"]);
    await db.build.updateMany({
      where: { projectId: project.id },
      data: { state: "finished", success: true },
    });
    await sync(["1.0", `2.0@${b}`, "3.0"], ["main"], { building: stable?.id ?? 0 });
    expect(await find("stable")).toMatchObject({ identifier: a });
    expect(await builds()).toHaveLength(1);
  });

  test("cancels a running build of the stable before, and starts none while the project may not build", async () => {
    await sync(["1.0"]);
    await db.build.updateMany({
      where: { projectId: project.id },
      data: { state: "cloning", leaseToken: crypto.randomUUID(), leaseUntil: new Date() },
    });
    await sync(["1.0", `2.0@${b}`]);
    expect(await builds()).toEqual(["stable sync cloning", "stable sync triggered"]);
    expect(
      await db.cancellation.count({ where: { reason: "newer_build", build: { projectId: project.id } } }),
    ).toBe(1);

    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "failures" },
    });
    await sync(["1.0", `2.0@${b}`, "3.0"]);
    expect(await find("stable")).toMatchObject({ identifier: a });
    expect(await builds()).toHaveLength(2);
  });

  test("follows the project's own default branch before the repository's", async () => {
    await db.project.update({ where: { id: project.id }, data: { defaultBranch: "1.0" } });
    await sync(["1.0"]);
    expect(await find("latest")).toMatchObject({ identifier: "1.0", type: "tag" });
  });

  test("a tag named stable takes the version over, and gives it back", async () => {
    await sync(["1.0", `stable@${b}`]);
    expect(await find("stable")).toMatchObject({ machine: false, active: false, identifier: b });
    await sync(["1.0"]);
    expect(await find("stable")).toMatchObject({ machine: true, active: false, identifier: a });
  });

  test("[builds D20] a branch and a tag of one reserved name are refused, and nothing is changed", async () => {
    for (const name of ["latest", "stable"]) {
      const refused = await sync(["1.0", name], ["main", name]).catch((error: unknown) => error);
      expect(isDuplicatedNames(refused) && refused.names).toEqual([name]);
    }
    expect(await versions()).toHaveLength(1);
    await sync(["latest"], ["stable"]);
    expect((await versions()).map(({ slug, machine }) => [slug, machine])).toEqual([
      ["latest", false],
      ["stable", false],
    ]);
  });

  test("of a deleted project changes nothing", async () => {
    await db.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
    expect(await sync(["1.0"])).toEqual({ created: 0, removed: 0, gone: 0 });
  });

  test("many at once leave what one would", async () => {
    const before = await buildVersion(project, { slug: "old", active: false });
    await buildBuild(project, before, {});
    const counts = await Promise.all(Array.from({ length: 6 }, () => sync(["1.0", "1.1", "x"])));
    expect(counts.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 5]);
    expect(counts.map(({ removed }) => removed).sort()).toEqual([0, 0, 0, 0, 0, 1]);
    expect((await versions()).map(({ slug }) => slug)).toEqual([
      "1.0",
      "1.1",
      "latest",
      "main",
      "stable",
      "x",
    ]);
    expect(await builds()).toEqual(["old api finished", "stable sync triggered"]);
  });

  test("ten thousand tags come and go in a few seconds", async () => {
    const tags = Array.from({ length: 10_000 }, (_, number) => `nightly/${number}`);
    const started = performance.now();
    expect(await sync(tags)).toMatchObject({ created: 10_001 });
    expect(await sync(tags.map((tag) => `${tag}@${b}`))).toEqual({ created: 0, removed: 0, gone: 0 });
    expect(await db.version.count({ where: { projectId: project.id, identifier: b } })).toBe(10_000);
    expect(await sync([])).toMatchObject({ removed: 10_000 });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

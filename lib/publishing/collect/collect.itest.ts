import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { collectFiles } from "#lib/publishing/collect/commands.ts";
import { keepingFiles } from "#lib/publishing/commands.ts";
import { blobKey, formatManifest, manifestKey } from "#lib/publishing/rules/manifest.ts";
import { buildBuild, buildProject, buildVersion } from "#test/factories/tenants.ts";

const day = 86_400_000;
const realNow = clock.now;
let project: { id: number; slug: string };
let version: { id: number; slug: string };

beforeEach(async () => {
  await db.project.updateMany({ data: { purgedAt: new Date() } });
  project = await buildProject();
  version = await buildVersion(project);
});
afterEach(() => {
  clock.now = realNow;
});

const daysAgo = (days: number) => new Date(Date.now() - days * day);
const inDays = (days: number) => {
  clock.now = () => new Date(realNow().getTime() + days * day);
};
const hashOf = (name: string) => Buffer.from(name.padEnd(32, ".")).toString("hex");
const collect = () => collectFiles(new AbortController().signal);

type Given = Parameters<typeof buildBuild>[2] & { age?: number };

/** A successful build, that many days old, of one file each named; all say "shared", too. */
async function published(files: string[], { age = 0, ...columns }: Given = {}): Promise<number> {
  const when = { created: daysAgo(age), startedAt: daysAgo(age), finishedAt: daysAgo(age) };
  const build = await buildBuild(project, version, { filesState: "kept", ...when, ...columns });
  const lines = [...files, "shared"].map(
    (name) => [`${name}.html`, { hash: hashOf(name), size: 3, br: 2, gzip: 2 }] as const,
  );
  for (const [, { hash }] of lines)
    for (const encoding of ["identity", "br", "gzip"] as const)
      await storage.put(blobKey(project.id, hash, encoding), Buffer.from("abc"));
  const key = manifestKey(project.id, build.id);
  await storage.put(key, formatManifest(lines));
  await db.build.update({ where: { id: build.id }, data: { manifestKey: key } });
  return build.id;
}

/** The names of the files that are still stored. */
async function stored(): Promise<string[]> {
  const names = new Set<string>();
  for await (const key of storage.list(`projects/${project.id}/blobs/`)) {
    const hash = key.split("/").at(-1)?.split(".")[0] ?? "";
    names.add(Buffer.from(hash, "hex").toString().replace(/\.+$/, ""));
  }
  return [...names].sort();
}

const statesOf = async () =>
  (await db.build.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } })).map(
    (build) => build.filesState,
  );

describe("the files of a version's builds", () => {
  test("stay for the published one, the last ten successful ones and all younger than thirty days", async () => {
    await published(["served"], { age: 400, publish: true });
    await published(["eleventh"], { age: 200 });
    for (let n = 0; n < 9; n += 1) await published([`tenth${n}`], { age: 100 - n });
    await published(["young"], { age: 29 });
    expect(await collect()).toBe(0);
    expect(await statesOf()).toEqual(["kept", "removed", ...Array.from({ length: 10 }, () => "kept")]);
    inDays(1.01);
    expect(await collect()).toBe(4);
    expect(await stored()).toEqual([
      "served",
      "shared",
      ...Array.from({ length: 9 }, (_, n) => `tenth${n}`),
      "young",
    ]);
    for (const { manifestKey: key, filesState } of await db.build.findMany({
      where: { projectId: project.id },
    }))
      expect(key === null ? false : await storage.has(key)).toBe(filesState === "kept");
  });

  test("go a day after nobody names them, not before, and stay when somebody does again", async () => {
    for (let n = 0; n < 10; n += 1) await published([], { age: 40 });
    await published(["left", "again"], { age: 50 });
    await collect();
    inDays(0.99);
    expect(await collect()).toBe(0);
    await published(["again"]);
    inDays(1.01);
    expect(await collect()).toBe(4);
    expect(await stored()).toEqual(["again", "shared"]);
  });

  test("that a crash has left behind go, whatever they are", async () => {
    await published([], { publish: true });
    for (const folder of ["blobs/aa", "manifests", "logs"])
      await storage.put(`projects/${project.id}/${folder}/aa11`, Buffer.from("half"));
    await collect();
    inDays(1.01);
    expect(await collect()).toBe(3);
    expect(await stored()).toEqual(["shared"]);
    inDays(2.1);
    expect(await collect()).toBe(0);
    expect(await storage.has(`projects/${project.id}/unnamed.json`)).toBe(false);
  });

  test("that a build keeps for longer, its downloads and its log, stay", async () => {
    for (let n = 0; n < 10; n += 1) await published([], { age: 40 });
    const id = await published(["kept"], { age: 50, filesKeepUntil: daysAgo(-90) });
    await db.buildArtifact.create({
      data: { buildId: id, format: "pdf", name: "kept.pdf", blob: hashOf("pdf"), bytes: 3 },
    });
    await storage.put(blobKey(project.id, hashOf("pdf")), Buffer.from("abc"));
    const logKey = `projects/${project.id}/logs/${id}-a.ndjson.gz`;
    await storage.put(logKey, Buffer.from("abc"));
    await db.build.update({ where: { id }, data: { logKey } });
    await collect();
    inDays(30);
    expect(await collect()).toBe(0);
    expect(await stored()).toEqual(["kept", "pdf", "shared"]);
    expect(await storage.has(logKey)).toBe(true);
    inDays(91);
    await collect();
    expect(await db.buildArtifact.count({ where: { buildId: id } })).toBe(0);
    inDays(93);
    await collect();
    expect(await stored()).toEqual(["shared"]);
    expect(await storage.has(logKey)).toBe(true);
  });

  test("go with a deactivated version when its time is over, and with a version that is gone", async () => {
    await published(["inactive"]);
    await db.version.update({
      where: { id: version.id },
      data: { active: false, filesPurgeAt: daysAgo(-7) },
    });
    inDays(6.9);
    await collect();
    expect(await statesOf()).toEqual(["kept"]);
    inDays(7.1);
    await collect();
    expect(await statesOf()).toEqual(["removed"]);
    expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ filesPurgeAt: null });

    const orphan = await published(["orphan"]);
    await db.build.update({ where: { id: orphan }, data: { versionId: null } });
    await collect();
    expect(await statesOf()).toEqual(["removed", "removed"]);
  });

  test("are left alone while one is being published", async () => {
    await published(["old"], { age: 50 });
    await db.build.updateMany({ where: { projectId: project.id }, data: { success: false } });
    await keepingFiles(project.id, async () => {
      await collect();
      expect(await statesOf()).toEqual(["kept"]);
    });
    await collect();
    expect(await statesOf()).toEqual(["removed"]);
  });

  test("are left alone where a manifest cannot be read", async () => {
    const id = await published(["old"], { publish: true });
    await storage.put(`projects/${project.id}/blobs/aa/aa11`, Buffer.from("half"));
    await storage.put(manifestKey(project.id, id), Buffer.from("{"));
    await collect();
    inDays(2);
    await collect();
    inDays(4);
    expect(await collect()).toBe(0);
    expect((await stored()).length).toBe(3);
  });
});

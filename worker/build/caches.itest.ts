import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { clearCaches, removeOldCaches } from "#lib/builds/caches/commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { openProject } from "#lib/projects/queries.ts";
import { configOf, type OpenBuild, openBuild } from "#test/factories/build-contexts.ts";
import { buildPerson, buildProject } from "#test/factories/tenants.ts";
import { restoreCaches, saveCaches } from "#worker/build/caches.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";

const config = configOf({ build: { os: "ubuntu-24.04", commands: ["true"] } });
const toolchain: Toolchain = { kind: "none", path: [], environment: {}, versions: {} };

const open: OpenBuild[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((build) => build.close()));
  env.BUILD_CACHE_MB = 2_000;
});

/** A build that has checked out a repository with this lock file, and has got what earlier ones have left. */
async function begun(
  project: { id: number } | null,
  lock: string,
  options: { external?: boolean; config?: BuildConfig } = {},
) {
  const build = await openBuild(project, options);
  open.push(build);
  const { exitCode } = await build.shell('git init -q && echo "$LOCK" > requirements.txt && git add .', {
    LOCK: lock,
  });
  expect(exitCode).toBe(0);
  const caches = await restoreCaches(build.context, options.config ?? config, toolchain);
  const inHome = async (script: string) => {
    const said = await build.shell(`cd ~ && ${script}`);
    expect(said).toMatchObject({ exitCode: 0 });
    return said.output;
  };
  return {
    ...build,
    inHome,
    has: (path: string) => existsSync(join(build.context.workspace.host.home, path)),
    /** The build ends well: its pages are served, and what it has may be kept. */
    async succeed() {
      await build.end();
      await saveCaches(build.context, caches);
    },
  };
}

const install =
  "mkdir -p venv/bin npm .cache/pip && echo one > .cache/pip/one && echo run > venv/bin/run && chmod 700 venv/bin/run && ln -s run venv/bin/alias";

const kept = (project: { id: number }) =>
  db.buildCache.findMany({ where: { projectId: project.id }, orderBy: { key: "asc" } });

async function stored(project: { id: number }): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(`projects/${project.id}/caches/`)) keys.push(key);
  return keys.sort();
}

describe("a build", () => {
  test("finds what an earlier one with the same lock file has installed", async () => {
    const first = await begun(null, "sphinx==8");
    await first.inHome(install);
    await first.succeed();
    const second = await begun(first.project, "sphinx==8");
    const said = await second.inHome("stat -c '%a %U' venv/bin/run; readlink venv/bin/alias; ls -d npm");
    expect(said).toBe("700 build\nrun\nnpm");
    const { commands, output } = await second.story();
    expect(commands.map(({ command }) => command)).toEqual(["# caches: environment"]);
    expect(output[0]).toMatch(/^Brought from an earlier build in \d+\.\d s \(1 MB\)\.$/);
    await second.succeed();
    expect(await kept(first.project)).toHaveLength(2);
  });

  test("with another lock file gets the downloads only, and the one it replaces nothing", async () => {
    const first = await begun(null, "sphinx==8");
    await first.inHome(install);
    await first.succeed();
    const second = await begun(first.project, "sphinx==9");
    expect([second.has(".cache/pip/one"), second.has("venv")]).toEqual([true, false]);
    await second.inHome("mkdir venv && echo two > venv/two");
    await second.succeed();
    const third = await begun(first.project, "sphinx==9");
    expect([third.has("venv/two"), third.has("venv/bin")]).toEqual([true, false]);
  });

  test("replaces the environment that lies there by the kept one, never mixes them", async () => {
    const first = await begun(null, "a");
    await first.inHome(install);
    await first.succeed();
    const second = await openBuild(first.project);
    open.push(second);
    await second.shell(
      "git init -q && echo a > requirements.txt && git add . && mkdir ~/venv && echo old > ~/venv/old",
    );
    await restoreCaches(second.context, config, toolchain);
    const venv = join(second.context.workspace.host.home, "venv");
    expect([existsSync(join(venv, "old")), existsSync(join(venv, "bin/run"))]).toEqual([false, true]);
  });

  test("of a pull request reads what is kept and never writes", async () => {
    const hostile = await begun(null, "a", { external: true });
    await hostile.inHome(install);
    await hostile.succeed();
    expect([await kept(hostile.project), await stored(hostile.project)]).toEqual([[], []]);

    const trusted = await begun(hostile.project, "a");
    await trusted.inHome(install);
    await trusted.succeed();
    const before = await kept(hostile.project);
    const request = await begun(hostile.project, "a", { external: true });
    expect(request.has("venv/bin/run")).toBe(true);
    await request.inHome("echo worse > venv/bin/run; mkdir -p .cache/pip; echo b > .cache/pip/b");
    await request.succeed();
    expect((await kept(hostile.project)).map(({ storageKey }) => storageKey)).toEqual(
      before.map(({ storageKey }) => storageKey),
    );
  });

  test("of a pull request reads nothing that a build with private variables has kept", async () => {
    const { id } = await buildProject({});
    const variable = { projectId: id, name: "INDEX_TOKEN", valueSealed: seal("swordfish") };
    await db.environmentVariable.create({ data: { ...variable, public: false, valueBytes: 9 } });
    const secret = "mkdir -p venv .cache/pip && echo swordfish | tee venv/pip.conf > .cache/pip/index";
    const trusted = await begun({ id }, "a");
    await trusted.inHome(secret);
    await trusted.succeed();
    for (const lock of ["a", "b"]) {
      const request = await begun({ id }, lock, { external: true });
      expect([request.has("venv"), request.has(".cache/pip")]).toEqual([false, false]);
      await request.end();
    }
    expect((await begun({ id }, "a")).has("venv/pip.conf")).toBe(true);
  });

  test("of a pull request cannot make an archive be forgotten that it could not unpack", async () => {
    const trusted = await begun(null, "a");
    await trusted.inHome(install);
    await trusted.succeed();
    const before = await kept(trusted.project);
    const request = await openBuild(trusted.project, { external: true });
    open.push(request);
    await request.shell(
      "git init -q && echo a > requirements.txt && git add . && mkdir -p ~/venv/bin && touch ~/venv/bin/run && chmod 500 ~/venv ~/venv/bin",
    );
    await restoreCaches(request.context, config, toolchain);
    expect((await kept(trusted.project)).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    await request.end();
    expect((await begun(trusted.project, "a")).has("venv/bin/run")).toBe(true);
  });

  test("never sees what another project keeps", async () => {
    const first = await begun(null, "same");
    await first.inHome(install);
    await first.succeed();
    const other = await begun(null, "same");
    expect([other.has("venv"), other.has(".cache/pip")]).toEqual([false, false]);
  });

  test("keeps installed Node packages unless its commands install from nothing, and no caches in them", async () => {
    const modules =
      "mkdir -p checkout/site/node_modules/.cache/x checkout/site/node_modules/left && echo 1 > checkout/site/node_modules/left/pad";
    const yarn = configOf({ build: { os: "ubuntu-24.04", commands: ["yarn install"] } });
    const first = await begun(null, "a", { config: yarn });
    await first.inHome(modules);
    await first.succeed();
    const second = await begun(first.project, "a", { config: yarn });
    expect(second.has("checkout")).toBe(true);
    expect((await second.shell("find site -type f; ls -a site/node_modules")).output).toBe(
      "site/node_modules/left/pad\n.\n..\nleft",
    );

    const ci = configOf({ build: { os: "ubuntu-24.04", commands: ["npm ci"] } });
    const third = await begun(null, "a", { config: ci });
    await third.inHome(modules);
    await third.succeed();
    expect(await kept(third.project)).toEqual([]);
  });

  test("whose environment is a link keeps the link and nothing it leads to", async () => {
    const first = await begun(null, "a");
    await first.inHome("ln -s /etc venv");
    await first.succeed();
    const second = await begun(first.project, "a");
    expect(await readlink(join(second.context.workspace.host.home, "venv"))).toBe("/etc");
  });

  test("that has more than may be kept keeps nothing, and ends as well", async () => {
    env.BUILD_CACHE_MB = 2;
    const build = await begun(null, "a");
    await build.inHome("mkdir venv && head -c 1500000 /dev/urandom > venv/large");
    await build.succeed();
    expect([await kept(build.project), await stored(build.project)]).toEqual([[], []]);
  });
});

describe("an archive", () => {
  /** Puts another archive in the place of a project's kept environment. */
  async function planted(archive: Buffer): Promise<{ id: number }> {
    const first = await begun(null, "a");
    await first.inHome(install);
    await first.succeed();
    const [, environment] = await kept(first.project);
    await storage.put(environment!.storageKey, archive);
    return first.project;
  }

  const tar = `
import io, sys, tarfile
out = tarfile.open(fileobj=sys.stdout.buffer, mode="w|")
def link(name, to, kind=tarfile.SYMTYPE):
    entry = tarfile.TarInfo(name); entry.type = kind; entry.linkname = to; out.addfile(entry)
def file(name, mode=0o644):
    entry = tarfile.TarInfo(name); entry.size = 4; entry.mode = mode; entry.uid = 0; out.addfile(entry, io.BytesIO(b"evil"))
outside = sys.argv[1]
file("./venv/fine")
file("../escaped"); file("../../../../../../.." + outside + "/escaped"); file(outside + "/escaped"); file("/usr/local/bin/evil", 0o4755)
link("./venv/door", outside); file("./venv/door/escaped")
link("./venv/up", "../.."); file("./venv/up/escaped")
link("./venv/hard", outside + "/file", tarfile.LNKTYPE)
link("./venv/bin", "/proc/1/root")
file("./venv/setuid", 0o4755)
out.close()`;

  test("with entries that lead out does no harm outside the build", async () => {
    const outside = join(env.DATA_DIR, "outside");
    await mkdir(outside, { recursive: true });
    await writeFile(join(outside, "file"), "ours");
    const hostile = execFileSync("python3", ["-c", tar, outside], { maxBuffer: 1e8 });
    const project = await planted(zstdCompressSync(hostile));
    const build = await begun(project, "a");
    expect(existsSync(join(outside, "escaped"))).toBe(false);
    expect(existsSync("/usr/local/bin/evil")).toBe(false);
    expect(existsSync(join(build.context.workspace.root, "escaped"))).toBe(false);
    expect(await readFile(join(outside, "file"), "utf8")).toBe("ours");
    expect((await build.shell("true")).exitCode).toBe(0);
  });

  test.each([
    ["is no archive", Buffer.from("not an archive")],
    ["is cut off", zstdCompressSync(Buffer.alloc(4096)).subarray(0, 10)],
    ["unpacks to nothing tar knows", zstdCompressSync(Buffer.alloc(5000, "x"))],
  ])("that %s costs one line and is forgotten", async (_, archive) => {
    const project = await planted(archive);
    const build = await begun(project, "a");
    const { output } = await build.story();
    expect(output[0]).toBe(
      "The environment of an earlier build could not be used. The build goes on without.",
    );
    expect((await kept(project)).map(({ key }) => key)).toEqual([expect.stringMatching(/^downloads-/)]);
    expect(await stored(project)).toHaveLength(1);
  });

  test("that is not in storage is as good as none", async () => {
    const project = await planted(Buffer.from(""));
    await storage.deleteTree(`projects/${project.id}/caches`);
    const build = await begun(project, "a");
    expect((await build.story()).commands).toEqual([]);
    expect((await lstat(build.context.workspace.host.home)).isDirectory()).toBe(true);
  });
});

describe("what is kept", () => {
  async function withCaches(columns: Parameters<typeof buildProject>[0] = {}) {
    const build = await begun(await buildProject(columns), "a");
    await build.inHome(install);
    await build.succeed();
    expect(await stored(build.project)).toHaveLength(2);
    return build.project;
  }

  test("goes when an admin clears it, rows and archives", async () => {
    const person = await buildPerson({ superuser: true });
    const { id } = await withCaches();
    const { slug } = await db.project.findUniqueOrThrow({ where: { id } });
    expect(await clearCaches(await openProject(person.actor, slug, "admin"))).toBe(2);
    expect([await kept({ id }), await stored({ id })]).toEqual([[], []]);
    expect(await db.auditEvent.count({ where: { projectId: id, action: "build-caches.clear" } })).toBe(1);
  });

  test("goes with its project, and when no build has used it for a month", async () => {
    const [unused, used, deleted] = [await withCaches(), await withCaches(), await withCaches()];
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
    await db.buildCache.updateMany({ where: { projectId: unused.id }, data: { lastUsedAt: days(31) } });
    await db.buildCache.updateMany({ where: { projectId: used.id }, data: { lastUsedAt: days(29) } });
    await db.project.update({
      where: { id: deleted.id },
      data: { deletedAt: new Date(), purgeAt: new Date() },
    });
    expect(await removeOldCaches()).toBe(4);
    expect(await Promise.all([unused, used, deleted].map(async (one) => (await stored(one)).length))).toEqual(
      [0, 2, 0],
    );
  });

  test("stays within the project's limit, what was used last stays", async () => {
    env.BUILD_CACHE_MB = 4;
    const large = "mkdir venv && head -c 1500000 /dev/urandom > venv/large";
    const first = await begun(null, "1");
    await first.inHome(large);
    await first.succeed();
    for (const lock of ["2", "3"]) {
      const build = await begun(first.project, lock);
      await build.inHome(large);
      await build.succeed();
    }
    expect(await stored(first.project)).toHaveLength(2);
    expect((await begun(first.project, "1")).has("venv")).toBe(false);
  });

  test("is built anew after a week, so that nothing stays old for ever", async () => {
    const project = await withCaches();
    await db.buildCache.updateMany({
      where: { projectId: project.id },
      data: { created: new Date(Date.now() - 8 * 24 * 3_600_000) },
    });
    const build = await begun(project, "a");
    expect([build.has("venv"), build.has(".cache/pip/one")]).toEqual([false, true]);
  });
});

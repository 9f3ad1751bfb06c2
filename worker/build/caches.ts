import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { announceCache, completeCache, forgetCache, markUsed } from "#lib/builds/caches/commands.ts";
import { findCache, findLatestCache } from "#lib/builds/caches/queries.ts";
import { cacheFamily, cacheKeys, keepsNodeModules, lockFiles, namedFiles } from "#lib/builds/caches/rules.ts";
import { type CacheKind, cacheKinds, type KeptCache } from "#lib/builds/caches/schema.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { isLeaseLost } from "#lib/builds/log/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { runSandboxed } from "#lib/platform/sandbox/run.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { runQuietly } from "#worker/build/shell.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";
import { findSeen } from "#worker/build/tools/machine.ts";
import { environmentFolders, findPython } from "#worker/build/tools/python.ts";

/** What a build found of earlier builds, and what it may leave to later ones. */
export type Caches = {
  readonly keys: Readonly<Record<CacheKind, string>>;
  /** The environment is in place. */
  readonly environmentKept: boolean;
  /** Kinds the next build would not profit from: they are kept already, or this build may not write. */
  readonly unchanged: ReadonlySet<CacheKind>;
  readonly nodeModules: boolean;
};

/** Below the build's home. */
const folders: Readonly<Record<CacheKind, readonly string[]>> = {
  downloads: [
    ...[".cache/pip", ".cache/uv", ".cache/pypoetry", ".cache/yarn", ".cache/pnpm", ".cache/node/corepack"],
    ...[".npm/_cacache", ".yarn/berry/cache", ".local/share/pnpm/store"],
  ],
  environment: [...Object.values(environmentFolders), "npm", "conda"],
};

/** Requirements without a version must not stay at what was new long ago. */
const freshMs = 7 * 24 * 3_600_000;
const mostArchives = 8;
const largestArchive = (): number => (env.BUILD_CACHE_MB / 2) * 1024 * 1024;
const saveSeconds = 120;
/** Quick before small: unpacking is waited for. `tar` finds out by itself how an archive was packed. */
const packer = async (): Promise<string> => ((await findSeen("zstd")) ? "zstd -1 -T2" : "gzip -1");

/**
 * Brings what earlier builds of the project have left for the same lock files, tools and commands; downloads also from others. What
 * cannot be brought is only told: a build needs nothing of it. Null when nothing is kept here.
 */
export async function restoreCaches(
  context: BuildContext,
  config: BuildConfig,
  toolchain: Toolchain,
): Promise<Caches | null> {
  // Without a sandbox every workspace lies elsewhere, and an environment works in one place only.
  if (env.BUILD_CACHE_MB === 0 || context.workspace.isolation === "none") return null;
  try {
    return await restore(context, config, toolchain);
  } catch (error) {
    context.signal.throwIfAborted();
    await told(context, "What earlier builds have kept could not be used.", error);
    return null;
  }
}

async function restore(context: BuildContext, config: BuildConfig, toolchain: Toolchain): Promise<Caches> {
  const { projectId } = context.order;
  const keys = await keysOf(context, config, toolchain);
  const since = new Date(clock.now().getTime() - freshMs);
  const environment = await findCache(projectId, keys.environment, since);
  const restored = environment !== null && (await unpack(context, "environment", environment));
  const exact = await findCache(projectId, keys.downloads, since);
  // Without Node nothing is downloaded again where everything is installed already.
  const needed = !restored || toolchain.versions.nodejs !== undefined;
  const downloads =
    exact ?? (await smallEnough(findLatestCache(projectId, cacheFamily("downloads", holdsSecrets(context)))));
  if (needed && downloads) await unpack(context, "downloads", downloads);

  const unchanged = new Set<CacheKind>(isPullRequest(context) ? cacheKinds : []);
  if (restored) unchanged.add("environment");
  if (exact || !needed) unchanged.add("downloads");
  return { keys, environmentKept: restored, unchanged, nodeModules: keepsNodeModules(config) };
}

/** What was downloaded for other lock files comes along with each change of them; at some point it is better to start again. */
async function smallEnough(found: Promise<KeptCache | null>): Promise<KeptCache | null> {
  const cache = await found;
  return cache && cache.bytes < largestArchive() / 2 ? cache : null;
}

async function keysOf(
  context: BuildContext,
  config: BuildConfig,
  { versions }: Toolchain,
): Promise<Caches["keys"]> {
  const python = versions.python && (await findPython(context, config.build.tools.python?.version ?? "3"));
  const { lines, exitCode } = await runQuietly(context, {
    argv: [
      ...["/bin/sh", "-c", 'git ls-files --stage -- "$@" | git hash-object --stdin', "sh"],
      ...[...lockFiles, ...namedFiles(config)],
    ],
    environment: {},
    network: "none",
  });
  const [files] = lines;
  if (exitCode !== 0 || files === undefined) throw new Error("The lock files could not be listed.");
  const own = { ...versions, packer: await packer() };
  const tools = python ? { ...own, interpreter: python.identity } : own;
  return cacheKeys({ config, tools, files, secrets: holdsSecrets(context) });
}

/** Builds of pull requests hold none, whatever their project has. */
const holdsSecrets = ({ order }: BuildContext): boolean =>
  order.variables.some((variable) => !variable.public);

const isPullRequest = ({ version }: BuildContext): boolean => version.type === "external";

/** True when it is in place. */
async function unpack(context: BuildContext, kind: CacheKind, cache: KeptCache): Promise<boolean> {
  const { workspace, order } = context;
  const name = `lectern-${randomUUID()}`;
  const path = join(workspace.host.temporary, name);
  const started = performance.now();
  try {
    if (!(await storage.has(cache.storageKey))) return false;
    await download(cache, path);
    // An environment that is there would mix with the kept one.
    const replaced = kind === "environment" ? folders.environment : [];
    const { exitCode } = await runQuietly(context, {
      argv: [
        ...[
          "/bin/sh",
          "-c",
          'archive=$1; shift; [ $# = 0 ] || rm -rf -- "$@"; exec tar -xf "$archive"',
          "sh",
        ],
        ...[join(workspace.temporary, name), ...replaced],
      ],
      environment: {},
      folder: workspace.home,
      network: "none",
    });
    if (exitCode !== 0) throw new Error(`tar ended with exit code ${exitCode}.`);
    await markUsed(order.projectId, [cache.key]);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    await context.log.shown("installing", `# caches: ${kind}`, [
      `Brought from an earlier build in ${seconds} s (${Math.ceil(Number(cache.bytes) / 1e6)} MB).`,
    ]);
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    // What lies in the way may be its own doing.
    if (!isPullRequest(context)) await forgetCache(order.projectId, cache);
    await told(context, `The ${kind} of an earlier build could not be used.`, error);
    return false;
  } finally {
    await rm(path, { force: true });
  }
}

async function told(context: BuildContext, line: string, error: unknown): Promise<void> {
  log.warn({ buildId: context.held.buildId, err: error }, line);
  await context.log.shown("installing", "# caches", [`${line} The build goes on without.`]);
}

async function download(cache: KeptCache, path: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o644);
  try {
    const { stream } = await storage.read(cache.storageKey);
    for await (const chunk of stream) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

/**
 * Keeps what a successful build has downloaded and installed, once its pages are served and before its workspace goes. Never
 * throws: the build has ended well.
 */
export async function saveCaches(context: BuildContext, caches: Caches | null): Promise<void> {
  if (caches === null) return;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), saveSeconds * 1_000);
  // The hold ends with the build and is no reason; a worker that is to stop does not wait for this.
  const onAbort = () => isLeaseLost(context.signal.reason) || stop.abort();
  if (context.signal.aborted) onAbort();
  context.signal.addEventListener("abort", onAbort);
  try {
    for (const kind of cacheKinds)
      if (!caches.unchanged.has(kind) && !stop.signal.aborted) await save(context, caches, kind, stop.signal);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", onAbort);
  }
}

async function save(
  context: BuildContext,
  caches: Caches,
  kind: CacheKind,
  signal: AbortSignal,
): Promise<void> {
  const { buildId } = context.held;
  const name = `lectern-${randomUUID()}`;
  const path = join(context.workspace.host.temporary, name);
  try {
    const packed = await pack(context, kind, name, kind === "environment" && caches.nodeModules, signal);
    if (packed) await upload(context, caches.keys[kind], path);
    else log.info({ buildId, kind }, "nothing kept for the next build: there is nothing, or too much");
  } catch (error) {
    log.warn({ buildId, kind, err: error }, "could not keep anything for the next build");
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Runs as the build's user, with nothing of the build running: whatever lies there, only that user's files can be read. */
async function pack(
  context: BuildContext,
  kind: CacheKind,
  name: string,
  nodeModules: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { workspace, limits } = context;
  const script = `archive=$1 blocks=$2 packer=$3 modules=$4; shift 4
{
  for folder; do [ -e "$folder" ] && printf './%s\\0' "$folder"; done
  [ "$modules" = no ] || find ./checkout -name node_modules -type d -prune -print0
} > "$archive.list"
[ -s "$archive.list" ] || exit 3
ulimit -f "$blocks"
exec tar -cf "$archive" --use-compress-program="$packer" --exclude=node_modules/.cache --null -T "$archive.list"`;
  const result = await runSandboxed({
    workspace,
    command: [
      ...["/bin/sh", "-c", script, "sh", join(workspace.temporary, name)],
      ...[
        String(Math.ceil(largestArchive() / 512)),
        await packer(),
        nodeModules ? "yes" : "no",
        ...folders[kind],
      ],
    ],
    folder: workspace.home,
    environment: {},
    limits: { ...limits, seconds: saveSeconds, outputBytes: 100_000 },
    network: "none",
    signal,
    onLines: () => undefined,
  });
  return result.exitCode === 0;
}

async function upload(context: BuildContext, key: string, path: string): Promise<void> {
  const { projectId } = context.order;
  const storageKey = `projects/${projectId}/caches/${randomUUID()}`;
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    const cache = { key, storageKey, bytes: BigInt(size) };
    await announceCache(projectId, cache);
    try {
      await storage.put(storageKey, file.createReadStream({ autoClose: false }));
      const bytes = BigInt((await storage.size(storageKey)) ?? size);
      const limits = { count: mostArchives, bytes: env.BUILD_CACHE_MB * 1024 * 1024 };
      await completeCache(projectId, { ...cache, bytes }, limits);
    } catch (error) {
      await forgetCache(projectId, cache);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await file.stat();
  if (stats.isFile() && stats.size <= largestArchive()) return file;
  await file.close();
  throw new Error("What was packed is not a file of the size it may have.");
}

import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { findDocsReader } from "#lib/accounts/docs-sessions/queries.ts";
import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import { listen, onReconnect, silentMs } from "#lib/platform/db/listen.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { type Family, findFamily } from "#lib/publishing/queries.ts";
import { familyOf, weightOf } from "#lib/publishing/rules/family.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";
import { type BoundGrant, grantOfSession, indexShares, type ShareIndex } from "#lib/sharing/rules/grants.ts";
import type { Reader } from "#lib/sharing/rules.ts";
import { findShareSession } from "#lib/sharing/sessions/queries.ts";
import type { DocsShareSession } from "#lib/sharing/sessions/schema.ts";

/** A project's docs as they were at one moment. Everything a request needs to be decided is in here. */
export interface Site {
  /** Differs between any two readings, so that what is remembered of one is never taken for another. */
  readonly id: number;
  /** What it was found by: the project's slug, or a host of the project's own. */
  readonly name: string;
  readonly project: DocsProject;
  readonly projectIds: ReadonlySet<number>;
  /** Docs sessions looked up since; they go with the snapshot, which signing out drops. */
  readonly readers: LRUCache<string, { readonly reader: DocsReader | null }>;
  /** Share sessions looked up since, likewise. */
  readonly sessions: LRUCache<string, OpenedShare>;
  /** Readers by host and Cookie header, so that a page costs one look instead of one for each credential. */
  readonly known: Map<string, LRUCache<string, KnownReader>>;
  /** What header tokens grant, by Authorization header; genuine ones only. */
  readonly tokens: LRUCache<string, BoundGrant>;
  /** Of the whole family, made when first asked for: most sites have no share, most requests no credentials. */
  readonly shares: () => ShareIndex;
}

/** Somebody, and until when that holds, in milliseconds since 1970. */
export interface KnownReader {
  readonly reader: Reader;
  readonly until: number;
}

/** What a share session is worth on a host; `granted` is null when it has ended, or its share or secret has. */
export interface OpenedShare {
  readonly host: string;
  readonly granted: BoundGrant | null;
}

/** `site` is null where no project has the name. `certain` is false when we may have missed a change. */
export interface Reading {
  readonly site: Site | null;
  readonly certain: boolean;
}

export interface Directory {
  /**
   * What is known of the docs of a project, named by its slug or by a host of its own, read now if need be. Throws when it is
   * not known and cannot be read (`isSiteUnread`).
   */
  find(name: string): Reading | Promise<Reading>;
  /** Reads again, now. Throws when the database does not answer in time (`isSiteUnread`). */
  reload(name: string): Promise<Site | null>;
  /** The member a docs session belongs to, while both last. */
  findReader(site: Site, sessionId: string): DocsReader | null | Promise<DocsReader | null>;
  /** What a share session grants as far as the site knows; whether that is for this host, and still, is for the caller to see. */
  findOpened(site: Site, sessionId: string): OpenedShare | Promise<OpenedShare>;
  changed(projectId: number): void;
  /** Everything may have changed. */
  changedAll(): void;
}

/** Why a site is not known: it cannot be read just now. Whoever tried has written down the reason. See `isSiteUnread`. */
class SiteUnread extends Error {
  readonly code = "site_unread";
}

export const isSiteUnread = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "site_unread";

interface Entry {
  readonly site: Site | null;
  readonly readAt: number;
  isOld: boolean;
}

/** What changed while a reading went on. */
interface Watch {
  readonly ids: Set<number>;
  all: boolean;
}

/** How long a process may have been out of touch before it asks again, in milliseconds (decision 16). */
const silenceMs = 1000;
/** A reading that takes longer has failed, in milliseconds. */
const patienceMs = 3000;
/** How long nothing else is tried after a failed reading, in milliseconds. */
const restMs = 1000;
/** What the snapshots of a process may take together, in bytes: some five thousand projects with fifty versions. */
const mostMemory = 128 * 1024 * 1024;
/** As many unknown names are looked up at once, and wait for that: a flood of made-up hosts must leave the database to others. */
const [mostLookUps, mostWaiting] = [4, 1000];
/** How long it is remembered that no project has a name, in milliseconds. */
const absenceMs = 5000;

/**
 * The snapshots of one process, by project slug and by custom host. Reading is single-flight; a change noticed while a reading is
 * under way makes it start again, so no request that came after a change sees the state before it.
 */
export function createDirectory(source: {
  load(name: string): Promise<Family | null>;
  loadReader(sessionId: string): Promise<DocsReader | null>;
  loadShareSession(sessionId: string): Promise<DocsShareSession | null>;
  silentMs(): number;
  now(): number;
  graceMs: number;
}): Directory {
  const sites = new LRUCache<string, Entry>({
    maxSize: mostMemory,
    sizeCalculation: ({ site }) => Math.min(mostMemory, site ? weightOf(site.project) : 1),
  });
  const absent = new LRUCache<string, Entry>({ max: 10_000 });
  const flights = new Map<string, Promise<Site | null>>();
  const reloads = new Map<string, { now: Promise<Site | null>; next: Promise<Site | null> | null }>();
  const failedAt = new LRUCache<string, number>({ max: 1000 });
  const watches = new Set<Watch>();
  const waiting: (() => void)[] = [];
  let lookUps = 0;
  let lastId = 0;

  const isInTouch = (): boolean => source.silentMs() <= silenceMs + source.graceMs;

  async function read(name: string): Promise<Site | null> {
    const watch: Watch = { ids: new Set(), all: false };
    watches.add(watch);
    try {
      for (;;) {
        const family = await (sites.has(name) ? source.load(name) : lookUp(name));
        if (!isOvertaken(watch, family)) return remember(name, family);
        watch.ids.clear();
        watch.all = false;
      }
    } finally {
      watches.delete(watch);
    }
  }

  async function lookUp(name: string): Promise<Family | null> {
    if (lookUps < mostLookUps) lookUps += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new SiteUnread();
    try {
      return await inTime(source.load(name));
    } finally {
      const next = waiting.shift();
      if (next) next();
      else lookUps -= 1;
    }
  }

  function remember(name: string, family: Family | null): Site | null {
    lastId += 1;
    // With a number of entries given, room for all of them would be taken at once, for every site.
    const some = { maxSize: 5000, sizeCalculation: () => 1 };
    const readers: Site["readers"] = new LRUCache(some);
    const sessions: Site["sessions"] = new LRUCache(some);
    let index: ShareIndex | null = null;
    const shares = () => (index ??= indexShares(family === null ? [] : familyOf(family.project)));
    const tokens: Site["tokens"] = new LRUCache(some);
    const caches = { readers, sessions, tokens, known: new Map() };
    const site = family && Object.freeze({ id: lastId, name, ...family, ...caches, shares });
    sites.delete(name);
    absent.delete(name);
    (site ? sites : absent).set(name, { site, readAt: source.now(), isOld: false });
    failedAt.delete(name);
    return site;
  }

  /** Reads once, in time. Throws `SiteUnread`, also for a moment after that, so that an absent database is not asked by everybody. */
  async function attempt(name: string): Promise<Site | null> {
    if (isResting(name)) throw new SiteUnread();
    try {
      return await inTime(read(name));
    } catch (error) {
      if (isSiteUnread(error)) throw error;
      failedAt.set(name, source.now());
      log.warn({ err: error, site: name }, "could not read a site");
      throw new SiteUnread();
    }
  }

  const isResting = (name: string): boolean => source.now() - (failedAt.get(name) ?? 0) < restMs;

  function fly(name: string): Promise<Site | null> {
    const known = flights.get(name);
    if (known) return known;
    const flight = attempt(name).finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  }

  /** A reading under way may not know what happened just before now: everybody who comes meanwhile waits for the next one. */
  function reload(name: string): Promise<Site | null> {
    const running = reloads.get(name);
    if (running) {
      running.next ??= running.now.then(
        () => reload(name),
        () => reload(name),
      );
      return running.next;
    }
    const now = attempt(name).finally(() => reloads.delete(name));
    reloads.set(name, { now, next: null });
    return now;
  }

  function find(name: string): Reading | Promise<Reading> {
    const entry = sites.get(name) ?? absent.get(name);
    const isUsable =
      entry && !entry.isOld && (entry.site !== null || source.now() - entry.readAt < absenceMs);
    if (isUsable) return { site: entry.site, certain: isInTouch() };
    return refresh(name, entry);
  }

  async function refresh(name: string, old: Entry | undefined): Promise<Reading> {
    try {
      const site = await fly(name);
      return { site, certain: isInTouch() };
    } catch (error) {
      if (!old?.site) throw error;
      return { site: old.site, certain: false };
    }
  }

  function findReader(site: Site, sessionId: string): DocsReader | null | Promise<DocsReader | null> {
    const known = site.readers.get(sessionId);
    if (known) return known.reader && known.reader.expiresAt.getTime() > source.now() ? known.reader : null;
    return source.loadReader(sessionId).then((reader) => {
      site.readers.set(sessionId, { reader });
      return reader;
    });
  }

  function findOpened(site: Site, sessionId: string): OpenedShare | Promise<OpenedShare> {
    return (
      site.sessions.get(sessionId) ??
      source.loadShareSession(sessionId).then((session) => {
        const granted = session && grantOfSession(site.shares(), session);
        const opened = { host: session?.host ?? "", granted };
        site.sessions.set(sessionId, opened);
        return opened;
      })
    );
  }

  return {
    find,
    findReader,
    findOpened,
    reload,
    changed: (projectId) => {
      for (const entry of sites.values()) if (entry.site?.projectIds.has(projectId)) entry.isOld = true;
      for (const watch of watches) watch.ids.add(projectId);
      // The project may be new.
      absent.clear();
    },
    changedAll: () => {
      for (const entry of sites.values()) entry.isOld = true;
      for (const watch of watches) watch.all = true;
      absent.clear();
      failedAt.clear();
    },
  };
}

function isOvertaken(watch: Watch, family: Family | null): boolean {
  if (watch.all) return true;
  // A project that was not there may be what the change was about.
  return family === null ? watch.ids.size > 0 : [...watch.ids].some((id) => family.projectIds.has(id));
}

/** The directory of this process, which hears of every change. */
export function siteDirectory(): Directory {
  return perProcess("sites", () => {
    let isListening = false;
    const directory = createDirectory({
      load: findFamily,
      loadReader: findDocsReader,
      loadShareSession: findShareSession,
      silentMs: () => (isListening ? silentMs() : Number.POSITIVE_INFINITY),
      now: () => Date.now(),
      graceMs: env.PRIVATE_GRACE_SECONDS * 1000,
    });
    onReconnect(() => directory.changedAll());
    listen("site_changed", (project) => {
      if (project === "all") directory.changedAll();
      else directory.changed(Number(project));
    })
      .then(() => {
        isListening = true;
        directory.changedAll();
      })
      .catch((error: unknown) => log.error({ err: error }, "not listening for changed sites"));
    return directory;
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      work,
      delay(patienceMs, undefined, { signal: stop.signal, ref: false }).then(() => {
        throw new Error("Reading a site took too long.");
      }),
    ]);
  } finally {
    stop.abort();
  }
}

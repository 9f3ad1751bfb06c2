import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { findDocsReader } from "#lib/accounts/docs-sessions/queries.ts";
import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import { listen, onReconnect, silentMs } from "#lib/platform/db/listen.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { type Family, findFamily } from "#lib/publishing/queries.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";

/** A project's docs as they were at one moment. Everything a request needs to be decided is in here. */
export interface Site {
  /** Differs between any two readings, so that what is remembered of one is never taken for another. */
  readonly id: number;
  readonly project: DocsProject;
  readonly projectIds: ReadonlySet<number>;
  /** Docs sessions looked up since; they go with the snapshot, which signing out drops. */
  readonly readers: LRUCache<string, { readonly reader: DocsReader | null }>;
}

/** `site` is null where no project has the slug. `certain` is false when we may have missed a change. */
export interface Reading {
  readonly site: Site | null;
  readonly certain: boolean;
}

export interface Directory {
  /** What is known of a project's docs, read now if need be. Throws when it is not known and cannot be read. */
  find(slug: string): Reading | Promise<Reading>;
  /** Reads again, now. Throws when the database does not answer in time. */
  reload(slug: string): Promise<Site | null>;
  /** The member a docs session belongs to, while both last. */
  findReader(site: Site, sessionId: string): DocsReader | null | Promise<DocsReader | null>;
  changed(projectId: number): void;
  /** Everything may have changed. */
  changedAll(): void;
}

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
/** After a failed reading, how long public pages are served from the old one without another try, in milliseconds. */
const restMs = 1000;
/** How long it is remembered that no project has a slug, in milliseconds. */
const absenceMs = 5000;

/**
 * The snapshots of one process, by project slug. Reading is single-flight; a change noticed while a reading is under way makes
 * it start again, so no request that came after a change sees the state before it.
 */
export function createDirectory(source: {
  load(slug: string): Promise<Family | null>;
  loadReader(sessionId: string): Promise<DocsReader | null>;
  silentMs(): number;
  now(): number;
  graceMs: number;
}): Directory {
  const sites = new LRUCache<string, Entry>({ max: 2000 });
  const absent = new LRUCache<string, Entry>({ max: 10_000 });
  const flights = new Map<string, Promise<Site | null>>();
  const failedAt = new LRUCache<string, number>({ max: 1000 });
  const watches = new Set<Watch>();
  let lastId = 0;

  const isInTouch = (): boolean => source.silentMs() <= silenceMs + source.graceMs;

  async function read(slug: string): Promise<Site | null> {
    const watch: Watch = { ids: new Set(), all: false };
    watches.add(watch);
    try {
      for (;;) {
        const family = await source.load(slug);
        if (!isOvertaken(watch, family)) return remember(slug, family);
        watch.ids.clear();
        watch.all = false;
      }
    } finally {
      watches.delete(watch);
    }
  }

  function remember(slug: string, family: Family | null): Site | null {
    lastId += 1;
    const readers: Site["readers"] = new LRUCache({ max: 5000 });
    const site = family && Object.freeze({ id: lastId, ...family, readers });
    sites.delete(slug);
    absent.delete(slug);
    (site ? sites : absent).set(slug, { site, readAt: source.now(), isOld: false });
    failedAt.delete(slug);
    return site;
  }

  function fly(slug: string): Promise<Site | null> {
    const known = flights.get(slug);
    if (known) return known;
    const flight = inTime(read(slug)).finally(() => flights.delete(slug));
    flight.catch(() => failedAt.set(slug, source.now()));
    flights.set(slug, flight);
    return flight;
  }

  function find(slug: string): Reading | Promise<Reading> {
    const entry = sites.get(slug) ?? absent.get(slug);
    const isUsable =
      entry && !entry.isOld && (entry.site !== null || source.now() - entry.readAt < absenceMs);
    if (isUsable) return { site: entry.site, certain: isInTouch() };
    return refresh(slug, entry);
  }

  async function refresh(slug: string, old: Entry | undefined): Promise<Reading> {
    const failed = failedAt.get(slug);
    const isResting = failed !== undefined && source.now() - failed < restMs;
    if (old?.site && isResting) return { site: old.site, certain: false };
    try {
      const site = await fly(slug);
      return { site, certain: isInTouch() };
    } catch (error) {
      if (!old?.site) throw error;
      log.warn({ err: error, slug }, "serving docs from an old snapshot");
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

  return {
    find,
    findReader,
    // A reading under way may not know what happened just before now.
    reload: (slug) => inTime(read(slug)),
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
      silentMs: () => (isListening ? silentMs() : Number.POSITIVE_INFINITY),
      now: () => Date.now(),
      graceMs: env.PRIVATE_GRACE_SECONDS * 1000,
    });
    onReconnect(() => directory.changedAll());
    listen("site_changed", (projectId) => directory.changed(Number(projectId)))
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

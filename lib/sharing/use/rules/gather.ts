import { LRUCache } from "lru-cache";
import { dayMs, dayOf } from "#lib/sharing/rules/lifetime.ts";
import type { Access, AccessKind, Sample, UseBatch, Visit } from "#lib/sharing/use/schema.ts";

/** Single accesses of one visitor are written down at most so often, in milliseconds. */
const sampleMs = 60_000;
/** Visitors remembered, for when they were last written down. */
const mostVisitors = 20_000;
/** Beyond these nothing more is gathered until it could be written down. */
const [mostVisits, mostSamples] = [50_000, 10_000];

/** What is kept of texts that callers choose, in characters. */
const [longestPath, longestClient] = [2000, 500];

/** A session, or an address that uses a share without one. */
interface Visitor {
  /** Going on; null once it was taken away. */
  visit: Visit | null;
  dayNumber: number;
  /** When an access, and when a refusal, was last written down by itself, in milliseconds since 1970. */
  sampledAt: number;
  refusalSampledAt: number;
}

export interface Gatherer {
  note(access: Access): void;
  /** Counts one more of a session that goes on; false when all about it has to be noted, and nothing was counted. */
  noteAgain(sessionId: string, kind: AccessKind): boolean;
  /** All that was gathered, which the gatherer then forgets; null when there is nothing. */
  take(): UseBatch | null;
  /** What was taken and could not be written down. */
  giveBack(batch: UseBatch): void;
}

/**
 * Adds up what readers with shares do, until somebody writes it down. Of single accesses it keeps the first of each visitor and at most
 * one a minute after that; refusals have a minute of their own, so that they are not hidden by what was granted.
 */
export function createGatherer(now: () => number): Gatherer {
  const visitors = new LRUCache<string, Visitor>({ max: mostVisitors });
  let visits: Visit[] = [];
  let samples: Sample[] = [];
  let open: Visitor[] = [];

  function visitorOf(access: Access): Visitor {
    const key = access.sessionId ?? `${access.shareId}/${access.recipientId ?? 0}/${access.address}`;
    const known = visitors.get(key);
    if (known) return known;
    const visitor = {
      visit: null,
      dayNumber: 0,
      sampledAt: Number.NEGATIVE_INFINITY,
      refusalSampledAt: Number.NEGATIVE_INFINITY,
    };
    visitors.set(key, visitor);
    return visitor;
  }

  function visitOf(visitor: Visitor, access: Access, at: number): Visit | null {
    const dayNumber = Math.floor(at / dayMs);
    if (visitor.visit && visitor.dayNumber === dayNumber) return visitor.visit;
    if (visits.length >= mostVisits) return null;
    const { shareId, recipientId, sessionId, address } = access;
    const visit: Visit = {
      ...{ shareId, recipientId: recipientId ?? 0, sessionId, address, ...textsOf(access) },
      ...{ day: dayOf(new Date(at)), pages: 0, downloads: 0, others: 0, refused: 0, lastAt: at },
    };
    visitor.visit = visit;
    visitor.dayNumber = dayNumber;
    visits.push(visit);
    open.push(visitor);
    return visit;
  }

  function sample(visitor: Visitor, access: Access, at: number): void {
    if (at - (access.granted ? visitor.sampledAt : visitor.refusalSampledAt) < sampleMs) return;
    if (access.granted) visitor.sampledAt = at;
    else visitor.refusalSampledAt = at;
    if (samples.length < mostSamples) samples.push({ ...access, ...textsOf(access), at });
  }

  return {
    note: (access) => {
      const at = now();
      const visitor = visitorOf(access);
      const visit = visitOf(visitor, access, at);
      if (visit === null) return;
      if (access.granted) count(visit, access.kind);
      else visit.refused += 1;
      visit.lastAt = at;
      sample(visitor, access, at);
    },
    noteAgain: (sessionId, kind) => {
      const at = now();
      const visitor = visitors.get(sessionId);
      if (!visitor?.visit || visitor.dayNumber !== Math.floor(at / dayMs)) return false;
      if (at - visitor.sampledAt >= sampleMs) return false;
      count(visitor.visit, kind);
      visitor.visit.lastAt = at;
      return true;
    },
    take: () => {
      if (visits.length === 0) return null;
      for (const visitor of open) visitor.visit = null;
      const batch = { visits, samples };
      [visits, samples, open] = [[], [], []];
      return batch;
    },
    giveBack: (batch) => {
      visits = [...batch.visits, ...visits].slice(0, mostVisits);
      samples = [...batch.samples, ...samples].slice(0, mostSamples);
    },
  };
}

function count(visit: Visit, kind: AccessKind): void {
  if (kind === "page") visit.pages += 1;
  else if (kind === "download") visit.downloads += 1;
  else visit.others += 1;
}

const textsOf = ({ path, client }: Access): Pick<Access, "path" | "client"> => ({
  path: begin(path, longestPath),
  client: begin(client, longestClient),
});

/** As a text of its own: a slice would keep the whole of it in memory. */
const begin = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();

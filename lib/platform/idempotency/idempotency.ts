import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { conflict, Problem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { open, seal } from "#lib/platform/secrets/sealing.ts";
import { keyedHash, keyedHashes } from "#lib/platform/secrets/tokens.ts";

/*
 * Work that is done once however often it is asked for with the same key.
 *
 * A record is inserted before the work (`running`), so that of two requests at once one waits. The work's own transaction moves
 * the record to `committed` (`confirmClaim`, called by every command), so record and rows agree whatever dies when:
 *   - before that commit: nothing happened; when the lease is over the next attempt takes the claim over. Should the first one
 *     still live, its transaction finds the claim gone and rolls back: a lease that is too short costs time, never a second row.
 *   - after it, before the answer is written down (`done`): the rows are there and the answer, perhaps with a secret nobody can
 *     make again, is lost. Further attempts are told so with 409; doing the work a second time would be the one wrong answer.
 * An answer is kept when it is a success, or when anything was committed. What was refused did nothing: the key is free again, so
 * that a corrected request may use it and a passing fault (503, a crash of ours) does not stick for a day. Requests that are
 * refused before the work (401, 403, 404 of the gate, 429) never come here.
 */

const KEPT_MS = 24 * 3_600_000;
/** Longer than a transaction may take (30 s, and 10 s for its connection). */
const LEASE_MS = 60_000;
const PATIENCE_MS = 15_000;
const PURPOSE = "idempotency";

/** One request: `actor` and `key` name it, the rest is what must be the same when it comes again. */
export type Attempt = {
  readonly actor: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Everything the answer depends on, as one text; only a keyed hash of it is stored. */
  readonly content: string;
};

/** An answer as it is repeated. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

const claims = perProcess("idempotency", () => new AsyncLocalStorage<string>());

/**
 * Runs `work` unless the same attempt was carried out before; then the answer of that time is given again. Waits up to
 * `patienceMs` for one that is going on. Throws 422 when the key was used for something else, 409 when the other attempt
 * takes longer or its answer is lost, and what `work` throws.
 */
export async function onceOnly(
  attempt: Attempt,
  work: () => Promise<KeptAnswer>,
  patienceMs = PATIENCE_MS,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const deadline = performance.now() + patienceMs;
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    const claim = await takeClaim(attempt);
    if (claim !== null) return { answer: await carryOut(claim, work), replayed: false };
    const answer = await findAnswer(attempt);
    if (answer) return { answer, replayed: true };
    if (performance.now() > deadline) {
      throw new Problem("conflict", "A request with this Idempotency-Key is still being carried out.", {
        retryAfterSeconds: 5,
      });
    }
    await pause(wait);
  }
}

/**
 * To be called at the end of every transaction that changes something: what it changed and that the key is used up become true
 * together. Throws when another attempt has taken the claim over. Does nothing outside `onceOnly`.
 */
export async function confirmClaim(tx: Tx): Promise<void> {
  const claim = claims.getStore();
  if (claim === undefined) return;
  const confirmed = await tx.$executeRaw`
    update idempotency_records set state = 'committed' where claim = ${claim}::uuid and state <> 'done'`;
  if (confirmed === 0) throw conflict("Another attempt with this Idempotency-Key has taken over.");
}

/** Forgets answers older than a day. Returns how many. */
export async function removeOldAnswers(): Promise<number> {
  const { count } = await db.idempotencyRecord.deleteMany({ where: { expiresAt: { lte: clock.now() } } });
  return count;
}

/** The claim on the work, or null while somebody else has it or has had it. */
async function takeClaim({ actor, key, method, path, content }: Attempt): Promise<string | null> {
  const now = clock.now();
  const [leaseUntil, expiresAt] = [LEASE_MS, KEPT_MS].map((ms) => new Date(now.getTime() + ms));
  const { hash } = keyedHash(PURPOSE, content);
  const taken = await db.$queryRaw<{ claim: string }[]>`
    insert into idempotency_records (actor, key, method, path, request_hash, claim, lease_until, created, expires_at)
    values (${actor}, ${key}, ${method}, ${path.slice(0, 2000)}, ${hash}, ${randomUUID()}::uuid, ${leaseUntil}, ${now}, ${expiresAt})
    on conflict (actor, key) do update set
      method = excluded.method, path = excluded.path, request_hash = excluded.request_hash, claim = excluded.claim,
      lease_until = excluded.lease_until, created = excluded.created, expires_at = excluded.expires_at,
      state = 'running', status = null, headers = null, body_sealed = null
    where idempotency_records.expires_at <= ${now}
      or (idempotency_records.state = 'running' and idempotency_records.lease_until <= ${now})
    returning claim::text`;
  return taken[0]?.claim ?? null;
}

const headersKept = z.record(z.string(), z.string());

/** The answer given before, or null while there is none yet. */
async function findAnswer({ actor, key, content }: Attempt): Promise<KeptAnswer | null> {
  const record = await db.idempotencyRecord.findUnique({ where: { actor_key: { actor, key } } });
  if (!record) return null;
  const same = keyedHashes(PURPOSE, content).some(({ hash }) => hash.equals(record.requestHash));
  if (!same) {
    const used = `${record.method} ${record.path}`;
    throw new Problem("unprocessable", `This Idempotency-Key was used for another request: ${used}.`);
  }
  if (record.status !== null && record.bodySealed !== null) {
    return {
      status: record.status,
      headers: headersKept.parse(record.headers),
      body: open(record.bodySealed),
    };
  }
  if (record.state === "committed" && record.leaseUntil <= clock.now()) {
    throw conflict(
      "The request with this Idempotency-Key was carried out, but its answer is lost. Look at what there is before you send it again with another key.",
    );
  }
  return null;
}

async function carryOut(claim: string, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  let answer: KeptAnswer;
  try {
    answer = await claims.run(claim, work);
  } catch (error) {
    await settled(giveUp(claim));
    throw error;
  }
  const released = answer.status >= 400 && (await settled(release(claim)));
  if (!released) await settled(keep(claim, answer));
  return answer;
}

/** The key is free again, unless something was committed. */
async function release(claim: string): Promise<boolean> {
  const { count } = await db.idempotencyRecord.deleteMany({ where: { claim, state: "running" } });
  return count > 0;
}

/** The work ended without an answer: a key that is used up waits for none any longer. */
async function giveUp(claim: string): Promise<void> {
  if (await release(claim)) return;
  await db.idempotencyRecord.updateMany({
    where: { claim, state: "committed" },
    data: { leaseUntil: clock.now() },
  });
}

async function keep(claim: string, { status, headers, body }: KeptAnswer): Promise<void> {
  await db.idempotencyRecord.updateMany({
    where: { claim },
    data: { state: "done", status, headers, bodySealed: seal(body) },
  });
}

/** The caller gets the answer to the work whether or not it could be written down; the record then says what it knows. */
const settled = <T>(writing: Promise<T>): Promise<T | undefined> =>
  writing.catch((error: unknown) => {
    log.warn({ err: error }, "idempotency record not written");
    return undefined;
  });

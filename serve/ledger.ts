import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { recordUse } from "#lib/sharing/use/commands.ts";
import { createGatherer } from "#lib/sharing/use/rules/gather.ts";
import type { Access, AccessKind } from "#lib/sharing/use/schema.ts";

/** How often what was gathered is written down, in milliseconds; a process that is killed loses no more than that. */
const intervalMs = 3000;

const ledger = perProcess("share-ledger", () => ({
  gatherer: createGatherer(() => Date.now()),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
}));

/**
 * Notes that a share let somebody read something, or did not. Returns at once and never throws; what was noted is written down a
 * moment later. A request is noted once, for the share that decided it; a page also where the answer is 304, opening a link as
 * `other`. What is public is nobody's business.
 */
export function noteAccess(access: Access): void {
  ledger.gatherer.note(access);
  ledger.timer ??= flushLater();
}

/**
 * Notes one more reading of a session that was noted a moment ago, without what is known of it already: a page that is answered from
 * memory is not worth finding out whose address it goes to. False when `noteAccess` has to be told.
 */
export const noteAgain = (sessionId: string, kind: AccessKind): boolean =>
  ledger.gatherer.noteAgain(sessionId, kind);

const flushLater = (): NodeJS.Timeout => setTimeout(() => void flushLedger(), intervalMs).unref();

/** Writes down what was noted until now. Never rejects: what cannot be written down is tried again a little later. */
export function flushLedger(): Promise<void> {
  clearTimeout(ledger.timer ?? undefined);
  ledger.timer = null;
  ledger.writing = ledger.writing.then(writeDown);
  return ledger.writing;
}

async function writeDown(): Promise<void> {
  const batch = ledger.gatherer.take();
  if (batch === null) return;
  try {
    await recordUse(batch);
  } catch (error) {
    log.warn({ err: error }, "could not write down the use of shares");
    ledger.gatherer.giveBack(batch);
    ledger.timer ??= flushLater();
  }
}

import { type Command, command } from "#lib/audit/commands.ts";
import { lookUp } from "#lib/domains/adapters/dns.ts";
import { probeSite } from "#lib/domains/adapters/site.ts";
import { type Checked, findChecked, findDue, findHolder } from "#lib/domains/checks/queries.ts";
import { checkDomainJob } from "#lib/domains/jobs.ts";
import { tellOfDomain } from "#lib/domains/notices/commands.ts";
import { claimOf, findingsOf } from "#lib/domains/present.ts";
import {
  type DnsAnswers,
  describeRecords,
  isProven,
  isUnsure,
  leadsSomewhere,
  wrongRecord,
} from "#lib/domains/rules/dns.ts";
import {
  nextCheck,
  type Probe,
  proofEnd,
  proofStart,
  stateAfter,
  stepsAfter,
} from "#lib/domains/rules/progress.ts";
import { providerOf } from "#lib/domains/rules/providers.ts";
import type { DomainState, DomainStep, Findings } from "#lib/domains/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Tx, transaction } from "#lib/platform/db/client.ts";
import { enqueue } from "#lib/platform/jobs/queue.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

const mostAtOnce = 1_000;
const taken =
  "Another project has verified this domain, and the record that proves it is still there. Remove that record.";

/**
 * Looks at a domain and stores what was found. Where it is verified, the site is asked for there as well, after that was stored:
 * its proxy may get a certificate only then. Null when the domain is gone.
 */
export async function checkDomain(id: number, signal?: AbortSignal): Promise<DomainState | null> {
  const seen = await findChecked(id);
  if (seen === null) return null;
  const answers = await lookUp(claimOf(seen, seen.project));
  const probe = () => probeSite(seen, answers.platformAddresses ?? [], signal);
  if (seen.state === "verified") return settle(seen, answers, await probe());
  const state = await settle(seen, answers, null);
  const verified = state === "verified" ? await findChecked(id) : null;
  return verified ? settle(verified, answers, await probe()) : state;
}

/** Queues the check of every domain that is due; returns of how many. */
export async function queueDueChecks(): Promise<number> {
  const due = await findDue(clock.now(), mostAtOnce);
  await transaction(async (tx) => {
    for (const domainId of due)
      await enqueue(tx, checkDomainJob, { domainId }, { singletonKey: String(domainId) });
  });
  return due.length;
}

/** What a check comes to, and what is stored of it. */
type Outcome = {
  readonly state: DomainState;
  readonly proven: boolean;
  readonly unsure: boolean;
  readonly data: {
    readonly state: DomainState;
    readonly findings: Findings;
    readonly verifyBy: Date;
    readonly verifiedAt: Date | null;
    readonly lastCheckedAt: Date;
    readonly nextCheckAt: Date | null;
  };
};

/** Who else is served on the host, and whether DNS still shows that they should be; null where it does not say. */
type Rival = { readonly holder: Checked; readonly proven: boolean | null } | null;

/**
 * Stores what one look found. A domain that somebody has changed since is left as it is: its own check is queued. Returns the
 * state it has now.
 */
async function settle(seen: Checked, answers: DnsAnswers, probe: Probe): Promise<DomainState> {
  const holder = await findHolder(seen);
  const rival: Rival = holder && { holder, proven: isStillProven(holder, answers) };
  const outcome = judge(seen, answers, probe, rival);
  if (outcome.state !== seen.state) return changeState(seen, outcome, rival);
  await transaction(async (tx) => {
    if (!(await store(tx, seen, outcome))) return;
    await tellOfProof(tx, seen, outcome);
  });
  return outcome.state;
}

/** While DNS does not tell the CNAME record it may be the proof; a text that an earlier owner has left behind then proves nothing. */
function isStillProven(holder: Checked, answers: DnsAnswers): boolean | null {
  if (holder.project.deletedAt !== null) return false;
  if (isProven(claimOf(holder, holder.project), answers)) return true;
  return answers.cname === null ? null : false;
}

function judge(seen: Checked, answers: DnsAnswers, probe: Probe, rival: Rival): Outcome {
  const now = clock.now();
  const claim = claimOf(seen, seen.project);
  const before = findingsOf(seen.findings);
  const blocked = rival?.proven ? taken : null;
  const proven = (rival === null || rival.proven === false) && isProven(claim, answers);
  const problem = proven ? null : (blocked ?? wrongRecord(claim, answers));
  const unsure = isUnsure(answers);
  const state = stateAfter({ ...seen, proven, unsure, wrong: problem !== null, now });
  const steps = stepsAfter(
    before,
    { proven, unsure, leadsSomewhere: leadsSomewhere(answers), problem, https: seen.https, probe },
    wireDate(now),
  );
  const verifiedAt = state === "verified" ? (seen.state === "verified" ? seen.verifiedAt : now) : null;
  const live = steps.every((step) => step.state === "done");
  const since = state === "verified" ? (verifiedAt ?? now) : proofStart(seen.verifyBy);
  return {
    state,
    proven,
    unsure,
    data: {
      state,
      findings: {
        provider: providerOf(answers.nameServers ?? []) ?? before.provider,
        records: describeRecords(claim, answers),
        steps,
      },
      verifyBy: proven ? proofEnd(now) : seen.verifyBy,
      verifiedAt,
      lastCheckedAt: now,
      nextCheckAt: nextCheck({ state, proven, live, since, now }),
    },
  };
}

/** Writes the outcome, unless the row is not any more what was judged. */
async function store(tx: Tx, { id, rowVersion }: Checked, { data }: Outcome): Promise<boolean> {
  const { count } = await tx.domain.updateMany({ where: { id, rowVersion }, data });
  return count > 0;
}

/** A verified domain whose proof goes missing, or comes back, without being anything else yet. */
async function tellOfProof(tx: Tx, seen: Checked, { state, proven, unsure }: Outcome): Promise<void> {
  if (state !== "verified" || (unsure && !proven)) return;
  const ownership = findingsOf(seen.findings).steps.find(({ name }: DomainStep) => name === "ownership");
  const before = ownership === undefined || ownership.state === "done";
  if (before !== proven) await tellOfDomain(tx, seen, proven ? null : "project:domain:validation-lost");
}

const noticeOf = {
  pending: "project:domain:validation-pending",
  failed: "project:domain:validation-pending",
  expired: "project:domain:validation-expired",
  verified: null,
} as const satisfies Record<DomainState, string | null>;

/**
 * A domain becomes something else. Where it is verified now and another project had it, that one gives it up in the same moment:
 * two projects never answer on one host.
 */
async function changeState(seen: Checked, outcome: Outcome, rival: Rival): Promise<DomainState> {
  return command({ kind: "system", job: checkDomainJob.name }, async (c) => {
    await lockProjects(c, rival ? [seen.projectId, rival.holder.projectId] : [seen.projectId]);
    const holder = await findHolder(seen, c.tx);
    // Somebody else was faster; the next try judges what stands there then.
    if (holder?.id !== rival?.holder.id) throw new Error(`The domain ${seen.host} was verified meanwhile.`);
    if (outcome.state === "verified" && holder) await giveUp(c, holder);
    const stored = await store(c.tx, seen, outcome);
    if (stored) await tellOfDomain(c.tx, seen, noticeOf[outcome.state]);
    const state = { from: seen.state, to: stored ? outcome.state : seen.state };
    await record(c, stored ? "domain.check" : "domain.check_outdated", seen, state);
    if (stored && Object.values(state).includes("verified")) await c.siteChanged(seen.projectId);
    return state.to;
  });
}

async function giveUp(c: Command, holder: Checked): Promise<void> {
  await c.tx.domain.update({
    where: { id: holder.id },
    data: { state: "failed", verifiedAt: null, nextCheckAt: clock.now(), rowVersion: { increment: 1 } },
    select: { id: true },
  });
  await tellOfDomain(c.tx, holder, "project:domain:validation-lost");
  await record(c, "domain.check", holder, { from: "verified", to: "failed" });
  await c.siteChanged(holder.projectId);
}

/** In one order, so that two checks of the same host wait for each other. */
const lockProjects = (c: Command, ids: number[]) =>
  c.tx.$queryRaw`select id from projects where id = any(${ids}::int[]) order by id for no key update`;

const record = (c: Command, action: string, domain: Checked, state: { from: DomainState; to: DomainState }) =>
  c.record({
    action,
    projectId: domain.projectId,
    subjectKind: "domain",
    subjectId: domain.id,
    subjectLabel: domain.host,
    changes: { state },
  });

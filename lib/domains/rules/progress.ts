import type { DomainState, DomainStep, Findings, StepName } from "#lib/domains/schema.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long the owner of a host has to prove it, and how long a verified one outlives the last proof. */
const proofMs = 30 * day;

export const proofEnd = (from: Date): Date => new Date(from.getTime() + proofMs);

/** Since when a proof is awaited that has to be there by `end`. */
export const proofStart = (end: Date): Date => new Date(end.getTime() - proofMs);

/** A domain before a check, and what the check found. */
export type Seen = {
  readonly state: DomainState;
  readonly verifyBy: Date;
  readonly proven: boolean;
  /** DNS did not say enough to call a proof gone. */
  readonly unsure: boolean;
  /** Something stands there that has to go before a proof can count. */
  readonly wrong: boolean;
  readonly now: Date;
};

/**
 * What a domain is after a check. A verified one stays verified while its proof is missing, until 30 days have passed since it was
 * last seen: a mistake in DNS must not take a site away. An end needs an answer.
 */
export function stateAfter({ state, verifyBy, proven, unsure, wrong, now }: Seen): DomainState {
  if (proven) return "verified";
  if (!unsure && now >= verifyBy) return "expired";
  if (state === "verified") return "verified";
  return wrong ? "failed" : "pending";
}

/** When to look again, or null. Soon after something was changed, then less and less often. */
export function nextCheck(after: {
  readonly state: DomainState;
  readonly proven: boolean;
  readonly live: boolean;
  /** When the proof was asked for, or first seen. */
  readonly since: Date;
  readonly now: Date;
}): Date | null {
  if (after.state === "expired") return null;
  const age = after.now.getTime() - after.since.getTime();
  const settling = age < hour ? 2 * minute : age < day ? 15 * minute : 6 * hour;
  const pause = after.state !== "verified" ? settling : after.proven ? (after.live ? day : settling) : hour;
  return new Date(after.now.getTime() + pause);
}

/** What came back when the site was asked for at the domain; null where nobody asked. */
export type Probe = {
  readonly certificate: { readonly ok: boolean; readonly note: string };
  readonly live: { readonly ok: boolean; readonly note: string };
} | null;

/** The four steps to a domain that works, each with when it was first seen done, or why it is not. `now` is as on the wire. */
export function stepsAfter(
  before: Findings,
  found: {
    readonly proven: boolean;
    readonly unsure: boolean;
    readonly leadsSomewhere: boolean;
    readonly problem: string | null;
    readonly https: boolean;
    readonly probe: Probe;
  },
  now: string,
): DomainStep[] {
  const step = (name: StepName, ok: boolean, failed: boolean, note: string): DomainStep => {
    const earlier = before.steps.find((other) => other.name === name);
    if (ok)
      return { name, state: "done", at: earlier?.state === "done" ? (earlier.at ?? now) : now, note: "" };
    // Silence undoes nothing.
    if (found.unsure && earlier?.state === "done") return earlier;
    return { name, state: failed ? "failed" : "waiting", at: null, note };
  };
  const { probe, problem } = found;
  const unanswered = found.unsure ? "DNS did not answer. It is tried again." : null;
  const later = "This comes once the domain is verified.";
  return [
    step("dns", found.leadsSomewhere, false, unanswered ?? "The domain leads nowhere yet."),
    step(
      "ownership",
      found.proven,
      problem !== null,
      problem ?? unanswered ?? "Neither the CNAME nor the TXT record is there yet.",
    ),
    ...(found.https
      ? [
          step(
            "certificate",
            probe?.certificate.ok ?? false,
            probe !== null,
            probe?.certificate.note ?? later,
          ),
        ]
      : []),
    step("live", probe?.live.ok ?? false, probe !== null, probe?.live.note ?? later),
  ];
}

import type { Tone } from "#components/ui/chip.tsx";
import type { DomainRecord, DomainState, DomainStep, StepName } from "#lib/domains/schema.ts";

type Word = { readonly tone: Tone; readonly text: string };

export const stateWords: Record<DomainState, Word> = {
  pending: { tone: "running", text: "Waiting for DNS" },
  verified: { tone: "success", text: "Verified" },
  failed: { tone: "danger", text: "DNS is wrong" },
  expired: { tone: "warning", text: "Not proven in time" },
};

const recordWords: Record<DomainRecord["state"], Word> = {
  ok: { tone: "success", text: "Right" },
  missing: { tone: "warning", text: "Missing" },
  wrong: { tone: "danger", text: "Wrong" },
  unneeded: { tone: "neutral", text: "Not needed" },
  unknown: { tone: "neutral", text: "Not known yet" },
};

/**
 * How a record stands. The text is only asked for in place of the CNAME record: that it is not there is no warning by itself, or people
 * would believe that they need both.
 */
export function recordWord({ type, state }: Pick<DomainRecord, "type" | "state">): Word {
  return type === "TXT" && state === "missing"
    ? { tone: "neutral", text: "Or this one" }
    : recordWords[state];
}

/** Records that have no one type are named by those they may be. */
export const recordTypes: Record<DomainRecord["type"], string> = {
  CNAME: "CNAME",
  TXT: "TXT",
  ADDRESS: "A / AAAA",
};

export const stepTitles: Record<StepName, string> = {
  dns: "DNS leads somewhere",
  ownership: "You have shown that it is yours",
  certificate: "Certificate",
  live: "Documentation is served there",
};

const notYet = "Nobody has looked yet.";

/** The steps to show: those of the last check, or all of them as waiting where there was none. */
export function stepsOf(domain: {
  readonly https: boolean;
  readonly steps: readonly DomainStep[];
}): readonly DomainStep[] {
  if (domain.steps.length > 0) return domain.steps;
  const names: readonly StepName[] = domain.https
    ? ["dns", "ownership", "certificate", "live"]
    : ["dns", "ownership", "live"];
  return names.map((name) => ({ name, state: "waiting", at: null, note: name === "dns" ? notYet : "" }));
}

/** Whether anything is left to happen, so that the page should look again. */
export const isSettled = (domain: { readonly steps: readonly DomainStep[] }): boolean =>
  domain.steps.length > 0 && domain.steps.every(({ state }) => state === "done");

/** What is next, in one sentence; empty when all is done. */
export const nextNote = (domain: {
  readonly https: boolean;
  readonly steps: readonly DomainStep[];
}): string => stepsOf(domain).find(({ state }) => state !== "done")?.note ?? "";

/** What to do where the DNS of the domain is run, as far as somebody well known runs it. */
export function providerHint(provider: string | null): string {
  if (provider === null) return "Add the record where the DNS of your domain is managed.";
  if (provider === "Cloudflare")
    return "The DNS of this domain is at Cloudflare: add the record there with the proxy off (“DNS only”), or prove the domain with the TXT record.";
  return `The DNS of this domain is at ${provider}: add the record there.`;
}

/** How long browsers may be told to insist on HTTPS. */
export const hstsChoices = [
  { seconds: 0, label: "Off" },
  { seconds: 3_600, label: "1 hour, to try it" },
  { seconds: 2_592_000, label: "30 days" },
  { seconds: 31_536_000, label: "1 year" },
  { seconds: 63_072_000, label: "2 years" },
] as const;

/** The choices, together with a length somebody set by the API. */
export function hstsOptions(current: number): readonly { value: string; label: string }[] {
  const known = hstsChoices.some(({ seconds }) => seconds === current);
  return [...hstsChoices, ...(known ? [] : [{ seconds: current, label: `${current} seconds` }])].map(
    ({ seconds, label }) => ({ value: String(seconds), label }),
  );
}

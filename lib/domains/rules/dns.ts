import { providerOf } from "#lib/domains/rules/providers.ts";
import type { DomainRecord } from "#lib/domains/schema.ts";

/** What DNS said of one name: nothing is a list without entries; null means that there was no usable answer. */
export type Answer = readonly string[] | null;

/** Names in lower case and without their final dot. */
export type DnsAnswers = {
  readonly cname: Answer;
  /** What the name that the CNAME record names is itself another name for. */
  readonly nextCname: Answer;
  /** The texts at `challengeName`. */
  readonly texts: Answer;
  readonly addresses: Answer;
  /** Of the project's host on the platform. */
  readonly platformAddresses: Answer;
  /** Of the zone the host is in. */
  readonly nameServers: Answer;
};

/** What a project claims, and by what its proof is known. */
export type Claim = {
  readonly host: string;
  /** The project's host on the platform, without port. */
  readonly target: string;
  readonly challenge: string;
};

/** Where the owner of a host publishes the text that proves it. */
export const challengeName = (host: string): string => `_lectern-challenge.${host}`;

/** Before anybody has looked. */
export const noAnswers: DnsAnswers = {
  cname: null,
  nextCname: null,
  texts: null,
  addresses: null,
  platformAddresses: null,
  nameServers: null,
};

/**
 * What is wrong with a CNAME record whoever owns the host, or null. Behind another name, or behind the domain it is a part of,
 * a host would follow when somebody else moves that one here, without its own owner having done anything.
 */
export function chainProblem({ host, target }: Claim, { cname, nextCname }: DnsAnswers): string | null {
  const named = cname?.[0];
  if (named === undefined || named === target) return null;
  if (host.endsWith(`.${named}`))
    return `This domain has a CNAME record that points to its own parent domain, ${named}. Remove that record first.`;
  const next = nextCname?.[0];
  if (next !== undefined)
    return `This domain has a CNAME record that points to ${named}, which is a CNAME record for ${next}. Point it directly to ${target}, or remove it first.`;
  return null;
}

/** What stands in DNS and keeps the proof from being there, or null. */
export function wrongRecord(claim: Claim, answers: DnsAnswers): string | null {
  const named = answers.cname?.[0];
  if (named === undefined || isProven(claim, answers)) return null;
  return (
    chainProblem(claim, answers) ??
    `The CNAME record of this domain points to ${named}, not to ${claim.target}.`
  );
}

export const leadsSomewhere = ({ cname, addresses }: DnsAnswers): boolean =>
  (cname ?? []).length > 0 || (addresses ?? []).length > 0;

/**
 * Whether DNS shows that the owner of the host wants it to be this project's: a CNAME record names the project, or the text
 * stands at the challenge's name and the host leads somewhere.
 */
export function isProven(claim: Claim, answers: DnsAnswers): boolean {
  if (answers.cname?.includes(claim.target)) return true;
  return holdsChallenge(claim, answers) && (answers.addresses ?? []).length > 0;
}

/** DNS did not say enough to call a proof gone. */
export const isUnsure = ({ cname, texts }: DnsAnswers): boolean => cname === null || texts === null;

const holdsChallenge = (claim: Claim, { texts }: DnsAnswers): boolean =>
  texts?.includes(claim.challenge) ?? false;

/** One line for each record that matters, as its owner reads it. */
export function describeRecords(claim: Claim, answers: DnsAnswers): DomainRecord[] {
  return [describeCname(claim, answers), describeText(claim, answers), describeAddress(claim, answers)];
}

type Line = Omit<DomainRecord, "state" | "note">;

function describeCname(claim: Claim, answers: DnsAnswers): DomainRecord {
  const { cname, addresses, nameServers } = answers;
  const line: Line = { type: "CNAME", name: claim.host, expected: [claim.target], found: listed(cname) };
  if (cname === null) return { ...line, state: "unknown", note: noAnswer };
  if (cname.includes(claim.target)) return { ...line, state: "ok", note: "" };
  if (cname.length > 0)
    return {
      ...line,
      state: isProven(claim, answers) ? "unneeded" : "wrong",
      note: wrongRecord(claim, answers) ?? "The TXT record is the proof.",
    };
  if (isProven(claim, answers)) return { ...line, state: "unneeded", note: "The TXT record is the proof." };
  const proxied = providerOf(nameServers ?? []) === "Cloudflare" && (addresses ?? []).length > 0;
  return {
    ...line,
    state: "missing",
    note: proxied
      ? "Cloudflare answers with addresses of its own. Switch its proxy off for this record, or add the TXT record."
      : "There is no such record yet. A domain that cannot have one, like example.com itself, is proven by the TXT record.",
  };
}

function describeText(claim: Claim, answers: DnsAnswers): DomainRecord {
  const name = challengeName(claim.host);
  const line: Line = { type: "TXT", name, expected: [claim.challenge], found: listed(answers.texts) };
  if (holdsChallenge(claim, answers)) return { ...line, state: "ok", note: "" };
  if (isProven(claim, answers))
    return { ...line, state: "unneeded", note: "The CNAME record is proof enough." };
  if (answers.texts === null) return { ...line, state: "unknown", note: noAnswer };
  if (answers.texts.length > 0)
    return { ...line, state: "wrong", note: "There is a TXT record, but not with this text." };
  return { ...line, state: "missing", note: "Only needed where a CNAME record is not possible." };
}

function describeAddress(
  { host, target }: Claim,
  { addresses, platformAddresses }: DnsAnswers,
): DomainRecord {
  const expected = [...(platformAddresses ?? [])];
  const line: Line = { type: "ADDRESS", name: host, expected, found: listed(addresses) };
  if (addresses === null) return { ...line, state: "unknown", note: noAnswer };
  if (addresses.length === 0)
    return { ...line, state: "missing", note: "The domain leads to no address, so nobody can reach it." };
  if (expected.length === 0)
    return { ...line, state: "unknown", note: `DNS knows no address of ${target} to compare with.` };
  return addresses.every((address) => expected.includes(address))
    ? { ...line, state: "ok", note: "" }
    : {
        ...line,
        state: "wrong",
        note: `It leads to other addresses than ${target}. That is right where a proxy or CDN of your own stands in front.`,
      };
}

const noAnswer = "DNS did not answer when it was asked.";

/** Of what strangers wrote into DNS so much is kept and shown: texts, and characters of each. */
const [mostTexts, longestText] = [10, 255];

const listed = (answer: Answer): string[] | null =>
  answer?.slice(0, mostTexts).map((text) =>
    text
      .slice(0, longestText)
      .toWellFormed()
      .replace(/\p{Cc}/gu, "\ufffd"),
  ) ?? null;

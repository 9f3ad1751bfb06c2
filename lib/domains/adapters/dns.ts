import { Resolver } from "node:dns/promises";
import { type Answer, type Claim, challengeName, type DnsAnswers } from "#lib/domains/rules/dns.ts";
import { env } from "#lib/platform/env.ts";

const longestMs = 4_000;
/** What a name server says where a name, or that kind of record, is not there. */
const nothingThere = new Set(["ENODATA", "ENOTFOUND"]);

/** Asks DNS everything a claim is judged by, in at most four seconds; what was not answered by then is null. */
export async function lookUp(claim: Claim): Promise<DnsAnswers> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (env.DNS_SERVERS.length > 0) resolver.setServers(env.DNS_SERVERS);
  const deadline = setTimeout(() => resolver.cancel(), longestMs);
  try {
    const [chain, texts, addresses, platformAddresses, nameServers] = await Promise.all([
      lookUpChain(resolver, claim),
      listed(async () =>
        (await resolver.resolveTxt(challengeName(claim.host))).map((parts) => parts.join("")),
      ),
      lookUpAddresses(resolver, claim.host),
      lookUpAddresses(resolver, claim.target),
      lookUpNameServers(resolver, claim.host),
    ]);
    return { ...chain, texts, addresses, platformAddresses, nameServers };
  } finally {
    clearTimeout(deadline);
  }
}

async function lookUpChain(
  resolver: Resolver,
  { host, target }: Claim,
): Promise<Pick<DnsAnswers, "cname" | "nextCname">> {
  const cname = await names(() => resolver.resolveCname(host));
  const named = cname?.[0];
  // What the platform's own host is another name for is the operator's business.
  if (named === undefined || named === target) return { cname, nextCname: [] };
  return { cname, nextCname: await names(() => resolver.resolveCname(named)) };
}

async function lookUpAddresses(resolver: Resolver, host: string): Promise<Answer> {
  const [four, six] = await Promise.all([
    listed(() => resolver.resolve4(host)),
    listed(() => resolver.resolve6(host)),
  ]);
  return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])];
}

/** Those of the closest zone above the host. */
async function lookUpNameServers(resolver: Resolver, host: string): Promise<Answer> {
  const labels = host.split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const found = await names(() => resolver.resolveNs(labels.slice(from).join(".")));
    if (found === null || found.length > 0) return found;
  }
  return [];
}

const names = async (ask: () => Promise<string[]>): Promise<Answer> =>
  (await listed(ask))?.map((name) => name.toLowerCase().replace(/\.$/, "")) ?? null;

async function listed(ask: () => Promise<string[]>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return nothingThere.has(code) ? [] : null;
  }
}

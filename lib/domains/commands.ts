import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { lookUp } from "#lib/domains/adapters/dns.ts";
import { checkDomainJob } from "#lib/domains/jobs.ts";
import { tellOfDomain } from "#lib/domains/notices/commands.ts";
import { claimOf, platformHosts } from "#lib/domains/present.ts";
import { type Domain, domainFields } from "#lib/domains/queries.ts";
import { type Claim, chainProblem, type DnsAnswers, describeRecords } from "#lib/domains/rules/dns.ts";
import { headerName } from "#lib/domains/rules/headers.ts";
import { cleanHost, hostProblem } from "#lib/domains/rules/host.ts";
import { proofEnd } from "#lib/domains/rules/progress.ts";
import { providerOf } from "#lib/domains/rules/providers.ts";
import {
  alreadyCanonical,
  limitReached,
  mostDomains,
  notOnSubprojects,
  settingProblems,
} from "#lib/domains/rules.ts";
import type { DomainChanges, DomainInput, Findings } from "#lib/domains/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { env } from "#lib/platform/env.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { randomToken } from "#lib/platform/secrets/tokens.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { docsHosts } from "#lib/projects/present.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

type Settings = Pick<
  Domain,
  "canonical" | "https" | "hstsSeconds" | "hstsSubdomains" | "hstsPreload" | "headers"
>;

/**
 * Claims a domain for a project: it is served once DNS has shown that its owner wants that. Throws 400: by field for what is no
 * domain or one of ours, for a CNAME record that leads elsewhere in a way that could be abused, for a second canonical one and for
 * settings that do not fit; as a bare list on a subproject and when there are too many.
 */
export async function createDomain(project: Granted<"admin", Project>, input: DomainInput): Promise<Domain> {
  const host = cleanHost(input.domain);
  const problem = hostProblem(host, platformHosts());
  if (problem !== null) throw invalid({ domain: [problem] });
  const settings = merge(usual(), input);
  requireSettings(null, settings);
  const challenge = randomToken(16, "lectern-");
  const claim = claimOf({ host, challenge }, project);
  const answers = await lookUp(claim);
  const chain = chainProblem(claim, answers);
  if (chain !== null) throw invalid({ domain: [chain] });

  return command(project.actor, async (c) => {
    await lockProject(c, project);
    await refuseSubproject(c, project);
    const own = await c.tx.domain.findMany({ where: { projectId: project.id }, select: { host: true } });
    if (own.some((other) => other.host === host))
      throw invalid({ domain: ["This project has the domain already."] });
    const most = mostDomains(env.EDITION);
    if (own.length >= most) throw invalid([limitReached(most)]);
    if (settings.canonical) await takeMark(c, project, input);
    const now = clock.now();
    const { headers, ...columns } = settings;
    const row = await c.tx.domain.create({
      data: {
        projectId: project.id,
        host,
        ...columns,
        headers: { create: headers },
        challenge,
        findings: firstFindings(claim, answers),
        verifyBy: proofEnd(now),
        created: now,
        modified: now,
      },
      select: domainFields,
    });
    const created = { ...row, project };
    await tellOfDomain(c.tx, { ...row, projectId: project.id }, "project:domain:validation-pending");
    await c.enqueue(checkDomainJob, { domainId: row.id }, { singletonKey: String(row.id) });
    await record(c, "domain.create", created, differences(null, row));
    return created;
  });
}

/**
 * Changes what a domain does; what is not named keeps its value. One that is not verified has another 30 days from now. Throws
 * 400 as `createDomain` does, 404 when it is gone, and 412 with `unchanged` when it is not any more as the caller saw it.
 */
export async function updateDomain(
  domain: Granted<"admin", Domain>,
  changes: DomainChanges,
  options: Condition = {},
): Promise<Domain> {
  const { project } = domain;
  return command(domain.actor, async (c) => {
    const before = await lockDomain(c, domain, options);
    await refuseSubproject(c, project);
    const settings = merge(before, changes);
    requireSettings(before, settings);
    if (settings.canonical && !before.canonical) await takeMark(c, project, changes);
    const { headers, ...columns } = settings;
    const row = await c.tx.domain.update({
      where: { id: domain.id },
      data: {
        ...columns,
        ...restarted(before),
        headers: { deleteMany: {}, create: headers },
        rowVersion: { increment: 1 },
        modified: clock.now(),
      },
      select: domainFields,
    });
    const updated = { ...row, project };
    if (row.state !== "verified")
      await c.enqueue(checkDomainJob, { domainId: row.id }, { singletonKey: String(row.id) });
    await record(c, "domain.update", updated, differences(before, row));
    return updated;
  });
}

/** Gives a domain up: nothing is served there from then on. Throws 404 when it is gone, 412 like `updateDomain`. */
export async function deleteDomain(domain: Granted<"admin", Domain>, options: Condition = {}): Promise<void> {
  const { project } = domain;
  await command(domain.actor, async (c) => {
    const before = await lockDomain(c, domain, options);
    await c.tx.domain.delete({ where: { id: domain.id }, select: { id: true } });
    await tellOfDomain(c.tx, { ...before, projectId: project.id }, null);
    await record(c, "domain.delete", { ...before, project }, differences(before, null));
  });
}

/** Has a domain looked at as soon as a worker can, one that has expired for another 30 days. Throws 404 when it is gone. */
export async function requestCheck(domain: Granted<"admin", Domain>): Promise<Domain> {
  const { project } = domain;
  return command(domain.actor, async (c) => {
    const before = await lockDomain(c, domain);
    const row =
      before.state === "expired"
        ? await c.tx.domain.update({
            where: { id: domain.id },
            data: { ...restarted(before), rowVersion: { increment: 1 }, modified: clock.now() },
            select: domainFields,
          })
        : before;
    await c.enqueue(checkDomainJob, { domainId: domain.id }, { singletonKey: String(domain.id) });
    const asked = { ...row, project };
    await record(c, "domain.check_request", asked, differences(before, row), { served: false });
    return asked;
  });
}

const usual = (): Settings => ({
  canonical: false,
  https: docsHosts().scheme === "https",
  hstsSeconds: 0,
  hstsSubdomains: false,
  hstsPreload: false,
  headers: [],
});

const merge = (before: Settings, given: DomainChanges): Settings => ({
  canonical: given.canonical ?? before.canonical,
  https: given.https ?? before.https,
  hstsSeconds: given.hsts_max_age ?? before.hstsSeconds,
  hstsSubdomains: given.hsts_include_subdomains ?? before.hstsSubdomains,
  hstsPreload: given.hsts_preload ?? before.hstsPreload,
  headers:
    given.headers?.map(({ name, value, secure_only }) => ({
      name: headerName(name) ?? name,
      value,
      secureOnly: secure_only,
    })) ?? before.headers,
});

function requireSettings(before: Settings | null, wanted: Settings): void {
  const problems = settingProblems(before, wanted);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** Another 30 days for the proof of a domain that is not verified. */
const restarted = ({ state }: Pick<Domain, "state">) =>
  state === "verified"
    ? {}
    : { state: state === "expired" ? ("pending" as const) : state, verifyBy: proofEnd(clock.now()) };

const firstFindings = (claim: Claim, answers: DnsAnswers): Findings => ({
  provider: providerOf(answers.nameServers ?? []),
  records: describeRecords(claim, answers),
  steps: [],
});

/** One whose parent was deleted counts as none. */
async function refuseSubproject(c: Command, project: Project): Promise<void> {
  const above = await c.tx.subprojectRelation.findFirst({
    where: { childId: project.id, parent: { deletedAt: null } },
    select: { id: true },
  });
  if (above) throw invalid([notOnSubprojects]);
}

/** Takes the mark of the canonical domain away from the one that has it, or refuses where that was not asked for. */
async function takeMark(c: Command, project: Project, wanted: DomainChanges): Promise<void> {
  const holder = await c.tx.domain.findFirst({
    where: { projectId: project.id, canonical: true },
    select: domainFields,
  });
  if (!holder) return;
  if (!wanted.move_canonical) throw invalid({ canonical: [alreadyCanonical(holder.host)] });
  const row = await c.tx.domain.update({
    where: { id: holder.id },
    data: { canonical: false, rowVersion: { increment: 1 }, modified: clock.now() },
    select: domainFields,
  });
  await record(c, "domain.update", { ...row, project }, differences(holder, row));
}

/** The domain as it is now, while nobody else changes the project's. */
async function lockDomain(c: Command, domain: Domain, options: Condition = {}) {
  await lockProject(c, domain.project);
  const now = await c.tx.domain.findUnique({ where: { id: domain.id }, select: domainFields });
  if (!now) throw notFound("Domain");
  requireUnchanged(options, domain, now);
  return now;
}

type Recorded = Pick<Domain, "host" | "state"> & Settings;
const recordedNames = [
  "host",
  "canonical",
  "https",
  "hstsSeconds",
  "hstsSubdomains",
  "hstsPreload",
  "state",
] as const satisfies (keyof Recorded)[];

/** Field → from and to, of what changes; null stands for a domain that is not there. */
function differences(before: Recorded | null, after: Recorded | null): Prisma.InputJsonObject {
  const lines = (row: Recorded | null) => row?.headers.map(({ name, value }) => `${name}: ${value}`) ?? [];
  const changed = recordedNames.filter((name) => before?.[name] !== after?.[name]);
  const [from, to] = [lines(before), lines(after)];
  return {
    ...Object.fromEntries(
      changed.map((name) => [name, { from: before?.[name] ?? null, to: after?.[name] ?? null }]),
    ),
    ...(from.join("\n") !== to.join("\n") && { headers: { from, to } }),
  };
}

async function record(
  c: Command,
  action: string,
  domain: Pick<Domain, "id" | "host" | "state"> & { readonly project: Pick<Project, "id"> },
  changes: Prisma.InputJsonObject,
  { served } = { served: domain.state === "verified" },
): Promise<void> {
  await c.record({
    action,
    projectId: domain.project.id,
    subjectKind: "domain",
    subjectId: domain.id,
    subjectLabel: domain.host,
    changes,
  });
  if (served) await c.siteChanged(domain.project.id);
}

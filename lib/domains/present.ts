import type { Domain } from "#lib/domains/queries.ts";
import { type Claim, describeRecords, noAnswers } from "#lib/domains/rules/dns.ts";
import { headerName } from "#lib/domains/rules/headers.ts";
import type { PlatformHosts } from "#lib/domains/rules/host.ts";
import { type DomainJson, type Findings, findings } from "#lib/domains/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { docsHosts } from "#lib/projects/present.ts";
import { formatHost, hostnameOf } from "#lib/publishing/rules/host.ts";

/** The hosts that nobody can claim. */
export const platformHosts = (): PlatformHosts => ({
  ...docsHosts(),
  dashboard: new URL(env.DASHBOARD_URL).hostname,
});

/** What a project claims with a domain, and how it is proven. */
export function claimOf(
  domain: { readonly host: string; readonly challenge: string },
  project: { readonly slug: string },
): Claim {
  const onPlatform = formatHost(project.slug, null, docsHosts());
  return {
    host: domain.host,
    target: hostnameOf(onPlatform) ?? onPlatform,
    challenge: domain.challenge,
  };
}

/** What the last check found; nothing where a release of another shape stored it. */
export const findingsOf = (stored: unknown): Findings =>
  findings.safeParse(stored).data ?? { provider: null, records: [], steps: [] };

export function presentDomain({ project, ...row }: Domain): DomainJson {
  const { provider, records, steps } = findingsOf(row.findings);
  const self = apiPaths.domain(project.slug, row.id);
  return {
    id: row.id,
    created: wireDate(row.created),
    modified: wireDate(row.modified),
    project: project.slug,
    domain: row.host,
    canonical: row.canonical,
    https: row.https,
    hsts_max_age: row.hstsSeconds,
    hsts_include_subdomains: row.hstsSubdomains,
    hsts_preload: row.hstsPreload,
    headers: row.headers.flatMap(({ name, value, secureOnly }) => {
      const known = headerName(name);
      return known === null ? [] : [{ name: known, value, secure_only: secureOnly }];
    }),
    state: row.state,
    verified: wireDateOrNull(row.verifiedAt),
    verify_by: wireDate(row.verifyBy),
    last_check: wireDateOrNull(row.lastCheckedAt),
    next_check: wireDateOrNull(row.nextCheckAt),
    provider,
    records: records.length > 0 ? records : describeRecords(claimOf(row, project), noAnswers),
    steps,
    _links: {
      _self: dashboardUrl(self),
      check: dashboardUrl(apiPaths.domainCheck(project.slug, row.id)),
      project: dashboardUrl(apiPaths.project(project.slug)),
    },
  };
}

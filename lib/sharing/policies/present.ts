import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { OrganizationSharePolicy } from "#lib/sharing/policies/queries.ts";
import type { SharePolicyJson } from "#lib/sharing/policies/schema.ts";

/** The share policy of an organization, with how many live shares it would not allow. */
export function presentSharePolicy(policy: OrganizationSharePolicy, breaking: number): SharePolicyJson {
  const { slug } = policy.organization;
  return {
    allowed_types: [...policy.allowedTypes],
    most_days: policy.mostDays,
    usual_days: policy.usualDays,
    all_versions_allowed: policy.allVersionsAllowed,
    links_readable: policy.linksReadable,
    remind_days: policy.remindDays,
    ends_with_creator: policy.endsWithCreator,
    breaking,
    _links: {
      _self: dashboardUrl(apiPaths.sharePolicy(slug)),
      organization: dashboardUrl(`${apiPaths.organizations()}${slug}/`),
    },
  };
}

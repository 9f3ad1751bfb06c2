import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { docsHosts } from "#lib/projects/present.ts";
import { encodePath, formatDocsPath, formatDocsUrl } from "#lib/publishing/rules/address.ts";
import type { Trial } from "#lib/sharing/trials/queries.ts";
import type { ReachJson } from "#lib/sharing/trials/schema.ts";

/** What a share reaches, as the API shows it. */
export function presentReach(trial: Trial): ReachJson {
  const { share, project, recipient, works, obstacle, versions, inactive } = trial;
  const startOf = (version: string): string => formatDocsUrl(project, { version }, docsHosts());
  const { slug } = share.project;
  return {
    share: share.id,
    recipient: recipient && { id: recipient.id, name: recipient.name },
    works,
    obstacle,
    versions: [
      ...versions.map(({ version, reach }) => ({
        slug: version.slug,
        outcome: reach.outcome,
        url: startOf(version.slug),
        pages: reach.pages,
        pages_reached: reach.reached,
        paths: reach.paths.map((filename) =>
          encodePath(formatDocsPath(project, { version: version.slug, filename })),
        ),
      })),
      ...inactive.map((version) => ({
        slug: version,
        outcome: "not_active" as const,
        url: startOf(version),
        pages: 0,
        pages_reached: 0,
        paths: [],
      })),
    ],
    _links: {
      _self: dashboardUrl(apiPaths.shareTest(slug, share.id)),
      share: dashboardUrl(apiPaths.share(slug, share.id)),
    },
  };
}

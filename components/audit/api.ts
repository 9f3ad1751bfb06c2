import { withQuery } from "#components/api-client.ts";
import type { QueryOf, Schema } from "#components/api-operations.ts";
import { resource } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const ofProject = "/api/v3/projects/{project}/audit/";
const ofOrganization = "/api/v3/organizations/{organization}/audit/";

export const eventsPerPage = 50;
export type AuditEvent = Schema<"AuditEvent">;
export type ActivityFilter = Omit<QueryOf<typeof ofProject>, "as" | "expand" | "limit">;

/** Whose history: that of a project, or that of an organization and all its projects. */
export type ActivityOf = { project: string } | { organization: string };

export const activityResource = (of: ActivityOf, filter: ActivityFilter) =>
  "project" in of
    ? resource(ofProject, of, { ...filter, limit: eventsPerPage })
    : resource(ofOrganization, of, { ...filter, limit: eventsPerPage });

/** Where the same events are a file. */
export function activityFile(of: ActivityOf, filter: ActivityFilter, as: "csv" | "json"): string {
  const { offset: _offset, ...wanted } = filter;
  const path = "project" in of ? apiPaths.audit(of.project) : apiPaths.organizationAudit(of.organization);
  return withQuery(path, { ...wanted, as });
}

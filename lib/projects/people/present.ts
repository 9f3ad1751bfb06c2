import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { ProjectPerson } from "#lib/projects/people/queries.ts";
import type { PersonJson } from "#lib/projects/people/schema.ts";

export function presentPerson(row: ProjectPerson): PersonJson {
  const because: PersonJson["because"] = [
    ...row.ownedOrganizations.map(() => ({ kind: "owner" as const, team: null })),
    ...row.maintainedProjects.map(() => ({ kind: "maintainer" as const, team: null })),
    ...row.teamMemberships.map(({ team }) => ({ kind: "team" as const, team })),
  ];
  const changes = because.some(({ team }) => team === null || team.access === "admin");
  return {
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    access: changes ? "admin" : "readonly",
    because,
    _links: { _self: dashboardUrl(apiPaths.person(row.project.slug, row.username)) },
  };
}

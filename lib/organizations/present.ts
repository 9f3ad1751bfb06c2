import type { OrganizationJson, OrganizationStub } from "#lib/organizations/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

type Presentable = {
  slug: string;
  name: string;
  email: string | null;
  url: string | null;
  description: string | null;
  disabledAt: Date | null;
  created: Date;
  modified: Date;
  owners: readonly { user: { username: string } }[];
};

export function presentOrganizationStub({ slug }: { slug: string }): OrganizationStub {
  const self = dashboardUrl(`${apiPaths.organizations()}${slug}/`);
  return {
    slug,
    _links: { _self: self, projects: `${self}projects/`, notifications: `${self}notifications/` },
  };
}

export function presentOrganization(row: Presentable): OrganizationJson {
  return {
    ...presentOrganizationStub(row),
    name: row.name,
    description: row.description,
    url: row.url,
    email: row.email,
    owners: row.owners.map(({ user }) => ({ username: user.username })),
    created: wireDate(row.created),
    modified: wireDate(row.modified),
    disabled: row.disabledAt !== null,
  };
}

import { wireDate } from "#lib/platform/wire/dates.ts";
import type { RemoteOrganization, RemoteRepository } from "#lib/remotes/queries.ts";
import type { RemoteOrganizationJson, RemoteRepositoryJson } from "#lib/remotes/schema.ts";

export const presentRemoteOrganization = (row: RemoteOrganization): RemoteOrganizationJson => ({
  pk: row.id,
  slug: row.slug,
  name: row.name,
  avatar_url: row.avatarUrl,
  url: row.url,
  vcs_provider: row.provider,
  created: wireDate(row.created),
  modified: wireDate(row.modified),
});

export const presentRemoteRepository = (row: RemoteRepository): RemoteRepositoryJson => ({
  pk: row.id,
  name: row.name,
  full_name: row.fullName,
  description: row.description,
  admin: row.memberships.length > 0,
  avatar_url: row.avatarUrl,
  ssh_url: row.sshUrl,
  clone_url: row.cloneUrl,
  html_url: row.htmlUrl,
  vcs: row.vcs,
  vcs_provider: row.provider,
  private: row.private,
  default_branch: row.defaultBranch,
  created: wireDate(row.created),
  modified: wireDate(row.modified),
});

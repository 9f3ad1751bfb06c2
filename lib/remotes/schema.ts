import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterText } from "#lib/platform/wire/filters.ts";

/** The code hosts Lectern knows, by the names the API uses. */
export const vcsProviders = ["github", "gitlab", "bitbucket"] as const;

/** An organization or group on a code host (spec/api-v3.md 4.11). */
export const remoteOrganizationJson = z
  .object({
    pk: z.int(),
    slug: z.string(),
    name: z.string().nullable(),
    avatar_url: z.string().nullable(),
    url: z.string().nullable(),
    vcs_provider: z.enum(vcsProviders),
    created: moment,
    modified: moment,
  })
  .meta({ id: "RemoteOrganization" });
export type RemoteOrganizationJson = z.infer<typeof remoteOrganizationJson>;

/** A repository on a code host, as far as the caller reaches it there (spec/api-v3.md 4.12). */
export const remoteRepositoryJson = z.object({
  pk: z.int(),
  name: z.string(),
  full_name: z.string(),
  description: z.string().nullable(),
  /** Whether the caller administers it on its host. */
  admin: z.boolean(),
  avatar_url: z.string().nullable(),
  ssh_url: z.string(),
  clone_url: z.string(),
  html_url: z.string().nullable(),
  vcs: z.string(),
  vcs_provider: z.enum(vcsProviders),
  private: z.boolean(),
  default_branch: z.string().nullable(),
  created: moment,
  modified: moment,
});
export type RemoteRepositoryJson = z.infer<typeof remoteRepositoryJson>;

/** GET /remote/organizations/. */
export const remoteOrganizationFilter = z.object({
  name: filterText(),
  vcs_provider: filterChoice(vcsProviders),
});
export type RemoteOrganizationFilter = z.output<typeof remoteOrganizationFilter>;

/** GET /remote/repositories/. `organization` is the whole slug of a remote organization. */
export const remoteRepositoryFilter = z.object({
  name: filterText(),
  full_name: filterText(),
  vcs_provider: filterChoice(vcsProviders),
  organization: filterText(),
});
export type RemoteRepositoryFilter = z.output<typeof remoteRepositoryFilter>;

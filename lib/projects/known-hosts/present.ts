import { apiPaths } from "#lib/paths.ts";
import { fingerprintOfKey } from "#lib/platform/secrets/ssh-key.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { KnownHost } from "#lib/projects/known-hosts/queries.ts";
import { hostId } from "#lib/projects/known-hosts/rules.ts";
import type { KnownHostJson } from "#lib/projects/known-hosts/schema.ts";

export function presentKnownHost({ project, host, keys, created }: KnownHost): KnownHostJson {
  return {
    id: hostId(host),
    host,
    keys: keys.map((key) => ({ type: key.split(" ")[0] ?? "", fingerprint: fingerprintOfKey(key) })),
    created: wireDate(created),
    _links: {
      _self: dashboardUrl(apiPaths.knownHost(project, hostId(host))),
      project: dashboardUrl(apiPaths.project(project)),
    },
  };
}

import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { hostOfId } from "#lib/projects/known-hosts/rules.ts";
import type { Project } from "#lib/projects/queries.ts";

/** The pinned keys of one host, oldest first. */
export type KnownHost = {
  readonly project: string;
  readonly host: string;
  readonly keys: readonly string[];
  readonly created: Date;
};

/** The hosts whose keys are pinned for a project, by name. */
export async function listKnownHosts(
  project: Granted<"admin", Project>,
  page: PageRequest,
): Promise<Found<KnownHost>> {
  const hosts = await hostsOf(project);
  return { count: hosts.length, rows: hosts.slice(page.offset, page.offset + page.limit) };
}

/** One host of a project. Throws 404 when none of its keys is pinned. */
export async function getKnownHost(project: Granted<"admin", Project>, id: string): Promise<KnownHost> {
  const found = (await hostsOf(project, hostOfId(id)))[0];
  if (!found) throw notFound("KnownHost");
  return found;
}

async function hostsOf(project: Granted<"admin", Project>, host?: string): Promise<KnownHost[]> {
  const rows = await db.knownHost.findMany({
    where: { projectId: project.id, ...(host !== undefined && { host }) },
    orderBy: [{ host: "asc" }, { created: "asc" }, { key: "asc" }],
  });
  return [...Map.groupBy(rows, (row) => row.host)].flatMap(([name, keys]) =>
    keys.slice(0, 1).map(({ created }) => ({
      project: project.slug,
      host: name,
      keys: keys.map(({ key }) => key),
      created,
    })),
  );
}

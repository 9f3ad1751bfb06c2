import type { Granted } from "#lib/access/rules.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import { docsHosts, findFamily, findManifest } from "#lib/publishing/queries.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import type { RedirectRule } from "#lib/publishing/schema.ts";
import { findUnreachable, type Unreachable } from "#lib/redirects/rules/inspect.ts";
import { type Trace, trace, type World } from "#lib/redirects/rules/trace.ts";
import { callerAsReader, mayRead } from "#lib/sharing/rules.ts";

/** As many redirects in a row are followed. */
const mostHops = 10;

/** What a project's redirects make of some addresses. */
export interface Trial {
  readonly redirects: readonly RedirectRule[];
  readonly ways: readonly { readonly asked: string; readonly way: Trace }[];
  readonly unreachable: readonly Unreachable[];
}

/**
 * Follows addresses as docs hosts do now, by the same rules and the same published files, which are looked at as the caller may:
 * what is private to others is not told. Throws 404 when the project is gone.
 */
export async function listTrials(
  project: Granted<"admin", Project>,
  urls: readonly string[],
): Promise<Trial> {
  const family = await findFamily(project.slug);
  if (family === null) throw notFound("Project");
  const world: World = {
    project: family.project,
    hosts: docsHosts,
    redirects: null,
    find: async ({ project: owner, version, filename }) => {
      if (!mayRead(callerAsReader(project.actor, owner.id), owner, version, filename)) return "unreadable";
      const files = await findManifest(owner, version);
      return files === null ? "missing" : locate(filename, (path) => files.has(path)).kind;
    },
  };
  const ways = await Promise.all(
    urls.map(async (asked) => ({ asked, way: await trace(world, asked, mostHops) })),
  );
  const { redirects } = family.project;
  return { redirects, ways, unreachable: findUnreachable(world) };
}

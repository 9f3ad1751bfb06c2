import type { Granted } from "#lib/access/rules.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import { docsHosts, findFamily, findManifest } from "#lib/publishing/queries.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import type { RedirectRule } from "#lib/publishing/schema.ts";
import { findUnreachable, type Unreachable } from "#lib/redirects/rules/inspect.ts";
import { type Trace, trace, type World } from "#lib/redirects/rules/trace.ts";
import { addressProblems, wildcardProblem } from "#lib/redirects/rules.ts";
import { draftRule, withDraft } from "#lib/redirects/trials/rules.ts";
import type { RedirectDraft } from "#lib/redirects/trials/schema.ts";
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
 * what is private to others is not told. A `draft` counts as if it were saved, under the id 0 unless it is to replace one. Throws 404
 * when the project is gone, and 400 for a draft that could not be saved.
 */
export async function listTrials(
  project: Granted<"admin", Project>,
  urls: readonly string[],
  draft?: RedirectDraft,
): Promise<Trial> {
  const rule = draft && draftRule(draft);
  if (rule) requireSavable(rule);
  const family = await findFamily(project.slug);
  if (family === null) throw notFound("Project");
  const saved = family.project.redirects;
  const redirects = rule ? withDraft(saved, rule, draft.position) : saved;
  const world: World = {
    project: { ...family.project, redirects },
    hosts: docsHosts,
    redirects: { projectId: project.id, rules: redirects },
    find: async ({ project: owner, version, filename }) => {
      if (!mayRead(callerAsReader(project.actor, owner.id), owner, version, filename)) return "unreadable";
      const files = await findManifest(owner, version);
      return files === null ? "missing" : locate(filename, (path) => files.has(path)).kind;
    },
  };
  const ways = await Promise.all(
    urls.map(async (asked) => ({ asked, way: await trace(world, asked, mostHops) })),
  );
  return { redirects, ways, unreachable: findUnreachable(world) };
}

function requireSavable(rule: RedirectRule): void {
  const problems = addressProblems(rule, { from_url: rule.fromUrl, to_url: rule.toUrl });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const problem = wildcardProblem(rule);
  if (problem !== null) throw invalid([problem]);
}

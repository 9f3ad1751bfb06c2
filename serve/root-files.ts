import { docsHosts, findManifest } from "#lib/publishing/queries.ts";
import { projectTag, type RootFile, rootFileTag, staticTags } from "#lib/publishing/rules/cache-tags.ts";
import {
  isProvided,
  isPublished,
  openRobots,
  robotsTxt,
  rootFileAt,
  rootPage,
  rootVersion,
  sitemapXml,
} from "#lib/publishing/rules/root-files.ts";
import type { DocsVersion } from "#lib/publishing/schema.ts";
import { answerMissing, readFile } from "#serve/documents.ts";
import { noteReading } from "#serve/noted.ts";
import { followAnyRedirect } from "#serve/redirects.ts";
import { refuse } from "#serve/refusals.ts";
import type { Answer } from "#serve/request.ts";
import { fileAnswer } from "#serve/respond.ts";
import { answerSmallFile, defaultIcon, smallFile, staticFiles } from "#serve/static-files.ts";
import { placeOfVisit, type Visit, visitor } from "#serve/visit.ts";

/** The files a docs host has at its root whatever its project publishes (spec/serving.md 16); null for anything else. */
export function serveRootFile(visit: Visit): Promise<Answer> | null {
  const name = rootFileAt(visit.target.path);
  return name && answerRootFile(visit, name);
}

async function answerRootFile(visit: Visit, name: RootFile): Promise<Answer> {
  const { project } = visit.at;
  const found = await finders[name](visit, name);
  if (found !== null) return found;
  const missing = { kind: "missing", subject: "page", version: null, versionSlug: null } as const;
  const filename = visit.target.path;
  return (
    followAnyRedirect(visit) ??
    answerMissing(visit, { ...missing, project, filename }, { tags: kept(visit, name).tags })
  );
}

type Finder = (visit: Visit, name: RootFile) => Promise<Answer | null>;

const finders: Readonly<Record<RootFile, Finder>> = {
  "robots.txt": findRobots,
  "sitemap.xml": findSitemap,
  "llms.txt": findForReaders,
  "llms-full.txt": findForReaders,
  "favicon.ico": async (visit, name) =>
    (await findPublic(visit, name)) ?? answerSmallFile(visit, defaultIcon, kept(visit, name)),
};

async function findRobots(visit: Visit, name: RootFile): Promise<Answer | null> {
  const { project, preview } = visit.at;
  const written = (text: string): Answer =>
    answerSmallFile(visit, smallFile("text/plain; charset=utf-8", Buffer.from(text)), kept(visit, name));
  if (preview !== null || project.noindex) return written(openRobots);
  if (!isProvided(visit.at, "robots.txt")) return null;
  return (await findPublic(visit, name)) ?? written(robotsTxt(project, docsHosts));
}

async function findSitemap(visit: Visit, name: RootFile): Promise<Answer | null> {
  if (visit.at.preview !== null) return null;
  const own = await findPublic(visit, name);
  if (own !== null) return own;
  const text = sitemapXml(visit.at.project, docsHosts);
  if (text === null) return null;
  const { policy, tags } = kept(visit, name);
  // It names what they have as alternates.
  const translations = [...visit.at.project.translations.values()].map(({ slug }) => projectTag(slug));
  return answerSmallFile(visit, smallFile("application/xml", Buffer.from(text)), {
    policy,
    tags: [...tags, ...translations],
  });
}

/** A file that is there for those who may read its version, and there is no other. */
async function findForReaders(visit: Visit, name: RootFile): Promise<Answer | null> {
  const page = rootPage(visit.at, visit.target.path);
  if (page === null) return null;
  const refused = await refuse(visit, page);
  if (refused !== null) return refused;
  const found = await findFile(visit, page.version, name);
  if (found !== null && page.version.privacy === "private")
    noteReading(visit.request, await visitor(visit), { ...page, isAside: false }, "other");
  return found;
}

/** The file as the version publishes it, if that is public. */
async function findPublic(visit: Visit, name: RootFile): Promise<Answer | null> {
  const version = rootVersion(visit.at);
  return isPublished(version) ? findFile(visit, version, name) : null;
}

async function findFile(visit: Visit, version: DocsVersion, name: RootFile): Promise<Answer | null> {
  const { project } = visit.at;
  const file = (await findManifest(project, version))?.get(name);
  if (file === undefined) return null;
  const page = { project, version, filename: visit.target.path };
  const { tags } = kept(visit, name);
  const found = await readFile(visit, page, name, file, { place: placeOfVisit(visit, project, null), tags });
  return found && fileAnswer(visit.request, found);
}

const kept = ({ at }: Visit, name: RootFile) => ({
  policy: "page" as const,
  tags: [projectTag(at.project.slug), rootFileTag(at.project.slug, name)],
});

/** The platform's own files below `/_/static/`; null for anything else. */
export function serveStaticFile(visit: Visit): Answer | null {
  const { path } = visit.target;
  const file = path.startsWith("/_/static/") ? staticFiles.get(path.slice("/_/static/".length)) : undefined;
  const { slug } = visit.at.project;
  const tags = [projectTag(slug), ...staticTags(slug)];
  return file === undefined ? null : answerSmallFile(visit, file, { policy: "static", tags });
}

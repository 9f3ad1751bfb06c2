import { db } from "#lib/platform/db/client.ts";
import { updateIndex } from "#lib/search/commands.ts";
import { type ApiAnswer, api } from "#test/api.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildVersion } from "#test/factories/tenants.ts";

type Project = { id: number; slug: string };
const on = new AbortController().signal;

/** A page as Sphinx makes it, with one section. */
export const pageOf = (title: string, text: string): string =>
  `<title>${title}</title><main><section id="top"><h1>${title}</h1><p>${text}</p></section></main>`;

/** Publishes pages as a version of a project, which is made unless it is there, and indexes them. Returns the version. */
export async function searchable(
  project: Project,
  slug: string,
  files: Record<string, string>,
  columns: Parameters<typeof buildVersion>[1] & { docType?: string } = {},
): Promise<{ id: number; slug: string }> {
  const { docType, ...given } = columns;
  const known = await db.version.count({ where: { projectId: project.id, slug } });
  const version =
    known > 0 ? await versionOf(project, slug) : await buildVersion(project, { slug, ...given });
  const buildId = await publishSite(project, version, files);
  if (docType !== undefined) await db.build.update({ where: { id: buildId }, data: { docType } });
  await updateIndex(version.id, on);
  return version;
}

/** Searches as the owner of a token or as a visitor. */
export const searchFor = (q: string, token?: string, more: Record<string, string> = {}): Promise<ApiAnswer> =>
  api(token === undefined ? {} : { token }).get(`/search/?${new URLSearchParams({ q, ...more })}`);

/** `project/version path` of each result, in order. */
export const foundIn = ({ body }: ApiAnswer): string[] =>
  body.results.map(
    (result: { project: { slug: string }; version: { slug: string }; path: string }) =>
      `${result.project.slug}/${result.version.slug} ${result.path}`,
  );

/** `project/version` of everything that was searched. */
export const searchedIn = ({ body }: ApiAnswer): string[] =>
  body.projects.map(
    (project: { slug: string; versions: { slug: string }[] }) =>
      `${project.slug}/${project.versions[0]?.slug}`,
  );

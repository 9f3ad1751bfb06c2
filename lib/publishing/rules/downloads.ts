import { encodePath, legacyLanguages, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import type { At } from "#lib/publishing/rules/resolve.ts";
import type { AddressProject, DocsHosts, DocsProject, DocsVersion } from "#lib/publishing/schema.ts";

/** What builds can make for offline reading, with the type it is served as. */
export const downloadTypes = {
  pdf: "application/pdf",
  epub: "application/epub+zip",
  htmlzip: "application/zip",
} as const;
export type DownloadFormat = keyof typeof downloadTypes;

export const isDownloadFormat = (text: string): text is DownloadFormat => Object.hasOwn(downloadTypes, text);

/**
 * Where a format of a version is downloaded (spec/serving.md 15): on its root's host, below its alias, with its language in
 * every scheme.
 */
export function formatDownloadUrl(
  project: AddressProject,
  download: { version: string; preview: boolean; format: DownloadFormat },
  hosts: DocsHosts,
): string {
  const { root, owner } = placeOf(project);
  const origin = originOf(root, download.preview ? download.version : null, hosts);
  const alias = owner.parent ? `${owner.parent.alias}/` : "";
  const path = `/_/downloads/${alias}${project.language}/${download.version}/${download.format}/`;
  return `${origin}${encodePath(path)}`;
}

/** What an address below `/_/downloads/` asks for, before anybody's rights are looked at. */
export type Download =
  | {
      readonly kind: "download";
      readonly project: DocsProject;
      readonly version: DocsVersion;
      readonly format: DownloadFormat;
      readonly alias: string | null;
    }
  /** An old spelling of the language. */
  | { readonly kind: "moved"; readonly path: string };

/**
 * `/_/downloads/[<alias>/]<language>/<version>/<format>/` on a project's host (spec/serving.md 15); null for anything else. The
 * language is there whatever the project's scheme.
 */
export function findDownload(at: At, path: string): Download | null {
  const match = /^\/_\/downloads\/(?:(.+)\/)?([^/]+)\/([^/]+)\/(pdf|epub|htmlzip)\/$/.exec(path);
  if (match === null) return null;
  const [, alias = null, written = "", slug = "", format = ""] = match;
  const owner = alias === null ? at.project : at.project.subprojects.get(alias);
  if (owner === undefined || !isDownloadFormat(format)) return null;
  const language = legacyLanguages.get(written);
  if (language !== undefined)
    return { kind: "moved", path: `/_/downloads/${alias ? `${alias}/` : ""}${language}/${slug}/${format}/` };
  const project = owner.language === written ? owner : owner.translations.get(written);
  const version =
    at.preview === null
      ? project?.versions.get(slug)
      : slug === at.preview
        ? project?.previews.get(slug)
        : undefined;
  return project && version?.active ? { kind: "download", project, version, format, alias } : null;
}

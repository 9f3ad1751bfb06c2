import { languageCodes } from "#lib/projects/rules/languages.ts";
import { formatHost, type NamedHost, parseHost } from "#lib/publishing/rules/host.ts";
import type {
  AddressProject,
  DocsHosts,
  DocsProject,
  DocsVersion,
  Resolution,
} from "#lib/publishing/schema.ts";

/** Where the aliases of subprojects stand unless their parent says otherwise. */
export const defaultSubprojectPrefix = "/projects/";

/** Spellings of languages that old links still carry, with today's. */
export const legacyLanguages: ReadonlyMap<string, string> = new Map(
  ["nb_NO", "pt_BR", "es_MX", "uk_UA", "zh_CN", "zh_TW"].map((code) => [
    code,
    code.toLowerCase().replace("_", "-"),
  ]),
);
const languages: ReadonlySet<string> = new Set([...languageCodes, "zh"]);

/** Whether a segment of a path is a language where one is expected, in today's spelling or a former one. */
export const isLanguage = (segment: string): boolean =>
  languages.has(legacyLanguages.get(segment) ?? segment);

const versionSlug = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Whose host and path a project's documentation has (spec/serving.md 4): `root` names the host, `lead` is the path down to
 * the project (`""` or `/projects/<alias>`), `owner` decides prefix and scheme. One step to the main language, one to the
 * parent, never further, so relations that form a circle end too.
 */
export function placeOf<P extends AddressProject>(
  project: P,
): { root: AddressProject; owner: AddressProject; lead: string } {
  const owner = project.main ?? project;
  if (owner.parent === null) return { root: owner, owner, lead: "" };
  const { project: root, alias } = owner.parent;
  return { root, owner, lead: `${root.subprojectPrefix ?? defaultSubprojectPrefix}${alias}` };
}

/** The path of a page, not percent-encoded. An empty `filename` means the version's root. */
export function formatDocsPath(
  project: AddressProject,
  page: { version: string; language?: string; filename?: string },
): string {
  const { owner, lead } = placeOf(project);
  const filename = (page.filename ?? "").replace(/^\/+/, "");
  const start = `${lead}${owner.customPrefix ?? "/"}`;
  switch (owner.scheme) {
    case "multiple_versions_with_translations":
      return `${start}${page.language ?? project.language}/${page.version}/${filename}`;
    case "multiple_versions_without_translations":
      return `${start}${page.version}/${filename}`;
    case "single_version_without_translations":
      return `${start}${filename}`;
  }
}

/**
 * The full address of a page (spec/serving.md 4). `preview` names a pull-request preview: its host carries the version.
 * `platform` asks for the address on the platform's own host, whatever domain the project has. `filename` is plain text and
 * comes out percent-encoded.
 */
export function formatDocsUrl(
  project: AddressProject,
  page: { version: string; language?: string; filename?: string; preview?: boolean; platform?: boolean },
  hosts: DocsHosts,
): string {
  const { root } = placeOf(project);
  const origin = originOf(
    page.platform ? { ...root, domain: null } : root,
    page.preview ? page.version : null,
    hosts,
  );
  return `${origin}${encodePath(formatDocsPath(project, page))}`;
}

/** Scheme and host of a root project's pages: its canonical domain if it has one, the preview host for a preview. */
export function originOf(
  root: Pick<AddressProject, "slug" | "domain">,
  preview: string | null,
  hosts: DocsHosts,
): string {
  if (preview === null && root.domain) return `${root.domain.https ? "https" : "http"}://${root.domain.host}`;
  return `${hosts.scheme}://${formatHost(root.slug, preview, hosts)}`;
}

/** Percent-encodes a plain path so that it reads back as the same text: `?`, `#`, `%`, `\` and controls included. */
export function encodePath(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
}

/** The slug of the version that opens when none is named: as configured if that is active, otherwise `latest`. */
export function defaultVersionOf(project: Pick<DocsProject, "defaultVersion" | "versions">): string {
  return project.versions.get(project.defaultVersion)?.active ? project.defaultVersion : "latest";
}

/**
 * What a decoded path means on a project's host (spec/serving.md 6). `preview` is the version in the name of a preview host.
 * Says nothing about active, built, private or whether the file exists.
 */
export function parseDocsPath(project: DocsProject, path: string, preview: string | null): Resolution {
  const owner = project.main ?? project;
  const inside = (): Resolution | null => parseSubproject(project, path, preview);
  switch (owner.scheme) {
    case "multiple_versions_with_translations":
      return (
        parseWithLanguage(project, owner, path, preview) ??
        inside() ?? { kind: "invalid_path", project, path }
      );
    case "multiple_versions_without_translations":
      return (
        inside() ?? parseWithVersion(project, owner, path, preview) ?? { kind: "invalid_path", project, path }
      );
    case "single_version_without_translations":
      return (
        inside() ?? parseSingle(project, owner, path, preview) ?? { kind: "invalid_path", project, path }
      );
  }
}

function parseWithLanguage(
  project: DocsProject,
  owner: AddressProject,
  path: string,
  preview: string | null,
): Resolution | null {
  const body = withoutPrefix(path, owner.customPrefix);
  if (body === null) return null;
  const [written, rest] = firstSegment(body);
  if (!isLanguage(written)) return null;
  const language = legacyLanguages.get(written) ?? written;
  const [slug, filename] = firstSegment(rest);
  if (slug !== "" && !isPage(slug, filename)) return null;
  if (slug === "" && rest !== "" && rest !== "/") return null;

  const main = project.main ?? project;
  const named = main.language === language ? main : main.translations.get(language);
  if (named === undefined) {
    return {
      kind: "translation_not_found",
      project: main,
      language,
      version: slug || null,
      filename: filename || "/",
    };
  }
  if (slug === "") return { kind: "translation_without_version", project: named, language };
  return findVersion(named, slug, filename, preview);
}

function parseWithVersion(
  project: DocsProject,
  owner: AddressProject,
  path: string,
  preview: string | null,
): Resolution | null {
  const body = withoutPrefix(path, owner.customPrefix);
  if (body === null) return null;
  const [slug, filename] = firstSegment(body);
  return isPage(slug, filename) ? findVersion(project, slug, filename, preview) : null;
}

function parseSingle(
  project: DocsProject,
  owner: AddressProject,
  path: string,
  preview: string | null,
): Resolution | null {
  const filename = withoutPrefix(path, owner.customPrefix);
  if (filename === null || filename.includes("\n")) return null;
  return findVersion(project, preview ?? project.defaultVersion, filename, preview);
}

function parseSubproject(project: DocsProject, path: string, preview: string | null): Resolution | null {
  const part = subprojectAt(project, path);
  return part === null ? null : parseDocsPath(part.project, part.path, preview);
}

/** The subproject a path leads into and the rest of the path; the longest alias wins, whole segments only. */
export function subprojectAt(
  project: DocsProject,
  path: string,
): { project: DocsProject; path: string } | null {
  const prefix = project.subprojectPrefix ?? defaultSubprojectPrefix;
  if (project.parent !== null || !path.startsWith(prefix)) return null;
  const rest = path.slice(prefix.length);
  let alias: string | null = null;
  for (const known of project.subprojects.keys()) {
    const named = rest === known || rest.startsWith(`${known}/`);
    if (named && known.length > (alias?.length ?? -1)) alias = known;
  }
  const child = alias === null ? undefined : project.subprojects.get(alias);
  return alias === null || child === undefined ? null : { project: child, path: rest.slice(alias.length) };
}

function findVersion(
  project: DocsProject,
  slug: string,
  filename: string,
  preview: string | null,
): Resolution {
  if (preview !== null && slug !== preview) {
    return { kind: "preview_mismatch", project, version: slug, hostVersion: preview };
  }
  const version: DocsVersion | undefined = (preview === null ? project.versions : project.previews).get(slug);
  if (version === undefined)
    return { kind: "version_not_found", project, version: slug, filename: filename || "/" };
  return { kind: "match", project, version, filename: filename || "/" };
}

const isPage = (slug: string, filename: string): boolean =>
  versionSlug.test(slug) && !filename.includes("\n");

/** What follows a prefix, starting with `/`; an empty path (a subproject's bare alias) counts as its root. */
function withoutPrefix(path: string, prefix: string | null): string | null {
  if (prefix === null || prefix === "/") return path === "" ? "/" : path;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : null;
}

/** `/en/latest/x` → `["en", "/latest/x"]`. */
function firstSegment(path: string): [segment: string, rest: string] {
  const end = path.indexOf("/", 1);
  return end === -1 ? [path.slice(1), ""] : [path.slice(1, end), path.slice(end)];
}

/** A documentation address taken apart. `resolution` is null where the host names no project we know. */
export interface ParsedDocsUrl {
  readonly host: NamedHost;
  readonly project: DocsProject | null;
  readonly resolution: Resolution | null;
  readonly search: string;
  readonly hash: string;
}

/**
 * The reverse of `formatDocsUrl`; `findProject` is asked for the project of a host of ours or of a custom domain. Returns null
 * for what is not an http(s) address with a host, or has broken percent-encoding.
 */
export function parseDocsUrl(
  address: string,
  hosts: DocsHosts,
  findProject: (host: NamedHost) => DocsProject | null,
): ParsedDocsUrl | null {
  // The URL parser would mend an empty host by taking the first path segment for it.
  if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const host = parseHost(url.host, hosts);
  const isOurs = host.kind !== "suspicious" && host.kind !== "invalid_preview";
  const known = isOurs ? findProject(host) : null;
  const path = decodePath(url.pathname);
  if (path === null) return null;
  const preview = host.kind === "preview" ? host.version : null;
  const resolution = known === null ? null : parseDocsPath(known, path, preview);
  return { host, project: known, resolution, search: url.search, hash: url.hash };
}

/** A path with its percent-encoding undone once, or null when that is broken. */
export function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

import {
  defaultVersionOf,
  formatDocsPath,
  legacyLanguages,
  parseDocsPath,
  placeOf,
  subprojectAt,
} from "#lib/publishing/rules/address.ts";
import type { NamedHost } from "#lib/publishing/rules/host.ts";
import type {
  AddressProject,
  DocsDomain,
  DocsProject,
  DocsVersion,
  Resolution,
} from "#lib/publishing/schema.ts";

/** The host that was asked: its project and, on a preview host, the version in its name. */
export interface At {
  readonly project: DocsProject;
  readonly preview: string | null;
  /** The project's own domain, when that is the host that was asked. */
  readonly domain: DocsDomain | null;
}

/** A host's place with the project found there; null when the host is not the project's. */
export function atHost(named: NamedHost, project: DocsProject): At | null {
  if (named.kind === "other") {
    const domain = project.domains.get(named.hostname);
    return domain ? { project, preview: null, domain } : null;
  }
  return { project, preview: named.kind === "preview" ? named.version : null, domain: null };
}

/** Names a redirect in `X-Docs-Redirect` (spec/serving.md 8). */
export type RedirectKind =
  | "http_to_https"
  | "slash_collapse"
  | "subproject_to_main_domain"
  | "to_canonical_domain"
  | "system"
  | "directory";

/** What nothing was found of; the 404 page names it. */
export type Subject = "page" | "documentation page" | "documentation version" | "translation";

/** What a path on a docs host asks for, before anybody's rights or any file is looked at. */
export type View =
  | {
      readonly kind: "page";
      readonly project: DocsProject;
      readonly version: DocsVersion;
      readonly filename: string;
    }
  | {
      readonly kind: "redirect";
      readonly reason: RedirectKind;
      /** Whose canonical host to go to, or null to stay on the one asked; the preview in the host's name stays. */
      readonly host: AddressProject | null;
      /** Decoded, without query. */
      readonly path: string;
      readonly project: DocsProject;
    }
  | {
      readonly kind: "missing";
      readonly subject: Subject;
      readonly project: DocsProject;
      /** The version the path leads into, when there is one. */
      readonly version: DocsVersion | null;
      readonly versionSlug: string | null;
      readonly filename: string;
    };

/** Steps 1 to 10 of the docs view (spec/serving.md 7). Pure; paths are decoded. */
export function resolve(at: At, path: string): View {
  const found = parseDocsPath(at.project, path, at.preview);
  return toCanonicalHost(at, found, path) ?? view(at, found, path);
}

function view(at: At, found: Resolution, path: string): View {
  switch (found.kind) {
    case "match":
      return page(found, path);
    case "translation_without_version":
      return toDefault(at, found.project);
    case "invalid_path":
      return isRoot(found.project, found.path)
        ? toDefault(at, found.project)
        : missing("page", found.project, found.path);
    case "translation_not_found":
      return missing("translation", found.project, found.filename);
    case "version_not_found":
      return missing("documentation version", found.project, found.filename);
    case "preview_mismatch":
      return { ...missing("page", found.project, path), versionSlug: found.hostVersion };
  }
}

function page(found: Extract<Resolution, { kind: "match" }>, path: string): View {
  const { project, version, filename } = found;
  const proper = formatDocsPath(project, { version: version.slug, filename });
  const system = (target: string): View => ({
    kind: "redirect",
    reason: "system",
    host: null,
    path: target,
    project,
  });
  if (writesLegacyLanguage(project, path) && proper !== path) return system(proper);
  if (!version.active) {
    return { ...missing("documentation page", project, filename), versionSlug: version.slug };
  }
  if (filename === "/" && !path.endsWith("/")) return system(`${path}/`);
  return { kind: "page", project, version, filename };
}

const missing = (
  subject: Subject,
  project: DocsProject,
  filename: string,
): Extract<View, { kind: "missing" }> => ({
  kind: "missing",
  subject,
  project,
  version: null,
  versionSlug: null,
  filename,
});

/** A project that lives on another project's host sends its readers there, with the same path. */
function toCanonicalHost(at: At, found: Resolution, path: string): View | null {
  const { root, lead } = placeOf(at.project);
  // A translation's own subprojects live on its host even though the translation itself does not.
  const servedHere = found.project !== at.project && placeOf(found.project).root === at.project;
  if (root === at.project || servedHere) {
    return isCanonical(at)
      ? null
      : { kind: "redirect", reason: "to_canonical_domain", host: at.project, path, project: at.project };
  }
  const isTranslationRoot = at.project.main !== null && path === "/";
  return {
    kind: "redirect",
    reason: at.project.parent === null ? "to_canonical_domain" : "subproject_to_main_domain",
    host: root,
    path: isTranslationRoot ? defaultPath(at, at.project) : `${lead}${path}`,
    project: at.project,
  };
}

/** Whether a host keeps its readers: any does where the project has no domain that is both canonical and https. */
const isCanonical = ({ project, preview, domain }: At): boolean =>
  preview !== null || !project.domain?.https || domain?.host === project.domain.host;

/** Where a project's pages are read, seen from the host that was asked. */
function hostFor(at: At, project: DocsProject): AddressProject | null {
  const { root } = placeOf(project);
  return root === at.project && isCanonical(at) ? null : root;
}

function toDefault(at: At, project: DocsProject): View {
  return {
    kind: "redirect",
    reason: "system",
    host: hostFor(at, project),
    path: defaultPath(at, project),
    project,
  };
}

const defaultPath = (at: At, project: DocsProject, filename = ""): string =>
  formatDocsPath(project, { version: at.preview ?? defaultVersionOf(project), filename });

/** Whether a path relative to its project is the place its default version opens from. */
function isRoot(project: DocsProject, path: string): boolean {
  const prefix = (project.main ?? project).customPrefix ?? "/";
  return path === "" || path === "/" || path === prefix || `${path}/` === prefix;
}

function writesLegacyLanguage(project: DocsProject, path: string): boolean {
  const { owner, lead } = placeOf(project);
  if (owner.scheme !== "multiple_versions_with_translations") return false;
  const written = path.slice(`${lead}${owner.customPrefix ?? "/"}`.length).split("/", 1)[0] ?? "";
  return legacyLanguages.get(written) === project.language;
}

/**
 * `/page/<file>` and `/projects/<alias>/page/<file>`: a link to a page of the default version (spec/serving.md 3.2). The alias is
 * looked up first, so a folder called `page` inside a version of a subproject stays reachable.
 */
export function pageLink(at: At, path: string): View | null {
  const place = subprojectAt(at.project, path) ?? { project: at.project, path };
  if (!place.path.startsWith("/page/")) return null;
  const filename = place.path.slice("/page/".length);
  return {
    kind: "redirect",
    reason: "system",
    host: hostFor(at, place.project),
    path: defaultPath(at, place.project, filename),
    project: place.project,
  };
}

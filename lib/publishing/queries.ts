import { LRUCache } from "lru-cache";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { docsHosts as configuredHosts } from "#lib/projects/present.ts";
import { type FamilyRow, linkFamily } from "#lib/publishing/rules/family.ts";
import { type NamedHost, siteName } from "#lib/publishing/rules/host.ts";
import {
  type Manifest,
  manifestKey,
  parseManifest,
  type StoredManifest,
} from "#lib/publishing/rules/manifest.ts";
import type { DocsHosts, DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { findDocsShares } from "#lib/sharing/live/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** Where this instance publishes. Docs links use the dashboard's scheme (decision 13). */
export const docsHosts: DocsHosts = configuredHosts();

/** A project as its host serves it, with the ids of every project whose change makes this reading old. */
export interface Family {
  readonly project: DocsProject;
  readonly projectIds: ReadonlySet<number>;
}

const relations = {
  id: true,
  translationOfId: true,
  superproject: { select: { parentId: true } },
} as const satisfies Prisma.ProjectSelect;

/**
 * A project by its slug or by a host it has verified as its own (`siteName`), with all projects its addresses can lead to; null
 * when there is none.
 */
export async function findFamily(name: string): Promise<Family | null> {
  const isHost = name.includes(".");
  const own = await db.project.findFirst({
    where: {
      ...(isHost ? { domains: { some: { host: name, state: "verified" } } } : { slug: name }),
      deletedAt: null,
    },
    select: { ...relations, translationOf: { select: relations } },
  });
  if (own === null) return null;
  const main = own.translationOf ?? own;
  const tops = [own.id, main.id, ...(main.superproject ? [main.superproject.parentId] : [])];
  const rows = await readRows(tops);
  const family = linkFamily(rows, { everythingPublic: env.EDITION === "community" });
  const project = family.get(own.id);
  return project ? { project, projectIds: new Set([...tops, ...family.keys()]) } : null;
}

/** The same for a host. */
export async function findFamilyAt(host: NamedHost): Promise<Family | null> {
  const name = siteName(host);
  return name === null ? null : findFamily(name);
}

const activeVersions = {
  where: { active: true },
  select: {
    id: true,
    slug: true,
    active: true,
    hidden: true,
    privacyLevel: true,
    type: true,
    publishedBuildId: true,
    publications: { where: { endedAt: null }, select: { publishedAt: true } },
  },
} as const satisfies Prisma.Project$versionsArgs;

const verifiedDomains = {
  where: { state: "verified" },
  select: {
    host: true,
    canonical: true,
    https: true,
    hstsSeconds: true,
    hstsSubdomains: true,
    hstsPreload: true,
    headers: { select: { name: true, value: true, secureOnly: true }, orderBy: { name: "asc" } },
  },
} as const satisfies Prisma.Project$domainsArgs;

const enabledRedirects = {
  where: { OR: [{ enabled: true }, { enabled: null }] },
  orderBy: { position: "asc" },
  select: {
    id: true,
    position: true,
    type: true,
    fromUrl: true,
    toUrl: true,
    httpStatus: true,
    force: true,
  },
} as const satisfies Prisma.Project$redirectsArgs;

async function readRows(tops: number[]): Promise<FamilyRow[]> {
  const within = { in: tops };
  const projects = await db.project.findMany({
    where: {
      deletedAt: null,
      OR: [
        { id: within },
        { translationOfId: within },
        { superproject: { parentId: within } },
        { translationOf: { superproject: { parentId: within } } },
      ],
    },
    select: {
      id: true,
      slug: true,
      language: true,
      versioningScheme: true,
      customPrefix: true,
      subprojectPrefix: true,
      defaultVersion: true,
      externalBuildsPrivacyLevel: true,
      translationOfId: true,
      robotsNoindex: true,
      superproject: { select: { parentId: true, alias: true } },
      versions: activeVersions,
      domains: verifiedDomains,
      redirects: enabledRedirects,
    },
  });
  const ids = projects.map(({ id }) => id);
  const readers = await findReaders(ids);
  const shares = env.EDITION === "business" ? await findDocsShares(ids) : null;
  return projects.map((project) => ({
    id: project.id,
    slug: project.slug,
    language: project.language,
    scheme: project.versioningScheme,
    customPrefix: project.customPrefix,
    subprojectPrefix: project.subprojectPrefix,
    defaultVersion: project.defaultVersion,
    previewPrivacy: project.externalBuildsPrivacyLevel,
    translationOfId: project.translationOfId,
    parent: project.superproject
      ? { id: project.superproject.parentId, alias: project.superproject.alias }
      : null,
    noindex: project.robotsNoindex,
    readers: readers.get(project.id) ?? [],
    domains: project.domains.map(({ hstsSeconds, hstsSubdomains, hstsPreload, ...domain }) => ({
      ...domain,
      hsts: { seconds: hstsSeconds, subdomains: hstsSubdomains, preload: hstsPreload },
    })),
    redirects: project.redirects.map(({ httpStatus, force, ...rule }) => ({
      ...rule,
      status: httpStatus === 301 ? 301 : 302,
      force: force ?? false,
    })),
    shares: shares?.get(project.id) ?? [],
    versions: project.versions.map((version) => ({
      id: version.id,
      slug: version.slug,
      active: version.active,
      hidden: version.hidden,
      privacy: version.privacyLevel,
      buildId: version.publishedBuildId,
      publishedAt: version.publications[0]?.publishedAt ?? null,
      preview: version.type === "external",
    })),
  }));
}

/**
 * Who may read everything of each project: owners of its organization, members of a team that holds it, maintainers
 * (community) and superusers; people whose account is closed never.
 */
async function findReaders(projectIds: number[]): Promise<Map<number, number[]>> {
  const rows = await db.$queryRaw<{ project_id: number; user_id: number }[]>`
    select project_id, user_id from (
      select p.id as project_id, o.user_id from projects p
        join organization_owners o on o.organization_id = p.organization_id where p.id = any(${projectIds})
      union select tp.project_id, tm.user_id from team_projects tp
        join team_members tm on tm.team_id = tp.team_id where tp.project_id = any(${projectIds})
      union select project_id, user_id from project_maintainers where project_id = any(${projectIds})
      union select p.id, u.id from projects p, users u where p.id = any(${projectIds}) and u.is_superuser
    ) reading join users on users.id = user_id where users.deactivated_at is null`;
  const readers = new Map<number, number[]>();
  for (const row of rows) {
    const known = readers.get(row.project_id);
    if (known) known.push(row.user_id);
    else readers.set(row.project_id, [row.user_id]);
  }
  return readers;
}

/** A download of a build; null when it made none of that format. */
export async function findArtifact(
  buildId: number,
  format: "pdf" | "epub" | "htmlzip",
): Promise<{ readonly name: string; readonly blob: string; readonly bytes: number } | null> {
  const found = await db.buildArtifact.findUnique({
    where: { buildId_format: { buildId, format } },
    select: { name: true, blob: true, bytes: true },
  });
  return found && { ...found, bytes: Number(found.bytes) };
}

/** The files of a published build. Throws not-found when it has none. */
export async function getManifest(projectId: number, buildId: number): Promise<StoredManifest> {
  return parseManifest(await storage.get(manifestKey(projectId, buildId)));
}

/** Manifests never change, so they are kept as long as there is room: 128 MB, two million files. */
const manifests = perProcess(
  "manifests",
  () =>
    new LRUCache<string, StoredManifest, { projectId: number; buildId: number }>({
      maxSize: 128 * 1024 * 1024,
      // What is remembered of the last look-up counts, too.
      sizeCalculation: (manifest) => manifest.bytes + 16 * 1024,
      fetchMethod: (_key, _old, { context }) => getManifest(context.projectId, context.buildId),
    }),
);

/** The files a version serves; null when nothing is published, or its manifest is lost, which is logged. */
export async function findManifest(project: DocsProject, version: DocsVersion): Promise<Manifest | null> {
  if (version.buildId === null) return null;
  const context = { projectId: project.id, buildId: version.buildId };
  try {
    return (await manifests.fetch(`${context.projectId}/${context.buildId}`, { context })) ?? null;
  } catch (error) {
    if (!isProblem(error)) throw error;
    log.error(context, "the manifest of a published build is missing");
    return null;
  }
}

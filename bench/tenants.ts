import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blobKey, formatManifest, manifestKey } from "#lib/publishing/rules/manifest.ts";
import type { Cluster } from "./cluster.ts";

export const tenants = { projects: 1_000, versions: 50, files: 10_000, shares: 10 };

/** Files have a limit of names, so that this many share one. */
const namesPerFile = 100;

const statements = [
  `insert into projects (organization_id, slug, name, repository_url, privacy_level)
   select o.id, 'tenant-' || n, 'Tenant', 'https://git.example.org/x.git', 'public'
   from organizations o, generate_series(1, ${tenants.projects}) n`,
  `insert into versions (project_id, slug, verbose_name, type, active, privacy_level)
   select p.id, 'v' || n, 'v' || n, 'branch', true, 'public'
   from projects p, generate_series(1, ${tenants.versions}) n where p.slug like 'tenant-%'`,
  `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, success, finished_at, files_state)
   select project_id, v.id, v.slug, v.slug, 'branch', 'api', 'finished', true, now(), 'kept'
   from versions v join projects p on p.id = v.project_id where p.slug like 'tenant-%'`,
  `insert into publications (version_id, build_id, reason)
   select b.version_id, b.id, 'build' from builds b join projects p on p.id = b.project_id where p.slug like 'tenant-%'`,
  `update versions v set published_build_id = b.id
   from builds b join projects p on p.id = b.project_id where b.version_id = v.id and p.slug like 'tenant-%'`,
  `insert into shares (project_id, access_type, description, expires, all_versions)
   select p.id, 'token', 'Share ' || n, current_date + 30, true
   from projects p, generate_series(1, ${tenants.shares}) n where p.slug like 'tenant-%'`,
  `insert into share_secrets (project_id, share_id, kind, lookup_hash, key_id, prefix)
   select project_id, id, 'link', sha256(('share ' || id)::bytea), 1, 'lcl_' from shares where description like 'Share %'`,
  "analyze",
];

export const tenantHost = (cluster: Cluster, tenant: number): string =>
  `tenant-${tenant}.docs.localhost:${cluster.ports[0]}`;

/**
 * Fills the cluster with published projects, `tenant-1` and on, with versions `v1` and on. Every version has a manifest of its own
 * with as many files as `tenants` says, of which only `index.html`, with the content of `page`, is really stored.
 */
export async function seedTenants(cluster: Cluster, page: string): Promise<void> {
  for (const statement of statements) await cluster.query(statement);
  const builds = await cluster.query<{ project: number; build: number }>(
    `select b.project_id as project, b.id as build from builds b join projects p on p.id = b.project_id
     where p.slug like 'tenant-%' order by b.project_id, b.id`,
  );
  const store = join(cluster.directory, "blobs");
  const hash = createHash("sha256").update(page).digest("hex");
  const pageFile = join(store, "bench-page");
  const manifestFile = join(store, "bench-manifest");
  writeFileSync(pageFile, page);
  writeFileSync(manifestFile, manifestWith(hash, Buffer.byteLength(page)));
  const made = new Set<number>();
  for (const [index, { project, build }] of builds.entries()) {
    const part = `${manifestFile}-${Math.floor(index / namesPerFile / tenants.versions)}`;
    if (index % (namesPerFile * tenants.versions) === 0) copyFileSync(manifestFile, part);
    name(part, join(store, manifestKey(project, build)));
    if (!made.has(project)) name(pageFile, join(store, blobKey(project, hash)));
    made.add(project);
  }
}

function name(file: string, as: string): void {
  mkdirSync(dirname(as), { recursive: true });
  linkSync(file, as);
}

function manifestWith(hash: string, size: number): Buffer {
  const files = Array.from({ length: tenants.files - 1 }, (_, index) => {
    const path = `section-${index % 100}/chapter/page-${index}.html`;
    const other = createHash("sha256").update(path).digest("hex");
    return [path, { hash: other, size: 15_000, br: 3_000, gzip: 4_000 }] as const;
  });
  return formatManifest([["index.html", { hash, size, br: 0, gzip: 0 }], ...files]);
}

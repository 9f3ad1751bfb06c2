import { db } from "#lib/platform/db/client.ts";
import { buildBuild, buildVersion, type Company } from "#test/factories/tenants.ts";

/**
 * A project with everything set, one release of it and its build, and what the API says about each, word for word. Written by hand
 * after spec/api-v3.md 4.1 to 4.3, with fixed ids: nothing below is computed.
 */
export async function buildPip(company: Company): Promise<{ id: number; slug: string }> {
  const project = await company.project({
    id: 4001,
    slug: "pip",
    name: "Pip",
    repositoryUrl: "https://github.com/pypa/pip",
    homepage: "https://pip.pypa.io",
    language: "en",
    programmingLanguage: "py",
    defaultBranch: "main",
    privacyLevel: "private",
    externalBuildsPrivacyLevel: "public",
    created: new Date("2019-04-29T10:00:00Z"),
    modified: new Date("2019-04-29T12:00:00.500Z"),
    tags: { create: [{ name: "python" }, { name: "packaging" }] },
  });
  const version = await buildVersion(project, {
    id: 5001,
    slug: "v1.0",
    type: "tag",
    identifier: "a1b2c3",
    privacyLevel: "public",
  });
  const config = await db.buildConfig.create({
    data: { sha256: Buffer.from("pip"), body: { version: "2", formats: ["pdf"], doctype: "sphinx" } },
  });
  await buildBuild(project, version, {
    id: 6001,
    publish: true,
    commit: "a1b2c3",
    configId: config.id,
    created: new Date("2019-04-29T10:00:00Z"),
    startedAt: new Date("2019-04-29T10:00:05Z"),
    finishedAt: new Date("2019-04-29T10:01:05.250Z"),
    seconds: 60,
  });
  await db.buildArtifact.createMany({
    data: (["html", "pdf", "epub"] as const).map((format) => ({
      buildId: 6001,
      format,
      name: format,
      blob: "x",
      bytes: 1,
    })),
  });
  return project;
}

/** Without `users`, which are whoever the company's are. */
export const pip = {
  _links: {
    _self: "http://localhost:3000/api/v3/projects/pip/",
    builds: "http://localhost:3000/api/v3/projects/pip/builds/",
    environmentvariables: "http://localhost:3000/api/v3/projects/pip/environmentvariables/",
    notifications: "http://localhost:3000/api/v3/projects/pip/notifications/",
    redirects: "http://localhost:3000/api/v3/projects/pip/redirects/",
    subprojects: "http://localhost:3000/api/v3/projects/pip/subprojects/",
    superproject: "http://localhost:3000/api/v3/projects/pip/superproject/",
    sync_versions: "http://localhost:3000/api/v3/projects/pip/sync-versions/",
    translations: "http://localhost:3000/api/v3/projects/pip/translations/",
    versions: "http://localhost:3000/api/v3/projects/pip/versions/",
  },
  analytics_code: null,
  analytics_disabled: false,
  created: "2019-04-29T10:00:00Z",
  default_branch: "main",
  default_version: "latest",
  external_builds_enabled: false,
  external_builds_privacy_level: "public",
  homepage: "https://pip.pypa.io",
  id: 4001,
  language: { code: "en", name: "English" },
  modified: "2019-04-29T12:00:00.500000Z",
  name: "Pip",
  privacy_level: "private",
  programming_language: { code: "py", name: "Python" },
  readthedocs_yaml_path: null,
  repository: { type: "git", url: "https://github.com/pypa/pip" },
  single_version: false,
  slug: "pip",
  subproject_of: null,
  tags: ["packaging", "python"],
  translation_of: null,
  urls: {
    builds: "http://localhost:3000/projects/pip/builds/",
    documentation: "http://pip.docs.localhost:3000/en/latest/",
    downloads: null,
    home: "http://localhost:3000/projects/pip/",
    versions: "http://localhost:3000/projects/pip/versions/",
  },
  versioning_scheme: "multiple_versions_with_translations",
};

export const pipRelease = {
  _links: {
    _self: "http://localhost:3000/api/v3/projects/pip/versions/v1.0/",
    builds: "http://localhost:3000/api/v3/projects/pip/versions/v1.0/builds/",
    project: "http://localhost:3000/api/v3/projects/pip/",
  },
  active: true,
  aliases: [],
  built: true,
  downloads: {
    epub: "http://pip.docs.localhost:3000/_/downloads/en/v1.0/epub/",
    pdf: "http://pip.docs.localhost:3000/_/downloads/en/v1.0/pdf/",
  },
  hidden: false,
  id: 5001,
  identifier: "a1b2c3",
  privacy_level: "public",
  ref: null,
  slug: "v1.0",
  type: "tag",
  urls: {
    dashboard: { edit: "http://localhost:3000/dashboard/pip/version/v1.0/edit/" },
    documentation: "http://pip.docs.localhost:3000/en/v1.0/",
    vcs: "https://github.com/pypa/pip/tree/v1.0/",
  },
  verbose_name: "v1.0",
};

export const pipBuild = {
  _links: {
    _self: "http://localhost:3000/api/v3/projects/pip/builds/6001/",
    notifications: "http://localhost:3000/api/v3/projects/pip/builds/6001/notifications/",
    project: "http://localhost:3000/api/v3/projects/pip/",
    version: "http://localhost:3000/api/v3/projects/pip/versions/v1.0/",
  },
  commit: "a1b2c3",
  created: "2019-04-29T10:00:00Z",
  duration: 60,
  error: "",
  finished: "2019-04-29T10:01:05.250000Z",
  id: 6001,
  project: "pip",
  state: { code: "finished", name: "Finished" },
  success: true,
  urls: {
    build: "http://localhost:3000/projects/pip/builds/6001/",
    project: "http://localhost:3000/projects/pip/",
    version: "http://localhost:3000/dashboard/pip/version/v1.0/edit/",
  },
  version: "v1.0",
};

export const pipConfig = { doctype: "sphinx", formats: ["pdf"], version: "2" };

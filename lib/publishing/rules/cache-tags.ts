/**
 * What shared caches can be asked to forget (spec/serving.md 12): everything of a project, one of its versions, one of the files at
 * the root of its host, or the platform's own files. No slug has a colon.
 */
export const projectTag = (project: string): string => project;
export const versionTag = (project: string, version: string): string => `${project}:${version}`;
export const rootFileTag = (project: string, name: RootFile): string => `${project}:${name}`;
export const staticTags = (project: string): string[] => [`${project}:docs-staticfiles`, "docs-staticfiles"];

/** Files that every docs host has at its root, whatever a project publishes there (spec/serving.md 16). */
export const rootFiles = ["robots.txt", "sitemap.xml", "llms.txt", "llms-full.txt", "favicon.ico"] as const;
export type RootFile = (typeof rootFiles)[number];

/** Everything that may look different once a version is published, hidden, shown, or its privacy changes. */
export const tagsOfVersionChange = (project: string, version: string): string[] => [
  versionTag(project, version),
  ...rootFiles.map((name) => rootFileTag(project, name)),
];

const dayMs = 86_400_000;

/** Which builds of a live version keep their files besides the published one (decision 27). */
export const keptBuilds = { newestSuccessful: 10, youngerThanMs: 30 * dayMs } as const;

/** What nobody names is deleted when that was so for this long. */
const graceMs = dayMs;

/** When each object of a project was first found that nobody names, by its key, as ISO 8601. */
export type Unnamed = Readonly<Record<string, string>>;

/** The folders of a project whose objects must be named by a row or by a manifest. */
export const collectedFolders = (projectId: number): string[] =>
  ["blobs", "manifests", "logs"].map((folder) => `projects/${projectId}/${folder}/`);

/** Where it is kept in mind what nobody names. */
export const unnamedKey = (projectId: number): string => `projects/${projectId}/unnamed.json`;

/** The key that has to be named for an object to stay: compressed copies stay with their file. */
export const nameOf = (key: string): string => key.replace(/(\/blobs\/.*)\.(br|gzip)$/, "$1");

/** Sorts what nobody names now into what is to be deleted and what is kept in mind. Named again in between is forgotten. */
export function sortUnnamed(
  found: readonly string[],
  before: Unnamed,
  now: Date,
): { deleted: string[]; kept: Unnamed } {
  const deleted: string[] = [];
  const kept: Record<string, string> = {};
  for (const key of found) {
    const since = before[key] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) >= graceMs) deleted.push(key);
    else kept[key] = since;
  }
  return { deleted, kept };
}

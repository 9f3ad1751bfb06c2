import { type GitContext, scanHostKeys } from "#lib/platform/git/git.ts";
import { type GitAccess, type GitSource, hostLabel, openSource } from "#lib/platform/git/source.ts";
import { pinHost } from "#lib/projects/known-hosts/commands.ts";

/**
 * Opens a repository for a project: its address checked, and the keys of an SSH host pinned when it is seen for the first time. Throws
 * GitError. What comes back holds credentials: only the clone step works with it.
 */
export async function openProjectSource(
  git: GitContext,
  project: { id: number; slug: string },
  url: string,
  access: GitAccess,
): Promise<GitSource> {
  const source = await openSource(url, access);
  const { ssh } = source;
  if (!ssh) return source;
  const label = hostLabel(ssh.host, ssh.port);
  const { hostKeys } = ssh.identity;
  if (hostKeys.has(label)) return source;
  const keys = await pinHost(project, label, await scanHostKeys(git, source, ssh));
  const identity = { ...ssh.identity, hostKeys: new Map([...hostKeys, [label, keys]]) };
  return { ...source, ssh: { ...ssh, identity } };
}

/** Whether fetching shows the host something that others do not have. */
export const holdsSecrets = (source: GitSource): boolean =>
  source.ssh !== null || source.credentials !== null;

/** Whether it lies on this machine, where only the operator's leave makes it reachable. */
export const isLocal = (source: GitSource): boolean =>
  source.hostPorts.length > 0 || source.hostFolders.length > 0;

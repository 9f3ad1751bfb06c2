import { randomBytes } from "node:crypto";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostLabel, type SshRoute } from "#lib/platform/git/source.ts";
import { secretsAt } from "#lib/platform/sandbox/launch.ts";
import type { Workspace } from "#lib/platform/sandbox/workspace.ts";

/** How long a host may take to answer, in seconds. */
export const connectSeconds = 30;

const files = { key: "key", hosts: "known_hosts", config: "config" } as const;

/**
 * Runs something with a folder that holds the key and all ssh must know, and removes it afterwards. It lies beside what a build sees
 * of its workspace and belongs to the build's user alone; only a launch that names it as its secret folder sees it.
 */
export async function withSshFolder<T>(
  workspace: Workspace,
  routes: readonly SshRoute[],
  run: (folder: string, command: string) => Promise<T>,
): Promise<T> {
  const folder = join(workspace.root, `ssh-${randomBytes(8).toString("hex")}`);
  const shownAt = workspace.isolation === "none" ? folder : secretsAt;
  await mkdir(folder, { mode: 0o700 });
  try {
    const { user } = workspace;
    const write = async (name: string, text: string) => {
      const path = join(folder, name);
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      if (user) await chown(path, user.uid, user.gid);
    };
    await write(files.key, routes[0]?.identity.privateKey ?? "");
    await write(files.hosts, knownHosts(routes));
    await write(files.config, configuration(routes, shownAt));
    if (user) await chown(folder, user.uid, user.gid);
    return await run(folder, `ssh -F ${quoted(join(shownAt, files.config))}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Git hands the command to a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** Under the address that was checked, because that is where ssh goes. */
function knownHosts(routes: readonly SshRoute[]): string {
  const lines = routes.flatMap(({ host, port, address, identity }) =>
    (identity.hostKeys.get(hostLabel(host, port)) ?? []).map((key) => `${hostLabel(address, port)} ${key}\n`),
  );
  return [...new Set(lines)].join("");
}

/** A host that nobody checked has no key here, so ssh refuses it. */
function configuration(routes: readonly SshRoute[], folder: string): string {
  const hosts = new Map(routes.map(({ host, address }) => [host, address]));
  const path = (name: string) => `"${join(folder, name)}"`;
  return `${[...hosts].map(([host, address]) => `Host ${host}\n  HostName ${address}\n`).join("")}Host *
  IdentityFile ${path(files.key)}
  IdentitiesOnly yes
  PreferredAuthentications publickey
  BatchMode yes
  UserKnownHostsFile ${path(files.hosts)}
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  UpdateHostKeys no
  CheckHostIP no
  ConnectTimeout ${connectSeconds}
  ServerAliveInterval 15
  ServerAliveCountMax 4
`;
}

/** The keys a host shows, as `ssh-keyscan` prints them: `type base64`, sorted. */
export function parseHostKeys(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => /^\S+ ((?:ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/]+={0,3})$/.exec(line.trim())?.[1] ?? [])
    .sort();
}

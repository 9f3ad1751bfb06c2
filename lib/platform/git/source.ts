import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import { env } from "#lib/platform/env.ts";
import { Problem } from "#lib/platform/errors.ts";
import { parseAddress, type RepositoryAddress } from "#lib/platform/git/address.ts";
import { isInternalHost, isPublicAddress } from "#lib/platform/sandbox/network.ts";
import { missingTools } from "#lib/platform/sandbox/tools.ts";

/** A repository that may be fetched from, and what the sandbox must open for it. */
export type GitSource = {
  /** What git is given: never holds a user name or a password. */
  readonly url: string;
  /** `host:port:address` for http(s): git connects to the address that was checked, whatever the name says a moment later. */
  readonly pin: string | null;
  /** Loopback port of this machine it is served on, when LOCAL_REPOSITORIES allows that. */
  readonly hostPorts: readonly number[];
  /** Folder of this machine it lies in, when LOCAL_REPOSITORIES allows that. */
  readonly hostFolders: readonly string[];
  readonly credentials: GitCredentials | null;
  /** How ssh reaches it. */
  readonly ssh: SshRoute | null;
};

/** A user name and a password, for one origin (`https://host:port`) and no other. */
export type GitCredentials = { readonly username: string; readonly password: string };

/** A host, the address of it that was checked, and what proves both sides to each other. */
export type SshRoute = {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly identity: SshIdentity;
};

export type SshIdentity = {
  /** In OpenSSH's own format. */
  readonly privateKey: string;
  /** Pinned keys by host, as `hostLabel` writes it: `type base64`. */
  readonly hostKeys: ReadonlyMap<string, readonly string[]>;
};

/** What nobody may read of a source, in every form its host is shown it in. */
export const secretsOf = ({ credentials, ssh }: GitSource): string[] => [
  ...(credentials
    ? [
        credentials.password,
        Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64"),
      ]
    : []),
  ...(ssh ? [ssh.identity.privateKey] : []),
];

/** What a project may show to the hosts of its repository. */
export type GitAccess = {
  readonly identity: SshIdentity | null;
  readonly token: (GitCredentials & { readonly origin: string }) | null;
};

export const noAccess: GitAccess = { identity: null, token: null };

/** How OpenSSH writes a host in its file of known ones. */
export const hostLabel = (host: string, port: number): string => (port === 22 ? host : `[${host}]:${port}`);

/** What went wrong, where more can be said about it than git's own words. */
export type GitProblem = "host-key-changed" | "credentials" | "unreachable";

/** Git could not do its work; the message is one sentence for the project's people, without secrets. */
export class GitError extends Error {
  readonly code = "git";
  readonly problem: GitProblem | null;

  constructor(message: string, problem: GitProblem | null = null) {
    super(message);
    this.problem = problem;
  }
}

export const isGitError = (error: unknown): error is GitError =>
  error instanceof Error && (error as { code?: unknown }).code === "git";

/**
 * Checks where a repository address leads (decisions 25) and resolves it. Throws GitError for forms that are not supported,
 * embedded credentials, names that do not resolve, and addresses that the operator has not allowed. Of `access` the source holds only
 * what this very host may see.
 */
export async function openSource(url: string, access: GitAccess = noAccess): Promise<GitSource> {
  const address = parseAddress(url);
  if (!address)
    throw new GitError("The repository address must start with https://, http://, git:// or ssh://.");
  if (address.kind === "folder") return localSource(address.path);
  if (address.kind === "ssh") return sshSource(address, access.identity);
  return webSource(address, access.token);
}

function localSource(folder: string): GitSource {
  if (env.LOCAL_REPOSITORIES !== "allow") throw new GitError("Repositories on this machine are not allowed.");
  if (!existsSync(folder)) throw new GitError("There is no repository at this path of the server.");
  return { ...plain, url: folder, hostFolders: [folder] };
}

const plain = { pin: null, hostPorts: [], hostFolders: [], credentials: null, ssh: null } as const;

async function webSource(
  { url, port }: Extract<RepositoryAddress, { kind: "web" }>,
  token: GitAccess["token"],
): Promise<GitSource> {
  if (url.username !== "" || url.password !== "" || /^[^/?#]*\/\/[^/?#]*@/.test(url.href))
    throw new GitError("The repository address must not hold a user name or a password.");
  const host = bare(url.hostname);
  const { address, local } = await reach(host);
  const mine = token !== null && token.origin === url.origin ? token : null;
  // Whoever listens on the way could read it.
  if (mine && url.protocol !== "https:" && !local)
    throw new GitError("The repository's token is only sent over https://. Change the repository's address.");
  const shown = address.includes(":") ? `[${address}]` : address;
  return {
    ...plain,
    url: url.href,
    pin: url.protocol === "git:" ? null : `${host}:${port}:${shown}`,
    hostPorts: local ? [port] : [],
    credentials: mine && { username: mine.username, password: mine.password },
  };
}

async function sshSource(
  { url, host, port }: Extract<RepositoryAddress, { kind: "ssh" }>,
  identity: SshIdentity | null,
): Promise<GitSource> {
  if (env.EDITION !== "business") throw new GitError("Cloning over SSH is not supported here.");
  if (!identity)
    throw new GitError(
      "Repositories are fetched over SSH with a deploy key, and this project has none.",
      "credentials",
    );
  const [missing] = missingTools(["openssh-client"]);
  if (missing) throw new Problem("unavailable", `${missing.why} Install it with: ${missing.install}`);
  const { address, local } = await reach(host);
  return { ...plain, url, hostPorts: local ? [port] : [], ssh: { host, port, address, identity } };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/** The address a host is reached at, and whether that is this machine. */
async function reach(host: string): Promise<{ address: string; local: boolean }> {
  const addresses = await resolve(host);
  const [address] = addresses;
  if (address === undefined)
    throw new GitError(`The repository's host ${host} could not be found.`, "unreachable");
  const loopback = addresses.every((one) => /^127\.|^::1$/.test(one));
  if (loopback && env.LOCAL_REPOSITORIES === "allow") return { address, local: true };
  const refused = addresses.some(
    (one) => !isPublicAddress(one) && !isInternalHost(env.INTERNAL_HOSTS, host, one),
  );
  if (refused)
    throw new GitError(`The repository's host ${host} has a private address, which is not allowed here.`);
  return { address, local: false };
}

async function resolve(host: string): Promise<string[]> {
  // Resolvers differ about names below localhost; they always mean this machine.
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1"];
  try {
    return (await lookup(host, { all: true })).map((found) => found.address);
  } catch {
    throw new GitError(`The repository's host ${host} could not be found.`, "unreachable");
  }
}

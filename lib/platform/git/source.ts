import { lookup } from "node:dns/promises";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "#lib/platform/env.ts";
import { isInternalHost, isPublicAddress } from "#lib/platform/sandbox/network.ts";

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
};

export type GitCredentials = { readonly username: string; readonly password: string };

/** Git could not do its work; the message is one sentence for the project's people, without secrets. */
export class GitError extends Error {
  readonly code = "git";
}

export const isGitError = (error: unknown): error is GitError =>
  error instanceof Error && (error as { code?: unknown }).code === "git";

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "git:": 9418 };

/**
 * Checks where a repository address leads (decisions 25) and resolves it. Throws GitError for forms that are not supported,
 * embedded credentials, names that do not resolve, and addresses that the operator has not allowed.
 */
export async function openSource(url: string, credentials: GitCredentials | null = null): Promise<GitSource> {
  const local = localFolder(url);
  if (local !== null) {
    if (env.LOCAL_REPOSITORIES !== "allow")
      throw new GitError("Repositories on this machine are not allowed.");
    return { url: local, pin: null, hostPorts: [], hostFolders: [local], credentials: null };
  }
  const parsed = URL.parse(url);
  const port = parsed && (Number(parsed.port) || defaultPorts[parsed.protocol]);
  if (!parsed || !port)
    throw new GitError("The repository address must start with https://, http:// or git://.");
  if (parsed.username !== "" || parsed.password !== "")
    throw new GitError("The repository address must not hold a user name or a password.");
  const host = parsed.hostname.replace(/^\[|\]$/g, "");
  const addresses = await resolve(host);
  const loopback = addresses.every((address) => /^127\.|^::1$/.test(address));
  if (loopback && env.LOCAL_REPOSITORIES === "allow")
    return { url, pin: pin(parsed, port, addresses), hostPorts: [port], hostFolders: [], credentials };
  const refused = addresses.find(
    (address) => !isPublicAddress(address) && !isInternalHost(env.INTERNAL_HOSTS, host, address),
  );
  if (refused !== undefined)
    throw new GitError(`The repository's host ${host} has a private address, which is not allowed here.`);
  return { url, pin: pin(parsed, port, addresses), hostPorts: [], hostFolders: [], credentials };
}

function localFolder(url: string): string | null {
  if (isAbsolute(url)) return url;
  if (!url.startsWith("file:")) return null;
  try {
    return fileURLToPath(url);
  } catch {
    throw new GitError("The repository address is not a valid file address.");
  }
}

async function resolve(host: string): Promise<string[]> {
  // Resolvers differ about names below localhost; they always mean this machine.
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1"];
  try {
    return (await lookup(host, { all: true })).map((found) => found.address);
  } catch {
    throw new GitError(`The repository's host ${host} could not be found.`);
  }
}

function pin(url: URL, port: number, addresses: readonly string[]): string | null {
  const address = addresses[0];
  if (!url.protocol.startsWith("http") || address === undefined) return null;
  return `${url.hostname.replace(/^\[|\]$/g, "")}:${port}:${address.includes(":") ? `[${address}]` : address}`;
}

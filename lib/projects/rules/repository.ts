import ipaddr from "ipaddr.js";

type Edition = "business" | "community";

/** What the instance allows; read from its settings by the caller. */
export type RepositoryPolicy = {
  readonly edition: Edition;
  /** File paths and git servers on this machine: for a laptop and for tests. */
  readonly localRepositories: "allow" | "deny";
  /** Host names the operator vouches for. */
  readonly internalHosts: readonly string[];
};

const badCharacters = "Invalid character in the URL";
const badScheme = "Invalid scheme for URL";
const noSsh = "Manual cloning via SSH is not supported";
const noCredentials = "Credentials are not allowed in the URL: connect an account or use a deploy key";
const noLocal = "Repositories on this machine are not allowed";

/** A place for credentials counts even when it is empty; the database says the same. */
const written = /^https?:\/\/[^/?#]*@|:\/\/[^/?#@]*:[^/?#@]*@/i;

/**
 * Why a repository address is refused, or null (spec/api-v3.md 4.1, decisions 25). Whether its host may be reached is asked again,
 * with its resolved address, when it is cloned.
 */
export function repositoryProblem(url: string, policy: RepositoryPolicy): string | null {
  if (url.includes("&&") || url.includes("|") || /[\p{Cc}\s]/u.test(url)) return badCharacters;
  const local = policy.localRepositories === "allow";
  if (url.startsWith("/") || /^file:/i.test(url)) return local ? null : badScheme;

  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return scpProblem(url, policy);
  if (!["https", "http", "git", "ssh", "ssh+git"].includes(scheme)) return badScheme;
  if (!URL.canParse(url)) return badScheme;
  const { username, password, hostname } = new URL(url);
  const ssh = scheme.startsWith("ssh");
  if (hostname === "" || hostname.startsWith("-") || username.startsWith("-")) return badScheme;
  if (ssh && policy.edition === "community") return noSsh;
  if (password !== "" || (username !== "" && !ssh) || written.test(url)) return noCredentials;
  return hostProblem(hostname, policy);
}

/** `user@host:path` and `lp:name`, the forms without a scheme. */
function scpProblem(url: string, policy: RepositoryPolicy): string | null {
  if (/^lp:[\w~+.][\w~+./-]*$/.test(url)) return null;
  const scp = /^([\w.][\w.-]*)@([a-z0-9[][a-z0-9.:[\]-]*?):(?!\/\/)(.+)$/i.exec(url);
  if (!scp) return badScheme;
  if (policy.edition === "community") return noSsh;
  return hostProblem(scp[2] ?? "", policy);
}

function hostProblem(hostname: string, policy: RepositoryPolicy): string | null {
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .toLowerCase()
    .replace(/\.$/, "");
  if (policy.localRepositories === "allow" || policy.internalHosts.includes(host)) return null;
  if (host === "localhost" || host.endsWith(".localhost")) return noLocal;
  if (!ipaddr.isValid(host)) return null;
  return ["loopback", "unspecified"].includes(ipaddr.process(host).range()) ? noLocal : null;
}

/** The stored form: surrounding blanks gone, GitHub over TLS (spec/builds.md 4.4). */
export const normalizeRepositoryUrl = (url: string): string =>
  url.trim().replace(/^http:\/\/github\.com\//i, "https://github.com/");

/** `https://host[:port]` of a repository fetched over http(s), else null. */
export function repositoryOrigin(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}

/**
 * Where people read this repository on the web, with the tree of a branch or tag where the host is known
 * (spec/api-v3.md 4.2 `urls.vcs`). Null for addresses that no browser opens.
 */
export function repositoryWebUrl(url: string, ref?: string | null): string | null {
  const scp = /^[\w.-]+@([a-z0-9.-]+):(?!\/\/)(.+)$/i.exec(url);
  const web = scp
    ? `https://${scp[1]}/${scp[2]}`
    : url.replace(/^(git|ssh|ssh\+git):\/\/([^@/]*@)?/i, "https://");
  if (!/^https?:\/\//i.test(web)) return null;
  const base = web.replace(/\/+$/, "").replace(/\.git$/, "");
  if (!ref) return base;
  const name = ref.split("/").map(encodeURIComponent).join("/");
  if (base.includes("github") || base.includes("gitlab")) return `${base}/tree/${name}/`;
  if (base.includes("bitbucket")) return `${base}/src/${name}`;
  return base;
}

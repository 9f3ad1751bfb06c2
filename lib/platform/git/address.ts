/** What a repository address says, before anybody has looked where its host leads. */
export type RepositoryAddress =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "web"; readonly url: URL; readonly port: number }
  | { readonly kind: "ssh"; readonly url: string; readonly host: string; readonly port: number };

const webPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "git:": 9418 };
const sshSchemes = new Set(["ssh:", "ssh+git:", "git+ssh:"]);
/** What may stand for a host on the command line and in the configuration of ssh. */
const hostForm = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$|^[0-9a-f:]+$/i;

/** Reads the forms of spec/builds.md 4.4. Null for everything else: other protocols, options, commands, plain text. */
export function parseAddress(given: string): RepositoryAddress | null {
  const address = given.trim();
  // Git strips or splits at these, each in its own way.
  if (/[\p{Cc}]/u.test(address) || address.startsWith("-") || /^[a-z0-9+.-]+::/i.test(address)) return null;
  if (address.startsWith("/")) return { kind: "folder", path: address };
  const launchpad = /^lp:([\w~+.][\w~+./-]*)$/.exec(address)?.[1];
  const url = URL.parse(launchpad === undefined ? address : `https://git.launchpad.net/${launchpad}`);
  if (!address.includes("://") && launchpad === undefined) return scpAddress(address);
  if (!url) return null;
  if (url.protocol === "file:" && url.host === "") return folderOf(url);
  if (sshSchemes.has(url.protocol))
    return sshAddress(address, url.username, url.hostname, Number(url.port) || 22);
  const port = Number(url.port) || webPorts[url.protocol];
  return port ? { kind: "web", url, port } : null;
}

/** `user@host:path`, the form git calls scp-like. */
function scpAddress(address: string): RepositoryAddress | null {
  const [, user = "", host = ""] = /^([\w.][\w.-]*)@(\[[0-9a-f:]+\]|[a-z0-9._-]+):.+$/i.exec(address) ?? [];
  return sshAddress(address, user, host, 22);
}

function sshAddress(
  address: string,
  user: string,
  bracketed: string,
  port: number,
): RepositoryAddress | null {
  const host = bracketed.replace(/^\[|\]$/g, "").toLowerCase();
  return hostForm.test(host) && !user.startsWith("-") ? { kind: "ssh", url: address, host, port } : null;
}

function folderOf(url: URL): RepositoryAddress | null {
  try {
    return { kind: "folder", path: decodeURIComponent(url.pathname) };
  } catch {
    return null;
  }
}

/**
 * The address of a submodule, as git reads it: one that begins with `./` or `../` counts from the parent's own. Null when it leads
 * above the parent's host.
 */
export function resolveAddress(parent: string, given: string): string | null {
  if (!/^\.\.?(\/|$)/.test(given)) return given;
  const [, head = "", tail = ""] =
    /^([a-z0-9+.-]+:\/\/[^/]+|[^/:]+:(?!\/\/)|)(.*)$/i.exec(parent.replace(/\/+$/, "")) ?? [];
  const absolute = tail.startsWith("/") ? "/" : "";
  const parts = tail.split("/").filter((part) => part !== "");
  for (const step of given.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") parts.push(step);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : `${head}${absolute}${parts.join("/")}`;
}

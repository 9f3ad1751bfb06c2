import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";

/** A program of the operating system that some part of the product cannot do without. */
export type SystemTool = {
  /** The Debian package. */
  readonly name:
    | "git"
    | "openssh-client"
    | "bubblewrap"
    | "passt"
    | "nftables"
    | "python3-venv"
    | "chromium"
    | "chromium-headless-shell"
    | "curl"
    | "nginx"
    | "openssl";
  /** One sentence: what is not possible without it. */
  readonly why: string;
  readonly install: string;
};

const tools: ReadonlyArray<SystemTool & { readonly present: () => boolean }> = [
  {
    name: "git",
    why: "git is missing: repositories cannot be fetched.",
    install: "apt-get install git",
    present: () => onPath("git"),
  },
  {
    name: "openssh-client",
    why: "openssh-client is missing: private repositories cannot be fetched over SSH.",
    install: "apt-get install openssh-client",
    present: () => onPath("ssh") && onPath("ssh-keyscan"),
  },
  {
    name: "bubblewrap",
    why: "bubblewrap is missing: builds need it to run without access to this machine.",
    install: "apt-get install bubblewrap",
    present: () => onPath("bwrap"),
  },
  {
    name: "passt",
    why: "passt is missing: builds need its `pasta` for a network of their own (BUILD_NETWORK=open does without).",
    install: "apt-get install passt",
    present: () => onPath("pasta"),
  },
  {
    name: "nftables",
    why: "nftables is missing: builds cannot be kept from private network addresses without it.",
    install: "apt-get install nftables",
    present: () => onPath("nft"),
  },
  {
    name: "python3-venv",
    why: "python3-venv is missing: Python documentation (Sphinx, MkDocs) cannot be built.",
    install: "apt-get install python3-venv",
    present: () => onPath("python3") && venvPresent(),
  },
  {
    name: "chromium",
    why: "chromium is missing: what other sites show of private documentation cannot be tested.",
    install: "apt-get install chromium",
    present: () => onPath("chromium"),
  },
  {
    name: "chromium-headless-shell",
    why: "chromium-headless-shell is missing: the browser tests cannot run.",
    install: "apt-get install chromium-headless-shell",
    present: () => onPath("chromium-headless-shell"),
  },
  {
    name: "curl",
    why: "curl is missing: the examples of the documentation cannot be tested.",
    install: "apt-get install curl",
    present: () => onPath("curl"),
  },
  {
    name: "nginx",
    why: "nginx is missing: the proxy configuration of the documentation cannot be tested.",
    install: "apt-get install nginx",
    present: () => onPath("nginx"),
  },
  {
    name: "openssl",
    why: "openssl is missing: tests cannot make certificates.",
    install: "apt-get install openssl",
    present: () => onPath("openssl"),
  },
];

/** Which of the named system packages this machine lacks, in the order of the list above. Reads the file system only. */
export function missingTools(names: ReadonlyArray<SystemTool["name"]>): SystemTool[] {
  return tools
    .filter((tool) => names.includes(tool.name) && !tool.present())
    .map(({ name, why, install }) => ({ name, why, install }));
}

/** Makes the interface of a network namespace. */
export const tunDevice = "/dev/net/tun";

/** Whether every user may open it, which udev sees to: machines without udev leave it to root, some have none. */
export function tunIsFor(): "everybody" | "root" | "nobody" {
  const mode = statSync(tunDevice, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return "nobody";
  return (mode & 0o006) === 0o006 ? "everybody" : "root";
}

/** One sentence with the way out when this process cannot give a build a network of its own, else null. */
export function networkObstacle(): string | null {
  const opened = tunIsFor();
  const mayOpen = opened === "everybody" || (opened === "root" && process.getuid?.() === 0);
  if (mayOpen || allows(tunDevice, constants.R_OK | constants.W_OK)) return null;
  const way = opened === "nobody" ? "modprobe tun" : `chmod 666 ${tunDevice}`;
  return `${tunDevice} cannot be opened: builds need it for a network of their own (BUILD_NETWORK=open does without). Open it with: ${way}`;
}

const programFolders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Where the system keeps its programs, for children that are started with an environment of our own. */
export const systemPath = programFolders.join(":");

/** An environment for a child process. The framework's types want NODE_ENV in every one; a build must not inherit ours. */
export function childEnvironment(values: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return values as NodeJS.ProcessEnv;
}

/** The absolute path of a program of the system, or null. Personal folders do not count: a build does not see them. */
export function findProgram(name: string): string | null {
  return programFolders.map((folder) => join(folder, name)).find(executable) ?? null;
}

function onPath(name: string): boolean {
  return findProgram(name) !== null;
}

/** `python3 -m venv` without pip is what Debian's python3 has; the package brings `ensurepip`. */
function venvPresent(): boolean {
  return ["/usr/lib", "/usr/local/lib"].some((lib) =>
    Array.from({ length: 12 }, (_, minor) => `${lib}/python3.${minor + 8}/ensurepip/__init__.py`).some(
      readable,
    ),
  );
}

const executable = (path: string): boolean => allows(path, constants.X_OK);
const readable = (path: string): boolean => allows(path, constants.R_OK);

function allows(path: string, how: number): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

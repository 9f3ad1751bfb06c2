import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { Problem } from "#lib/platform/errors.ts";
import { type Network, packetFilter } from "#lib/platform/sandbox/network.ts";
import {
  findProgram,
  missingTools,
  networkObstacle,
  systemPath,
  tunDevice,
  tunIsFor,
} from "#lib/platform/sandbox/tools.ts";
import { ownNode, type Workspace } from "#lib/platform/sandbox/workspace.ts";

/** Bounds of one command and everything it starts. */
export type Limits = {
  readonly seconds: number;
  readonly memoryMb: number;
  readonly processes: number;
  /** Of the whole workspace; also the size of its largest possible file. */
  readonly diskMb: number;
  /** Of all the command prints; every line counts a little more than its text. */
  readonly outputBytes: number;
};

export type LaunchOptions = {
  readonly workspace: Workspace;
  readonly command: readonly string[];
  /** Folder inside the sandbox. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly network: Network;
  readonly internalHosts: readonly string[];
  /** Ports of this machine's loopback that the command may reach: only for fetching from a server the operator allows. */
  readonly hostPorts: readonly number[];
  /** Folders of this machine shown read-only under the same path: only for repositories the operator allows. */
  readonly hostFolders: readonly string[];
  /** A folder of this machine that this launch alone sees, read-only, as `secretsAt`: keys. */
  readonly secretFolder: string | null;
  /** Where a new process writes its number to join the memory group. */
  readonly memoryGroup: string | null;
  /** Printed as a line of its own when everything stands and the command is about to start. */
  readonly mark: string;
};

/** What to spawn: the environment and the `bwrap` arguments go through standard input, so that no process list shows them. */
export type Launch = { readonly argv: readonly string[]; readonly input: string };

/** A mount point every user can get through; what is mounted there is seen by one launch only. */
const passage = "/run/lectern";
/** Where a launch finds its secret folder. */
export const secretsAt = "/run/secrets";

/** By these a build's own code runs in whatever program starts next: in ours, before its limits hold and before it has begun. */
const readByLoader = /^(LD_\w+|GLIBC_TUNABLES|GCONV_PATH|LOCPATH)$/;
const heldBack = (name: string): string => (readByLoader.test(name) ? `LECTERN_HELD_${name}` : name);

/** Says that the sandbox stands, gives the variables that were held back their names and becomes the command. */
function beginning({ mark, command }: LaunchOptions, environment: LaunchOptions["environment"]): string[] {
  const named = Object.keys(environment)
    .filter((name) => readByLoader.test(name))
    .map((name) => `export ${name}="$${heldBack(name)}"; unset ${heldBack(name)}; `);
  return ["/bin/sh", "-c", `printf '%s\\n' "$0"; ${named.join("")}exec "$@"`, mark, ...command];
}

/** Plans a launch. Throws a Problem `unavailable` with one sentence when a program of the system is missing. */
export async function planLaunch(options: LaunchOptions): Promise<Launch> {
  if (options.workspace.isolation === "none")
    return { argv: limited(options, beginning(options, {})), input: "" };
  const inner = beginning(options, options.environment);
  requireTools(options.network);
  const { user } = options.workspace;
  const shown = new Map<string, string>();
  const hostFolders = [
    options.workspace.root,
    options.workspace.tools.folder,
    ...options.hostFolders,
    ...(options.secretFolder ? [options.secretFolder] : []),
    ...(ownNode.shownAt ? [ownNode.folder] : []),
  ];
  for (const [index, folder] of hostFolders.entries())
    shown.set(folder, user ? `${passage}/${index}` : folder);
  const bwrap = sandboxArguments(options, (folder) => shown.get(folder) ?? folder);
  const sandbox = [
    ...["/bin/sh", "-c", startSandbox, "sh", filterOf(options, shown), "--"],
    ...(user ? [] : counting(options)),
    ...inner,
  ];
  const networked = await inNetwork(options, sandbox);
  const bounded = limited(options, networked);
  // A NUL would end an argument early, and what follows it would be one of its own: a way out of the sandbox.
  if (bwrap.some((part) => part.includes("\0")))
    throw new Error("A NUL cannot be part of a sandbox's settings.");
  const argv = user ? asUser(options, shown, bounded) : joinGroup(options, bounded);
  return { argv, input: bwrap.map((part) => `${part}\0`).join("") };
}

/** The environment of the launching programs; the command itself gets only what the sandbox arguments set. */
export function launchEnvironment(options: LaunchOptions): Record<string, string> {
  if (options.workspace.isolation === "none") return { ...options.environment };
  return { PATH: systemPath, LANG: "C.UTF-8" };
}

function requireTools(network: Network): void {
  const needed = missingTools(network === "filtered" ? ["bubblewrap", "passt"] : ["bubblewrap"]);
  const first = needed[0];
  if (first) throw new Problem("unavailable", `${first.why} Install it with: ${first.install}`);
  const obstacle = network === "filtered" ? networkObstacle() : null;
  if (obstacle) throw new Problem("unavailable", obstacle);
}

/** Its standard input becomes the sandbox's settings. */
const startSandbox = `filter=$1; shift; exec 3<&0 </dev/null
if [ -n "$filter" ]; then bwrap --args 3 --seccomp 4 "$@" 4<"$filter"; else bwrap --args 3 "$@"; fi; exit $?`;

/** The system call filter where the sandbox's launcher can read it, or "". */
function filterOf({ workspace }: LaunchOptions, shown: ReadonlyMap<string, string>): string {
  const { filter, root } = workspace;
  return filter === null ? "" : join(shown.get(root) ?? root, relative(root, filter));
}

/**
 * Limits the number of processes. A user that serves one build only is limited before the sandbox starts; otherwise inside, where
 * the kernel counts the processes of this sandbox and no others of the same user. There the build's own environment is in force, so
 * the program is named in full.
 */
function counting(options: LaunchOptions): string[] {
  return [findProgram("prlimit") ?? "prlimit", `--nproc=${options.limits.processes}`, "--"];
}

function limited(options: LaunchOptions, command: readonly string[]): string[] {
  const bounds = [`--fsize=${options.limits.diskMb * 1024 * 1024}`, "--core=0"];
  return ["prlimit", ...bounds, "--", "nice", "-n", "10", ...command];
}

async function inNetwork(options: LaunchOptions, command: readonly string[]): Promise<string[]> {
  if (options.network !== "filtered") return [...command];
  const filter = findProgram("nft") === null ? "" : await packetFilter(options.internalHosts);
  const ports = options.hostPorts.length === 0 ? "none" : options.hostPorts.join(",");
  // `bwrap` is killed with its parent and this shell with `pasta`, so nothing outlives the chain.
  const prepare =
    'rules=$1; shift; [ -z "$rules" ] || printf "%s" "$rules" | nft -f - || exit 125; exec "$@"';
  return [
    ...["pasta", "--config-net", "--no-map-gw", "--quiet", "--foreground"],
    ...["-t", "none", "-u", "none", "-T", ports, "-U", "none", "--dns-forward", "169.254.1.1", "--"],
    ...["setpriv", "--pdeathsig", "KILL", "--", "/bin/sh", "-c", prepare, "sh", filter, ...command],
  ];
}

/**
 * As root: show the folders where every user can get through, and the device of networks where only root may open that, then become
 * the build's own user for good. The mounts are private to this tree of processes.
 */
function asUser(options: LaunchOptions, shown: ReadonlyMap<string, string>, command: string[]): string[] {
  const { user } = options.workspace;
  const id = String(user?.uid ?? process.getuid?.());
  const mounts = [...shown].flat();
  const script = `set -e
exec 2>&1
count=$1; shift
mkdir -p -m 755 ${passage}
mount -t tmpfs -o size=64k,mode=755 tmpfs ${passage}
while [ "$count" -gt 0 ]; do mkdir "$2"; mount --bind "$1" "$2"; shift 2; count=$((count - 1)); done
[ -z "$1" ] || echo $$ > "$1"
[ -z "$2" ] || { mknod -m 666 ${passage}/tun c 10 200; mount --bind ${passage}/tun "$2"; }
shift 2
exec "$@"`;
  const device = options.network === "filtered" && tunIsFor() === "root" ? tunDevice : "";
  return [
    ...["unshare", "--mount", "--propagation", "private", "--", "/bin/sh", "-c", script, "sh"],
    ...[String(shown.size), ...mounts, options.memoryGroup ?? "", device],
    ...dyingWithUs([...counting(options), ...command], ["--reuid", id, "--regid", id, "--clear-groups"]),
  ];
}

function joinGroup(options: LaunchOptions, command: string[]): string[] {
  const script = `exec 2>&1; [ -z "$1" ] || echo $$ > "$1" || exit 125; shift; exec "$@"`;
  return dyingWithUs(["/bin/sh", "-c", script, "sh", options.memoryGroup ?? "", ...command]);
}

/**
 * The chain is killed when this process dies. It asks for that itself, so it must also look whether it was too late; changing the
 * user takes the wish back, so this comes after.
 */
function dyingWithUs(command: string[], become: string[] = []): string[] {
  const check = '[ "$PPID" = "$1" ] || exit 125; shift; exec "$@"';
  return [
    ...["setpriv", ...become, "--pdeathsig", "KILL", "--"],
    ...["/bin/sh", "-c", check, "sh", String(process.pid), ...command],
  ];
}

const machineFiles = [
  ...["alternatives", "ca-certificates", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"],
  ...["magic", "mime.types", "pki", "protocols", "services", "ssl", "texmf", "timezone", "ImageMagick-6"],
  ...["java-11-openjdk", "java-17-openjdk", "java-21-openjdk", "crypto-policies"],
];

function sandboxArguments(options: LaunchOptions, at: (hostFolder: string) => string): string[] {
  const { workspace } = options;
  const root = at(workspace.root);
  const nameservers = options.network === "filtered" ? join(root, "etc/resolv.conf") : "/etc/resolv.conf";
  return [
    ...[
      "--unshare-user",
      "--uid",
      "1000",
      "--gid",
      "1000",
      "--unshare-pid",
      "--unshare-ipc",
      "--unshare-uts",
    ],
    ...["--unshare-cgroup-try", "--hostname", "build", "--die-with-parent", "--new-session"],
    ...["--cap-drop", "ALL", "--disable-userns"],
    ...(options.network === "none" ? ["--unshare-net"] : []),
    ...["--ro-bind", "/usr", "/usr"],
    ...["bin", "lib", "lib32", "lib64", "sbin"].flatMap(systemFolder),
    ...machineFiles.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    // Debian keeps what LaTeX starts with outside of /usr.
    ...["--ro-bind-try", "/var/lib/texmf", "/var/lib/texmf"],
    ...(existsSync("/etc/ssl/private") ? ["--size", "4096", "--tmpfs", "/etc/ssl/private"] : []),
    ...["passwd", "group", "hosts", "hostname", "nsswitch.conf", "gitconfig"].flatMap((name) => [
      ...["--ro-bind", join(root, "etc", name), `/etc/${name}`],
    ]),
    ...["--ro-bind-try", nameservers, "/etc/resolv.conf"],
    ...["--proc", "/proc", "--dev", "/dev", "--bind", join(root, "shm"), "/dev/shm"],
    ...["--size", "1048576", "--tmpfs", "/run"],
    ...["--bind", join(root, "tmp"), workspace.temporary, "--symlink", "../tmp", "/var/tmp"],
    ...["--bind", join(root, "home"), workspace.home, "--bind", join(root, "checkout"), workspace.checkout],
    ...[workspace.tools.writable ? "--bind" : "--ro-bind", at(workspace.tools.folder), workspace.tools.at],
    ...options.hostFolders.flatMap((folder) => ["--ro-bind", at(folder), folder]),
    ...(options.secretFolder ? ["--ro-bind", at(options.secretFolder), secretsAt] : []),
    ...(ownNode.shownAt ? ["--ro-bind", at(ownNode.folder), ownNode.shownAt] : []),
    // What is left of these is memory without a limit, for empty files at least.
    ...[
      "--remount-ro",
      "/",
      "--remount-ro",
      "/dev",
      "--remount-ro",
      "/run",
      "--chdir",
      options.folder,
      "--clearenv",
    ],
    ...Object.entries(options.environment).flatMap(([name, value]) => ["--setenv", heldBack(name), value]),
  ];
}

/** `/bin` and friends as this machine has them: links into /usr, or folders of their own. */
function systemFolder(name: string): string[] {
  const path = `/${name}`;
  if (!existsSync(path)) return [];
  return existsSync(`/usr/${name}`) ? ["--symlink", `usr/${name}`, path] : ["--ro-bind", path, path];
}

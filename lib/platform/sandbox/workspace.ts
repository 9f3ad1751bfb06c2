import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { env } from "#lib/platform/env.ts";
import { resolverAddress } from "#lib/platform/sandbox/network.ts";
import { systemCallFilter } from "#lib/platform/sandbox/seccomp.ts";
import type { SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

export type Isolation = "bubblewrap" | "none";

/**
 * The folder of one build and the only one it can write to. `checkout`, `home` and `temporary` are where the build sees them;
 * `host` is the same three for this process.
 */
export type Workspace = {
  readonly root: string;
  readonly isolation: Isolation;
  readonly user: SlotUser | null;
  readonly checkout: string;
  readonly home: string;
  readonly temporary: string;
  /** Where its commands are looked up. */
  readonly path: string;
  readonly tools: ToolFolder;
  /** A folder of this machine that the build sees as /dev/shm, so that what it puts there counts as its disk. */
  readonly shared: string;
  /** A file that says which system calls are refused; null where there is none. */
  readonly filter: string | null;
  readonly host: { readonly checkout: string; readonly home: string; readonly temporary: string };
};

/** Where a workspace finds tools that are not the machine's own: `folder` of this machine, shown inside as `at`. */
export type ToolFolder = { readonly folder: string; readonly at: string; readonly writable: boolean };

/** The tools that are kept for all builds. They can only look at them. */
export const keptTools = join(env.DATA_DIR, "tools");

const insideHome = "/home/build";
const insideTools = "/opt/lectern";

/** Our own node, for machines that have none where builds look. */
export const ownNode: { readonly folder: string; readonly shownAt: string | null } = {
  folder: dirname(process.execPath),
  shownAt: ["/usr/bin/node", "/usr/local/bin/node"].some(existsSync) ? null : "/opt/node",
};

/**
 * Makes an empty workspace at `root`, throwing away whatever an earlier attempt left there. One that makes a tool gets an empty
 * folder of its own in place of the kept tools: a tool is made where it will be.
 */
export async function createWorkspace(
  root: string,
  options: { isolation: Isolation; user: SlotUser | null; makesTool?: boolean },
): Promise<Workspace> {
  const { isolation, user, makesTool = false } = options;
  await removeWorkspace(root);
  const host = { checkout: join(root, "checkout"), home: join(root, "home"), temporary: join(root, "tmp") };
  const etc = join(root, "etc");
  const shared = join(root, "shm");
  // Others on the machine need not look in, but the build's own user must get through.
  await mkdir(root, { recursive: true, mode: 0o711 });
  await Promise.all([...Object.values(host), etc, shared].map((path) => mkdir(path, { mode: 0o755 })));
  await Promise.all(
    Object.entries(systemFiles).map(([name, text]) => writeFile(join(etc, name), text, { mode: 0o644 })),
  );
  const callFilter = systemCallFilter();
  const filter = callFilter && join(etc, "seccomp.bpf");
  if (filter && callFilter) await writeFile(filter, callFilter, { mode: 0o644 });
  const tools = makesTool ? join(root, "tools") : keptTools;
  await mkdir(tools, { recursive: true });
  // Its own folder is closed to others; what is shown of it must be open to the build's user.
  await chmod(tools, 0o755);
  const owned = makesTool ? [...Object.values(host), tools] : Object.values(host);
  if (user) await Promise.all(owned.map((path) => chown(path, user.uid, user.gid)));
  await Promise.all([host.temporary, shared].map((path) => chmod(path, 0o1777)));
  const inside =
    isolation === "none"
      ? host
      : { home: insideHome, checkout: join(insideHome, "checkout"), temporary: "/tmp" };
  const path = ["/usr/local/bin", "/usr/bin", "/bin", ...(ownNode.shownAt ? [ownNode.shownAt] : [])].join(
    ":",
  );
  const at = isolation === "none" ? tools : insideTools;
  return {
    ...{ root, isolation, user, ...inside, path, host, shared, filter },
    tools: { folder: tools, at, writable: makesTool },
  };
}

/**
 * Removes a workspace, whatever a build made of it. Only when nothing runs in it any more. A program does it, step by step: a folder
 * of a million files would take gigabytes of this process, and some are nested deeper than a path can name.
 */
export async function removeWorkspace(root: string): Promise<void> {
  const options = { env: childEnvironment({ PATH: systemPath }) };
  const remove = () => run("rm", ["-rf", "--one-file-system", "--", root], options);
  await remove().catch(async () => {
    // Folders their own owner may not enter.
    await run("chmod", ["-R", "u+rwX", "--", root], options).catch(() => undefined);
    await remove();
  });
}

const run = promisify(execFile);

/** The part of /etc that a build gets from us instead of from the machine. */
export const systemFiles: Readonly<Record<string, string>> = {
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nbuild:x:1000:1000:build:${insideHome}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: "root:x:0:\nbuild:x:1000:\nnogroup:x:65534:\n",
  hosts: "127.0.0.1 localhost build\n::1 localhost build\n",
  hostname: "build\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n",
  gitconfig: "[safe]\n\tdirectory = *\n",
  "resolv.conf": `nameserver ${resolverAddress}\n`,
};

import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";
import { answerGit } from "#test/git-server.ts";

/**
 * Stands in for public git hosts, so that repositories are built from their real addresses and at pinned commits: bare clones
 * served over https on this machine's loopback, names and certificate known only inside one mount namespace.
 */
export type PinnedRepository = { url: string; branch: string; commit: string };

const certificates = "/etc/ssl/certs/ca-certificates.crt";

/** Makes the bare clones below `directory`. `mirrors` is a folder of clones named `<owner>+<name>/repo`, used where one is there. */
export function cloneAll(
  directory: string,
  repositories: readonly PinnedRepository[],
  mirrors: string | undefined,
): void {
  for (const { url, branch, commit } of repositories) {
    const path = folderOf(directory, url);
    if (!existsSync(path)) {
      const mirror = mirrors && join(mirrors, ownerAndName(url).replace("/", "+"), "repo");
      run("git", "clone", "--quiet", "--bare", mirror && existsSync(mirror) ? mirror : url, path);
      // Only what is pinned: other branches and tags would be built as well.
      for (const ref of refsOf(path)) run("git", "-C", path, "update-ref", "-d", ref);
      run("git", "-C", path, "config", "uploadpack.allowAnySHA1InWant", "true");
    }
    run("git", "-C", path, "update-ref", `refs/heads/${branch}`, commit);
    run("git", "-C", path, "symbolic-ref", "HEAD", `refs/heads/${branch}`);
  }
}

/** Lines by which the served branch differs from the pinned commit of its source: none. */
export function differenceFromSource(directory: string, { url, branch, commit }: PinnedRepository): number {
  const diff = run("git", "-C", folderOf(directory, url), "diff", "--shortstat", commit, branch);
  return diff.split("\n").filter(Boolean).length;
}

/**
 * Runs this script again in a mount namespace of its own where `hosts` are this machine and a fresh certificate authority is
 * trusted. Returns its exit code.
 */
export function runWithHosts(directory: string, hosts: readonly string[], args: readonly string[]): number {
  if (process.getuid?.() !== 0)
    throw new Error("This measurement must be run as root: it mounts its own /etc/hosts.");
  const [key, certificate] = [join(directory, "host.key"), join(directory, "host.crt")];
  const names = hosts.map((host) => `DNS:${host}`).join(",");
  run(
    ...[
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
    ],
    ...["-subj", "/CN=bench", "-addext", `subjectAltName=${names}`, "-keyout", key, "-out", certificate],
  );
  copyFileSync("/etc/hosts", join(directory, "hosts"));
  appendFileSync(join(directory, "hosts"), `\n127.0.0.1 ${hosts.join(" ")}\n`);
  copyFileSync(certificates, join(directory, "certificates"));
  appendFileSync(join(directory, "certificates"), readFileSync(certificate));
  const script = `mount --bind "$1/hosts" /etc/hosts && mount --bind "$1/certificates" ${certificates} && shift && exec "$@"`;
  const inner = [process.execPath, ...process.execArgv, ...process.argv.slice(1), ...args];
  const { status } = spawnSync(
    "unshare",
    ["--mount", "--propagation", "private", "--", "/bin/sh", "-c", script, "sh", directory, ...inner],
    { stdio: "inherit" },
  );
  return status ?? 1;
}

/** Serves the bare clones below `directory` at their own addresses. Only inside `runWithHosts`. */
export async function serveRepositories(directory: string): Promise<{ close(): void }> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    request.url = (request.url ?? "/").replace(/^(\/[^/]+\/[^/?]+?)(?:\.git)?([/?].*)?$/, "$1.git$2");
    answerGit(join(directory, "repositories"), request, response);
  };
  const [key, cert] = [readFileSync(join(directory, "host.key")), readFileSync(join(directory, "host.crt"))];
  const servers = [createSecureServer({ key, cert }, answer), createServer(answer)] as const;
  await Promise.all(
    servers.map(
      (server, index) =>
        new Promise<void>((resolve, reject) => {
          server.once("error", reject);
          server.listen(index === 0 ? 443 : 80, "127.0.0.1", resolve);
        }),
    ),
  );
  return {
    close: () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const ownerAndName = (url: string): string => new URL(url).pathname.slice(1).replace(/\.git$/, "");

function folderOf(directory: string, url: string): string {
  const path = join(directory, "repositories", `${ownerAndName(url)}.git`);
  mkdirSync(join(path, ".."), { recursive: true });
  return path;
}

const refsOf = (path: string): string[] =>
  run("git", "-C", path, "for-each-ref", "--format=%(refname)").split("\n").filter(Boolean);

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout.trim();
}

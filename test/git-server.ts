import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real git server over http on a free loopback port, and repositories to serve. */
export type GitServer = {
  readonly port: number;
  /** Makes a repository; its address is `url`. */
  repository(name: string, options?: { defaultBranch?: string }): GitRepository;
  /** From now on requests wait this long before they are answered. */
  delay(ms: number): void;
  /** From now on requests need this user name and password; null needs none. */
  protect(credentials: { username: string; password: string } | null): void;
  /** From now on this many requests fail with status 500. */
  fail(count: number): void;
  /** From now on every request is sent on to the same path of this origin; null stops that. */
  redirect(origin: string | null): void;
  /** The credentials of every request so far, null where it had none. */
  readonly shown: readonly (string | null)[];
  close(): Promise<void>;
};

export type GitRepository = {
  readonly url: string;
  readonly path: string;
  /** Writes the files (text; `{ link }` makes a symbolic link), removes none, commits on the current branch and gives the commit. */
  commit(files: Record<string, string | { link: string }>, message?: string): string;
  branch(name: string): void;
  switch(name: string): void;
  /** A lightweight tag, or an annotated one when a message is given. */
  tag(name: string, message?: string): void;
  git(...args: string[]): string;
};

const identity = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), "git-server-"));
  let delayMs = 0;
  let expected: string | null = null;
  let failing = 0;
  let elsewhere: string | null = null;
  const shown: (string | null)[] = [];
  const server = createServer((request, response) => {
    shown.push(request.headers.authorization ?? null);
    setTimeout(() => {
      if (elsewhere !== null)
        return void response.writeHead(302, { location: elsewhere + request.url }).end();
      if (failing > 0) {
        failing -= 1;
        return void response.writeHead(500).end();
      }
      if (expected !== null && request.headers.authorization !== expected) {
        response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
        return;
      }
      answerGit(root, request, response);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    repository: (name, options) => makeRepository(root, name, port, options?.defaultBranch ?? "main"),
    delay: (ms) => {
      delayMs = ms;
    },
    protect: (credentials) => {
      expected =
        credentials &&
        `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`;
    },
    fail: (count) => {
      failing = count;
    },
    redirect: (origin) => {
      elsewhere = origin;
    },
    shown,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function makeRepository(root: string, name: string, port: number, defaultBranch: string): GitRepository {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: path, env: { ...process.env, ...identity }, encoding: "utf8" }).trim();
  git("init", "--quiet", "--initial-branch", defaultBranch, ".");
  git("config", "uploadpack.allowAnySHA1InWant", "true");
  return {
    path,
    url: `http://127.0.0.1:${port}/${name}/.git`,
    git,
    commit: (files, message = "Change") => {
      for (const [file, content] of Object.entries(files)) {
        const target = join(path, file);
        mkdirSync(dirname(target), { recursive: true });
        rmSync(target, { force: true });
        if (typeof content === "string") writeFileSync(target, content);
        else symlinkSync(content.link, target);
      }
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    branch: (branch) => void git("switch", "--quiet", "--create", branch),
    switch: (branch) => void git("switch", "--quiet", branch),
    tag: (tag, message) => void git("tag", ...(message ? ["--annotate", "--message", message] : []), tag),
  };
}

/** git-http-backend is a CGI program: the request goes in as environment and input, the answer comes out with its headers. */
export function answerGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const child = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      ...identity,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  let head = Buffer.alloc(0);
  let headers = true;
  child.stdout.on("data", (chunk: Buffer) => {
    if (!headers) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    headers = false;
    for (const line of head.subarray(0, end).toString().split("\r\n")) {
      const [name = "", value = ""] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === "status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
  });
  child.once("close", () => response.end());
}

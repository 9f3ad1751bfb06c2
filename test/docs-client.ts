import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { NextRequest } from "next/server";
import { siteDirectory } from "#serve/directory.ts";
import { createWebServer } from "#serve/server.ts";

/** What a docs host answered. */
export type DocsReply = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type AskDocs = (
  host: string,
  target: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<DocsReply>;

/** Asks a port of this machine over real sockets, whatever host is named; targets go out as they are. */
export const askPort =
  (port: number): AskDocs =>
  (host, path, { method = "GET", headers = {}, body: sent } = {}) =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, method, headers: { host, ...headers } })
        .on("error", reject)
        .on("response", async (response) => {
          const body = await buffer(response);
          const text = body.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text });
        })
        .end(sent);
    });

/** A web process's own server on a free port, to be asked over real sockets; it answers 299 to what is not for docs hosts. */
export async function openDocsHosts(): Promise<{ ask: AskDocs; port: number; close: () => Promise<void> }> {
  const server = createWebServer(siteDirectory(), (_, response) => response.writeHead(299).end("dashboard"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { ask: askPort(port), port, close };
}

/** Asks Next's request hook, as plain `next start` does; of nobody the address is known there. */
export const askThroughProxy: AskDocs = async (
  host,
  target,
  { method = "GET", headers = {}, body: sent } = {},
) => {
  const { proxy } = await import("#proxy.ts");
  const asked = new NextRequest(`http://${host}${target}`, {
    method,
    headers: { host, ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const response = await proxy(asked);
  const body = Buffer.from(await response.arrayBuffer());
  const found: IncomingHttpHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) found["set-cookie"] = cookies;
  // A redirect has to be absolute there; on the same host it means the same.
  const own = /^https?:\/\/([^/]*)(\/.*)$/.exec(found.location ?? "");
  if (own?.[1] === host && own[2] !== undefined) found.location = own[2];
  return { status: response.status, headers: found, body, text: body.toString() };
};

/** Another web process that answers docs hosts only; it ends with this one. */
export async function startDocsProcess(
  settings: Record<string, string> = {},
): Promise<{ ask: AskDocs; port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "test/docs-process.ts"], {
    env: { ...process.env, ...settings },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  const [said] = await Promise.race([once(child.stdout!, "data"), ended]);
  const port = Number(String(said));
  return { ask: askPort(port), port, child };
}

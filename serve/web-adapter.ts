import { Readable } from "node:stream";
import { storage } from "#lib/platform/storage/storage.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { parseHost, siteName } from "#lib/publishing/rules/host.ts";
import { atHost } from "#lib/publishing/rules/resolve.ts";
import type { Directory } from "#serve/directory.ts";
import { answer } from "#serve/pipeline.ts";
import { type Answer, readBody } from "#serve/request.ts";
import { wantsHttps } from "#serve/visit.ts";

/**
 * The same decisions for servers that speak Request and Response (`next start` and `next dev` without our own server). Where Next
 * rewrites a request or an answer, this gives way without opening anything: files are sent uncompressed, because Next drops
 * Content-Encoding, and redirects are absolute, because it fails on others.
 */
export async function answerWeb(directory: Directory, request: Request): Promise<Response> {
  const host = request.headers.get("host") ?? "";
  const ready = await answer(directory, {
    method: request.method,
    target: targetOf(request.url),
    host,
    // Next hides the socket, so nobody we trust says where a request comes from.
    scheme: null,
    address: "0.0.0.0",
    header: (name) => (name === "accept-encoding" ? undefined : (request.headers.get(name) ?? undefined)),
    body: async () => (request.body === null ? "" : readBody(request.body)),
  });
  const headers = headersOf(ready);
  const location = headers.get("location");
  if (location?.startsWith("/")) headers.set("location", `${await originOf(directory, host)}${location}`);
  return new Response(await bodyOf(request, ready), { status: ready.status, headers });
}

/** A host as its readers are meant to write it; whatever redirects there has just been read. */
async function originOf(directory: Directory, host: string): Promise<string> {
  const named = parseHost(host, docsHosts);
  const name = named.kind === "other" ? siteName(named) : null;
  const site = name === null ? null : (await directory.find(name)).site;
  const at = site && atHost(named, site.project);
  const isHttps = at ? wantsHttps(at) : docsHosts.scheme === "https";
  return `${isHttps ? "https" : "http"}://${host}`;
}

/** Path and query as they stand in the address, not as a URL parser would tidy them. */
function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path === -1 ? "/" : url.slice(path);
}

function headersOf(ready: Answer): Headers {
  const headers = new Headers();
  for (let i = 0; i < ready.headers.length; i += 2) {
    const [name = "", value = ""] = ready.headers.slice(i, i + 2);
    if (name !== "Connection") headers.append(name, value);
  }
  return headers;
}

async function bodyOf(request: Request, { body }: Answer): Promise<BodyInit | null> {
  if (body === null || request.method === "HEAD") return null;
  if (Buffer.isBuffer(body)) return new Uint8Array(body);
  const { stream } = await storage.read(body.key, body.range);
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

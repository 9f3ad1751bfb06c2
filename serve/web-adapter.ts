import { Readable } from "node:stream";
import { storage } from "#lib/platform/storage/storage.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import type { Directory } from "#serve/directory.ts";
import { answer } from "#serve/pipeline.ts";
import type { Answer } from "#serve/request.ts";

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
    scheme: null,
    address: "0.0.0.0",
    header: (name) => (name === "accept-encoding" ? undefined : (request.headers.get(name) ?? undefined)),
  });
  return new Response(await bodyOf(request, ready), {
    status: ready.status,
    headers: headersOf(ready, host),
  });
}

/** Path and query as they stand in the address, not as a URL parser would tidy them. */
function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path === -1 ? "/" : url.slice(path);
}

function headersOf(ready: Answer, host: string): Headers {
  const headers = new Headers();
  for (let i = 0; i < ready.headers.length; i += 2) {
    const [name = "", value = ""] = ready.headers.slice(i, i + 2);
    const isPath = name === "Location" && value.startsWith("/");
    if (name !== "Connection") headers.append(name, isPath ? `${docsHosts.scheme}://${host}${value}` : value);
  }
  return headers;
}

async function bodyOf(request: Request, { body }: Answer): Promise<BodyInit | null> {
  if (body === null || request.method === "HEAD") return null;
  if (Buffer.isBuffer(body)) return new Uint8Array(body);
  const { stream } = await storage.read(body.key, body.range);
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

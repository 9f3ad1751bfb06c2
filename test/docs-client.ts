import { type IncomingHttpHeaders, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";

/** What a docs host answered. */
export type DocsReply = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type AskDocs = (
  host: string,
  target: string,
  options?: { method?: string; headers?: Record<string, string> },
) => Promise<DocsReply>;

/** Listens on a free port and asks over real sockets, whatever host is named; targets go out as they are. */
export async function openDocsServer(server: Server): Promise<{ ask: AskDocs; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const ask: AskDocs = (host, path, { method = "GET", headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, method, headers: { host, ...headers } })
        .on("error", reject)
        .on("response", async (response) => {
          const body = await buffer(response);
          const text = body.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text });
        })
        .end();
    });
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { ask, close };
}

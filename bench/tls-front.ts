import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** What programs that only know one host need to find this machine there instead. */
type Front = { proxy: string; certificate: string; stop: () => Promise<void> };

/**
 * A proxy for programs on this machine that leads `https://<host>/` to a port of it, with a certificate made for the occasion in
 * `folder`. Every other host is refused.
 */
export async function startFront(folder: string, host: string, port: number): Promise<Front> {
  const key = join(folder, "front-key.pem");
  const certificate = join(folder, "front.pem");
  const name = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const files = ["-keyout", key, "-out", certificate];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...name, ...files];
  const made = spawnSync("openssl", args, { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`);

  const inside = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onwards = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onwards.on("error", () => outgoing.destroy());
      incoming.pipe(onwards);
    },
  );
  const proxy = createServer((_, refused) => refused.writeHead(403).end());
  proxy.on("connect", (asked, socket) => {
    if (asked.url !== `${host}:443`) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    inside.emit("connection", socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: own } = proxy.address() as AddressInfo;
  return {
    proxy: `http://127.0.0.1:${own}`,
    certificate,
    stop: () =>
      new Promise((resolve) => {
        inside.closeAllConnections();
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

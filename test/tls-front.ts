import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { makeCertificate } from "#test/certificates.ts";

type Front = {
  /** What a browser has to be started with to find these names here, and to believe the certificate. */
  browserArgs: string[];
  /** The Referer headers that have come so far, of requests to anybody. */
  referrers: string[];
  close: () => Promise<void>;
};

/**
 * Ends https for these names with a certificate made in `folder`, as a proxy before Lectern does. `answerOwn` may answer a request itself;
 * what it leaves goes to `port`.
 */
export async function startTlsFront(
  folder: string,
  names: readonly string[],
  port: number,
  answerOwn: (host: string, request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<Front> {
  const files = makeCertificate(folder, names);
  const cert = readFileSync(files.certificate);
  const referrers: string[] = [];
  const server = createServer({ key: readFileSync(files.key), cert }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    if (headers.referer !== undefined) referrers.push(headers.referer);
    if (answerOwn(headers.host ?? "", incoming, outgoing)) return;
    const sent = { ...headers, "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1" };
    const onwards = request({ host: "127.0.0.1", port, method, path, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const own = address !== null && typeof address === "object" ? address.port : 0;
  const key = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const browserArgs = [
    `--host-resolver-rules=MAP * 127.0.0.1:${own}`,
    `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`,
  ];
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { browserArgs, referrers, close };
}

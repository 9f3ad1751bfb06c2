import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { ambiguousAnswer, straighten, unreadableAnswer, unroutableAnswer } from "#serve/api-guard.ts";
import type { Directory } from "#serve/directory.ts";
import { isDocsHost, namesTwoHosts } from "#serve/hosts.ts";
import { answer, healthAnswer, isHealthCheck } from "#serve/pipeline.ts";
import { probe } from "#serve/probes.ts";
import { type Answer, type DocsRequest, readBody } from "#serve/request.ts";
import { clientAddressOf, schemeOf } from "#serve/trust.ts";
import { WireRequest, WireResponse } from "#serve/wire.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Against clients that send or read slowly; in milliseconds. Live logs send something every 15 s. */
const timeouts = { headers: 10_000, request: 60_000, idle: 120_000, keepAlive: 65_000 };

/**
 * The HTTP server of the web process: docs hosts are answered here, by their Host header, before anything else sees the
 * request; everything else goes to `dashboard`. `mayUpgrade` says whether the dashboard takes WebSockets (development only),
 * `isReady` whether it takes requests at the moment, for `/readyz`.
 */
export function createWebServer(
  directory: Directory,
  dashboard: Handler,
  options = { mayUpgrade: false, isReady: () => true },
): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      optimizeEmptyRequests: true,
      IncomingMessage: WireRequest,
      ServerResponse: WireResponse,
      // Without this a docs request that asks for a WebSocket would wait for somebody to take it.
      shouldUpgradeCallback: (request) => options.mayUpgrade && !isDocsHost(request.headers.host ?? ""),
    },
    (request, response) => {
      if (namesTwoHosts(request)) return send(request, response, ambiguousAnswer);
      if (isDocsHost(request.headers.host ?? "")) return answerDocs(directory, request, response);
      straighten(request);
      if (isHealthCheck(request.url ?? "/")) return send(request, response, healthAnswer());
      const probed = probe(request.url ?? "/", options.isReady);
      if (probed !== null) return void Promise.resolve(probed).then((said) => send(request, response, said));
      const refusal = unroutableAnswer(request.method ?? "GET", request.url ?? "/");
      if (refusal) return send(request, response, refusal);
      dashboard(request, response);
    },
  );
  server.setTimeout(timeouts.idle);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && error.code !== "ECONNRESET") socket.end(unreadableAnswer(error.code));
    else socket.destroy();
  });
  return server;
}

function answerDocs(directory: Directory, request: IncomingMessage, response: WireResponse): void {
  const result = answer(directory, new IncomingDocsRequest(request));
  if (result instanceof Promise) void result.then((ready) => send(request, response, ready));
  else send(request, response, result);
}

/**
 * A class, because an object literal with a getter is of a kind of its own each time: what it refers to then outlives the request
 * until the next full collection, and the young objects of every request have to be copied.
 */
class IncomingDocsRequest implements DocsRequest {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly scheme: DocsRequest["scheme"];
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.method = incoming.method ?? "GET";
    this.target = incoming.url ?? "/";
    this.host = incoming.headers.host ?? "";
    this.scheme = schemeOf(incoming);
    this.#incoming = incoming;
  }

  get address(): string {
    return clientAddressOf(this.#incoming);
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return typeof value === "string" ? value : value?.join(", ");
  }

  body(): Promise<string | null> {
    // An iterator that ends early would destroy the connection, and the answer with it.
    return readBody(this.#incoming.iterator({ destroyOnReturn: false }));
  }
}

function send(request: IncomingMessage, response: WireResponse, answer: Answer): void {
  const { status, headers, body } = answer;
  if (answer.wire !== undefined && isPlain(request, response)) {
    if (response.sendWhole(answer.wire.bytes(timeouts.keepAlive))) return;
  }
  try {
    response.writeHead(status, headers);
  } catch (error) {
    log.error({ err: error }, "an answer of ours is not valid HTTP");
    response.destroy();
    return;
  }
  if (body === null || request.method === "HEAD") response.end();
  else if (Buffer.isBuffer(body)) response.end(body);
  else void stream(response, body).catch(() => response.destroy());
}

/** Whether nothing about the request or its connection changes what a 200 looks like. */
const isPlain = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.method === "GET" && request.httpVersion === "1.1" && response.shouldKeepAlive;

async function stream(response: ServerResponse, body: Exclude<Answer["body"], Buffer | null>): Promise<void> {
  try {
    const object = await storage.read(body.key, body.range);
    await pipeline(object.stream, response);
  } catch (error) {
    // A reader who goes away is not worth a line.
    if (!response.destroyed) log.error({ err: error, key: body.key }, "a published file could not be read");
    throw error;
  }
}

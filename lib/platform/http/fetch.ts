import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { Agent, fetch, type RequestInit } from "undici";
import { env } from "#lib/platform/env.ts";
import { isInternalHost, isPublicAddress } from "#lib/platform/sandbox/network.ts";

export type GuardedRequest = {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, redirects included. */
  readonly timeoutMs?: number;
  /** A longer answer is refused. */
  readonly maxBytes?: number;
  /** How many redirects are followed; each target is judged like the first address. */
  readonly redirects?: number;
  /** Addresses that may be asked, redirects included, besides what is refused anyway; all unless said otherwise. */
  readonly mayAsk?: (url: URL) => boolean;
  /** Addresses a name may lead to although they are refused otherwise, such as those of this instance's own front door. */
  readonly ownAddresses?: readonly string[];
  readonly signal?: AbortSignal;
};

export type GuardedResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Where the answer came from in the end. */
  readonly url: string;
};

/** Why an outgoing request was not made or not finished. Recognise it with `isFetchRefused`. */
export class FetchRefused extends Error {
  readonly code = "fetch_refused";
  readonly reason:
    | "address"
    | "protocol"
    | "too_large"
    | "timeout"
    | "redirects"
    | "certificate"
    | "unreachable";

  constructor(reason: FetchRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const isFetchRefused = (error: unknown): error is FetchRefused =>
  error instanceof Error && (error as { code?: unknown }).code === "fetch_refused";

/**
 * Requests an address somebody else has chosen. Only http and https; private, link-local and own addresses are refused after
 * the name was resolved, for the connection that is really made, except hosts in INTERNAL_HOSTS. Cookies, credentials in
 * addresses and headers of one origin never travel to another. Throws FetchRefused.
 */
export async function guardedFetch(address: string, request: GuardedRequest = {}): Promise<GuardedResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? 10_000);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const agent = request.ownAddresses ? agentFor(request.ownAddresses) : guarded;
  try {
    return await follow(checked(address, request), request, signal, agent);
  } catch (error) {
    if (isFetchRefused(error)) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    if (isFetchRefused(cause)) throw cause;
    if (timeout.aborted) throw new FetchRefused("timeout", "The server took too long to answer.");
    request.signal?.throwIfAborted();
    if (isAboutTls(cause))
      throw new FetchRefused("certificate", `The certificate is not valid: ${cause.message}.`);
    throw new FetchRefused("unreachable", "The server could not be reached.");
  } finally {
    if (agent !== guarded) await agent.destroy();
  }
}

/** A handshake that failed, or a certificate nobody should trust. */
const isAboutTls = (error: unknown): error is Error =>
  error instanceof Error &&
  /^ERR_(SSL|TLS)|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(String(Reflect.get(error, "code") ?? ""));

async function follow(
  first: URL,
  request: GuardedRequest,
  signal: AbortSignal,
  dispatcher: Agent,
): Promise<GuardedResponse> {
  let url = first;
  let method = request.method ?? "GET";
  let { headers = {}, body } = request;
  for (let left = request.redirects ?? 3; ; left -= 1) {
    const init: RequestInit = { method, headers, redirect: "manual", signal, dispatcher };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
      const read = await readBody(response.body, request.maxBytes ?? 5 * 1024 * 1024);
      return { status: response.status, headers: new Map(response.headers), body: read, url: url.href };
    }
    await response.body?.cancel();
    if (left <= 0) throw new FetchRefused("redirects", "The server redirects too often.");
    const next = checked(URL.parse(location, url)?.href ?? location, request);
    if (next.origin !== url.origin) headers = {};
    if (response.status === 303 || (method === "POST" && response.status < 303)) {
      method = "GET";
      body = undefined;
    }
    url = next;
  }
}

function checked(address: string, { mayAsk }: GuardedRequest): URL {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchRefused("protocol", "The address must start with https:// or http://.");
  if (url.username !== "" || url.password !== "")
    throw new FetchRefused("protocol", "The address must not hold a user name or a password.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a look-up, so it is judged here.
  if (isIP(host) !== 0) judge(host, host);
  if (mayAsk && !mayAsk(url)) throw new FetchRefused("address", `${host} may not be requested for this.`);
  return url;
}

function judge(host: string, address: string): void {
  if (isPublicAddress(address) || isInternalHost(env.INTERNAL_HOSTS, host, address)) return;
  throw new FetchRefused("address", `${host} has an address that may not be requested from here.`);
}

function agentFor(ownAddresses: readonly string[]): Agent {
  const judgedLookup: LookupFunction = (host, options, done) => {
    lookup(host, { all: true })
      .then((found) => {
        for (const { address } of found) if (!ownAddresses.includes(address)) judge(host, address);
        const [first] = found;
        if (options.all) done(null, found);
        else if (first) done(null, first.address, first.family);
        else done(new FetchRefused("unreachable", `${host} has no address.`), "", 4);
      })
      .catch((error: Error) => done(error, "", 4));
  };
  return new Agent({ connect: { lookup: judgedLookup, timeout: 5_000 }, keepAliveTimeout: 5_000 });
}

/** Made once: connections are kept alive per origin, each judged when it is opened. */
const guarded = agentFor([]);

async function readBody(stream: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused("too_large", "The answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

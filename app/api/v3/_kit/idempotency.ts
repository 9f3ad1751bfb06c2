import { createHash } from "node:crypto";
import type { Actor } from "#lib/access/schema.ts";
import { Problem } from "#lib/platform/errors.ts";
import { type KeptAnswer, onceOnly } from "#lib/platform/idempotency/idempotency.ts";
import { type Exchange, tellable } from "./exchange.ts";

/** What a repeated answer carries besides the headers of every answer. */
const keptHeaders = ["content-type", "content-disposition", "location"];

/** The Idempotency-Key of a POST, or null. Other methods repeat safely by themselves. Refuses a key that is none with 400. */
export function idempotencyKey(request: Request): string | null {
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  if (key === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Problem("invalid", "Idempotency-Key must have 1 to 255 printable characters.");
  }
  return key;
}

/**
 * Keys belong to the person, not to the token or browser: a retry may come from either. People without an account (sign-up)
 * share those of their address; nothing is repeated to them but the answer to the very same body. A token confined to projects has keys of its own: it is not told what one that reaches
 * further was told.
 */
function ownerOf(actor: Actor): string {
  if (actor.kind === "token" && actor.projectIds !== null) return `token:${actor.tokenId}`;
  if (actor.kind === "user" || actor.kind === "token") return `user:${actor.userId}`;
  return actor.kind === "visitor" ? `address:${actor.address}` : "system";
}

/** Everything the answer depends on. The boundary of a multipart form is another one each time it is sent. */
function contentOf({ request, url }: Exchange, bytes: Buffer): string {
  const type = request.headers.get("content-type") ?? "";
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  const text = bytes.toString("latin1");
  const body = boundary === undefined ? text : text.replaceAll(boundary, "");
  const digest = createHash("sha256").update(body, "latin1").digest("hex");
  return [request.method, url.pathname + url.search, type.split(";", 1)[0]?.toLowerCase(), digest].join("\n");
}

async function kept(response: Response): Promise<KeptAnswer> {
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
}

/**
 * Carries a POST out once for its key: a repetition gets the same status and body with `Idempotency-Replayed: true`. The gate was
 * asked before, so somebody who may no longer do it is not told what came of it either. Throws what `onceOnly` throws.
 */
export async function answerOnce(
  exchange: Exchange,
  key: string,
  bytes: Buffer,
  work: () => Promise<Response>,
): Promise<Response> {
  const attempt = {
    actor: ownerOf(exchange.actor),
    key,
    method: exchange.request.method,
    path: tellable(exchange.url.pathname),
    content: contentOf(exchange, bytes),
  };
  const { answer, replayed } = await onceOnly(attempt, async () => kept(await work()));
  const headers = new Headers(exchange.headers);
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
  if (replayed) headers.set("Idempotency-Replayed", "true");
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers });
}

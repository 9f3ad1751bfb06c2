import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#lib/platform/env.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/** A root secret and the number stored beside everything made with it. */
export type RootKey = { readonly keyId: number; readonly secret: string };

const MIN_LENGTH = 16;

/**
 * Root keys in order, the first one in use, the others only to read what they made: SECRET_KEY (comma-separated), or the
 * file `secret-key` in DATA_DIR, made at the first use. Throws when a key is too short.
 */
export function rootKeys(): readonly [RootKey, ...RootKey[]] {
  return perProcess("rootKeys", () => parseRootKeys(env.SECRET_KEY ?? generatedKey(env.DATA_DIR)));
}

/** The number follows from the key itself, so the order and the presence of other keys do not matter. */
export function parseRootKeys(text: string): readonly [RootKey, ...RootKey[]] {
  const keys = text
    .split(/[,\s]+/)
    .filter((part) => part !== "")
    .map((secret) => ({ keyId: createHash("sha256").update(secret).digest().readUInt16BE(0) >> 1, secret }));
  const [first, ...others] = keys;
  if (!first || keys.some((key) => key.secret.length < MIN_LENGTH)) {
    throw new Error(`SECRET_KEY is not valid: each key must have at least ${MIN_LENGTH} characters.`);
  }
  if (new Set(keys.map((key) => key.keyId)).size < keys.length) {
    throw new Error("SECRET_KEY is not valid: two of its keys share a number, replace one of them.");
  }
  return [first, ...others];
}

/** 32 bytes for one purpose, from the key in use: next-auth, cookie signatures. */
export const derivedKey = (purpose: string): Buffer<ArrayBuffer> => derive(rootKeys()[0], purpose);

/** The same from every root key, the one in use first: what was signed before a rotation still verifies. */
export const derivedKeys = (purpose: string): { keyId: number; key: Buffer<ArrayBuffer> }[] =>
  rootKeys().map((root) => ({ keyId: root.keyId, key: derive(root, purpose) }));

const derived = perProcess("derivedKeys", () => new Map<string, Buffer<ArrayBuffer>>());

function derive(root: RootKey, purpose: string): Buffer<ArrayBuffer> {
  const name = `${root.keyId}:${purpose}`;
  const known = derived.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", root.secret, "lectern", purpose, 32));
  derived.set(name, key);
  return key;
}

function generatedKey(dataDir: string): string {
  const file = join(dataDir, "secret-key");
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch {
    // Another process was first; its key counts.
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";

const FORMAT = 1;
const HEADER_BYTES = 3;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts text (AES-256-GCM) for a `…_sealed` column: format, key id, nonce, tag, ciphertext. */
export function seal(text: string): Buffer<ArrayBuffer> {
  const [current] = derivedKeys("seal");
  if (!current) throw new Error("There is no root key.");
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt16BE(current.keyId, 1);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(header);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
}

/** The text `seal` took. Throws when the bytes were changed or their root key is no longer configured. */
export function open(sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes.readUInt8(0) !== FORMAT) {
    throw new Error("Not a sealed value.");
  }
  const keyId = sealedKeyId(bytes);
  const found = derivedKeys("seal").find((candidate) => candidate.keyId === keyId);
  if (!found) throw new Error(`The root key ${keyId} of a sealed value is not among the configured ones.`);
  const header = bytes.subarray(0, HEADER_BYTES);
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const tag = bytes.subarray(HEADER_BYTES + NONCE_BYTES, HEADER_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", found.key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(header)
    .setAuthTag(tag);
  const ciphertext = bytes.subarray(HEADER_BYTES + NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
}

/** Which root key a sealed value was made with; one that is not in use any more is worth sealing again. */
export const sealedKeyId = (sealed: Uint8Array): number => Buffer.from(sealed).readUInt16BE(1);

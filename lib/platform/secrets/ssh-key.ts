import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";

/** A key pair as ssh writes and reads it. */
export type SshKeyPair = {
  /** One line for a host's list of keys. */
  readonly publicKey: string;
  /** The whole file, not encrypted. */
  readonly privateKey: string;
  /** `SHA256:…`, as hosts show it. */
  readonly fingerprint: string;
};

const algorithm = "ssh-ed25519";

/**
 * A new ed25519 key pair. Written in OpenSSH's own format (PROTOCOL.key), because its releases before 9.6 read ed25519 in no other.
 */
export function generateSshKey(comment: string): SshKeyPair {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d, x } = privateKey.export({ format: "jwk" });
  if (d === undefined || x === undefined) throw new Error("The key pair has no key.");
  const seed = Buffer.from(d, "base64url");
  const point = Buffer.from(x, "base64url");
  const blob = Buffer.concat([field(algorithm), field(point)]);
  return {
    publicKey: `${algorithm} ${blob.toString("base64")} ${comment}`,
    privateKey: armoured(blob, privatePart(seed, point, comment)),
    fingerprint: fingerprintOf(blob),
  };
}

/** The fingerprint of a key given as `type base64`, as hosts and `ssh-keygen -l` show it. */
export const fingerprintOfKey = (key: string): string =>
  fingerprintOf(Buffer.from(key.split(" ")[1] ?? "", "base64"));

const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;

/** A text or bytes with its length before it. */
function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function privatePart(seed: Buffer, point: Buffer, comment: string): Buffer {
  // The same number twice: how a reader knows that it decrypted the rest.
  const check = randomBytes(4);
  const key = [field(algorithm), field(point), field(Buffer.concat([seed, point])), field(comment)];
  const part = Buffer.concat([check, check, ...key]);
  const missing = (8 - (part.length % 8)) % 8;
  return Buffer.concat([part, Buffer.from(Array.from({ length: missing }, (_, index) => index + 1))]);
}

function armoured(blob: Buffer, secret: Buffer): string {
  const header = [Buffer.from("openssh-key-v1\0"), field("none"), field("none"), field(""), number(1)];
  const text = Buffer.concat([...header, field(blob), field(secret)]).toString("base64");
  const lines = text.match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join("\n")}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

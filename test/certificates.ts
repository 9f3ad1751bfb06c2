import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** A certificate for these names that nobody has signed, and its key, in a folder as certbot lays them out. */
export function makeCertificate(
  folder: string,
  names: readonly string[],
): { key: string; certificate: string } {
  mkdirSync(folder, { recursive: true });
  const key = join(folder, "privkey.pem");
  const certificate = join(folder, "fullchain.pem");
  const alternatives = names.map((name) => `DNS:${name}`).join(",");
  const subject = ["-subj", `/CN=${names[0]}`, "-addext", `subjectAltName=${alternatives}`];
  const files = ["-keyout", key, "-out", certificate];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const made = spawnSync("openssl", ["req", "-x509", ...curve, "-nodes", "-days", "2", ...subject, ...files]);
  if (made.status !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`);
  return { key, certificate };
}

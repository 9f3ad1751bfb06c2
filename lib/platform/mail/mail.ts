import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { perProcess } from "#lib/platform/per-process.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

/** Where mail goes on an instance without SMTP_URL: one `.eml` file each. */
export const mailFolder = (): string => join(env.DATA_DIR, "mail");

const server = perProcess("mail", () => (env.SMTP_URL === undefined ? null : createTransport(env.SMTP_URL)));
const writer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });

/** Sends one mail. Throws when the server does not take it: call it from a job that is repeated. */
export async function sendMail(mail: Mail): Promise<void> {
  const message = { from: env.MAIL_FROM, ...mail };
  if (server) await server.sendMail(message);
  else await keep((await writer.sendMail(message)).message);
}

async function keep(message: Buffer | Readable): Promise<void> {
  await mkdir(mailFolder(), { recursive: true, mode: 0o700 });
  const name = `${clock.now().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
  const path = join(mailFolder(), name);
  // Whoever watches the folder never sees half a mail.
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

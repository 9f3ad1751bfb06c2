import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { mailHtml } from "#lib/platform/mail/html.ts";
import { perProcess } from "#lib/platform/per-process.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The word on the button that the mail's link becomes in HTML. */
  readonly action?: string;
};

/** Where mail goes on an instance without SMTP_URL: one `.eml` file each. */
export const mailFolder = (): string => join(env.DATA_DIR, "mail");

const server = perProcess("mail", () => (env.SMTP_URL === undefined ? null : createTransport(env.SMTP_URL)));
const writer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });

/** Sends one mail. Throws when the server does not take it: call it from a job that is repeated. */
export async function sendMail({ action, ...mail }: Mail): Promise<void> {
  const message = { from: env.MAIL_FROM, ...mail };
  const words = { text: mail.text, home: env.DASHBOARD_URL, ...(action !== undefined && { action }) };
  if (server) await server.sendMail({ ...message, html: mailHtml(words) });
  else await keep(await readable(message));
}

/** A message whose text stands as it is: people copy the link out of the file, and encoding would break it. */
async function readable({ text, ...head }: Omit<Mail, "action"> & { from: string }): Promise<string> {
  const { message } = await writer.sendMail({ ...head, text: "-" });
  const [headers = ""] = message.toString().split("\n\n", 1);
  return `${headers.replace(/^(Content-Transfer-Encoding): 7bit$/m, "$1: 8bit")}\n\n${text}`;
}

async function keep(message: string): Promise<void> {
  await mkdir(mailFolder(), { recursive: true, mode: 0o700 });
  const name = `${clock.now().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
  const path = join(mailFolder(), name);
  // Whoever watches the folder never sees half a mail.
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

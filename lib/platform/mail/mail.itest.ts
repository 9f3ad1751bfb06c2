import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mailFolder, sendMail } from "#lib/platform/mail/mail.ts";

test("without a mail server each mail becomes a file only we can read", async () => {
  const link = `https://lectern.example/accounts/confirm-email/?code=${"a".repeat(80)}`;
  await sendMail({ to: "ada@example.com", subject: "Grüße\nBcc: eve@example.com", text: "Hello Ada" });
  await sendMail({ to: "ada@example.com", subject: "Two", text: `Open\n\n${link}\n`, action: "Open" });
  const names = await readdir(mailFolder());
  expect(names).toHaveLength(2);
  expect(names.every((name) => name.endsWith(".eml"))).toBe(true);
  const first = join(mailFolder(), names.sort()[0]!);
  const text = await readFile(first, "utf8");
  expect(text).toMatch(/^To: ada@example\.com$/m);
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).toMatch(/Hello Ada/);
  expect((await stat(first)).mode & 0o777).toBe(0o600);
  // Whoever runs the server copies the link out of the file.
  const second = await readFile(join(mailFolder(), names[1]!), "utf8");
  expect(second).toContain(`\n\nOpen\n\n${link}\n`);
});

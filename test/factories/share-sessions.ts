import { randomUUID } from "node:crypto";
import { db } from "#lib/platform/db/client.ts";
import { derivedKey } from "#lib/platform/secrets/keys.ts";
import { shareCookie, shareCookiePurpose, signShareSessions } from "#lib/sharing/sessions/rules.ts";

/** Opens shares by one kind of their secrets on each of some hosts; returns the Cookie header of a browser that did. */
export async function openShares(
  shares: readonly { id: number }[],
  kind: "link" | "password",
  hosts: readonly string[],
): Promise<string> {
  const ids: string[] = [];
  for (const { id: shareId } of shares) {
    const { id: secretId } = await db.shareSecret.findFirstOrThrow({ where: { shareId, kind } });
    const rows = hosts.map((host) => ({ id: randomUUID(), shareId, secretId, host, client: "" }));
    await db.shareSession.createMany({ data: rows });
    ids.push(...rows.map(({ id }) => id));
  }
  const value = signShareSessions(ids, derivedKey(shareCookiePurpose));
  return shareCookie(value, false).split(";")[0] ?? "";
}

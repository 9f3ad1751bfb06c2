import { mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import type { AskDocs } from "#test/docs-client.ts";
import type { Person } from "#test/factories/tenants.ts";

/** Logs somebody in on a docs host to read what is at a path, the way their browser would; returns the Cookie header it then sends. */
export async function logInOn(ask: AskDocs, host: string, person: Person, path = "/"): Promise<string> {
  const { userId, username, superuser, address, client } = person.actor;
  const session = await startSession({ id: userId, username, isSuperuser: superuser }, { address, client });
  const member = { userId, username, superuser, address, client, sessionId: session.id };
  const url = new URL(
    await mintDocsCode({ kind: "user", ...member, authenticatedAt: new Date() }, host, path),
  );
  const { headers } = await ask(host, url.pathname + url.search);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

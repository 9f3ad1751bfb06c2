import { mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { stateOf } from "#lib/accounts/docs-sessions/rules.ts";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import type { AskDocs } from "#test/docs-client.ts";
import type { Person } from "#test/factories/tenants.ts";

const value = "a".repeat(32);
/** A browser on its way through logging in: the cookie docs hosts gave it, and what the dashboard was told of it. */
export const browser = {
  cookie: `lectern-login=${value}; __Host-lectern-login=${value}`,
  state: stateOf(value),
};

/** Logs somebody in on a docs host to read what is at a path, the way their browser would; returns the Cookie header it then sends. */
export async function logInOn(ask: AskDocs, host: string, person: Person, path = "/"): Promise<string> {
  const { userId, username, superuser, address, client } = person.actor;
  const session = await startSession({ id: userId, username, isSuperuser: superuser }, { address, client });
  const member = { userId, username, superuser, address, client, sessionId: session.id };
  const url = new URL(
    await mintDocsCode({ kind: "user", ...member, authenticatedAt: new Date() }, host, path, browser.state),
  );
  const { headers } = await ask(host, url.pathname + url.search, { headers: { cookie: browser.cookie } });
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

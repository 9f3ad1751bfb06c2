import type { Actor } from "#lib/access/schema.ts";
import { findPasskeyOwner } from "#lib/accounts/passkeys/commands.ts";
import { requireOwnPassword } from "#lib/accounts/passwords/commands.ts";
import { proveSession } from "#lib/accounts/sessions/commands.ts";
import type { Reauthentication } from "#lib/accounts/sessions/schema.ts";
import { invalid } from "#lib/platform/errors.ts";

/**
 * Somebody proves in their session that it is still them, by password or by a passkey of their own; acts that hurt ask for it every
 * two hours. Refuses with 400 on the field that is wrong, with 429 after too many wrong passwords.
 */
export async function confirmIdentity(
  actor: Extract<Actor, { kind: "user" }>,
  given: Reauthentication,
): Promise<void> {
  if (given.passkey) {
    const owner = await findPasskeyOwner(given.passkey);
    if (owner?.id !== actor.userId) throw invalid({ passkey: ["This is not a passkey of your account."] });
  } else {
    await requireOwnPassword(actor, given.password ?? "", "password");
  }
  await proveSession(actor, { secondFactor: given.passkey !== undefined });
}

import type { SignedIn } from "#lib/access/schema.ts";
import type { PreferencesInput } from "#lib/accounts/preferences/schema.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { forbidden } from "#lib/platform/errors.ts";

/** Changes what is given of the caller's preferences; of two changes at once both count. A token confined to projects may not. */
export async function updatePreferences(actor: SignedIn, input: PreferencesInput): Promise<void> {
  if (actor.kind === "token" && actor.projectIds !== null) throw forbidden();
  const { time_zone: timeZone, ...chosen } = input;
  await command(actor, async (c) => {
    await c.tx.$executeRaw`
      update users set preferences = preferences || ${JSON.stringify(chosen)}::jsonb where id = ${actor.userId}::int`;
    await c.tx.user.update({
      where: { id: actor.userId },
      data: { ...(timeZone !== undefined && { timeZone }), modified: clock.now() },
      select: { id: true },
    });
    await c.record({
      action: "account.preferences.update",
      subjectKind: "user",
      subjectId: actor.userId,
      subjectLabel: actor.username,
    });
  });
}

import type { Granted } from "#lib/access/rules.ts";
import type { DirectoryUser } from "#lib/accounts/directory/queries.ts";
import { endSessionsWhere } from "#lib/accounts/sessions/commands.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { conflict } from "#lib/platform/errors.ts";

/**
 * Switches an account off or on. Off: it cannot sign in, all its sessions end, its tokens are refused, and it reads no private page; what it
 * made stays. Refuses with 409 to switch off the account that asks.
 */
export async function setAccountActive(
  user: Granted<"admin", DirectoryUser>,
  active: boolean,
): Promise<void> {
  const { actor } = user;
  if (!active && actor.kind !== "system" && "userId" in actor && actor.userId === user.id)
    throw conflict("You cannot disable your own account. Ask another superuser.");
  await command(actor, async (c) => {
    const { count } = await c.tx.user.updateMany({
      where: { id: user.id, deactivatedAt: active ? { not: null } : null },
      data: { deactivatedAt: active ? null : clock.now(), modified: clock.now() },
    });
    await c.record({
      action: active ? "account.enable" : "account.disable",
      subjectKind: "user",
      subjectId: user.id,
      subjectLabel: user.username,
    });
    if (count === 0) return;
    if (!active) await endSessionsWhere(c, { userId: user.id });
    // Docs hosts know who reads a project, and leave out who is switched off.
    await c.notify("site_changed", "all");
  });
}

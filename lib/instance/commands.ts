import type { SignedIn } from "#lib/access/schema.ts";
import { command } from "#lib/audit/commands.ts";
import { findInstance } from "#lib/instance/queries.ts";
import type { Edition, OperatorSettingsInput } from "#lib/instance/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { forbidden } from "#lib/platform/errors.ts";

/**
 * Called by every process as it starts: the first one writes the edition down, later ones must agree with it. Throws an
 * Error of one sentence when they do not: what one edition stored means something else in the other.
 */
export async function claimEdition(edition: Edition): Promise<void> {
  const stored = (await findInstance()) ?? (await createInstance(edition));
  if (stored.edition !== edition) {
    throw new Error(
      `EDITION is ${edition}, but this database was set up for the ${stored.edition} edition: set EDITION=${stored.edition}, or use another database.`,
    );
  }
}

/** Two processes may be first at once; the row of one of them stays. */
function createInstance(edition: Edition): Promise<{ edition: Edition }> {
  return command({ kind: "system", job: "start" }, async (c) => {
    const { count } = await c.tx.instance.createMany({
      data: [{ id: 1, edition, created: clock.now() }],
      skipDuplicates: true,
    });
    await c.record({
      action: count === 1 ? "instance.create" : "instance.join",
      subjectKind: "instance",
      subjectId: 1,
      subjectLabel: edition,
    });
    return c.tx.instance.findUniqueOrThrow({ where: { id: 1 }, select: { edition: true } });
  });
}

/** Changes what is given of the instance's settings, for superusers; of two changes at once both count. */
export async function updateInstanceSettings(actor: SignedIn, input: OperatorSettingsInput): Promise<void> {
  if (!actor.superuser) throw forbidden();
  const changes = {
    ...(input.sign_up !== undefined && { signUp: input.sign_up }),
    ...(input.email_domains !== undefined && {
      emailDomains: [...new Set(input.email_domains.map((domain) => domain.toLowerCase()))].sort(),
    }),
  };
  await command(actor, async (c) => {
    await c.tx.$executeRaw`
      update instance set settings = settings || ${JSON.stringify(changes)}::jsonb where id = 1`;
    await c.record({
      action: "instance.update",
      subjectKind: "instance",
      subjectId: 1,
      subjectLabel: "settings",
      changes,
    });
  });
}

import { business, type Gate, named } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import { signedIn } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { openReceived } from "#lib/organizations/invitations/queries.ts";

/** Whoever holds the link of an invitation: only its mail has it. */
export const invitationHolder = {
  name: "invitation:view",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    business();
    const token = named(params, "token");
    return { token, invitation: await openReceived(actor, token, "view") };
  },
} satisfies Gate<object>;

/** The one it was sent to. */
export const invitationReceiver = {
  name: "invitation:answer",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    business();
    signedIn(actor);
    return { invitation: await openReceived(actor, named(params, "token"), "admin") };
  },
} satisfies Gate<object>;

import { type Gate, named } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import type { Actor } from "#lib/access/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";
import { openRecipient } from "#lib/sharing/recipients/queries.ts";

export const recipientGate = {
  name: "recipient:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { share } = await shareGate.open(actor, params);
    const id = readId(named(params, "recipient"), "ShareRecipient");
    return { recipient: await openRecipient(share, id) };
  },
} satisfies Gate<object>;

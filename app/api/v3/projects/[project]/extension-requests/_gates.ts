import { businessProjectAdmin, type Gate, named } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import type { Actor } from "#lib/access/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";
import { openExtensionRequest } from "#lib/sharing/extension-requests/queries.ts";

export const extensionRequestGate = {
  name: "extension-request:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { project } = await businessProjectAdmin.open(actor, params);
    const id = readId(named(params, "request"), "ExtensionRequest");
    return { extensionRequest: await openExtensionRequest(project, id) };
  },
} satisfies Gate<object>;

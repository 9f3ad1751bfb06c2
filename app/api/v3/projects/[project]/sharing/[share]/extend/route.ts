import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { revealedChange } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { extendShare } from "#lib/sharing/commands.ts";
import { presentSavedShare } from "#lib/sharing/present.ts";
import { extensionInput, savedShareJson } from "#lib/sharing/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Move the end of a share, by its own length unless told",
    gate: shareGate,
    tag: ({ share }) => share,
    body: extensionInput,
    response: savedShareJson,
    run: async ({ share, body, unchanged, tells }) =>
      presentSavedShare(await revealedChange(await extendShare(share, body, { unchanged }), tells)),
  }),
});

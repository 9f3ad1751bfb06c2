import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { revealedChange } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { undoRevoke } from "#lib/sharing/commands.ts";
import { presentSavedShare } from "#lib/sharing/present.ts";
import { savedShareJson } from "#lib/sharing/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Take revoking back within 15 seconds; links, passwords and tokens are the same",
    gate: shareGate,
    tag: ({ share }) => share,

    response: savedShareJson,
    run: async ({ share, unchanged, tells }) =>
      presentSavedShare(await revealedChange(await undoRevoke(share, { unchanged }), tells)),
  }),
});

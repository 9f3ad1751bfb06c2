import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { revealedChange } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { rotateShare } from "#lib/sharing/commands.ts";
import { presentSavedShare } from "#lib/sharing/present.ts";
import { rotationInput, savedShareJson } from "#lib/sharing/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Replace a share's secret; the old one goes on for as long as asked for",
    gate: shareGate,
    tag: ({ share }) => share,
    body: rotationInput,
    response: savedShareJson,
    run: async ({ share, body, unchanged, tells }) =>
      presentSavedShare(await revealedChange(await rotateShare(share, body, { unchanged }), tells)),
  }),
});

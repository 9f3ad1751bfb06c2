import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { revealed, revealedChange } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { revokeShare, updateShare } from "#lib/sharing/commands.ts";
import { presentSavedShare, presentShare } from "#lib/sharing/present.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { savedShareJson, shareChanges, shareJson } from "#lib/sharing/schema.ts";

const tag = ({ share }: { share: Share }) => share;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a share",
    gate: shareGate,
    tag,
    response: shareJson,
    run: async ({ share, tells }) => {
      await revealed([share], tells);
      return presentShare(share);
    },
  }),
  PATCH: endpoint({
    summary: "Change a share; it counts from everybody's next request on",
    gate: shareGate,
    tag,
    body: shareChanges,
    response: savedShareJson,
    run: async ({ share, body, unchanged, tells }) =>
      presentSavedShare(await revealedChange(await updateShare(share, body, { unchanged }), tells)),
  }),
  DELETE: endpoint({
    summary: "Revoke a share",
    gate: shareGate,
    tag,
    response: null,
    run: async ({ share, unchanged }) => void (await revokeShare(share, { unchanged })),
  }),
});

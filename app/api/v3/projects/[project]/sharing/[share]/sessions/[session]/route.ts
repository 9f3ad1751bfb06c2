import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { endShareSession } from "#lib/sharing/sessions/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  DELETE: endpoint({
    summary: "End one session of a share; the share goes on",
    gate: shareGate,
    response: null,
    run: ({ share, params }) => endShareSession(share, named(params, "session")),
  }),
});

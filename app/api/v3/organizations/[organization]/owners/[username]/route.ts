import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { ownerRemover } from "#app/api/v3/organizations/_gates.ts";
import { removeOwner } from "#lib/organizations/members/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    DELETE: endpoint({
      summary: "End somebody's ownership; their teams stay",
      gate: ownerRemover,
      response: null,
      run: ({ owner }) => removeOwner(owner),
    }),
  },
  { reading: businessOnly },
);

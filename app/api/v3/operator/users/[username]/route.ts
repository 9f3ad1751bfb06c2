import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { directoryGate } from "#app/api/v3/operator/_gates.ts";
import { setAccountActive } from "#lib/accounts/directory/commands.ts";
import { presentDirectoryUser } from "#lib/accounts/directory/present.ts";
import { openDirectoryUser } from "#lib/accounts/directory/queries.ts";
import { directoryInput, directoryUserJson } from "#lib/accounts/directory/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show an account of the instance",
    gate: directoryGate,
    response: directoryUserJson,
    run: async ({ user }) => presentDirectoryUser(user),
  }),
  PATCH: endpoint({
    summary: "Disable an account, or enable it again",
    gate: directoryGate,
    body: directoryInput,
    response: directoryUserJson,
    run: async ({ actor, user, body }) => {
      await setAccountActive(user, body.active);
      return presentDirectoryUser(await openDirectoryUser(actor, user.username));
    },
  }),
});

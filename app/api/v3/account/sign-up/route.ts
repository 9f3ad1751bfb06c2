import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { signUp } from "#lib/accounts/commands.ts";
import { newAccountJson, signUpInput } from "#lib/accounts/schema.ts";
import { findInvited } from "#lib/organizations/invitations/queries.ts";
import { invalid } from "#lib/platform/errors.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Create an account for yourself",
    gate: anyone,
    body: signUpInput,
    response: newAccountJson,
    status: 201,
    run: async ({ actor, body }) => {
      const invited = body.invitation === undefined ? null : await findInvited(body.invitation);
      if (body.invitation !== undefined && invited === null)
        throw invalid({
          invitation: ["This invitation is not valid or no longer valid. Ask for a new one."],
        });
      return { username: (await signUp(actor, body, invited)).username };
    },
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { removeEmail, setPrimaryEmail } from "#lib/accounts/emails/commands.ts";
import { presentEmail } from "#lib/accounts/emails/present.ts";
import { emailChange, emailJson } from "#lib/accounts/emails/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  PATCH: endpoint({
    summary: "Make an e-mail address your main one",
    gate: proven(sessionOnly),
    body: emailChange,
    response: emailJson,
    run: async ({ actor, params }) =>
      presentEmail(await setPrimaryEmail(actor, readId(named(params, "email"), "Email"))),
  }),
  DELETE: endpoint({
    summary: "Remove one of your e-mail addresses",
    gate: proven(sessionOnly),
    response: null,
    run: ({ actor, params }) => removeEmail(actor, readId(named(params, "email"), "Email")),
  }),
});

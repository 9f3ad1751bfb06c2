import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { addEmail } from "#lib/accounts/emails/commands.ts";
import { presentEmail } from "#lib/accounts/emails/present.ts";
import { listEmails } from "#lib/accounts/emails/queries.ts";
import { emailInput, emailJson } from "#lib/accounts/emails/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List your e-mail addresses",
    gate: sessionOnly,
    response: pageOf(emailJson),
    run: async ({ actor, page, list }) => list(await listEmails(actor, page), presentEmail),
  }),
  POST: endpoint({
    summary: "Add an e-mail address, which is mailed a code",
    gate: proven(sessionOnly),
    body: emailInput,
    response: emailJson,
    status: 201,
    run: async ({ actor, body }) => presentEmail(await addEmail(actor, body.address)),
  }),
});

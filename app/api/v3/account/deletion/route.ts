import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { deleteAccount } from "#lib/accounts/deletion/commands.ts";
import { getDeletion } from "#lib/accounts/deletion/queries.ts";
import { accountDeletionInput, accountDeletionJson } from "#lib/accounts/deletion/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what deleting your account takes along, and what stands in its way",
    gate: sessionOnly,
    response: accountDeletionJson,
    run: ({ actor }) => getDeletion(actor.userId),
  }),
  POST: endpoint({
    summary: "Delete your account",
    gate: proven(sessionOnly),
    body: accountDeletionInput,
    response: null,
    status: 204,
    run: ({ actor, body }) => deleteAccount(actor, body.username),
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { revealedRecipients } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { createRecipients } from "#lib/sharing/recipients/commands.ts";
import { presentRecipient, presentSavedRecipient } from "#lib/sharing/recipients/present.ts";
import { listRecipients } from "#lib/sharing/recipients/queries.ts";
import {
  recipientJson,
  recipientQuery,
  recipientsInput,
  savedRecipientsJson,
} from "#lib/sharing/recipients/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the recipients of a share, revoked ones included, in the order they were added",
    gate: shareGate,
    query: recipientQuery,
    response: pageOf(recipientJson),
    run: async ({ share, query, page, list, tells }) => {
      const found = await listRecipients(share, query, page);
      await revealedRecipients(found.rows, tells);
      return list(found, presentRecipient);
    },
  }),
  POST: endpoint({
    summary: "Add one recipient or up to 200, each with a secret of their own; all of them, or nobody",
    gate: shareGate,
    body: recipientsInput,
    bodyFields: { list: "recipients", "text/csv": "csv" },
    response: savedRecipientsJson,
    status: 201,
    run: async ({ share, body }) => ({
      recipients: (await createRecipients(share, body)).map(presentSavedRecipient),
    }),
  }),
});

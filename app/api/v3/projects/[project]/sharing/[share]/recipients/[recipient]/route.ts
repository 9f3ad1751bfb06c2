import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { revealedRecipients } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { revokeRecipient } from "#lib/sharing/recipients/commands.ts";
import { presentRecipient } from "#lib/sharing/recipients/present.ts";
import { recipientJson } from "#lib/sharing/recipients/schema.ts";
import { recipientGate } from "../_gates.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a recipient of a share",
    gate: recipientGate,
    response: recipientJson,
    run: async ({ recipient, tells }) => {
      await revealedRecipients([recipient], tells);
      return presentRecipient(recipient);
    },
  }),
  DELETE: endpoint({
    summary: "End the access of one recipient at once",
    gate: recipientGate,
    response: null,
    run: ({ recipient }) => revokeRecipient(recipient),
  }),
});

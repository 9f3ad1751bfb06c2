import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { revealedRotation } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { rotateRecipient } from "#lib/sharing/recipients/commands.ts";
import { presentSavedRecipient } from "#lib/sharing/recipients/present.ts";
import { recipientRotationInput, savedRecipientJson } from "#lib/sharing/recipients/schema.ts";
import { recipientGate } from "../../_gates.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Give one recipient a new secret; the old one stops now, or goes on for a while",
    gate: recipientGate,
    body: recipientRotationInput,
    response: savedRecipientJson,
    run: async ({ recipient, body, tells }) =>
      presentSavedRecipient(await revealedRotation(await rotateRecipient(recipient, body), tells)),
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { updateExtensionRequest } from "#lib/sharing/extension-requests/commands.ts";
import { presentExtensionRequest } from "#lib/sharing/extension-requests/present.ts";
import { extensionRequestChanges, extensionRequestJson } from "#lib/sharing/extension-requests/schema.ts";
import { extensionRequestGate } from "../_gates.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what somebody asks for",
    gate: extensionRequestGate,
    response: extensionRequestJson,
    run: async ({ extensionRequest }) => presentExtensionRequest(extensionRequest),
  }),
  PATCH: endpoint({
    summary: "Give more time, by the length the share was made with, or say no",
    gate: extensionRequestGate,
    body: extensionRequestChanges,
    response: extensionRequestJson,
    run: async ({ extensionRequest, body }) =>
      presentExtensionRequest(await updateExtensionRequest(extensionRequest, body)),
  }),
});

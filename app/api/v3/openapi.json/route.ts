import { z } from "zod";
import { servedDocument } from "#app/api/v3/_document.ts";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Describe this API (OpenAPI 3.1)",
    gate: anyone,
    response: z.record(z.string(), z.unknown()),
    keys: "given",
    run: async () => ({ ...servedDocument(), servers: [{ url: dashboardUrl("") }] }),
  }),
});

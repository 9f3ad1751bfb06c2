import { z } from "zod";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { communityDocument } from "#app/api/v3/_kit/openapi-edition.ts";
import document from "#app/api/v3/openapi.json/openapi.snapshot.json" with { type: "json" };
import { env } from "#lib/platform/env.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

const described = env.EDITION === "community" ? communityDocument(document) : document;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Describe this API (OpenAPI 3.1)",
    gate: anyone,
    response: z.record(z.string(), z.unknown()),
    keys: "given",
    run: async () => ({ ...described, servers: [{ url: dashboardUrl("") }] }),
  }),
});

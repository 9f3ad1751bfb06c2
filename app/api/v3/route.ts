import { z } from "zod";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { prefersHtml } from "#app/api/v3/_kit/negotiate.ts";
import { renderRoot } from "#app/api/v3/_root.ts";
import { env } from "#lib/platform/env.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List where the API begins",
    gate: anyone,
    response: z.record(z.string(), z.string()),
    keys: "given",
    types: ["text/html"],
    run: async ({ url, request }) => {
      const at = (path: string) => new URL(`/api/v3/${path}`, url).href;
      const entries = {
        projects: at("projects/"),
        notifications: at("notifications/"),
        "remote/repositories": at("remote/repositories/"),
        "remote/organizations": at("remote/organizations/"),
        ...(env.EDITION === "business" && { organizations: at("organizations/") }),
        account: at("account/"),
        "openapi.json": at("openapi.json/"),
      };
      return prefersHtml(request) ? renderRoot(entries) : entries;
    },
  }),
});

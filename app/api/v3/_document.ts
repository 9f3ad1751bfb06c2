import { communityDocument } from "#app/api/v3/_kit/openapi-edition.ts";
import document from "#app/api/v3/openapi.json/openapi.snapshot.json" with { type: "json" };
import { env } from "#lib/platform/env.ts";

/** The OpenAPI document of this edition. */
export const servedDocument = () => (env.EDITION === "community" ? communityDocument(document) : document);

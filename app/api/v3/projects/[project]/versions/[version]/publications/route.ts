import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { versionAdmin } from "#app/api/v3/projects/_gates.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { publishAgain } from "#lib/publishing/publications/commands.ts";
import { presentPublication } from "#lib/publishing/publications/present.ts";
import { listPublications } from "#lib/publishing/publications/queries.ts";
import { publicationInput, publicationJson } from "#lib/publishing/publications/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List what a version has served since when and by whom, newest first",
    gate: versionAdmin,
    response: pageOf(publicationJson),
    run: async ({ version, page, list }) => list(await listPublications(version, page), presentPublication),
  }),
  POST: endpoint({
    summary: "Publish an earlier build again",
    gate: versionAdmin,
    body: publicationInput,
    response: publicationJson,
    status: 201,
    run: async ({ version, body }) => presentPublication(await publishAgain(version, body)),
  }),
});

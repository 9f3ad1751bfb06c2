import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { superuserOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentDirectoryUser } from "#lib/accounts/directory/present.ts";
import { listDirectory } from "#lib/accounts/directory/queries.ts";
import { directoryFilter, directoryUserJson } from "#lib/accounts/directory/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the accounts of the instance",
    gate: superuserOnly,
    query: directoryFilter,
    response: pageOf(directoryUserJson),
    run: async ({ query, page, list }) => list(await listDirectory(query, page), presentDirectoryUser),
  }),
});

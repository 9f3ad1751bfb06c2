import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import {
  answerRemoteRepositories,
  remoteRepositoryAnswer,
  remoteRepositoryExpand,
} from "#app/api/v3/remote/repositories/_answers.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { listRemoteRepositories } from "#lib/remotes/queries.ts";
import { remoteRepositoryFilter } from "#lib/remotes/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the repositories your accounts on code hosts reach",
    gate: signedInOnly,
    query: remoteRepositoryFilter,
    response: pageOf(remoteRepositoryAnswer),
    expand: remoteRepositoryExpand,
    run: async ({ actor, query, page, expand, list }) => {
      const { count, rows } = await listRemoteRepositories(actor, query, page);
      return list({ count, rows: await answerRemoteRepositories(actor, rows, expand) }, (answer) => answer);
    },
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { deleteRepositoryToken, setRepositoryToken } from "#lib/projects/repository-tokens/commands.ts";
import { presentRepositoryToken } from "#lib/projects/repository-tokens/present.ts";
import { getRepositoryToken } from "#lib/projects/repository-tokens/queries.ts";
import { repositoryTokenInput, repositoryTokenJson } from "#lib/projects/repository-tokens/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what is known of the token a repository is fetched with, never the token",
    gate: businessProjectAdmin,
    response: repositoryTokenJson,
    run: async ({ project }) => presentRepositoryToken(await getRepositoryToken(project)),
  }),
  PUT: endpoint({
    summary: "Keep a token for fetching the repository over https, in place of one kept before",
    gate: businessProjectAdmin,
    body: repositoryTokenInput,
    response: null,
    run: async ({ project, body }) => {
      await setRepositoryToken(project, body);
    },
  }),
  DELETE: endpoint({
    summary: "Forget the token",
    gate: businessProjectAdmin,
    response: null,
    run: ({ project }) => deleteRepositoryToken(project),
  }),
});

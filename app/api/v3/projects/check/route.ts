import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { projectImporter } from "#app/api/v3/projects/_gates.ts";
import { repositoryPolicy } from "#app/api/v3/projects/_policy.ts";
import { checkRepository } from "#lib/projects/repository-checks/adapters/git-host.ts";
import { repositoryCheckInput, repositoryCheckJson } from "#lib/projects/repository-checks/schema.ts";
import { normalizeRepositoryUrl } from "#lib/projects/rules/repository.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Ask a git repository what it has, before it is imported",
    gate: projectImporter,
    body: repositoryCheckInput(repositoryPolicy),
    response: repositoryCheckJson,
    run: ({ body }) => checkRepository(normalizeRepositoryUrl(body.repository.url)),
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { createEnvironmentVariable } from "#lib/projects/environment-variables/commands.ts";
import {
  presentDetailedVariable,
  presentEnvironmentVariable,
} from "#lib/projects/environment-variables/present.ts";
import { listEnvironmentVariables } from "#lib/projects/environment-variables/queries.ts";
import {
  environmentVariableAnswer,
  environmentVariableInput,
  environmentVariableJson,
} from "#lib/projects/environment-variables/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a project's environment variables without their values",
    gate: projectAdmin,
    response: pageOf(environmentVariableAnswer),
    expand: { details: {} },
    run: async ({ project, page, expand, list }) =>
      list(
        await listEnvironmentVariables(project, page),
        expand.has("details") ? presentDetailedVariable : presentEnvironmentVariable,
      ),
  }),
  POST: endpoint({
    summary: "Add an environment variable; its value is never shown again",
    gate: projectAdmin,
    body: environmentVariableInput,
    response: environmentVariableJson,
    status: 201,
    run: async ({ project, body }) =>
      presentEnvironmentVariable(await createEnvironmentVariable(project, body)),
  }),
});

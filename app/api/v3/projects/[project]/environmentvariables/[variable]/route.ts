import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { environmentVariableAdmin } from "#app/api/v3/projects/_gates.ts";
import {
  deleteEnvironmentVariable,
  updateEnvironmentVariable,
} from "#lib/projects/environment-variables/commands.ts";
import {
  presentDetailedVariable,
  presentEnvironmentVariable,
} from "#lib/projects/environment-variables/present.ts";
import type { EnvironmentVariable } from "#lib/projects/environment-variables/queries.ts";
import {
  environmentVariableAnswer,
  environmentVariableChanges,
  environmentVariableJson,
} from "#lib/projects/environment-variables/schema.ts";

const tag = ({ variable }: { variable: EnvironmentVariable }) => variable;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show an environment variable without its value",
    gate: environmentVariableAdmin,
    tag,
    response: environmentVariableAnswer,
    expand: { details: {} },
    run: async ({ variable, expand }) =>
      expand.has("details") ? presentDetailedVariable(variable) : presentEnvironmentVariable(variable),
  }),
  PATCH: endpoint({
    summary: "Replace the value of an environment variable, or change for which builds it is",
    gate: environmentVariableAdmin,
    tag,
    body: environmentVariableChanges,
    response: environmentVariableJson,
    run: async ({ variable, body, unchanged }) =>
      presentEnvironmentVariable(await updateEnvironmentVariable(variable, body, { unchanged })),
  }),
  DELETE: endpoint({
    summary: "Remove an environment variable",
    gate: environmentVariableAdmin,
    tag,
    response: null,
    run: ({ variable, unchanged }) => deleteEnvironmentVariable(variable, { unchanged }),
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { projectPerson } from "#app/api/v3/projects/_gates.ts";
import { removeMaintainer } from "#lib/projects/people/commands.ts";
import { presentPerson } from "#lib/projects/people/present.ts";
import { personJson } from "#lib/projects/people/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what somebody may do in a project, and why",
    gate: projectPerson,
    response: personJson,
    run: async ({ person }) => presentPerson(person),
  }),
  DELETE: endpoint({
    summary: "Take a maintainer out of a project (community edition); everybody may leave",
    gate: projectPerson,
    response: null,
    run: ({ project, person }) => removeMaintainer(project, person),
  }),
});

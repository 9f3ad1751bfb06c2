import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { projectReader } from "#app/api/v3/projects/_gates.ts";
import { addStar, removeStar } from "#lib/projects/stars/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  PUT: endpoint({
    summary: "Star a project",
    gate: projectReader,
    response: null,
    run: ({ person, project }) => addStar(person, project),
  }),
  DELETE: endpoint({
    summary: "Take your star from a project",
    gate: projectReader,
    response: null,
    run: ({ person, project }) => removeStar(person, project),
  }),
});

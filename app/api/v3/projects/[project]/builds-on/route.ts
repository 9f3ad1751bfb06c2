import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { switchBuildsOn } from "#lib/builds/failures/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Switch builds on again that were switched off after too many failures",
    gate: projectAdmin,
    response: null,
    run: ({ project }) => switchBuildsOn(project),
  }),
});

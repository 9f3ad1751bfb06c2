import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerBuild, buildAnswer, buildExpand } from "#app/api/v3/projects/_answers.ts";
import { buildAdmin } from "#app/api/v3/projects/_gates.ts";
import { cancelBuild } from "#lib/builds/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Cancel a build: at once while it waits, within a moment while it runs",
    gate: buildAdmin,
    response: buildAnswer,
    status: 202,
    expand: buildExpand,
    run: async ({ build, expand }) => answerBuild(await cancelBuild(build), expand),
  }),
});

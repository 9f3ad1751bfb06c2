import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerTrigger, triggerAnswer, triggerExpand } from "#app/api/v3/projects/_answers.ts";
import { buildAdmin } from "#app/api/v3/projects/_gates.ts";
import { retryBuild } from "#lib/builds/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Build the version of an ended build again",
    gate: buildAdmin,
    response: triggerAnswer,
    status: 202,
    also: { 400: triggerAnswer },
    expand: triggerExpand,
    run: async ({ project, build, expand }) => {
      const { version, made } = await retryBuild(project, build);
      return answerTrigger(version, made, expand);
    },
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerBuild, buildAnswer, buildExpand } from "#app/api/v3/projects/_answers.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Show a build",
      gate: buildViewer,
      response: buildAnswer,
      expand: buildExpand,
      run: ({ build, expand }) => answerBuild(build, expand),
    }),
  },
  { otherwise: projectAdmin },
);

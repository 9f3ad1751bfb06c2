import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerVersion, versionAnswer, versionExpand } from "#app/api/v3/projects/_answers.ts";
import { versionAdmin } from "#app/api/v3/projects/_gates.ts";
import { renameVersion } from "#lib/versions/commands.ts";
import { openVersion } from "#lib/versions/queries.ts";
import { slugChange } from "#lib/versions/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  PUT: endpoint({
    summary: "Give a version another slug, and so other addresses",
    gate: versionAdmin,
    tag: ({ version }) => version,
    body: slugChange,
    response: versionAnswer,
    expand: versionExpand,
    run: async ({ project, version, body, unchanged, expand }) => {
      await renameVersion(version, body, { unchanged });
      return answerVersion(await openVersion(project, body.slug, "view"), expand);
    },
  }),
});

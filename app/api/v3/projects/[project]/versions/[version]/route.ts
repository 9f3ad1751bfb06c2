import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerVersion, versionAnswer, versionExpand } from "#app/api/v3/projects/_answers.ts";
import { versionAdmin, versionViewer } from "#app/api/v3/projects/_gates.ts";
import { env } from "#lib/platform/env.ts";
import { updateVersion } from "#lib/versions/commands.ts";
import { versionChanges } from "#lib/versions/schema.ts";

const change = endpoint({
  summary: "Activate, hide or protect a version",
  gate: versionAdmin,
  tag: ({ version }) => version,
  body: versionChanges(env.EDITION),
  response: null,
  run: async ({ version, body, unchanged }) => {
    await updateVersion(version, body, { unchanged });
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a version",
    gate: versionViewer,
    tag: ({ version }) => version,
    response: versionAnswer,
    expand: versionExpand,
    run: ({ version, expand, keeps }) => answerVersion(version, expand, keeps),
  }),
  PUT: change,
  PATCH: change,
});

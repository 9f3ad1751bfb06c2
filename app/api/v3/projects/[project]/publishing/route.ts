import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import type { Project } from "#lib/projects/queries.ts";
import { updatePublishing } from "#lib/publishing/settings/commands.ts";
import { presentPublishing } from "#lib/publishing/settings/present.ts";
import { getPublishingSettings } from "#lib/publishing/settings/queries.ts";
import { publishingChanges, publishingJson } from "#lib/publishing/settings/schema.ts";

const tag = ({ project }: { project: Project }) => project;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what a project decides about its published pages",
    gate: projectAdmin,
    tag,
    response: publishingJson,
    run: async ({ project }) => presentPublishing(project, await getPublishingSettings(project)),
  }),
  PATCH: endpoint({
    summary: "Keep search engines away, or choose what pull requests are compared with",
    gate: projectAdmin,
    tag,
    body: publishingChanges,
    response: publishingJson,
    run: async ({ project, body, unchanged }) => {
      const changed = await updatePublishing(project, body, { unchanged });
      return presentPublishing(changed, await getPublishingSettings(changed));
    },
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import {
  answerBuilds,
  answerTrigger,
  buildAnswer,
  buildExpand,
  triggerAnswer,
  triggerExpand,
} from "#app/api/v3/projects/_answers.ts";
import { versionBuilder, versionFiltered } from "#app/api/v3/projects/_gates.ts";
import { triggerBuild } from "#lib/builds/commands.ts";
import { listBuilds } from "#lib/builds/queries.ts";
import { buildFilter } from "#lib/builds/schema.ts";
import { nothingFound, pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the builds of a version, newest first",
    gate: versionFiltered,
    query: buildFilter,
    response: pageOf(buildAnswer),
    expand: buildExpand,
    run: async ({ project, version, query, page, expand, list }) => {
      const { count, rows } = version ? await listBuilds(project, query, page, version) : nothingFound;
      return list({ count, rows: await answerBuilds(rows, expand) }, (answer) => answer);
    },
  }),
  POST: endpoint({
    summary: "Build a version",
    gate: versionBuilder,
    response: triggerAnswer,
    status: 202,
    also: { 400: triggerAnswer },
    expand: triggerExpand,
    run: async ({ version, expand }) => answerTrigger(version, await triggerBuild(version), expand),
  }),
});

import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerBuilds, buildAnswer } from "#app/api/v3/projects/_answers.ts";
import { findBuilds } from "#lib/builds/queries.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentPublicProject } from "#lib/projects/public/present.ts";
import { listPublicProjects } from "#lib/projects/public/queries.ts";
import { publicProjectFilter, publicProjectJson } from "#lib/projects/public/schema.ts";
import { describeProjects } from "#lib/projects/queries.ts";

const answer = publicProjectJson.extend({ last_build: buildAnswer.nullable() }).meta({ id: "PublicProject" });

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Find public projects",
    gate: anyone,
    query: publicProjectFilter,
    response: pageOf(answer),
    run: async ({ actor, query, page, list }) => {
      const { count, rows } = await listPublicProjects(actor, query, page);
      const projects = rows.map(({ project }) => project);
      const [details, builds] = await Promise.all([
        describeProjects(projects),
        findBuilds(
          rows.flatMap(({ lastBuildId }) => lastBuildId ?? []),
          projects,
        ),
      ]);
      const answered = new Map((await answerBuilds(builds)).map((build) => [build.id, build]));
      return list({ count, rows }, (row) => ({
        ...presentPublicProject(row, details),
        last_build: answered.get(row.lastBuildId ?? 0) ?? null,
      }));
    },
  }),
});

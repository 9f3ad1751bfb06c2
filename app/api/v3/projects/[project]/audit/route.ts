import { answerAudit, auditPage } from "#app/api/v3/_audit.ts";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { listProjectEvents } from "#lib/audit/queries.ts";
import { auditQuery } from "#lib/audit/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List what was done to a project, the latest first; with `as` the latest 10,000 as a file",
    gate: projectAdmin,
    query: auditQuery,
    response: auditPage,
    types: ["text/csv"],
    run: ({ project, ...input }) =>
      answerAudit(input, project.slug, (page) => listProjectEvents(project, input.query, page)),
  }),
});

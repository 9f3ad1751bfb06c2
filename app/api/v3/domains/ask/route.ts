import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { isServed } from "#lib/domains/queries.ts";
import { cleanHost } from "#lib/domains/rules/host.ts";
import { certificateAnswer, certificateQuestion } from "#lib/domains/schema.ts";
import { notFound } from "#lib/platform/errors.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Whether to get a certificate for a domain: 200 for a verified one, 404 for any other",
    gate: anyone,
    budget: "proxy",
    query: certificateQuestion,
    response: certificateAnswer,
    run: async ({ query }) => {
      const domain = cleanHost(query.domain);
      if (!(await isServed(domain))) throw notFound("Domain");
      return { domain };
    },
  }),
});

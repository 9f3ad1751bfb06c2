import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { usernameInput } from "#lib/organizations/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { addMaintainer } from "#lib/projects/people/commands.ts";
import { presentPerson } from "#lib/projects/people/present.ts";
import { listPeople, openPerson } from "#lib/projects/people/queries.ts";
import { personJson, personQuery } from "#lib/projects/people/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List who may read or change a project, and why",
    gate: projectAdmin,
    query: personQuery,
    response: pageOf(personJson),
    run: async ({ project, query, page, list }) =>
      list(await listPeople(project, query, page), presentPerson),
  }),
  POST: endpoint({
    summary: "Make somebody a maintainer of a project (community edition)",
    gate: projectAdmin,
    body: usernameInput,
    response: personJson,
    status: 201,
    run: async ({ project, body }) => {
      const { username } = await addMaintainer(project, body.username);
      return presentPerson(await openPerson(project, username));
    },
  }),
});

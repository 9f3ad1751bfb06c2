import { expect, test } from "vitest";
import { api } from "#test/api.ts";
import { buildConnectedAccount, buildRemoteRepository } from "#test/factories/remotes.ts";
import { buildBuild, buildCompany, buildPerson, buildToken, buildVersion } from "#test/factories/tenants.ts";

/**
 * How far a token of an organization's owner reaches: without limits (full), for reading only (read), confined to the project of the
 * address (inside) or to another one of the same organization (other); and how far a superuser's, who has no part in anything.
 * A number after the colon is the length of a list: what is out of reach is not in it, whoever asks.
 */
const table = `
# request                                   on      full  read  inside other superuser
GET    /projects/                           private 200:2 200:2 200:1  200:1 200:0
POST   /projects/                           private 201   403   403    403   201
GET    /projects/P/                         private 200   200   200    404   200
GET    /projects/P/                         public  200   200   200    200   200
PUT    /projects/P/                         private 204   403   204    404   204
PUT    /projects/P/                         public  204   403   204    403   204
PATCH  /projects/P/                         private 204   403   204    404   204
PATCH  /projects/P/                         public  204   403   204    403   204
DELETE /projects/P/                         private 204   403   204    404   204
DELETE /projects/P/                         public  204   403   204    403   204
GET    /projects/P/superproject/            private 404   404   404    404   404
PUT    /projects/P/star/                    private 204   403   204    404   204
PUT    /projects/P/star/                    public  204   403   204    204   204
POST   /projects/P/sync-versions/           private 202   403   202    404   202
POST   /projects/P/sync-versions/           public  202   403   202    403   202
GET    /projects/P/versions/                private 200:2 200:2 200:2  200:0 200:2
GET    /projects/P/versions/                public  200:2 200:2 200:2  200:1 200:2
GET    /projects/P/versions/v1/             private 200   200   200    404   200
GET    /projects/P/versions/v1/             public  200   200   200    404   200
PATCH  /projects/P/versions/v1/             private 204   403   204    404   204
PATCH  /projects/P/versions/latest/         public  204   403   204    403   204
GET    /projects/P/versions/v1/builds/      private 200:1 200:1 200:1  200:0 200:1
POST   /projects/P/versions/v1/builds/      private 202   403   202    404   202
POST   /projects/P/versions/v1/builds/      public  202   403   202    403   202
GET    /projects/P/builds/                  private 200:1 200:1 200:1  200:0 200:1
GET    /projects/P/builds/                  public  200:1 200:1 200:1  200:0 200:1
GET    /projects/P/builds/B/                private 200   200   200    404   200
GET    /projects/P/builds/B/                public  200   200   200    404   200
GET    /projects/P/versions/v1/builds/B/    private 200   200   200    404   200
POST   /projects/P/builds/B/retry/          private 202   403   202    404   202
GET    /remote/organizations/               private 200:0 200:0 200:0  200:0 200:0
GET    /remote/repositories/                private 200:1 200:1 200:0  200:0 200:0
`;

/** A project with a public or private `latest` and a private v1 with one ended build, and another project beside it. */
async function makeWorld(level: "public" | "private") {
  const company = await buildCompany();
  const { owner, organization } = company;
  const project = await company.project({ privacyLevel: level });
  const beside = await company.project({ privacyLevel: level });
  const build = await buildBuild(
    project,
    await buildVersion(project, { slug: "v1", privacyLevel: "private" }),
  );
  await buildRemoteRepository({ accounts: [await buildConnectedAccount(owner)] });
  const bodies: Record<string, object> = {
    "POST /projects/": {
      name: crypto.randomUUID(),
      repository: { url: "https://example.org/x" },
      organization: organization.slug,
    },
    "PUT /projects/P/": { name: "Replaced", repository: { url: "https://example.org/x" } },
  };
  return {
    tokens: [
      owner,
      await buildToken(owner, { scope: "read" }),
      await buildToken(owner, { projectIds: [project.id] }),
      await buildToken(owner, { projectIds: [beside.id] }),
      await buildPerson({ superuser: true }),
    ],
    async send(caller: { token: string }, method: string, path: string): Promise<string> {
      const address = path.replace("/P/", `/${project.slug}/`).replace("/B/", `/${build.id}/`);
      const client = api(caller);
      const body = bodies[`${method} ${path}`] ?? {};
      const sent =
        method === "GET"
          ? client.get(address)
          : method === "DELETE"
            ? client.delete(address)
            : client[method === "PUT" ? "put" : method === "PATCH" ? "patch" : "post"](address, body);
      const answer = await sent;
      return `${answer.status}${answer.body?.results ? `:${answer.body.count}` : ""}`;
    },
  };
}

const rows = table
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(/\s+/));

test.each(rows)("%s %s (%s)", async (method = "", path = "", on = "", ...expected) => {
  const found: string[] = [];
  for (const [index] of expected.entries()) {
    const world = await makeWorld(on === "public" ? "public" : "private");
    const caller = world.tokens[index];
    if (caller) found.push(await world.send(caller, method, path));
  }
  expect(found).toEqual(expected);
});

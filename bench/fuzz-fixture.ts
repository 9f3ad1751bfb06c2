import { join } from "node:path";
import { isFinal } from "../scripts/api-client.ts";
import { type Cluster, eventually } from "./cluster.ts";
import { commitFiles, configuration } from "./repository.ts";

/** Values for the names in an address. The most specific key counts: `DELETE redirects.redirect`, `redirects.redirect`, `redirect`. */
export type Pools = Readonly<Record<string, readonly (string | number)[]>>;

const DOOMED = 25;
const numbers = Array.from({ length: DOOMED }, (_, index) => index + 1);

/** Half of the ids are read and changed, the others deleted. */
const halves = (key: string, ids: readonly (string | number)[]) => ({
  [key]: ids.slice(0, Math.ceil(ids.length / 2)),
  [`DELETE ${key}`]: ids.slice(Math.ceil(ids.length / 2)),
});

/**
 * Something of every kind to be read, changed and deleted: a project with published pages, things that belong to it, projects and
 * organizations to be deleted. The worker that made the pages is stopped afterwards: fuzzed addresses are fetched by nobody.
 */
export async function layOut(cluster: Cluster, edition: "business" | "community"): Promise<Pools> {
  const api = cluster.api();
  const business = edition === "business";
  const repository = join(cluster.directory, "repositories", "fuzz");
  const html = "<!doctype html><title>Fuzz</title><main><h1 id='a'>Fuzz</h1><p>Words to be found.</p></main>";
  const commands = ['mkdir -p "$READTHEDOCS_OUTPUT/html"', 'cp index.html "$READTHEDOCS_OUTPUT/html/"'];
  commitFiles(repository, { "index.html": html, ".readthedocs.yaml": configuration(commands) }, "Pages");
  const create = (name: string) =>
    api.post("/projects/", {
      name,
      repository: { url: repository, type: "git" },
      ...(business && { organization: "bench", privacy_level: "public" }),
    });
  await create("fuzz");
  await eventually(
    "The first build",
    async () => {
      const build = await api.newestBuild("fuzz");
      return build && isFinal(build) ? build : null;
    },
    120_000,
  );
  await cluster.killWorker();

  const doomed = numbers.map((number) => `doomed-${number}`);
  for (const name of ["parts", ...doomed]) await create(name);
  for (const name of doomed.slice(0, 10)) await api.post("/projects/fuzz/subprojects/", { child: name });
  const ofProject = async (folder: string, key: string, body: (number: number) => unknown) => {
    const made: (string | number)[] = [];
    for (const number of numbers) {
      const answer = await api.post<Record<string, number>>(`/projects/fuzz/${folder}/`, body(number));
      made.push(answer[key] ?? 0);
    }
    return made;
  };
  const redirects = await ofProject("redirects", "pk", (number) => ({
    type: "page",
    from_url: `/old-${number}/`,
    to_url: "/",
  }));
  const variables = await ofProject("environmentvariables", "pk", (number) => ({
    name: `NAME_${number}`,
    value: "value",
  }));
  const builds: number[] = [];
  for (const _ of numbers.slice(0, 5)) {
    const made = await api.post<{ build: { id: number } }>("/projects/fuzz/versions/latest/builds/", {});
    builds.push(made.build.id);
  }
  const ended = await api.get<{ results: { id: number }[] }>("/projects/fuzz/builds/?state=finished");
  const notices = await api.get<{ results: { id: number }[] }>("/projects/fuzz/notifications/");
  const finished = ended.results.map(({ id }) => id);
  return {
    project: ["fuzz", "parts"],
    "DELETE projects.project": doomed.slice(10),
    "teams.project": ["fuzz"],
    version: ["latest"],
    build: [...finished, ...builds],
    // A stream ends with its build only.
    "GET events.build": finished,
    "GET log.build": finished,
    notification: notices.results.map(({ id }) => id),
    username: ["bench", "reader"],
    ...halves("redirect", redirects),
    ...halves("variable", variables),
    ...halves("alias", doomed.slice(0, 10)),
    ...(business && (await layOutOrganizations(cluster))),
  };
}

async function layOutOrganizations(cluster: Cluster): Promise<Pools> {
  const api = cluster.api();
  const make = (slug: string) => api.post("/organizations/", { name: slug, slug });
  const doomed = numbers.map((number) => `gone-${number}`);
  for (const slug of ["fuzzed", ...doomed]) await make(slug);
  const teams: string[] = [];
  const invitations: number[] = [];
  for (const number of numbers) {
    const team = await api.post<{ slug: string }>("/organizations/fuzzed/teams/", { name: `Team ${number}` });
    teams.push(team.slug);
    const invitation = await api.post<{ id: number }>("/organizations/fuzzed/invitations/", {
      email: `person-${number}@example.org`,
      teams: [team.slug],
    });
    invitations.push(invitation.id);
  }
  return {
    organization: ["fuzzed"],
    "DELETE organizations.organization": doomed,
    ...halves("team", teams),
    ...halves("invitation", invitations),
  };
}

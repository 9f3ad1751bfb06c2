/**
 * Clients from a package registry, unmodified, against this API: a generic one for the kind of API this is, and one made for
 * the API v3 whose wire this is. What they do is checked by asking the API directly.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { type Cluster, startCluster } from "./cluster.ts";
import { judge, printTable } from "./report.ts";
import { commitFiles, configuration } from "./repository.ts";
import { startFront } from "./tls-front.ts";

const generic = { name: "django-rest-framework-client", version: "0.13.0" };
const made = { name: "readthedocs-cli", version: "5" };
/** The one host the second client knows. */
const knownHost = "readthedocs.org";

type Step = { client: string; what: string; got: unknown; expected: unknown };
const steps: Step[] = [];
const scratch = mkdtempSync(join(tmpdir(), "lectern-client-"));

try {
  const programs = install();
  await measure({}, (cluster, repository) => useGeneric(programs, cluster, repository));
  await measure({ DASHBOARD_URL: `https://${knownHost}` }, (cluster, repository) =>
    useMade(programs, cluster, repository),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const met = (step: Step): boolean => isDeepStrictEqual(step.got, step.expected);
printTable([
  ["client", "step", "as expected"],
  ...steps.map((step) => [step.client, step.what, met(step) ? "yes" : "NO"]),
]);
for (const step of steps.filter((one) => !met(one))) {
  console.log(`\n${step.client}, ${step.what}`);
  console.log(`  got      ${JSON.stringify(step.got)}\n  expected ${JSON.stringify(step.expected)}`);
}
judge(
  [generic, made].map(({ name, version }) => {
    const own = steps.filter(({ client }) => client === name);
    const good = own.filter(met).length;
    return {
      what: `${name} ${version} (PyPI)`,
      measured: `${good} of ${own.length} steps`,
      bar: "all",
      met: own.length > 0 && good === own.length,
    };
  }),
);

/** Each client in an environment of its own, straight from the registry. */
function install(): (client: { name: string }, program: string) => string {
  for (const { name, version } of [generic, made]) {
    must("python3", ["-m", "venv", join(scratch, name)]);
    must(join(scratch, name, "bin", "pip"), ["install", "--quiet", `${name}==${version}`]);
  }
  return ({ name }, program) => join(scratch, name, "bin", program);
}

function must(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}

async function measure(
  settings: Record<string, string>,
  use: (cluster: Cluster, repository: string) => Promise<void>,
): Promise<void> {
  const cluster = await startCluster({ workers: 0, settings });
  try {
    const repository = join(cluster.directory, "repositories", "guide");
    commitFiles(repository, { ".readthedocs.yaml": configuration(["true"]) }, "Guide");
    await use(cluster, repository);
  } finally {
    await cluster.stop();
  }
}

/** Runs a program of a client and gives what it printed. What it talks to may live in this process, so nothing here waits. */
function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  const own = { ...env, NODE_ENV: "production", PATH: process.env.PATH } as const;
  const ended = promisify(execFile)(program, args, { env: own });
  return ended.then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr?: string }) => {
      throw new Error(`${args.join(" ")} failed: ${lastWords(stderr ?? "")}`);
    },
  );
}

/** The parts of an object that an expectation is about. */
function pick(from: unknown, ...names: string[]): Record<string, unknown> {
  const object: Record<string, unknown> = typeof from === "object" && from !== null ? { ...from } : {};
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

async function useGeneric(
  programs: ReturnType<typeof install>,
  cluster: Cluster,
  repository: string,
): Promise<void> {
  const env = { API_DOMAIN: `http://localhost:${cluster.ports[0]}`, API_TOKEN: cluster.token };
  const ask = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> => {
    const args = ["bench/client.py", method, path, ...(body ? [JSON.stringify(body)] : [])];
    return JSON.parse(await run(programs(generic, "python"), args, env));
  };
  const check = (what: string, got: unknown, expected: unknown): void => {
    steps.push({ client: generic.name, what, got, expected });
  };
  const api = cluster.api();
  const gone = async (path: string): Promise<boolean> => (await api.find(path)) === null;
  const slugs = ({ results }: List): unknown[] => results.map(({ slug }) => slug);
  type List = { count: number; results: Record<string, unknown>[] };

  for (const name of ["Kettle", "Cup"]) {
    const project = await ask("post", "projects", {
      name,
      repository: { url: repository, type: "git" },
      organization: "bench",
      language: "en",
    });
    check(`create project ${name}`, pick(project, "name", "slug"), { name, slug: name.toLowerCase() });
  }
  check("  … it is there", pick(await api.get("/projects/kettle/"), "name", "default_branch"), {
    name: "Kettle",
    default_branch: "master",
  });
  check("list projects", slugs(await ask<List>("get", "projects")).sort(), ["cup", "kettle"]);
  check("show project", pick(await ask("get", "projects/kettle"), "id", "slug").slug, "kettle");
  check("update project", await ask("patch", "projects/kettle", { homepage: "https://example.org/" }), null);
  check("  … it is changed", pick(await api.get("/projects/kettle/"), "homepage"), {
    homepage: "https://example.org/",
  });

  const redirect = { type: "page", from_url: "/old.html", to_url: "/new.html" };
  const { pk } = await ask<{ pk: number }>("post", "projects/kettle/redirects", redirect);
  const redirectPath = `/projects/kettle/redirects/${pk}/`;
  check("create redirect", pick(await api.get(redirectPath), "type", "from_url", "to_url", "position"), {
    ...redirect,
    position: 0,
  });
  const redirects = await ask<List>("get", "projects/kettle/redirects");
  check("list redirects", [redirects.count, redirects.results[0]?.pk], [1, pk]);
  check("show redirect", (await ask("get", `projects/kettle/redirects/${pk}`)).from_url, "/old.html");
  const changed = { ...redirect, to_url: "/newer.html" };
  const put = await ask("put", `projects/kettle/redirects/${pk}`, changed);
  check("update redirect", put.to_url, "/newer.html");
  check("  … it is changed", pick(await api.get(redirectPath), "to_url"), { to_url: "/newer.html" });
  check("delete redirect", await ask("delete", `projects/kettle/redirects/${pk}`), true);
  check("  … it is gone", await gone(redirectPath), true);

  const variable = await ask<{ pk: number; value?: string }>("post", "projects/kettle/environmentvariables", {
    name: "TOKEN",
    value: "secret",
    public: false,
  });
  const variablePath = `/projects/kettle/environmentvariables/${variable.pk}/`;
  check("create variable", pick(await api.get(variablePath), "name", "public", "value"), {
    name: "TOKEN",
    public: false,
    value: undefined,
  });
  check("list variables", (await ask<List>("get", "projects/kettle/environmentvariables")).count, 1);
  check("show variable", (await ask("get", variablePath.slice(1, -1))).name, "TOKEN");
  check("delete variable", await ask("delete", variablePath.slice(1, -1)), true);
  check("  … it is gone", await gone(variablePath), true);

  await ask("post", "projects/kettle/subprojects", { child: "cup", alias: "cup" });
  const subproject = await api.get<{ alias: string; child: { slug: string } }>(
    "/projects/kettle/subprojects/cup/",
  );
  check("create subproject", [subproject.alias, subproject.child.slug], ["cup", "cup"]);
  check("list subprojects", (await ask<List>("get", "projects/kettle/subprojects")).count, 1);
  check("show subproject", (await ask("get", "projects/kettle/subprojects/cup")).alias, "cup");
  check("delete subproject", await ask("delete", "projects/kettle/subprojects/cup"), true);
  check("  … it is gone", await gone("/projects/kettle/subprojects/cup/"), true);

  const triggered = await ask<{ build: { id: number } }>("post", "projects/kettle/versions/latest/builds");
  const buildPath = `/projects/kettle/builds/${triggered.build.id}/`;
  check("trigger build", pick(await api.get(buildPath), "version", "project"), {
    version: "latest",
    project: "kettle",
  });
  const builds = await ask<List>("get", "projects/kettle/builds");
  check("list builds", builds.results[0]?.id, triggered.build.id);
  check("show build", (await ask("get", buildPath.slice(1, -1))).id, triggered.build.id);

  check("list versions", slugs(await ask<List>("get", "projects/kettle/versions")), ["latest"]);
  check("update version", await ask("patch", "projects/kettle/versions/latest", { hidden: true }), null);
  check("  … it is changed", pick(await api.get("/projects/kettle/versions/latest/"), "hidden"), {
    hidden: true,
  });

  check("delete project", await ask("delete", "projects/cup"), true);
  check("  … it is gone", await gone("/projects/cup/"), true);
  check("show what is gone", await ask("get", "projects/cup"), { status: 404 });
  check("create with bad input", await ask("post", "projects", { name: "" }), { status: 400 });
}

/** It has no option for the host, so it finds this instance where it looks for that host: through its proxy settings. */
async function useMade(
  programs: ReturnType<typeof install>,
  cluster: Cluster,
  repository: string,
): Promise<void> {
  const front = await startFront(scratch, knownHost, cluster.ports[0] ?? 0);
  const env = {
    RTD_TOKEN: cluster.token,
    HTTPS_PROXY: front.proxy,
    REQUESTS_CA_BUNDLE: front.certificate,
    PAGER: "cat",
    LC_ALL: "C.UTF-8",
  };
  const rtd = (...args: string[]) => run(programs(made, "rtd"), args, env);
  const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await rtd("--json", ...args));
  const check = (what: string, got: unknown, expected: unknown): void => {
    steps.push({ client: made.name, what, got, expected });
  };
  const api = cluster.api();
  const file = join(scratch, "redirects.yaml");
  const sync = (redirects: object[]): Promise<string> => {
    writeFileSync(file, JSON.stringify(redirects));
    return rtd("projects", "Kettle", "redirects", "sync", "--wet-run", "--file", file);
  };
  type Redirect = { type: string; from_url: string; to_url: string };
  const stored = async (query = ""): Promise<Record<string, unknown>[]> => {
    const { results } = await api.get<{ results: Redirect[] }>(`/projects/kettle/redirects/${query}`);
    return results.map((one) => pick(one, "type", "from_url", "to_url")).sort(byAddress);
  };
  const byAddress = (a: Record<string, unknown>, b: Record<string, unknown>): number =>
    String(a.from_url) < String(b.from_url) ? -1 : 1;
  const page = (from_url: string, to_url: string): Redirect => ({ type: "page", from_url, to_url });

  try {
    // More than a hundred, so that the client goes through its pages of 100 by `next`.
    const names = ["Kettle", "Cup", ...Array.from({ length: 100 }, (_, index) => `Plate ${index}`)];
    for (const name of names)
      await api.post("/projects/", { name, repository: { url: repository }, organization: "bench" });
    await api.post("/projects/kettle/subprojects/", { child: "cup" });

    const projects = await json<{ name: string }[]>("projects");
    check("list projects, two pages", projects.map(({ name }) => name).sort(), names.toSorted());
    const tree = (await rtd("projects")).split("\n");
    check("draw a project below another", tree[tree.indexOf("Kettle") + 1], "└── Cup");
    check("show project", (await json<{ slug: string }>("projects", "Kettle")).slug, "kettle");
    check("list maintainers", Array.isArray(await json("projects", "Kettle", "maintainers")), true);

    const many = Array.from({ length: 20 }, (_, i) => page(`/old-${i}.html`, `/new-${i}.html`));
    await sync(many);
    check("create redirects", await stored("?limit=100"), many.toSorted(byAddress));
    const listed = await json<Redirect[]>("projects", "Kettle", "redirects");
    check(
      "list redirects",
      listed.map(({ from_url }) => from_url),
      many.map(({ from_url }) => from_url).sort(),
    );
    await sync([page("/a.html", "/b.html"), page("/c.html", "/d.html")]);
    check("delete redirects", await stored(), [page("/a.html", "/b.html"), page("/c.html", "/d.html")]);
    await sync([page("/a.html", "/e.html"), page("/c.html", "/d.html")]);
    check("update a redirect", await stored(), [page("/a.html", "/e.html"), page("/c.html", "/d.html")]);
    check(
      "nothing to do",
      lastWords(await sync([page("/a.html", "/e.html"), page("/c.html", "/d.html")])),
      "Created 0, deleted 0, kept 2.",
    );
  } finally {
    await front.stop();
  }
}

function lastWords(printed: string): string {
  return printed.trim().split("\n").at(-1)?.trim() ?? "";
}

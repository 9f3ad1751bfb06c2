import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isFinal } from "../scripts/api-client.ts";
import { type Cluster, eventually } from "./cluster.ts";
import { commitFiles, configuration } from "./repository.ts";

/** The path of the one page of `publishPage`. */
export const pagePath = "/en/latest/index.html";

/** 27 kB of HTML. */
export const pageText =
  `<!doctype html><title>Page</title>${"<p>Twenty-seven kilobytes of documentation.</p>".repeat(600)}`.slice(
    0,
    27_000,
  );

/** Builds a project whose one page is `pageText`; returns its docs host. */
export async function publishPage(cluster: Cluster, level: "public" | "private"): Promise<string> {
  const name = `page-${level}`;
  const repository = join(cluster.directory, "repositories", name);
  const commands = [
    `mkdir -p "$READTHEDOCS_OUTPUT/html"`,
    `cp page.html "$READTHEDOCS_OUTPUT/html/index.html"`,
  ];
  commitFiles(repository, { ".readthedocs.yaml": configuration(commands), "page.html": pageText }, "Page");
  const api = cluster.api();
  const origin = { url: repository, type: "git" };
  await api.post("/projects/", { name, organization: "bench", privacy_level: level, repository: origin });
  const build = await eventually(
    `The end of the build of ${name}`,
    async () => {
      const newest = await api.newestBuild(name);
      return newest && isFinal(newest) ? newest : null;
    },
    120_000,
  );
  if (!build.success) throw new Error(`The build of ${name} failed: ${build.error}`);
  return hostOf(cluster, name);
}

export const hostOf = (cluster: Cluster, slug: string): string =>
  `${slug}.docs.localhost:${cluster.ports[0]}`;

/** Logs somebody in, the owner unless told, as a browser would; returns the Cookie header of the docs host. */
export async function enter(cluster: Cluster, host: string, username = "bench"): Promise<string> {
  const [port = 0] = cluster.ports;
  const dashboard = `localhost:${port}`;
  const csrf = await visit(port, dashboard, "/api/auth/csrf");
  const { csrfToken } = JSON.parse(csrf.body);
  const form = new URLSearchParams({
    csrfToken,
    username,
    password: "bench-bench-bench",
    json: "true",
  });
  const entered = await visit(port, dashboard, "/api/auth/callback/credentials", {
    cookie: csrf.cookies,
    form: form.toString(),
  });
  const sent = await visit(port, host, `/_/login?${new URLSearchParams({ next: pagePath })}`);
  const { pathname, search } = new URL(sent.location);
  const minted = await visit(port, dashboard, `${pathname}${search}`, { cookie: entered.cookies });
  const code = new URL(minted.location);
  const { cookies } = await visit(port, host, `${code.pathname}${code.search}`, { cookie: sent.cookies });
  if (cookies === "") throw new Error("The docs host gave no cookie.");
  return cookies;
}

type Visited = { body: string; cookies: string; location: string };

function visit(
  port: number,
  host: string,
  path: string,
  sent: { cookie?: string; form?: string } = {},
): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const read = async (answer: IncomingMessage): Promise<void> => {
      const cookies = (answer.headers["set-cookie"] ?? []).map((one) => one.split(";", 1)[0]).join("; ");
      resolve({ body: await text(answer), cookies, location: answer.headers.location ?? "" });
    };
    const headers = {
      host,
      origin: `http://${host}`,
      ...(sent.cookie ? { cookie: sent.cookie } : {}),
      ...(sent.form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    request({ host: "127.0.0.1", port, path, method: sent.form ? "POST" : "GET", headers })
      .on("error", reject)
      .on("response", (answer) => void read(answer).catch(reject))
      .end(sent.form);
  });
}

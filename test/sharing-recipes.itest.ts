import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#test/api.ts";
import { askPort, openDocsHosts } from "#test/docs-client.ts";
import { buildShare } from "#test/factories/shares.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";
import { cookieOf, givePassword } from "#test/sharing-site.ts";

const host = "recipes.docs.localhost:3000";
const guide = readFileSync("docs/sharing.md", "utf8");
/** The block of the guide with that word behind its language. */
const block = (name: string): string =>
  new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(guide)?.[1] ?? "";

const directory = mkdtempSync(join(tmpdir(), "recipes-"));
const children: ChildProcess[] = [];
let docs: Awaited<ReturnType<typeof openDocsHosts>>;
let accounts: Server;
let owner: Person;
let project: { id: number; slug: string };
let token = "";
let link = "";
/** What the docs host was asked with, as the proxy sent it. */
let cookieSeen = "";

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));

async function freePort(): Promise<number> {
  const server = await listening(createServer());
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const up = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

beforeAll(async () => {
  owner = await buildPerson();
  project = await buildProject({
    slug: "recipes",
    privacyLevel: "private",
    organization: await buildOrganization(owner),
  });
  const latest = await versionOf(project, "latest");
  await publishSite(project, latest, {
    "index.html": "<title>Start</title>",
    "guide/index.html": "<title>Guide</title>",
  });
  token = (await buildShare(project, { type: "http_header_token" })).token!;
  link = (await buildShare(project)).link!;
  docs = await openDocsHosts();
  accounts = await listening(
    createServer((request, response) => {
      cookieSeen = request.headers.cookie ?? "";
      response.writeHead(cookieSeen.includes("session=valid") ? 204 : 401).end();
    }),
  );
});

afterAll(async () => {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => child.exitCode === null && once(child, "exit")));
  accounts.close();
  await docs.close();
  rmSync(directory, { recursive: true });
});

test("the documentation is private", async () => {
  expect((await docs.ask(host, "/en/latest/guide/")).status).toBe(401);
});

describe("the proxy that adds the token, as the guide shows it", () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    const server = block("authenticated-proxy")
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
      .replace("https://docs.example.com;", `http://127.0.0.1:${docs.port};`)
      .replace("docs.example.com;", `${host};`)
      .replace("https://accounts.internal.example.com/check", `http://127.0.0.1:${portOf(accounts)}/check`)
      .replace("<TOKEN>", token);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${directory}/${name};`)
      .join(" ");
    writeFileSync(
      join(directory, "nginx.conf"),
      `daemon off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${temporary} ${server} }`,
    );
    const nginx = spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf")], {
      stdio: "inherit",
    });
    children.push(nginx);
    await Promise.race([
      answering(port),
      once(nginx, "exit").then(() => Promise.reject(new Error("nginx ended."))),
    ]);
  });
  const signedIn = { cookie: "session=valid; docs-share=planted" };

  test("somebody signed in reads the page of a bookmark", async () => {
    const got = await askPort(port)("docs.internal.example.com", "/en/latest/guide/", { headers: signedIn });
    expect([got.status, got.text]).toEqual([200, "<title>Guide</title>"]);
    expect(got.headers["set-cookie"]).toBeUndefined();
    expect(cookieSeen).toContain("session=valid");
  });

  test("a redirect stays on the proxy", async () => {
    const got = await askPort(port)("docs.internal.example.com", "/en/latest/guide", { headers: signedIn });
    expect([got.status, got.headers.location]).toEqual([
      302,
      expect.stringMatching(/^(http:\/\/docs\.internal\.example\.com(:\d+)?)?\/en\/latest\/guide\/$/),
    ]);
  });

  test("a stranger gets nothing", async () => {
    const got = await askPort(port)("docs.internal.example.com", "/en/latest/guide/");
    expect(got.status).toBe(401);
    expect(got.text).not.toContain("Guide");
  });
});

describe("the site that sends people on, as the guide shows it", () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    const file = join(directory, "site.mjs");
    writeFileSync(file, block("redirecting-site"));
    const env = { ...process.env, PORT: String(port), SHARE_LINK: `http://${host}/_/sharing/${link}` };
    children.push(spawn(process.execPath, [file], { env, stdio: "inherit" }));
    await answering(port);
  });

  test("somebody signed in arrives at the page they wanted", async () => {
    const sent = await askPort(port)("intranet.example.com", "/?page=/en/latest/guide/", {
      headers: { cookie: "session=valid" },
    });
    const to = new URL(sent.headers.location ?? "");
    expect([sent.status, to.host]).toEqual([302, host]);
    const opened = await docs.ask(to.host, to.pathname + to.search);
    expect([opened.status, opened.headers.location]).toEqual([302, "/en/latest/guide/"]);
    const cookie = opened.headers["set-cookie"]?.map((one) => one.split(";")[0]).join("; ") ?? "";
    const page = await docs.ask(host, opened.headers.location ?? "", { headers: { cookie } });
    expect([page.status, page.text]).toEqual([200, "<title>Guide</title>"]);
  });

  test("a stranger is sent to log in there", async () => {
    const sent = await askPort(port)("intranet.example.com", "/?page=/en/latest/guide/");
    expect([sent.status, sent.headers.location]).toEqual([302, "/login"]);
  });
});

describe("a password for everybody, as the guide shows it", () => {
  test("each opens the page of a bookmark, and one is taken away without the others noticing", async () => {
    const owns = api(owner);
    const shares = `/projects/${project.slug}/sharing/`;
    const order = { access_type: "password", description: "Customers", for_recipients: true };
    const list = `${shares}${(await owns.post(shares, order)).body.id}/recipients/`;
    const made = await owns.post(list, block("recipients"), { "content-type": "text/csv" });
    const people: { id: number; name: string; password: string }[] = made.body.recipients;
    expect(people.map(({ name }) => name)).toEqual(["Ada Lovelace", "Grace Hopper", "Alan Turing"]);
    const enter = async ({ password }: { password: string }): Promise<string> =>
      cookieOf(await givePassword(docs.ask, host, "/en/latest/guide/", password));
    const cookies = await Promise.all(people.map(enter));
    const read = async (cookie: string) =>
      (await docs.ask(host, "/en/latest/guide/", { headers: { cookie, accept: "text/html" } })).status;
    expect(await Promise.all(cookies.map(read))).toEqual([200, 200, 200]);
    expect((await owns.delete(`${list}${people[1]?.id}/`)).status).toBe(204);
    expect(await Promise.all(cookies.map(read))).toEqual([200, 401, 200]);
    expect(await enter(people[1]!)).toBe("");
  });
});

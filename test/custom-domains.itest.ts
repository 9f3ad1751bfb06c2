import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, inject, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DASHBOARD_URL = "https://lectern.example.com";
  process.env.DOCS_DOMAIN = "docs.example.com";
  process.env.PREVIEW_DOMAIN = "previews.example.net";
  process.env.TRUSTED_PROXIES = "127.0.0.1";
});

const { findProgram } = await import("#lib/platform/sandbox/tools.ts");
const { siteDirectory } = await import("#serve/directory.ts");
const { createWebServer } = await import("#serve/server.ts");
const { makeCertificate } = await import("#test/certificates.ts");
const { addDomain, publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildProject } = await import("#test/factories/tenants.ts");

/** The nginx configuration of docs/custom-domains.md, run by a real nginx with its ports and folders moved to where tests may be. */
const folder = mkdtempSync(join(inject("runFolder"), "nginx-"));
const web = createWebServer(siteDirectory(), ({ headers }, response) =>
  response
    .writeHead(299)
    .end(`dashboard for ${headers["x-forwarded-for"]} over ${headers["x-forwarded-proto"]}`),
);
web.listen(0, "127.0.0.1");
await once(web, "listening");

const project = await buildProject({ slug: "guide" });
const files = { "index.html": "start", "a b/c+d.html": "odd", "a/b.html": "plain" };
await publishSite(project, await versionOf(project, "latest"), files);
await addDomain(project, "docs.acme.org", { canonical: true, hstsSeconds: 600 });
makeCertificate(join(folder, "certificates/docs.acme.org"), ["docs.acme.org"]);
makeCertificate(join(folder, "certificates/lectern.example.com"), ["lectern.example.com"]);
makeCertificate(join(folder, "certificates/docs.example.com"), ["*.docs.example.com"]);
makeCertificate(join(folder, "certificates/stranger.example.org"), ["stranger.example.org"]);
makeCertificate(join(folder, "mail"), ["mail.example.com"]);

const ports = { http: await freePort(), https: await freePort() };
const nginx = await startNginx();

afterAll(async () => {
  nginx.kill("SIGTERM");
  await once(nginx, "exit");
  web.closeAllConnections();
  web.close();
});

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const port = portOf(holder.address());
  holder.close();
  await once(holder, "close");
  return port;
}

function portOf(address: ReturnType<typeof web.address>): number {
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  return address.port;
}

async function startNginx() {
  const page = readFileSync("docs/custom-domains.md", "utf8");
  const written = /^```nginx\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  const moved = written
    .replaceAll("/etc/lectern/certificates", join(folder, "certificates"))
    .replaceAll("/var/www/acme", join(folder, "acme"))
    .replaceAll("http://127.0.0.1:3000", `http://127.0.0.1:${portOf(web.address())}`)
    .replace("listen 80 ", `listen 127.0.0.1:${ports.http} `)
    .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const settings = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? "user root;" : ""} events { worker_connections 64; }
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
    ${moved} }`;
  writeFileSync(join(folder, "nginx.conf"), settings);
  mkdirSync(join(folder, "acme/.well-known/acme-challenge"), { recursive: true });
  writeFileSync(join(folder, "acme/.well-known/acme-challenge/token"), "proof");
  const child = spawn(findProgram("nginx") ?? "nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: "ignore",
  });
  await once(child, "spawn");
  const ready = vi.waitFor(() => ask("http", "docs.acme.org", "/_/health_check/"), { timeout: 10_000 });
  await ready.catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return child;
}

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

/** The host goes out as the name that TLS is asked for, too, unless that is given. */
function ask(scheme: "http" | "https", host: string, path: string, servername = host): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const where = { host: "127.0.0.1", port: ports[scheme], path, headers: { host }, agent: false };
    const sent =
      scheme === "http"
        ? requestHttp(where)
        : requestHttps({ ...where, servername, rejectUnauthorized: false });
    sent
      .on("error", reject)
      .on("response", async (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }),
      )
      .end();
  });
}

describe("Lectern behind the nginx of the documentation", () => {
  test("serves a custom domain over https, with what the domain asks for", async () => {
    const reply = await ask("https", "docs.acme.org", "/en/latest/");
    expect(reply).toMatchObject({ status: 200, text: "start" });
    expect(reply.headers["strict-transport-security"]).toBe("max-age=600");
  });

  test("moves http to https, and the platform's host to the canonical domain", async () => {
    const insecure = await ask("http", "docs.acme.org", "/en/latest/?a=b");
    expect([insecure.status, insecure.headers.location]).toEqual([
      302,
      "https://docs.acme.org/en/latest/?a=b",
    ]);
    const platform = await ask("https", "guide.docs.example.com", "/en/latest/");
    expect([platform.status, platform.headers.location]).toEqual([302, "https://docs.acme.org/en/latest/"]);
  });

  test.each([
    ["/en/latest/a%20b/c+d.html", 200, "odd", undefined],
    ["/en/latest/a%20b/c%2Bd.html", 200, "odd", undefined],
    ["/en//latest/a/b.html", 302, "", "/en/latest/a/b.html"],
    ["/en/latest/x/../a/b.html", 400, undefined, undefined],
  ])("hands %s on as it was sent", async (path, status, body, location) => {
    const reply = await ask("https", "docs.acme.org", path);
    expect([reply.status, reply.headers.location]).toEqual([status, location]);
    if (body !== undefined) expect(reply.text).toBe(body);
  });

  test("leads the dashboard's host to the dashboard, with the reader's address and scheme", async () => {
    expect(await ask("https", "lectern.example.com", "/")).toMatchObject({
      status: 299,
      text: "dashboard for 127.0.0.1 over https",
    });
  });

  test("answers 404 where nobody has verified the host, and ends no TLS without a certificate", async () => {
    expect((await ask("https", "stranger.example.org", "/")).status).toBe(404);
    await expect(ask("https", "unknown.example.org", "/")).rejects.toThrow();
  });

  test.each(["../mail", "docs.acme.org/../../mail", "./docs.acme.org", "."])(
    "looks for a certificate in its folder only, whatever name is asked for: %s",
    async (name) => {
      await expect(ask("https", "docs.acme.org", "/", name)).rejects.toThrow();
    },
  );

  test("lets certbot prove a domain before it has a certificate", async () => {
    expect(await ask("http", "new.acme.org", "/.well-known/acme-challenge/token")).toMatchObject({
      status: 200,
      text: "proof",
    });
  });
});

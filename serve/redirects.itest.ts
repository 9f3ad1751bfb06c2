import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
} from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
const owner = await buildPerson();
const home = await buildHome(owner);
afterAll(close);

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const files = { "index.html": "root", "a.html": "a", "faq/index.html": "faq", "dir/index.html": "dir" };

/** A redirect per line: type, from, to (`/` where the type has none), then 301, `force` or `off`. */
async function addRedirects(projectId: number, text: string): Promise<void> {
  const lines = text.trim().split(/\s*\n\s*/);
  const data = lines.map((line, position) => {
    const [type = "", fromUrl = "", toUrl = "", ...more] = line.split(/ +/);
    return {
      ...{ projectId, position, type: type as RedirectType, fromUrl, toUrl },
      httpStatus: more.includes("301") ? 301 : 302,
      force: more.includes("force"),
      enabled: more.includes("off") ? false : more.includes("null") ? null : true,
    };
  });
  await db.redirect.createMany({ data });
}

async function project(slug: string, redirects: string, columns: Parameters<typeof buildProject>[0] = {}) {
  const made = await buildProject({ slug, privacyLevel: "public", ...home, ...columns });
  await publishSite(made, await versionOf(made, "latest"), files);
  await addRedirects(made.id, redirects);
  return made;
}

const single = { versioningScheme: "single_version_without_translations" } as const;

beforeAll(async () => {
  const main = await project(
    "main",
    `exact /en/versions.json /en/latest/versions.json
     exact /en/old/* /en/latest/:splat 301
     page /install.html /setup.html
     page /off /a.html off
     page /null /a.html null
     page /dir /elsewhere
     page /a.html /not-forced
     page /loop /loop
     page /grow/* /grow/on/:splat
     page /out https://x.example/here?own=1#part
     exact /en/latest/forced-missing /en/latest/a.html 302 force
     exact /projects/gone/* /projects/part/:splat
     exact /_/* /en/latest/:splat
     exact /llms.txt /en/latest/a.html`,
  );
  await buildVersion(main, { slug: "old", active: false });
  const preview = await buildVersion(main, {
    ...{ slug: "17", type: "external", pullNumber: 17, pullState: "open" },
  });
  await publishSite(main, preview, files);
  const part = await project("part", "page /moved /a.html");
  await buildSubproject(main, part, "part");
  const spanish = { language: "es", translationOfId: main.id };
  await project("main-es", "exact /es/latest/ab /es/latest/a.html\npage /cd /a.html", spanish);
  const forced = await project(
    "forced",
    `page / /a.html 302 force
     page /a.html /b.html 301 force
     exact /en/latest/faq/* /en/latest/answers/:splat?own=1 302 force
     page /dir/* /dir/index.html 302 force
     clean_url_to_html / / 302 force`,
  );
  await project("forced-es", "page /a.html /b.html 302 force", {
    language: "es",
    translationOfId: forced.id,
  });
  await project(
    "exactly",
    `exact /en/latest/a.html /en/latest/b.html 302 force
     page /dir/* /dir/index:splat 302 force
     clean_url_to_html / / 302 force`,
  );
  await project("tidy", "html_to_clean_url / / 302 force");
  await project("single", "page / /start.html 302 force\nclean_url_to_html", single);
  await project("plain", "html_to_clean_url\nexact /en/nothing /en/latest/ 302 force");
  await project("open", "exact /en/* /en/latest/:splat");
  const secret = await project("secret", "page /a.html /b.html 302 force\npage /c /d", {});
  await db.version.updateMany({ where: { projectId: secret.id }, data: { privacyLevel: "private" } });
});

const asked: [id: string, host: string, target: string, status: number, location?: string][] = [
  ["[serving H2]", `main.${P}`, "/en/versions.json", 302, "/en/latest/versions.json"],
  ["[serving H3]", `main.${P}`, "/es/latest/ab", 302, "/es/latest/a.html"],
  ["[serving H6]", `main.${P}`, "/en/latest/cd", 404],
  ["[serving H6]", `main.${P}`, "/es/latest/cd", 302, "/es/latest/a.html"],
  ["[serving H6]", `main.${P}`, "/projects/part/en/latest/moved", 302, "/projects/part/en/latest/a.html"],
  ["[serving H6]", `main.${P}`, "/en/latest/moved", 404],
  ["[serving H5]", `main.${P}`, "/install.html?x=//", 302, "/en/latest/setup.html?x=//"],
  ["[serving H7]", `main.${P}`, "/en/old/x/y.html", 301, "/en/latest/x/y.html"],
  ["[serving H9]", `plain.${P}`, "/en/latest/x.html", 302, "/en/latest/x/"],
  ["[serving H9]", `single.${P}`, "/x/", 302, "/x.html"],
  ["[serving H10]", `main.${P}`, "/en/latest/out?asked=2", 302, "https://x.example/here?asked=2&own=1#part"],
  ["[serving H12]", `main.${P}`, "/en/latest/a.html", 200],
  ["[serving H12]", `forced.${P}`, "/en/latest/", 302, "/en/latest/a.html"],
  ["[serving H12]", `forced.${P}`, "/en/latest/a.html?q", 301, "/en/latest/b.html?q"],
  ["[serving H12]", `forced.${P}`, "/en/latest/faq/?q=2", 302, "/en/latest/answers/?q=2&own=1"],
  ["[serving H12]", `single.${P}`, "/", 302, "/start.html"],
  ["[serving H12]", `forced.${P}`, "/en/latest/x/y/", 302, "/en/latest/x/y.html"],
  ["[serving H12]", `forced.${P}`, "/es/latest/a.html?q", 302, "/es/latest/b.html?q"],
  ["[serving H12]", `exactly.${P}`, "/en/latest/a.html", 302, "/en/latest/b.html"],
  ["[serving H12]", `exactly.${P}`, "/en/latest/faq/", 302, "/en/latest/faq.html"],
  ["[serving H12]", `tidy.${P}`, "/en/latest/a.html", 302, "/en/latest/a/"],
  ["[serving H14]", `exactly.${P}`, "/en/latest/dir/index.html", 200],
  ["[serving H14]", `forced.${P}`, "/en/latest/dir/index.html", 200],
  ["[serving H14]", `forced.${P}`, "/en/latest/dir/", 302, "/en/latest/dir/index.html"],
  ["[serving H14]", `main.${P}`, "/en/latest/loop?x", 404],
  ["[serving H14]", `main.${P}`, "/en/latest/grow/x", 302, "/en/latest/grow/on/x"],
  ["[serving H14]", `main.${P}`, "/en/latest/grow/on/x", 404],
  ["[serving H13]", `plain.${P}`, "/en/nothing", 302, "/en/latest/"],
  ["[serving H15]", `main.${P}`, "/en/latest/off", 404],
  ["[serving H15]", `main.${P}`, "/en/latest/null", 302, "/en/latest/a.html"],
  ["[serving H16]", `main--17.${E}`, "/en/17/install.html", 404],
  ["[serving H16]", `main--17.${E}`, "/en/versions.json", 404],
  ["[serving H18]", `main.${P}`, "/projects/gone/en/latest/x", 302, "/projects/part/en/latest/x"],
  ["[serving G1]", `main.${P}`, "/en/latest/dir?q", 302, "/en/latest/dir/?q"],
  ["[serving G6]", `main.${P}`, "/_/downloads/en/latest/foo/", 404],
  ["9", `main.${P}`, "/llms.txt", 302, "/en/latest/a.html"],
];

describe("a project's redirects on docs hosts", () => {
  test.each(asked)("%s %s%s: %i %s", async (_id, host, target, status, location) => {
    const reply = await ask(host, target);
    expect([reply.status, reply.headers.location]).toEqual([status, location]);
  });

  test.each(asked)("%s trying %s%s tells the same: %i %s", async (_id, host, target, status, location) => {
    const [slug] = host.split(/--|\./, 1);
    const url = `http://${host}${target}`;
    const { body } = await api(owner).post(`/projects/${slug}/redirects/test/`, { urls: [url] });
    const { hops, end } = body.results[0];
    const [first] = hops;
    const told = first?.status ?? (end.outcome === "page" ? 200 : 404);
    expect([told, first?.to]).toEqual([status, location && new URL(location, url).href]);
  });

  test("[serving H13] a forced one is not applied before a path that leads nowhere was looked up", async () => {
    const { headers } = await ask(`plain.${P}`, "/en/nothing");
    expect(headers["cdn-cache-control"]).toBe("private");
  });

  test("[serving H10] say what they are, and are kept longer when they are permanent", async () => {
    const found = await ask(`forced.${P}`, "/en/latest/faq/");
    expect(found.headers).toMatchObject({
      "x-docs-redirect": "user",
      "x-docs-project": "forced",
      "x-docs-version": "latest",
      "cdn-cache-control": "public, max-age=1200",
      "cache-tag": expect.stringMatching(/^forced,forced:latest/),
    });
    const permanent = await ask(`forced.${P}`, "/en/latest/a.html");
    expect(permanent.headers["cdn-cache-control"]).toBe("public, max-age=86400");
    const afterMissing = await ask(`main.${P}`, "/en/versions.json");
    expect(afterMissing.headers).toMatchObject({ "x-docs-redirect": "user", "cdn-cache-control": "private" });
    expect(afterMissing.headers).not.toHaveProperty("x-docs-version");
  });

  test("a forced one answers before the right to read, others do not", async () => {
    const forced = await ask(`secret.${P}`, "/en/latest/a.html");
    expect([forced.status, forced.headers.location]).toEqual([302, "/en/latest/b.html"]);
    expect(forced.headers["cdn-cache-control"]).toBe("private");
    expect((await ask(`secret.${P}`, "/en/latest/c")).status).toBe(401);
  });
});

test("[serving H15] moving one changes the winner, and a page that was just served gives way to a new one", async () => {
  const made = await project("moving", "page /x /one\npage /x /two");
  const location = async (target: string) => (await ask(`moving.${P}`, target)).headers.location;
  expect(await location("/en/latest/x")).toBe("/en/latest/one");
  const list = `/projects/${made.slug}/redirects/`;
  const { body } = await api(owner).get(list);
  expect((await api(owner).patch(`${list}${body.results[1].pk}/`, { position: 0 })).status).toBe(200);
  await expect.poll(() => location("/en/latest/x")).toBe("/en/latest/two");

  expect((await ask(`moving.${P}`, "/en/latest/a.html")).status).toBe(200);
  const page = { type: "page", from_url: "/a.html", to_url: "/b.html", force: true };
  expect((await api(owner).post(list, page)).status).toBe(201);
  await expect.poll(() => location("/en/latest/a.html")).toBe("/en/latest/b.html");
});

test.each([
  ["/en/latest/%0D/evil.example", undefined],
  ["/en/latest/%09//evil.example", "/en/latest/%09/evil.example"],
  ["//evil.example/", "/evil.example/"],
  ["/en/%5Cevil.example", "/en/latest/%5Cevil.example"],
  ["/en/http://evil.example", "/en/http:/evil.example"],
  ["/en/http:/evil.example", "/en/latest/http:/evil.example"],
])("[serving H17] %s never leaves the host", async (target, location) => {
  const reply = await ask(`open.${P}`, target);
  expect(reply.headers.location).toBe(location);
  if (location === undefined) expect(reply.status).toBe(404);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { addDownload, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildHome, buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
const P = "docs.localhost:3000";
let owner: Person;
afterAll(close);

beforeAll(async () => {
  env.SUBPROJECT_ALIAS_SLASHES = true;
  owner = await buildPerson();
  const home = await buildHome(owner);
  for (const slug of ["kit", "cli", "tools"]) {
    const project = await buildProject({ ...home, slug });
    const build = await publishSite(project, await versionOf(project, "latest"), {
      "index.html": `<p>start of ${slug}`,
      "page.html": `<p>page of ${slug}`,
    });
    await addDownload(project, build, { name: `${slug}.pdf`, content: `%PDF of ${slug}` });
  }
});

const read = async (address: string) => {
  const url = new URL(address);
  const { status, text, headers } = await ask(url.host, url.pathname);
  return { status, text: text.split("\n")[0], location: headers.location };
};
const attach = async (child: string, alias: string) => {
  const made = await api(owner).post("/projects/kit/subprojects/", { child, alias });
  expect(made.status).toBe(201);
  return made.body.child.urls.documentation;
};

test.each(["tools/cli", "日本/語", "projects", "_", "api/v3"])(
  "below %s a subproject is served",
  async (alias) => {
    const start = await attach("cli", alias);
    expect(decodeURI(start)).toBe(`http://kit.${P}/projects/${alias}/en/latest/`);
    await expect.poll(async () => (await read(start)).text).toContain("start of cli");
    expect((await read(`${start}page.html`)).text).toContain("page of cli");
    expect((await read(`http://kit.${P}/en/latest/page.html`)).text).toContain("page of kit");

    const { body } = await api(owner).get("/projects/cli/versions/latest/");
    const pdf = await ask(`kit.${P}`, new URL(body.downloads.pdf).pathname);
    expect([pdf.status, pdf.text]).toEqual([200, "%PDF of cli"]);
    expect(pdf.headers["content-disposition"]).toMatch(/^inline; filename="[\w.-]+-en-latest\.pdf"$/);

    const own = await read(`http://cli.${P}/en/latest/page.html`);
    expect([own.status, own.location]).toEqual([302, `${start}page.html`]);

    const path = `/projects/kit/subprojects/${encodeURI(alias)}/`;
    expect((await api(owner).delete(path)).status).toBe(204);
    await expect.poll(async () => (await read(start)).status).toBe(404);
    await expect.poll(async () => (await read(`http://cli.${P}/en/latest/`)).text).toContain("start of cli");
  },
);

test("of two aliases the longer one wins, whole segments only", async () => {
  const tools = await attach("tools", "tools");
  const cli = await attach("cli", "tools/en");
  await expect.poll(async () => (await read(cli)).text).toContain("start of cli");
  expect(cli).toBe(`http://kit.${P}/projects/tools/en/en/latest/`);
  expect((await read(`${tools}page.html`)).status).toBe(404);
  expect((await read(`http://kit.${P}/projects/tools/`)).location).toBe("/projects/tools/en/latest/");
});

test("prefixes, an alias and a translation set in the API are where pages are read", async () => {
  const home = await buildHome(owner);
  const make = async (slug: string, columns = {}) => {
    const project = await buildProject({ ...home, slug, ...columns });
    await publishSite(project, await versionOf(project, "latest"), { "page.html": `<p>page of ${slug}` });
  };
  await make("guide");
  await make("guide-es", { language: "es" });
  await make("piece");
  const change = async (slug: string, body: object) => {
    const { status } = await api(owner).patch(`/projects/${slug}/address/`, body);
    expect(status).toBe(200);
  };
  const guide = `http://guide.${P}`;
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await read(`${guide}${path}`)).text).toContain(text);
  expect((await read(`${guide}/en/latest/page.html`)).text).toContain("page of guide");

  await change("guide", { custom_prefix: "g", subproject_prefix: "s" });
  await shows("/g/en/latest/page.html", "page of guide");
  expect((await read(`${guide}/en/latest/page.html`)).status).toBe(404);
  expect((await read(`${guide}/`)).location).toBe("/g/en/latest/");

  await change("guide-es", { translation_of: "guide" });
  await shows("/g/es/latest/page.html", "page of guide-es");
  const moved = await read(`http://guide-es.${P}/g/es/latest/page.html`);
  expect(moved.location).toBe(`${guide}/g/es/latest/page.html`);

  expect((await api(owner).post("/projects/guide/subprojects/", { child: "piece" })).status).toBe(201);
  await shows("/s/piece/en/latest/page.html", "page of piece");
  await change("piece", { alias: "part", custom_prefix: "x" });
  await shows("/s/part/x/en/latest/page.html", "page of piece");
  expect((await read(`${guide}/s/piece/en/latest/page.html`)).status).toBe(404);
  expect((await read(`http://piece.${P}/x/en/latest/page.html`)).location).toBe(
    `${guide}/s/part/x/en/latest/page.html`,
  );
  await change("guide-es", { translation_of: null });
  await expect
    .poll(async () => (await read(`http://guide-es.${P}/es/latest/page.html`)).text)
    .toContain("page of guide-es");
  expect((await read(`${guide}/g/es/latest/page.html`)).status).toBe(404);
});

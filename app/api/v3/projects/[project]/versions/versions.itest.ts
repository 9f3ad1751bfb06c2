import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPip, pipBuild, pipConfig, pipRelease } from "#test/factories/pip.ts";
import { buildBuild, buildCompany, buildVersion, type Person } from "#test/factories/tenants.ts";

const visitor = api();

const slugs = (body: { results: { slug: string }[] }) => body.results.map((row) => row.slug);

/** One organization with a public and a private project; each has a public v1.0, a private v2.0 and a pull request. */
const company = await buildCompany();
const owner = company.owner;
const open = await company.project();
const closed = await company.project({ privacyLevel: "private" });
for (const project of [open, closed]) {
  await buildVersion(project, { slug: "v1.0", type: "tag", identifier: "aaa" });
  await buildVersion(project, { slug: "v2.0", privacyLevel: "private" });
  await buildVersion(project, { slug: "42", type: "external", pullNumber: 42 });
}

describe("GET …/versions/", () => {
  it("[api C1] [api C3] list_anonymous, list_other_user: the public ones by name from Z to A; none of a private project", async () => {
    for (const caller of [visitor, api(company.stranger)]) {
      expect(slugs((await caller.get(`/projects/${open.slug}/versions/`)).body)).toEqual(["v1.0", "latest"]);
      const hidden = await caller.get(`/projects/${closed.slug}/versions/`);
      expect(hidden.status).toBe(200);
      expect(hidden.body).toEqual({ count: 0, next: null, previous: null, results: [] });
    }
  });

  it("[api C2] list: members see all but pull requests", async () => {
    for (const caller of [api(owner), api(company.reader)]) {
      for (const project of [open, closed]) {
        const { body } = await caller.get(`/projects/${project.slug}/versions/`);
        expect(slugs(body)).toEqual(["v2.0", "v1.0", "latest"]);
      }
    }
  });

  it("[api O6] an unknown project has an empty list", async () => {
    const { status, body } = await visitor.get("/projects/nonexistent/versions/");
    expect([status, body.count]).toEqual([200, 0]);
  });

  it.each([
    ["slug=V2", ["v2.0"]],
    ["slug=nope", []],
    ["slug=%25", []],
    ["verbose_name=V1.", ["v1.0"]],
    ["active=true", ["v2.0", "v1.0", "latest"]],
    ["active=FALSE", []],
    ["active=0", []],
    ["active=nonsense", ["v2.0", "v1.0", "latest"]],
    ["q=0", ["v2.0", "v1.0"]],
    ["q=AAA", ["v1.0"]],
    ["q=%25", []],
    ["hidden=true", []],
    ["hidden=false", ["v2.0", "v1.0", "latest"]],
    ["downloads=true", []],
    ["downloads=false", ["v2.0", "v1.0", "latest"]],
    ["built=true", []],
    ["built=false", ["v2.0", "v1.0", "latest"]],
    ["uploaded=true", []],
    ["uploaded=false", ["v2.0", "v1.0", "latest"]],
    ["type=tag", ["v1.0"]],
    ["type=branch", ["v2.0", "latest"]],
    ["type=external", []],
    ["type=unknown", []],
    ["privacy_level=private", ["v2.0"]],
    ["privacy_level=private&active=1&slug=v", ["v2.0"]],
    ["type=tag&type=branch", ["v2.0", "latest"]],
    ["type=", ["v2.0", "v1.0", "latest"]],
    ["unknown=1", ["v2.0", "v1.0", "latest"]],
  ])("[api E3] filters: %s", async (query, expected) => {
    const { status, body } = await api(owner).get(`/projects/${open.slug}/versions/?${query}`);
    expect(status).toBe(200);
    expect(slugs(body)).toEqual(expected);
  });

  it("[api E3] filters: built tells what readers can open from what they cannot", async () => {
    const project = await company.project();
    await buildBuild(project, await buildVersion(project, { slug: "v1" }), { publish: true });
    const path = `/projects/${project.slug}/versions/`;
    expect(slugs((await visitor.get(`${path}?built=true`)).body)).toEqual(["v1"]);
    expect(slugs((await visitor.get(`${path}?built=false`)).body)).toEqual(["latest"]);
  });

  it.each(["type=Tag", "privacy_level=secret"])("filters: %s is refused", async (query) => {
    const name = query.split("=")[0] ?? "";
    const { status, body } = await api(owner).get(`/projects/${open.slug}/versions/?${query}`);
    expect(status).toBe(400);
    expect(body[name][0]).toContain("Select a valid choice.");
  });
});

describe("GET …/versions/<version>/", () => {
  it("[api C4] [api C6] [api C12] detail, detail_anonymous, detail_other_user, nonexistent_project, external", async () => {
    const seen: [Person | null, string, string, number][] = [
      [null, open.slug, "v1.0", 200],
      [null, open.slug, "v2.0", 404],
      [null, closed.slug, "v1.0", 404],
      [company.stranger, open.slug, "v1.0", 200],
      [company.stranger, open.slug, "v2.0", 404],
      [company.stranger, closed.slug, "v1.0", 404],
      [company.reader, closed.slug, "v2.0", 200],
      [owner, closed.slug, "v2.0", 200],
      [owner, open.slug, "42", 404],
      [owner, open.slug, "absent", 404],
      [owner, "nonexistent", "latest", 404],
    ];
    for (const [person, project, version, status] of seen) {
      const answer = await api(person ?? {}).get(`/projects/${project}/versions/${version}/`);
      expect([project, version, answer.status]).toEqual([project, version, status]);
    }
  });

  it("[api C5] the whole version, its private level too, with what expand adds", async () => {
    await buildPip(company);
    const path = "/projects/pip/versions";
    const { body } = await api(owner).get(`${path}/v1.0/`);
    expect(body).toEqual(pipRelease);
    expect((await api(owner).get(`${path}/latest/`)).body.privacy_level).toBe("private");
    const expanded = { ...pipRelease, last_build: { ...pipBuild, config: pipConfig } };
    const wanted = "expand=last_build.config";
    expect((await api(owner).get(`${path}/v1.0/?${wanted}`)).body).toEqual(expanded);
    expect((await api(owner).get(`${path}/?${wanted}&type=tag`)).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [expanded],
    });
    const never = await api(owner).get(`${path}/latest/?expand=last_build`);
    expect(never.body).toMatchObject({ last_build: null, built: false, downloads: {} });
  });

  it.each([
    ["git://github.com/example/tool.git", "https://github.com/example/tool/tree/v1.0/"],
    ["git@gitlab.com:example/tool.git", "https://gitlab.com/example/tool/tree/v1.0/"],
    ["https://bitbucket.org/example/tool", "https://bitbucket.org/example/tool/src/v1.0"],
    ["https://git.example.org/tool.git", "https://git.example.org/tool"],
  ])("a release of %s is read at %s", async (repositoryUrl, vcs) => {
    const project = await company.project({ repositoryUrl });
    await buildVersion(project, { slug: "v1.0", type: "tag" });
    expect((await visitor.get(`/projects/${project.slug}/versions/v1.0/`)).body.urls.vcs).toBe(vcs);
  });

  it("downloads of subprojects and translations lie on the host of the project above them", async () => {
    const parent = await company.project();
    const child = await company.project();
    await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias: "part" } });
    const translation = await company.project({ translationOfId: parent.id, language: "fr" });
    for (const [project, path] of [
      [child, "part/en"],
      [translation, "fr"],
    ] as const) {
      const version = await buildVersion(project, { slug: "v1" });
      const build = await buildBuild(project, version, { publish: true });
      await db.buildArtifact.create({
        data: { buildId: build.id, format: "htmlzip", name: "x", blob: "x", bytes: 1 },
      });
      const { body } = await visitor.get(`/projects/${project.slug}/versions/v1/`);
      expect(body.downloads).toEqual({
        htmlzip: `http://${parent.slug}.docs.localhost:3000/_/downloads/${path}/v1/htmlzip/`,
      });
    }
  });

  it("stable and latest name what they stand for, to those who may know it", async () => {
    const project = await company.project();
    await db.version.updateMany({
      where: { projectId: project.id, slug: "latest" },
      data: { identifier: "main" },
    });
    await buildVersion(project, { slug: "main" });
    await buildVersion(project, { slug: "v3", type: "tag", identifier: "ccc", privacyLevel: "private" });
    await buildVersion(project, { slug: "zulu", type: "tag", identifier: "ccc" });
    await buildVersion(project, { slug: "stable", type: "tag", identifier: "ccc", machine: true });
    const path = `/projects/${project.slug}/versions`;
    /** A list says the same, also where what is named is on another page of it; and so does the answer to who wants less. */
    const told = async (caller: typeof visitor, slug: string) => {
      const { body } = await caller.get(`${path}/${slug}/`);
      const list = (await caller.get(`${path}/?sort=project&limit=2`)).body.results;
      expect(list.find((row: { slug: string }) => row.slug === slug)).toEqual(body);
      const { aliases: _aliases, ref: _ref, urls: _urls, ...less } = body;
      expect((await caller.get(`${path}/${slug}/?omit=aliases,ref,urls`)).body).toEqual(less);
      return body;
    };
    const latest = await told(visitor, "latest");
    expect(latest).toMatchObject({ ref: null, aliases: [{ slug: "main", aliases: [] }] });
    expect(latest.urls.vcs).toBe(`https://github.com/example/${project.slug}/tree/main/`);
    expect(await told(api(owner), "stable")).toMatchObject({
      ref: "v3",
      aliases: [{ slug: "v3" }],
    });
    expect(await told(visitor, "stable")).toMatchObject({ ref: "zulu" });
    await db.version.deleteMany({ where: { projectId: project.id, slug: "zulu" } });
    expect(await told(visitor, "stable")).toMatchObject({ ref: null, aliases: [] });
    await db.version.updateMany({ where: { projectId: project.id, slug: "v3" }, data: { active: false } });
    expect(await told(api(owner), "stable")).toMatchObject({ ref: "v3", aliases: [] });
  });

  it("[api C7] detail_unique: one slug in two projects is two versions", async () => {
    const own = (await visitor.get(`/projects/${open.slug}/versions/v1.0/`)).body.id;
    expect((await api(owner).get(`/projects/${closed.slug}/versions/v1.0/`)).body.id).not.toBe(own);
  });
});

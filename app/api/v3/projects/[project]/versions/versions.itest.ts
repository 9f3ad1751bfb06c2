import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

const visitor = api();
let owner: Person;
let reader: Person;
let stranger: Person;
let organization: { id: number; slug: string };
let open: { id: number; slug: string };
let closed: { id: number; slug: string };

const slugs = (body: { results: { slug: string }[] }) => body.results.map((row) => row.slug);

/** One organization with a public and a private project; each has a public v1.0, a private v2.0 and a pull request. */
beforeAll(async () => {
  owner = await buildPerson();
  reader = await buildPerson();
  stranger = await buildPerson();
  organization = await buildOrganization(owner);
  open = await buildProject({ organization });
  closed = await buildProject({ organization, privacyLevel: "private" });
  await buildTeam(organization, { members: [reader], projects: [open, closed] });
  for (const project of [open, closed]) {
    await buildVersion(project, { slug: "v1.0", type: "tag", identifier: "aaa" });
    await buildVersion(project, { slug: "v2.0", privacyLevel: "private" });
    await buildVersion(project, { slug: "42", type: "external", pullNumber: 42 });
  }
});

describe("GET …/versions/", () => {
  it("list_anonymous, list_other_user: the public ones by name from Z to A; none of a private project", async () => {
    for (const caller of [visitor, api(stranger)]) {
      expect(slugs((await caller.get(`/projects/${open.slug}/versions/`)).body)).toEqual(["v1.0", "latest"]);
      const hidden = await caller.get(`/projects/${closed.slug}/versions/`);
      expect(hidden.status).toBe(200);
      expect(hidden.body).toEqual({ count: 0, next: null, previous: null, results: [] });
    }
  });

  it("list: members see all but pull requests", async () => {
    for (const caller of [api(owner), api(reader)]) {
      for (const project of [open, closed]) {
        const { body } = await caller.get(`/projects/${project.slug}/versions/`);
        expect(slugs(body)).toEqual(["v2.0", "v1.0", "latest"]);
      }
    }
  });

  it("an unknown project has an empty list", async () => {
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
  ])("filters: %s", async (query, expected) => {
    const { status, body } = await api(owner).get(`/projects/${open.slug}/versions/?${query}`);
    expect(status).toBe(200);
    expect(slugs(body)).toEqual(expected);
  });

  it.each(["type=Tag", "privacy_level=secret"])("filters: %s is refused", async (query) => {
    const name = query.split("=")[0] ?? "";
    const { status, body } = await api(owner).get(`/projects/${open.slug}/versions/?${query}`);
    expect(status).toBe(400);
    expect(body[name][0]).toContain("Select a valid choice.");
  });
});

describe("GET …/versions/<version>/", () => {
  it("detail, detail_anonymous, detail_other_user", async () => {
    const seen: [Person | null, string, string, number][] = [
      [null, open.slug, "v1.0", 200],
      [null, open.slug, "v2.0", 404],
      [null, closed.slug, "v1.0", 404],
      [stranger, open.slug, "v1.0", 200],
      [stranger, open.slug, "v2.0", 404],
      [stranger, closed.slug, "v1.0", 404],
      [reader, closed.slug, "v2.0", 200],
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

  it("has the whole version", async () => {
    const project = await buildProject({ organization });
    const version = await buildVersion(project, { slug: "v1.0", type: "tag", identifier: "a1b2" });
    const build = await buildBuild(project, version, { publish: true });
    for (const format of ["html", "pdf", "epub"] as const) {
      await db.buildArtifact.create({
        data: { buildId: build.id, format, name: format, blob: "x", bytes: 1 },
      });
    }
    const base = `http://localhost:3000/api/v3/projects/${project.slug}/`;
    const docs = `http://${project.slug}.docs.localhost:3000`;
    const { body, headers } = await visitor.get(`/projects/${project.slug}/versions/v1.0/?expand=last_build`);
    expect(headers.get("etag")).toBe(`"${version.id}-0"`);
    expect(body).toEqual({
      _links: { _self: `${base}versions/v1.0/`, builds: `${base}versions/v1.0/builds/`, project: base },
      active: true,
      aliases: [],
      built: true,
      downloads: {
        epub: `${docs}/_/downloads/en/v1.0/epub/`,
        pdf: `${docs}/_/downloads/en/v1.0/pdf/`,
      },
      hidden: false,
      id: version.id,
      identifier: "a1b2",
      last_build: expect.objectContaining({ id: build.id, version: "v1.0" }),
      privacy_level: "public",
      ref: null,
      slug: "v1.0",
      type: "tag",
      urls: {
        dashboard: { edit: `http://localhost:3000/dashboard/${project.slug}/version/v1.0/edit/` },
        documentation: `${docs}/en/v1.0/`,
        vcs: `https://github.com/example/${project.slug}/tree/v1.0/`,
      },
      verbose_name: "v1.0",
    });
  });

  it("stable and latest name what they stand for, to those who may know it", async () => {
    const project = await buildProject({ organization });
    await db.version.updateMany({
      where: { projectId: project.id, slug: "latest" },
      data: { identifier: "main" },
    });
    await buildVersion(project, { slug: "main" });
    await buildVersion(project, { slug: "v3", type: "tag", identifier: "ccc", privacyLevel: "private" });
    await buildVersion(project, { slug: "zulu", type: "tag", identifier: "ccc" });
    await buildVersion(project, { slug: "stable", type: "tag", identifier: "ccc", machine: true });
    const path = `/projects/${project.slug}/versions`;
    const latest = (await visitor.get(`${path}/latest/`)).body;
    expect(latest).toMatchObject({ ref: null, aliases: [{ slug: "main", aliases: [] }] });
    expect(latest.urls.vcs).toBe(`https://github.com/example/${project.slug}/tree/main/`);
    expect((await api(owner).get(`${path}/stable/`)).body).toMatchObject({
      ref: "v3",
      aliases: [{ slug: "v3" }],
    });
    expect((await visitor.get(`${path}/stable/`)).body).toMatchObject({ ref: "zulu" });
    await db.version.deleteMany({ where: { projectId: project.id, slug: "zulu" } });
    expect((await visitor.get(`${path}/stable/`)).body).toMatchObject({ ref: null, aliases: [] });
    await db.version.updateMany({ where: { projectId: project.id, slug: "v3" }, data: { active: false } });
    expect((await api(owner).get(`${path}/stable/`)).body).toMatchObject({ ref: "v3", aliases: [] });
  });

  it("detail_unique: one slug in two projects is two versions", async () => {
    const own = (await visitor.get(`/projects/${open.slug}/versions/v1.0/`)).body.id;
    expect((await api(owner).get(`/projects/${closed.slug}/versions/v1.0/`)).body.id).not.toBe(own);
  });
});

describe("PATCH …/versions/<version>/", () => {
  let project: { id: number; slug: string };
  let version: { id: number; slug: string };
  let path: string;
  const changed: string[] = [];
  const stored = () => db.version.findUniqueOrThrow({ where: { id: version.id }, include: { builds: true } });

  beforeAll(async () => void (await listen("site_changed", (id) => changed.push(id))));
  beforeEach(async () => {
    project = await buildProject({ organization });
    version = await buildVersion(project, { slug: "v1" });
    path = `/projects/${project.slug}/versions/v1/`;
  });

  it("partial_update: 401, 403, 204; names stay", async () => {
    const body = { active: false, hidden: true, slug: "other", verbose_name: "other", built: true };
    expect((await visitor.patch(path, body)).status).toBe(401);
    expect((await api(stranger).patch(path, body)).status).toBe(403);
    const answer = await api(owner).patch(path, body);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await api(owner).get(path)).body).toMatchObject({
      slug: "v1",
      verbose_name: "v1",
      active: false,
      hidden: true,
      built: false,
    });
  });

  it("others may not, whoever they are: read-only members, read-only tokens, strangers to a private project", async () => {
    await buildTeam(organization, { members: [reader], projects: [project] });
    expect((await api(reader).patch(path, {})).status).toBe(403);
    const { token } = await buildToken(owner, { scope: "read" });
    expect((await api({ token }).patch(path, {})).status).toBe(403);
    expect((await api(stranger).patch(`/projects/${closed.slug}/versions/v1.0/`, {})).status).toBe(404);
    expect((await api(owner).patch(`/projects/${open.slug}/versions/42/`, {})).status).toBe(404);
    expect((await api(owner).patch(`/projects/${open.slug}/versions/absent/`, {})).status).toBe(404);
  });

  it("privacy_levels_enabled: stored; invalid → 400", async () => {
    expect((await api(owner).patch(path, { privacy_level: "private" })).status).toBe(204);
    expect((await visitor.get(path)).status).toBe(404);
    const { status, body } = await api(owner).patch(path, { privacy_level: "x", active: "x", hidden: null });
    expect(status).toBe(400);
    expect(body).toEqual({
      privacy_level: ['"x" is not a valid choice.'],
      active: ["Must be a valid boolean."],
      hidden: ["This field may not be null."],
    });
  });

  it("activate: one build is started, its files are no longer due to go", async () => {
    await db.version.update({ where: { id: version.id }, data: { active: false, filesPurgeAt: new Date() } });
    expect((await api(owner).patch(path, { active: true })).status).toBe(204);
    expect(await stored()).toMatchObject({
      active: true,
      filesPurgeAt: null,
      builds: [{ state: "triggered", trigger: "activation" }],
    });
    await api(owner).patch(path, { active: true });
    expect((await stored()).builds).toHaveLength(1);
  });

  it("activate: no build while the project may not build", async () => {
    await db.version.update({ where: { id: version.id }, data: { active: false } });
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "failures" },
    });
    expect((await api(owner).patch(path, { active: true })).status).toBe(204);
    expect((await stored()).builds).toHaveLength(0);
  });

  it("deactivate: off the site at once, only this version, builds cancelled, none started", async () => {
    const other = await buildVersion(project, { slug: "v2" });
    await buildBuild(project, other, { publish: true });
    await buildBuild(project, version, { publish: true });
    const waiting = await buildBuild(project, version, { state: "triggered" });
    expect((await api(owner).patch(path, { active: false })).status).toBe(204);
    const row = await stored();
    expect(row.publishedBuildId).toBeNull();
    expect(row.deactivatedAt).not.toBeNull();
    expect((row.filesPurgeAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect(row.builds).toHaveLength(2);
    expect(row.builds.find(({ id }) => id === waiting.id)).toMatchObject({ state: "cancelled" });
    expect(await db.cancellation.findUnique({ where: { buildId: waiting.id } })).toMatchObject({
      reason: "deactivated",
    });
    expect(await db.publication.findFirst({ where: { versionId: version.id } })).toMatchObject({
      endReason: "deactivated",
    });
    expect((await visitor.get(`/projects/${project.slug}/versions/v2/`)).body.built).toBe(true);
    expect((await visitor.get(path)).body.built).toBe(false);
  });

  it("every change tells the docs hosts, an empty one too", async () => {
    for (const body of [{}, { hidden: true }, { active: false }]) {
      changed.length = 0;
      expect((await api(owner).patch(path, body)).status).toBe(204);
      await expect.poll(() => changed).toContain(String(project.id));
    }
    expect((await api(owner).put(path, {})).status).toBe(204);
  });

  it("If-Match: the second of two writers learns that it is late", async () => {
    const tag = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).patch(path, { hidden: true }, { "if-match": tag })).status).toBe(204);
    expect((await api(owner).patch(path, { hidden: false }, { "if-match": tag })).status).toBe(412);
    expect((await stored()).hidden).toBe(true);
  });

  it("many switches at once leave one state and no crash", async () => {
    const answers = await Promise.all(
      [false, true, false, true].map((active) => api(owner).patch(path, { active })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const { active, builds } = await stored();
    expect(builds.filter((build) => build.state === "triggered").length).toBe(
      active && builds.length > 0 ? 1 : 0,
    );
  });

  it("POST and DELETE: 401 for visitors, 403 for strangers, 405 for admins", async () => {
    for (const method of ["post", "delete"] as const) {
      expect((await visitor[method](path)).status).toBe(401);
      expect((await api(stranger)[method](path)).status).toBe(403);
      const refused = await api(owner)[method](path);
      expect(refused.status).toBe(405);
      expect(refused.body).toEqual({ detail: `Method "${method.toUpperCase()}" not allowed.` });
    }
  });
});

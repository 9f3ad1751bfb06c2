import { describe, expect, it, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPerson, buildProject } from "#test/factories/tenants.ts";

vi.hoisted(() => {
  process.env.EDITION = "community";
});

const visitor = api();
const repository = { url: "https://github.com/example/template", type: "git" };

const maintainer = await buildPerson({ username: "maintainer" });
const stranger = await buildPerson({ username: "stranger" });

describe("projects in the community edition", () => {
  it("[api A17] import_project: public, maintained by who made it, without organization", async () => {
    const made = await api(maintainer).post("/projects/?expand=organization,permissions", {
      name: "Community",
      repository,
      organization: { anything: true },
      teams: 5,
      privacy_level: "no such level",
    });
    expect(made.status).toBe(201);
    const whole = {
      _links: {
        _self: "http://localhost:3000/api/v3/projects/community/",
        builds: "http://localhost:3000/api/v3/projects/community/builds/",
        environmentvariables: "http://localhost:3000/api/v3/projects/community/environmentvariables/",
        notifications: "http://localhost:3000/api/v3/projects/community/notifications/",
        redirects: "http://localhost:3000/api/v3/projects/community/redirects/",
        subprojects: "http://localhost:3000/api/v3/projects/community/subprojects/",
        superproject: "http://localhost:3000/api/v3/projects/community/superproject/",
        sync_versions: "http://localhost:3000/api/v3/projects/community/sync-versions/",
        translations: "http://localhost:3000/api/v3/projects/community/translations/",
        versions: "http://localhost:3000/api/v3/projects/community/versions/",
      },
      analytics_code: null,
      analytics_disabled: false,
      created: expect.stringMatching(/Z$/),
      default_branch: "master",
      default_version: "latest",
      external_builds_enabled: false,
      external_builds_privacy_level: "public",
      homepage: null,
      id: expect.any(Number),
      language: { code: "en", name: "English" },
      modified: expect.stringMatching(/Z$/),
      name: "Community",
      privacy_level: "public",
      programming_language: { code: "words", name: "Only Words" },
      readthedocs_yaml_path: null,
      repository,
      single_version: false,
      slug: "community",
      subproject_of: null,
      tags: [],
      translation_of: null,
      urls: {
        builds: "http://localhost:3000/projects/community/builds/",
        documentation: "http://community.docs.localhost:3000/en/latest/",
        downloads: null,
        home: "http://localhost:3000/projects/community/",
        versions: "http://localhost:3000/projects/community/versions/",
      },
      users: [{ username: "maintainer" }],
      versioning_scheme: "multiple_versions_with_translations",
    };
    expect(made.body).toEqual({ ...whole, organization: null, permissions: { admin: true } });
    for (const caller of [visitor, api(stranger), api(maintainer)])
      expect((await caller.get("/projects/community/")).body).toEqual(whole);
  });

  it("[api A1] list: a maintainer's own projects, nobody else's", async () => {
    const { slug } = await buildProject({ maintainer });
    const slugs = (await api(maintainer).get("/projects/")).body.results.map(
      (row: { slug: string }) => row.slug,
    );
    expect(slugs).toContain(slug);
    expect((await api(stranger).get("/projects/")).body.count).toBe(0);
  });

  it("[api A29] [api C9] privacy_levels_disabled: levels are ignored, valid or not", async () => {
    const { slug } = await buildProject({ maintainer });
    for (const level of ["private", "dummy", null, 5]) {
      const changes = { privacy_level: level, external_builds_privacy_level: level };
      expect((await api(maintainer).patch(`/projects/${slug}/`, changes)).status).toBe(204);
      const version = `/projects/${slug}/versions/latest/`;
      expect((await api(maintainer).patch(version, { privacy_level: level })).status).toBe(204);
      expect((await visitor.get(version)).body.privacy_level).toBe("public");
    }
    expect((await visitor.get(`/projects/${slug}/`)).body).toMatchObject({
      privacy_level: "public",
      external_builds_privacy_level: "public",
    });
  });

  it("[api A28] partial_update_others: everybody sees it, only its maintainers change it", async () => {
    const { slug } = await buildProject({ maintainer });
    const path = `/projects/${slug}/`;
    expect((await visitor.patch(path, { name: "x" })).status).toBe(401);
    expect((await api(stranger).patch(path, { name: "x" })).status).toBe(403);
    expect((await api(stranger).delete(path)).status).toBe(403);
    expect((await api(maintainer).patch(path, { name: "x" })).status).toBe(204);
  });

  it("ssh addresses are for the business edition", async () => {
    const { status, body } = await api(maintainer).post("/projects/", {
      name: "By ssh",
      repository: { url: "git@github.com:example/template.git" },
    });
    expect(status).toBe(400);
    expect(body).toEqual({ repository: { url: ["Manual cloning via SSH is not supported"] } });
  });

  it.each(["import", "Create", "tags", "Check", "new", "search", "API", "static", "choose"])(
    "refuses the reserved slug of %s",
    async (name) => {
      const { status, body } = await api(maintainer).post("/projects/", { name, repository });
      expect(status).toBe(400);
      expect(body.name[0]).toContain("is reserved");
    },
  );

  it("nothing was made without a maintainer", async () => {
    expect(await db.project.count({ where: { maintainers: { none: {} } } })).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildVersion,
} from "#test/factories/tenants.ts";

/** Whatever comes in, the answer is a documented refusal in JSON, never a 500, and nothing is stored. */

const owner = await buildPerson();
const organization = await buildOrganization(owner);
const project = await buildProject({ organization });
const buildId = (await buildBuild(project, await buildVersion(project, { slug: "v1" }))).id;

const nasty: [string, unknown][] = [
  ["null", null],
  ["a number", 5],
  ["a fraction", 1.5],
  ["a huge number", 1e308],
  ["true", true],
  ["an array", [1, [2]]],
  ["an object", { a: { b: null } }],
  ["nothing but blanks", " \t "],
  ["NUL", "a\0b"],
  ["a lone surrogate", "a\ud800b"],
  ["a very long text", "x".repeat(100_000)],
  ["controls", "a\u0007\u001bb\r\nc"],
  ["__proto__", "__proto__"],
  ["an injection", "'; drop table projects; --"],
  ["right-to-left", "\u202Egnp.exe"],
  ["many marks", "e\u0301".repeat(500)],
];

const fields = [
  "name",
  "description",
  "repository",
  "language",
  "programming_language",
  "homepage",
  "tags",
  "readthedocs_yaml_path",
  "privacy_level",
  "external_builds_privacy_level",
  "default_version",
  "default_branch",
  "analytics_code",
  "analytics_disabled",
  "versioning_scheme",
  "external_builds_enabled",
];

describe("bodies", () => {
  it.each(nasty)("PATCH with %s in any field", async (_, value) => {
    for (const field of fields) {
      const { status, body } = await api(owner).patch(`/projects/${project.slug}/`, { [field]: value });
      expect([field, status === 204 || status === 400]).toEqual([field, true]);
      if (status === 400) expect(Object.keys(body)).toEqual([field]);
    }
    for (const value2 of [{ url: value }, { type: value }]) {
      const { status } = await api(owner).patch(`/projects/${project.slug}/`, { repository: value2 });
      expect([204, 400]).toContain(status);
    }
  });

  it.each(nasty)("POST with %s in any field", async (_, value) => {
    const before = await db.project.count();
    const good = {
      name: "Nasty",
      repository: { url: "https://example.org/x" },
      organization: organization.slug,
    };
    for (const field of ["name", "repository", "organization", "teams", "tags"]) {
      const { status } = await api(owner).post("/projects/", {
        ...good,
        [field]: value,
        language: "klingon",
      });
      expect([field, status]).toEqual([field, 400]);
    }
    expect(await db.project.count()).toBe(before);
  });

  it.each(nasty)("PATCH of a version with %s", async (_, value) => {
    for (const field of ["active", "hidden", "privacy_level"]) {
      const { status } = await api(owner).patch(`/projects/${project.slug}/versions/v1/`, { [field]: value });
      expect([204, 400]).toContain(status);
    }
  });

  it.each([
    ["broken JSON", "{", 400],
    ["a list", "[]", 400],
    ["a text", '"x"', 400],
    ["null", "null", 400],
    ["a deep nest", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, 400],
    ["a key twice", '{"name":"a","name":"b"}', 204],
    ["a prototype", '{"__proto__":{"name":5},"constructor":{"prototype":{"name":5}}}', 204],
  ])("%s as a body", async (_, body, expected) => {
    const { status } = await api(owner).patch(`/projects/${project.slug}/`, body, {
      "content-type": "application/json",
    });
    expect(status).toBe(expected);
  });

  it("another media type is 415", async () => {
    const { status } = await api(owner).post("/projects/", "name=x", { "content-type": "text/plain" });
    expect(status).toBe(415);
  });
});

describe("addresses", () => {
  it.each([
    "nope%00",
    "%ff",
    "a%2Fb",
    "..%2F..",
    "%20",
    "x".repeat(5000),
    "%F0%9F%98%80",
    "'--",
    "%25",
    "__proto__",
    "constructor",
  ])("a project called %s does not exist", async (slug) => {
    for (const path of [`/projects/${slug}/`, `/projects/${slug}/superproject/`]) {
      const answer = await api(owner)
        .get(path)
        .catch((error: unknown) => error);
      // A path that cannot be decoded at all never reaches a route.
      if (answer instanceof URIError) continue;
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    }
  });

  it.each(["%00", "a%00b", "%20", "x".repeat(5000), "%F0%9F%98%80", "..", "latest%20", "__proto__"])(
    "a version called %s does not exist",
    async (slug) => {
      const path = `/projects/${project.slug}/versions/${slug === ".." ? "%2E%2E%2E" : slug}/`;
      expect((await api(owner).get(path)).status).toBe(404);
      expect((await api(owner).patch(path, {})).status).toBe(404);
      expect((await api(owner).post(`${path}builds/`)).status).toBe(404);
      expect((await api(owner).get(`${path}builds/`)).status).toBe(404);
    },
  );

  it.each(["0", "-1", "1e3", "0x1", "1.5", "999999999999999999999", "2147483648", "%00", "٣", "abc"])(
    "a build called %s does not exist",
    async (id) => {
      for (const rest of ["", "commands/", "events/"]) {
        expect((await api(owner).get(`/projects/${project.slug}/builds/${id}/${rest}`)).status).toBe(404);
      }
      for (const rest of ["cancel/", "retry/"]) {
        expect((await api(owner).post(`/projects/${project.slug}/builds/${id}/${rest}`)).status).toBe(404);
      }
    },
  );
});

describe("queries", () => {
  const lists = [
    "/projects/",
    "/projects/PROJECT/versions/",
    "/projects/PROJECT/builds/",
    "/remote/organizations/",
    "/remote/repositories/",
  ];
  it.each([
    "limit=0",
    "limit=-5",
    "limit=abc",
    "limit=",
    "limit=99999999999999999999",
    "limit=2147483648",
    "offset=-1",
    "offset=abc",
    "offset=2147483647",
    "offset=99999999999999999999",
    "limit=1&limit=2",
    "fields=",
    "fields=__proto__",
    "omit=*",
    "expand=*",
    "expand=~all",
    "expand=nothing.at.all",
    "fields[]=id&fields[]=slug",
    "slug=%F0%9F%98%80",
    "commit=%5C%25_",
    "full_name=%5C%25_",
    "organization=%F0%9F%98%80",
    "%E0%A4%A",
    "name=%E0%A4%A",
  ])("%s is answered", async (query) => {
    for (const path of lists) {
      const { status } = await api(owner).get(`${path.replace("PROJECT", project.slug)}?${query}`);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it.each(["slug=a%00b", "commit=%00", "name=%00", "unknown=%00"])("%s is refused", async (query) => {
    for (const path of lists) {
      const { status, body } = await api(owner).get(`${path.replace("PROJECT", project.slug)}?${query}`);
      expect([path, status]).toEqual([path, 400]);
      expect(typeof body).toBe("object");
    }
  });

  it.each(["expand=a.a", "fields=a.b.a", "omit=a.a"])("%s is refused: it goes in circles", async (query) => {
    for (const path of [
      ...lists,
      `/projects/${project.slug}/`,
      `/projects/${project.slug}/builds/${buildId}/`,
    ]) {
      const { status, body } = await api(owner).get(`${path.replace("PROJECT", project.slug)}?${query}`);
      expect([status, body]).toEqual([400, ["Recursive expansion found"]]);
    }
  });
});

import { describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { type ApiAnswer, api } from "#test/api.ts";
import { buildSession } from "#test/factories/accounts.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
} from "#test/factories/tenants.ts";

/** The tables of spec/api-v3.md 1.1 to 1.10, tried on the routes where they can be seen. */

const owner = await buildPerson();
const outsider = await buildPerson();
const organization = await buildOrganization(owner);
const project = await buildProject({ organization, slug: "pip" });
const hidden = await buildProject({ organization, slug: "secret", privacyLevel: "private" });
const build = await buildBuild(project, await buildVersion(project, { slug: "v1.0" }), { publish: true });
for (const slug of ["v2", "v3", "v4"]) await buildVersion(project, { slug });

const brief = ({ status, body }: ApiAnswer) => [status, body];
const notFound = [404, { detail: "Not found." }];
const noneOf = (what: string) => [404, { detail: `No ${what} matches the given query.` }];
const anonymous = [401, { detail: "Authentication credentials were not provided." }];

describe("[api O1] addresses", () => {
  test.each([
    ["/projects/pip.json/", "pip"],
    ["/projects/pip/?format=json", "pip"],
    ["/projects/pip/?format=", "pip"],
  ])("%s is the project", async (path, slug) => {
    expect((await api().get(path)).body.slug).toBe(slug);
  });

  test.each([
    ["/projects/PIP/", noneOf("Project")],
    ["/projects/a.b/", notFound],
    ["/projects/pip.xml/", notFound],
    ["/projects/pip/?format=xml", notFound],
    ["/projects/pip/?format=api", notFound],
    ["/projects/pip/builds/abc/", notFound],
    ["/projects/pip/builds/-1/", notFound],
    ["/projects/pip/builds/1e3/", notFound],
    ["/projects/pip/builds/99999/", noneOf("Build")],
    ["/projects/pip/builds/99999999999999999999/", noneOf("Build")],
    ["/projects/pip/versions/nope/", noneOf("Version")],
    ["/projects/nope/", noneOf("Project")],
    ["/organizations/nope/", anonymous],
    ["/nope/", notFound],
    ["/projects/pip/nope/", notFound],
  ])("%s", async (path, expected) => expect(brief(await api().get(path))).toEqual(expected));
});

describe("[api O1] negotiation", () => {
  test.each([
    [{}, 200, /^\{"count":/],
    [{ accept: "*/*" }, 200, /^\{"count":/],
    [{ accept: "application/json" }, 200, /^\{"count":/],
    [{ accept: "application/json; indent=4" }, 200, /^\{\n {4}"count": \d+,\n {4}"next"/],
    [{ accept: "text/html" }, 200, /^\{"count":/],
    [{ accept: "application/xml" }, 406, /^\{"detail":"Could not satisfy the request Accept header\."\}$/],
  ])("%j", async (headers, status, text) => {
    const answer = await api().get("/projects/pip/versions/", headers as Record<string, string>);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/json"]);
    expect(answer.text).toMatch(text);
  });

  test("keys are in the order of the alphabet at every level, characters as they are", async () => {
    await db.project.update({ where: { id: project.id }, data: { name: "pïp ☃" } });
    const { text, body } = await api().get("/projects/pip/?expand=active_versions");
    expect(text).toContain('"name":"pïp ☃"');
    const sorted = (value: unknown): boolean => {
      if (typeof value !== "object" || value === null) return true;
      const keys = Array.isArray(value) ? [] : Object.keys(value);
      return keys.join() === [...keys].sort().join() && Object.values(value).every(sorted);
    };
    expect(sorted(body)).toBe(true);
    expect(text.startsWith('{"_links":{"_self":')).toBe(true);
  });

  test("every answer carries the usual headers", async () => {
    const asked = await Promise.all([
      api().get("/projects/pip/"),
      api().head("/projects/pip/"),
      api().options("/projects/pip/"),
      api().get("/projects/nope/"),
      api().put("/projects/pip/", {}),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 404, 401]);
    for (const { headers } of asked) {
      expect(headers.get("allow")).toBe("GET, PUT, PATCH, DELETE, HEAD, OPTIONS");
      expect(headers.get("vary")).toBe("Accept, Accept-Language, Cookie");
      expect(headers.get("content-language")).toBe("en");
      expect(headers.get("access-control-allow-origin")).toBe(null);
    }
    const byToken = await api(owner).get("/projects/pip/");
    expect(byToken.headers.get("vary")).toBe("Accept, Accept-Language");
  });

  test("OPTIONS lists the fields of a body to who may send one", async () => {
    const { body } = await api(owner).options("/projects/pip/");
    expect(Object.keys(body)).toEqual(["actions", "description", "name", "parses", "renders"]);
    expect(body.actions.PUT.repository.children.url).toMatchObject({ type: "string", required: true });
    expect((await api(outsider).options("/projects/pip/")).body).not.toHaveProperty("actions");
    expect((await api().options("/projects/pip/")).body).not.toHaveProperty("actions");
    expect((await api().options("/projects/secret/")).status).toBe(404);
    expect((await api().options("/projects/")).status).toBe(401);
  });
});

describe("[api O1] bodies", () => {
  const path = "/projects/pip/";
  const type = (value: string) => ({ "content-type": value });
  const dictionary = (got: string) => [
    400,
    { non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`] },
  ];
  test.each<[body: string, type: string, expected: unknown]>([
    ["", "text/plain", [204, null]],
    ['{"unknown":1,"slug":"x","id":7}', "application/json", [204, null]],
    ["name=pip&unknown=1", "application/x-www-form-urlencoded", [204, null]],
    ["[1]", "application/json", dictionary("list")],
    ['"x"', "application/json", dictionary("str")],
    ["null", "application/json", dictionary("NoneType")],
    ["x", "text/plain", [415, { detail: 'Unsupported media type "text/plain" in request.' }]],
    ["{", "application/json", [400, { detail: expect.stringMatching(/^JSON parse error - ./) }]],
  ])("PATCH %s as %s", async (body, given, expected) => {
    expect(brief(await api(owner).patch(path, body, type(given)))).toEqual(expected);
  });

  test("a form sent with PUT unchecks what it does not name, JSON and PATCH leave it", async () => {
    const stored = async () => {
      const found = await db.project.findUniqueOrThrow({ where: { id: project.id } });
      return found.externalBuildsEnabled;
    };
    const form = (more = {}) =>
      new URLSearchParams({ name: "pip", "repository.url": "https://github.com/example/pip", ...more });
    expect((await api(owner).put(path, form({ external_builds_enabled: "on" }))).status).toBe(204);
    expect(await stored()).toBe(true);
    expect((await api(owner).patch(path, form())).status).toBe(204);
    const json = { name: "pip", repository: { url: "https://github.com/example/pip" } };
    expect((await api(owner).put(path, json)).status).toBe(204);
    expect(await stored()).toBe(true);
    expect((await api(owner).put(path, form())).status).toBe(204);
    expect(await stored()).toBe(false);
    const multipart = new FormData();
    for (const [name, value] of form({ external_builds_enabled: "1" })) multipart.set(name, value);
    expect((await api(owner).put(path, multipart)).status).toBe(204);
    expect(await stored()).toBe(true);
  });

  test.each(["/projects/pip/sync-versions/", "/projects/pip/versions/v2/builds/"])(
    "the body sent to %s is not looked at",
    async (triggered) => {
      for (const given of ["application/json", "text/plain"]) {
        expect((await api(owner).post(triggered, "{", type(given))).status).toBe(202);
      }
    },
  );
});

describe("[api O1] authentication", () => {
  test.each([
    ["Token ", "Invalid token header. No credentials provided."],
    ["token nope", "Invalid token."],
    ["TOKEN a b", "Invalid token header. Token string should not contain spaces."],
    ["Token n\u00f6", "Invalid token header. Token string should not contain invalid characters."],
  ])("%s is refused, on public things too, and no cookie helps", async (authorization, detail) => {
    const { cookie } = await buildSession(owner);
    const answer = await api({ cookie }).get("/projects/pip/", { authorization });
    expect(brief(answer)).toEqual([401, { detail }]);
    expect(answer.headers.get("www-authenticate")).toBe("Token");
  });

  test("the token of somebody who is gone", async () => {
    const gone = await buildPerson();
    await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } });
    expect(brief(await api(gone).get("/projects/"))).toEqual([401, { detail: "User inactive or deleted." }]);
  });

  test("the keyword in any case; another keyword is nobody, or whoever has the cookie", async () => {
    const { cookie } = await buildSession(owner);
    expect((await api().get("/projects/", { authorization: `tOKEN ${owner.token}` })).status).toBe(200);
    for (const authorization of [`Bearer ${owner.token}`, "Basic YTpi", "nonsense"]) {
      expect(brief(await api().get("/projects/", { authorization }))).toEqual(anonymous);
      expect((await api({ cookie }).get("/projects/", { authorization })).status).toBe(200);
    }
  });

  test("a write with a cookie comes from our own pages, or is 403 without a challenge", async () => {
    const { cookie } = await buildSession(owner);
    const answer = await api({ cookie }).patch("/projects/pip/", {}, { "sec-fetch-site": "cross-site" });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([403, null]);
    expect(answer.body.detail).toMatch(/^CSRF Failed: /);
  });
});

describe("[api O1] order of refusal (decision 6)", () => {
  const changed = { "content-type": "application/json" };
  test.each<[who: "visitor" | "outsider" | "owner", slug: string, expected: unknown]>([
    ["visitor", "pip", anonymous],
    ["visitor", "secret", anonymous],
    ["visitor", "nope", anonymous],
    ["outsider", "pip", [403, { detail: "You do not have permission to perform this action." }]],
    ["outsider", "secret", noneOf("Project")],
    ["outsider", "nope", noneOf("Project")],
    ["owner", "secret", [400, { detail: expect.stringMatching(/^JSON parse error/) }]],
  ])("%s changes %s: the body is looked at last", async (who, slug, expected) => {
    const caller = { visitor: {}, outsider, owner }[who];
    expect(brief(await api(caller).patch(`/projects/${slug}/`, "{", changed))).toEqual(expected);
  });

  test("a form we do not have and a bad token come before all of it", async () => {
    const both = { accept: "application/xml", authorization: "Token nope" };
    expect((await api().patch("/projects/secret/", "{", both)).status).toBe(406);
    expect((await api({ token: "nope" }).patch("/projects/secret/", "{", changed)).status).toBe(401);
  });
});

describe("[api O5] methods the project routes do not have", () => {
  test.each([
    "PUT /projects/",
    "DELETE /projects/",
    "POST /projects/pip/",
    "POST /projects/pip/superproject/",
  ])("%s is 401 to nobody and 403 to everybody", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    const send = (caller: object) =>
      ({ PUT: api(caller).put, POST: api(caller).post, DELETE: api(caller).delete })[method]!(path);
    expect((await send({})).status).toBe(401);
    for (const caller of [outsider, owner]) expect((await send(caller)).status).toBe(403);
  });

  test("GET where there is only POST is 405 to everybody", async () => {
    for (const caller of [{}, outsider, owner]) {
      const answer = await api(caller).get("/projects/pip/sync-versions/");
      expect(brief(answer)).toEqual([405, { detail: 'Method "GET" not allowed.' }]);
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    }
  });
});

describe("[api O2] pages", () => {
  const base = "http://localhost:3000/api/v3/projects/pip/versions/";
  test.each<[search: string, slugs: number, next: string | null, previous: string | null]>([
    ["", 5, null, null],
    ["?limit=2", 2, "?limit=2&offset=2", null],
    ["?limit=2&offset=2", 2, "?limit=2&offset=4", "?limit=2&offset=0"],
    ["?limit=2&offset=4", 1, null, "?limit=2&offset=2"],
    ["?limit=2&offset=1", 2, "?limit=2&offset=3", "?limit=2&offset=0"],
    ["?limit=2&offset=50", 0, null, "?limit=2&offset=48"],
    ["?limit=0", 5, null, null],
    ["?limit=-1", 5, null, null],
    ["?limit=", 5, null, null],
    ["?limit=x&offset=x", 5, null, null],
    ["?offset=-5", 5, null, null],
    ["?limit=1&limit=2", 2, "?limit=2&offset=2", null],
    ["?limit=1000000", 5, null, null],
    ["?limit=9&offset=99999999999999999999", 0, null, "?limit=9&offset=2147483638"],
    ["?page=2", 5, null, null],
    ["?type=branch&limit=2&active=true", 2, "?active=true&limit=2&offset=2&type=branch", null],
  ])("%s", async (search, rows, next, previous) => {
    const { status, body } = await api().get(`/projects/pip/versions/${search}`);
    expect(status).toBe(200);
    expect({ ...body, results: body.results.length }).toEqual({
      count: 5,
      next: next && base + next,
      previous: previous && base + previous,
      results: rows,
    });
  });
});

describe("[api O3] fields, omit and expand", () => {
  const keysAt = async (path: string) => Object.keys((await api(owner).get(path)).body);
  test.each([
    ["fields=id,slug", ["id", "slug"]],
    ["fields= id,slug", ["slug"]],
    ["fields=slug&fields=id", ["id", "slug"]],
    ["fields[]=slug", ["slug"]],
    ["fields=", []],
    ["fields=nope", []],
    ["fields=id,slug&omit=id", ["slug"]],
    ["fields=_links.versions", ["_links"]],
    ["expand=permissions&fields=id", ["id"]],
    ["expand=permissions&fields=id,permissions", ["id", "permissions"]],
    ["expand=permissions&omit=permissions&fields=id,permissions", ["id"]],
    ["expand=nope,permissions&fields=permissions", ["permissions"]],
  ])("a project with ?%s shows %j", async (search, expected) => {
    expect(await keysAt(`/projects/pip/?${search}`)).toEqual(expected);
  });

  test("dotted names reach into what is expanded, and on a list must be permitted", async () => {
    const search =
      "expand=active_versions.last_build&fields=active_versions.slug,active_versions.last_build.id";
    const { body } = await api().get(`/projects/pip/?${search}`);
    expect(body).toEqual({ active_versions: { "v1.0": { last_build: { id: build.id }, slug: "v1.0" } } });
    const list = (expand: string) =>
      api(owner).get(`/projects/?slug=pip&fields=active_versions&expand=${expand}`);
    expect(Object.keys((await list("active_versions.nope")).body.results[0])).toEqual([]);
    expect(Object.keys((await list("*")).body.results[0])).toEqual(["active_versions"]);
    expect(await keysAt("/projects/pip/?expand=active_versions.nope&fields=active_versions")).toEqual([
      "active_versions",
    ]);
  });

  test.each(["fields=a.a", "omit=a.b.a", "expand=active_versions.active_versions", "expand[]=a.a"])(
    "?%s is refused",
    async (search) => {
      expect(brief(await api(owner).get(`/projects/?${search}`))).toEqual([
        400,
        ["Recursive expansion found"],
      ]);
    },
  );

  test("they apply to lists, details, a superproject and what was just made", async () => {
    const [superproject, subproject] = [await buildProject(), await buildProject()];
    await buildSubproject(superproject, subproject);
    const asked = {
      "/projects/pip/versions/v1.0/?fields=slug": ["slug"],
      [`/projects/pip/builds/${build.id}/?fields=id&expand=config`]: ["id"],
      [`/projects/${subproject.slug}/superproject/?fields=slug`]: ["slug"],
    };
    for (const [path, keys] of Object.entries(asked)) expect(await keysAt(path)).toEqual(keys);
    for (const path of [
      "/projects/pip/versions/",
      "/projects/pip/builds/",
      `/projects/${superproject.slug}/subprojects/`,
    ]) {
      const { body } = await api(owner).get(`${path}?fields=_links`);
      expect(Object.keys(body)).toEqual(["count", "next", "previous", "results"]);
      expect(Object.keys(body.results[0])).toEqual(["_links"]);
    }
    const { slug } = await buildOrganization(owner);
    const made = await api(owner).post("/projects/?fields=slug,permissions&expand=permissions", {
      name: "Made",
      organization: slug,
      repository: { url: "https://github.com/example/made" },
    });
    expect(brief(made)).toEqual([201, { permissions: { admin: true }, slug: "made" }]);
  });
});

describe("[api O4] filters", () => {
  test.each<[search: string, slugs: string[]]>([
    ["active=true&slug=v1", ["v1.0"]],
    ["active=1&slug=v1", ["v1.0"]],
    ["active=TRUE&slug=v1", ["v1.0"]],
    ["active=0", []],
    ["active=False", []],
    ["active=nonsense&slug=v1", ["v1.0"]],
    ["active=&slug=v1", ["v1.0"]],
    ["slug=V1", ["v1.0"]],
    ["slug= v1 ", ["v1.0"]],
    ["slug=v2&slug=v1", ["v1.0"]],
    ["type=tag", []],
    ["type=&slug=v1", ["v1.0"]],
    ["unknown=1&slug=v1", ["v1.0"]],
  ])("?%s", async (search, slugs) => {
    const { status, body } = await api().get(`/projects/pip/versions/?${search}`);
    expect(status).toBe(200);
    expect(body.results.map((version: { slug: string }) => version.slug)).toEqual(slugs);
  });

  test.each(["bad", "Branch"])("type=%s is no choice", async (value) => {
    const message = `Select a valid choice. ${value} is not one of the available choices.`;
    expect(brief(await api().get(`/projects/pip/versions/?type=${value}`))).toEqual([
      400,
      { type: [message] },
    ]);
  });

  test("a NUL, or more than a thousand parameters, is refused in JSON", async () => {
    const nul = "Null characters are not allowed in query parameters.";
    expect(brief(await api().get("/projects/pip/versions/?slug=%00"))).toEqual([400, { detail: nul }]);
    const most = "A request may have at most 1000 query parameters.";
    expect(brief(await api().get(`/projects/pip/?${"a=1&".repeat(1001)}`))).toEqual([400, { detail: most }]);
    expect((await api().get(`/projects/pip/?${"a=1&".repeat(1000)}`)).status).toBe(200);
  });
});

test.each(["versions", "builds", "translations"])(
  "[api O6] %s of a project that is unknown or hidden are an empty page",
  async (list) => {
    const empty = [200, { count: 0, next: null, previous: null, results: [] }];
    for (const slug of ["nope", hidden.slug]) {
      expect(brief(await api().get(`/projects/${slug}/${list}/`))).toEqual(empty);
      expect(brief(await api(outsider).get(`/projects/${slug}/${list}/`))).toEqual(empty);
    }
    expect((await api().get("/projects/nope/superproject/")).status).toBe(404);
    expect((await api().get("/projects/nope/subprojects/")).status).toBe(404);
  },
);

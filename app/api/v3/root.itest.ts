import { afterEach, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";

afterEach(() => {
  env.EDITION = "business";
});

test("the root names where the API begins, in a fixed order and on the host that was asked", async () => {
  const { status, text, body } = await api().get("/", { host: "docs.example.com" });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    "projects",
    "notifications",
    "remote/repositories",
    "remote/organizations",
    "organizations",
    "account",
    "openapi.json",
  ]);
  expect(body.projects).toBe("http://docs.example.com/api/v3/projects/");
  expect(text.startsWith('{"projects":')).toBe(true);
  env.EDITION = "community";
  expect((await api().get("/")).body).not.toHaveProperty("organizations");
});

test("the root is a page for people who ask for one", async () => {
  const { headers, text } = await api().get("/", { accept: "text/html,*/*;q=0.8", host: 'x"><script>' });
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain(`<a href="${env.DASHBOARD_URL}/api/v3/projects/">projects</a>`);
  expect(text).not.toContain('x">');
  expect(text).toContain('<a href="#post_projects"><b>POST</b><code>/<wbr>api/<wbr>v3/<wbr>projects/</code>');
  expect(text).toContain('"path":"/api/v3/organizations/"');
  env.EDITION = "community";
  expect((await api().get("/", { accept: "text/html" })).text).not.toContain("/api/v3/organizations/");
});

test("every other address answers JSON, also to a browser", async () => {
  const { status, headers } = await api().get("/organizations/", { accept: "text/html" });
  expect([status, headers.get("content-type")]).toEqual([401, "application/json"]);
});

test.each(["/nope/", "/projects/x/y/z/", "/users/", "/users/ada/"])("%s is no address", async (path) => {
  for (const answer of [await api().get(path), await api().post(path, {}), await api().options(path)]) {
    expect([answer.status, answer.body]).toEqual([404, { detail: "Not found." }]);
  }
});

test("the description names this server and every project address", async () => {
  const { body } = await api().get("/openapi.json/");
  expect(body.openapi).toBe("3.1.0");
  expect(body.servers).toEqual([{ url: env.DASHBOARD_URL }]);
  expect(body.paths["/api/v3/projects/{project}/"]).toHaveProperty("patch");
  expect(body.components.schemas).toHaveProperty("Organization");
});

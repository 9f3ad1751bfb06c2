import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { straighten, unroutableAnswer } from "#serve/api-guard.ts";

test.each([
  ["GET", "/api/v3/projects/", null],
  ["GET", "/api/v3/projects/?a=%zz", null],
  ["GET", "/elsewhere/%zz", null],
  ["TRACE", "/elsewhere/", null],
  ["GET", "/api/v3/projects/a%zz/", 404],
  ["GET", "/api/v3/projects/%ff/", 404],
  ["GET", "/api/v3/projects/%", 404],
  ["GET", "/api/v3//projects/", 404],
  ["GET", "/api/v3/projects//", 404],
  ["GET", "/api/v3/projects/\\x/", 404],
  ["GET", "/api/v3/../", 404],
  ["GET", "/api/v3/projects/%2E%2e/", 404],
  ["GET", "/api/v3/projects/.", 404],
  ["GET", "/api/v3/projects/..x/", null],
  ["GET", "*", 404],
  ["GET", "/api/v3", 301],
  ["POST", "/api/v3/projects", 301],
  ["GET", "/api/v3/projects/x.xml", 301],
  ["GET", "/api/v3/projects.json", null],
  ["GET", "/api/v3x", null],
  ["GET", "/api/auth/csrf", null],
  ["TRACE", "/api/v3/projects/", 405],
  ["PROPFIND", "/api/v3/projects/", 405],
])("%s %s is answered with %j", (method, target, status) => {
  expect(unroutableAnswer(method, target)?.status ?? null).toBe(status);
});

test.each([
  ["/api/v3", "/api/v3/"],
  ["/api/v3/projects?limit=1&a=%20?b", "/api/v3/projects/?limit=1&a=%20?b"],
])("%s is found at %s", (target, location) => {
  expect(unroutableAnswer("DELETE", target)?.headers.slice(-2)).toEqual(["Location", location]);
});

test.each([
  ["http://example.org/api/v3/?a=1", "/api/v3/?a=1"],
  ["HTTPS://example.org", "/"],
  ["http://example.org?a=1", "/?a=1"],
  ["/api/v3/", "/api/v3/"],
  ["*", "*"],
  ["/projects/%E0%A4%A/?q=%zz", "/projects/%25E0%25A4%25A/?q=%zz"],
  ["/projects/tags/%C3%A9%2F%20x/", "/projects/tags/%C3%A9%2F%20x/"],
])("%s is asked for as %s", (url, path) => {
  const request = { url, headers: { rsc: "1" } } as unknown as IncomingMessage;
  straighten(request);
  expect(request.url).toBe(path);
  expect(request.headers).toEqual(path.startsWith("/api/") ? { "x-lectern-routed": "1" } : { rsc: "1" });
});

test("the answer is the API's JSON", () => {
  expect(String(unroutableAnswer("TRACE", "/api/")?.body)).toBe(
    '{"detail":"Method \\"TRACE\\" not allowed."}',
  );
});

import { expect, test } from "vitest";
import { unroutableAnswer } from "#serve/api-guard.ts";

test.each([
  ["GET", "/api/v3/projects/", null],
  ["GET", "/api/v3/projects/?a=%zz", null],
  ["GET", "/elsewhere/%zz", null],
  ["TRACE", "/elsewhere/", null],
  ["GET", "/api/v3/projects/a%zz/", 404],
  ["GET", "/api/v3/projects/%ff/", 404],
  ["GET", "/api/v3/projects/%", 404],
  ["TRACE", "/api/v3/projects/", 405],
  ["PROPFIND", "/api/v3/projects/", 405],
])("%s %s is answered with %j", (method, target, status) => {
  expect(unroutableAnswer(method, target)?.status ?? null).toBe(status);
});

test("the answer is the API's JSON", () => {
  expect(String(unroutableAnswer("TRACE", "/api/")?.body)).toBe(
    '{"detail":"Method \\"TRACE\\" not allowed."}',
  );
});

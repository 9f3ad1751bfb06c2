import { expect, test } from "vitest";
import { GET } from "#app/api/v2/embed/route.ts";

test("[serving L1] the second version of embedding says what took its place, to scripts of any site", async () => {
  const answer = GET();
  expect([answer.status, await answer.json()]).toEqual([
    410,
    { detail: "Version 2 is gone: use /api/v3/embed/." },
  ]);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

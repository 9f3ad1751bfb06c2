import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.EDITION = "community";
});

const { buildLinked, followLinks } = await import("#test/links.ts");

test("every address in every answer leads somewhere, without organizations too", async () => {
  const owner = await buildLinked(async (person) => ({ maintainer: person }));
  const starts = ["/projects/", "/notifications/", "/remote/repositories/?expand=projects"];
  const { followed, odd } = await followLinks(owner, starts);
  expect(odd).toEqual({
    "/projects/french/superproject/": 404,
    "/projects/french/sync-versions/": 405,
    "/projects/handbook/superproject/": 404,
    "/projects/handbook/sync-versions/": 405,
    "/projects/part/sync-versions/": 405,
  });
  expect(followed.length).toBeGreaterThan(60);
});

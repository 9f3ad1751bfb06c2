import { expect, test } from "vitest";
import { buildOrganization } from "#test/factories/tenants.ts";
import { buildLinked, followLinks } from "#test/links.ts";

test("every address in every answer leads somewhere", async () => {
  const owner = await buildLinked(async (person) => ({ organization: await buildOrganization(person) }));
  const { followed, odd } = await followLinks(owner, [
    "/projects/",
    "/organizations/",
    "/notifications/",
    "/remote/repositories/?expand=projects",
  ]);
  // Only POST, and two projects that are no subprojects.
  expect(odd).toEqual({
    "/projects/french/superproject/": 404,
    "/projects/french/sync-versions/": 405,
    "/projects/handbook/superproject/": 404,
    "/projects/handbook/sync-versions/": 405,
    "/projects/part/sync-versions/": 405,
  });
  expect(followed).toEqual(
    expect.arrayContaining([
      "http://handbook.docs.localhost:3000/projects/part/en/latest/",
      "http://handbook.docs.localhost:3000/fr/latest/",
      "http://handbook.docs.localhost:3000/_/downloads/en/latest/pdf/",
      "http://localhost:3000/dashboard/handbook/version/latest/edit/",
      "http://localhost:3000/api/v3/projects/handbook/subprojects/part/",
    ]),
  );
  expect(followed.length).toBeGreaterThan(70);
});

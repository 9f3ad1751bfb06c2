import { expect, test } from "vitest";
import { describeApi, type Operation } from "#app/api/v3/_kit/openapi.ts";
import { routes } from "#test/api.ts";

test("the committed document is what the declarations say (vitest -u renews it)", async () => {
  const operations: Operation[] = [];
  for (const route of routes.filter(({ path }) => !path.includes("[..."))) {
    const loaded = await route.load();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const spec = loaded[method]?.spec;
      if (spec) operations.push({ path: route.path, method, spec });
    }
  }
  const text = `${JSON.stringify(describeApi(operations), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("openapi.snapshot.json");
});

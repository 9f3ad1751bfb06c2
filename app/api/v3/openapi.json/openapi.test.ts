import { expect, test } from "vitest";
import { describeApi, type Operation } from "#app/api/v3/_kit/openapi.ts";
import { routes } from "#test/api.ts";

const WIDTH = 110;

/** JSON with a line for whatever fits into one, so that a changed route shows as a few changed lines. */
function printed(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length < WIDTH) return line;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => printed(item, deeper))
    : Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${printed(child, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}\n${indent}${close}`;
}

test("the committed document is what the declarations say (vitest -u renews it)", async () => {
  const operations: Operation[] = [];
  for (const route of routes.filter(({ path }) => !path.includes("[..."))) {
    const loaded = await route.load();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const spec = loaded[method]?.spec;
      if (spec) operations.push({ path: route.path, method, spec });
    }
  }
  await expect(`${printed(describeApi(operations))}\n`).toMatchFileSnapshot("openapi.snapshot.json");
});

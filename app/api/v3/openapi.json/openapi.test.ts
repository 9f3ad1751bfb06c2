import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { describeApi, type Operation } from "#app/api/v3/_kit/openapi.ts";
import { communityDocument } from "#app/api/v3/_kit/openapi-edition.ts";
import document from "#app/api/v3/openapi.json/openapi.snapshot.json" with { type: "json" };
import { routes } from "#test/api.ts";

const WIDTH = 110;

type Content = { content?: { "application/json"?: { schema?: object } } };
type Described = { requestBody?: Content; responses: Record<string, Content> };

/** JSON with a line for whatever fits into one, so that a changed route shows as a few changed lines. */
function printed(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length < WIDTH) return line;
  const deeper = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => printed(item, deeper))
    : Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${printed(child, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}\n${indent}${close}`;
}

async function declared(): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (const route of routes.filter(({ path }) => !path.endsWith("/[...path]/"))) {
    const loaded = await route.load();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const spec = loaded[method]?.spec;
      if (spec) operations.push({ path: route.path, method, spec });
    }
  }
  return operations;
}
const described = describeApi(await declared());

test("the committed document is what the declarations say (vitest -u renews it)", async () => {
  await expect(`${printed(described)}\n`).toMatchFileSnapshot("openapi.snapshot.json");
});

test.each([
  ["business", document],
  ["community", communityDocument(document)],
])("the document of the %s edition is valid OpenAPI 3.1", async (_, written) => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(written))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

const unnamed = (where: string, { content }: Content): string[] => {
  const schema = content?.["application/json"]?.schema ?? {};
  return "properties" in schema ? [`${where}: add .meta({ id: "…" }) to the schema`] : [];
};

test("every body and every answer has a name, so that clients have a type for it", async () => {
  const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(
    JSON.stringify(described),
  );
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) => [
      ...unnamed(`body of ${method} ${path}`, requestBody ?? {}),
      ...Object.entries(responses).flatMap(([status, answer]) =>
        unnamed(`${status} of ${method} ${path}`, answer),
      ),
    ]),
  );
  expect(found).toEqual([]);
});

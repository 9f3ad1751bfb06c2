import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = (path: string) => readFileSync(path, "utf8");
const firstCells = (path: string, pattern: RegExp) => [...text(path).matchAll(pattern)];

test("docs/api.md lists exactly the routes and methods of the contract", () => {
  const contract: { paths: Record<string, object> } = JSON.parse(
    text("app/api/v3/openapi.json/openapi.snapshot.json"),
  );
  const wanted = Object.entries(contract.paths).map(
    ([path, methods]) =>
      `${
        path
          .replace(/^\/api\/v3\//, "")
          .replaceAll("{", "<")
          .replaceAll("}", ">") || "/"
      } ${Object.keys(methods).join(" ").toUpperCase()}`,
  );
  const listed = firstCells("docs/api.md", /^\| `([^`]+\/|\/)` \| ([A-Z ]+) \|/gm).map(
    ([, path, methods]) => `${path} ${methods}`,
  );
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});

test("docs/configuration.md explains every setting and no other", () => {
  const known = new Set(
    [...text("lib/platform/env.ts").matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map((match) => match[1]),
  );
  const internal = ["NODE_ENV", "LECTERN_DEV"];
  const explained = firstCells("docs/configuration.md", /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm).flatMap(
    (match) => match[1]?.replaceAll("`", "").split(", ") ?? [],
  );
  expect([...explained, ...internal].toSorted()).toEqual([...known].toSorted());
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { visitedElsewhere, visitorPages, visits } from "#e2e/visits.ts";

/** The folders with a page, route groups left out. */
function pagesIn(folder: string, address = "/"): string[] {
  const found = existsSync(join(folder, "page.tsx")) ? [address] : [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith("_") || entry.name === "api") continue;
    found.push(
      ...pagesIn(join(folder, entry.name), address + (entry.name.startsWith("(") ? "" : `${entry.name}/`)),
    );
  }
  return found;
}

const pages = pagesIn("app").sort();
const looked = [...Object.keys(visits), ...Object.keys(visitorPages), ...Object.keys(visitedElsewhere)];

describe("pages of the app", () => {
  test("are found", () => {
    expect(pages).toContain("/dashboard/[project]/sharing/[share]/edit/");
    expect(pages).toContain("/");
  });

  test("are each looked at by a browser test, once", () => {
    expect(looked.sort()).toEqual(pages);
  });

  test.each(Object.entries(visitedElsewhere))("%s is looked at by %s", (_page, journey) => {
    expect(readFileSync(journey, "utf8")).toMatch(/expectAccessible|\blook\(/);
  });
});

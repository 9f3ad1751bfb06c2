import { expect, test } from "vitest";
import { withChanged } from "./optimistic.ts";

const hidden = { hidden: true };

test.each([
  ["the version itself", { slug: "v1", hidden: false }, { slug: "v1", hidden: true }],
  ["another version", { slug: "v2", hidden: false }, { slug: "v2", hidden: false }],
  [
    "a page of versions",
    { count: 2, results: [{ slug: "v1" }, { slug: "v2" }] },
    { count: 2, results: [{ slug: "v1", hidden: true }, { slug: "v2" }] },
  ],
  ["builds of a version", { results: [{ id: 1, version: "v1" }] }, { results: [{ id: 1, version: "v1" }] }],
  ["nothing yet", undefined, undefined],
])("%s is shown with the change", (_, answer, shown) => {
  expect(withChanged(answer, "v1", hidden)).toEqual(shown);
});

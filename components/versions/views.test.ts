import { expect, test } from "vitest";
import { addressFilter, apiFilter, viewOf } from "./views.ts";

test.each([
  [undefined, undefined, "active"],
  ["true", undefined, "active"],
  ["false", undefined, "inactive"],
  ["any", undefined, "all"],
  ["nonsense", "nonsense", "active"],
  ["false", "true", "hidden"],
])("active=%s, hidden=%s is the view %s", (active, hidden, view) =>
  expect(viewOf(active, hidden)).toBe(view),
);

test("the API is asked for what the view holds", () => {
  expect(apiFilter({ q: "2." })).toEqual({ active: true, q: "2." });
  expect(apiFilter({ view: "hidden", sort: "last_build" })).toEqual({ hidden: true, sort: "last_build" });
  expect(apiFilter({ view: "inactive" })).toEqual({ active: false });
  expect(apiFilter({ view: "all", built: false })).toEqual({ built: false });
});

test("an address leaves out what is usual", () => {
  expect(addressFilter({ view: "active" })).toEqual({});
  expect(addressFilter({ view: "inactive", q: "v1", type: "tag" })).toEqual({
    active: false,
    q: "v1",
    type: "tag",
  });
  expect(addressFilter({ view: "all" })).toEqual({ active: "any" });
});

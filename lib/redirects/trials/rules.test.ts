import { expect, test } from "vitest";
import type { RedirectRule } from "#lib/publishing/schema.ts";
import { withDraft } from "#lib/redirects/trials/rules.ts";

const rule = (id: number, position = 0): RedirectRule => ({
  ...{ id, position, type: "page", fromUrl: `/${id}`, toUrl: "/to", status: 302, force: false },
});
/** The one at position 2 is not enabled. */
const saved = [rule(10, 0), rule(11, 1), rule(13, 3), rule(14, 4)];

test.each([
  ["a new one is tried first", 0, undefined, [0, 10, 11, 13, 14]],
  ["a new one is tried at its position", 0, 2, [10, 11, 0, 13, 14]],
  ["a new one behind all is the last", 0, 9, [10, 11, 13, 14, 0]],
  ["a changed one stands where it stood", 13, undefined, [10, 11, 13, 14]],
  ["a changed one moves to the front", 13, 0, [13, 10, 11, 14]],
  ["a changed one moves back", 10, 3, [11, 13, 10, 14]],
])("%s", (_name, id, position, expected) => {
  expect(withDraft(saved, rule(id), position).map((one) => one.id)).toEqual(expected);
});

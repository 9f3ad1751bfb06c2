import { describe, expect, it } from "vitest";
import { checkFile, treeLimits } from "#lib/publishing/trees/rules.ts";

const tree = { owner: 2001, device: 7, limits: treeLimits };
const plain = { dev: 7, uid: 2001, size: 10 };

describe("files of a build's output", () => {
  it("accepts the builder's own files", () => {
    expect(() => checkFile(tree, "a", plain, true)).not.toThrow();
  });

  it.each([
    ["another person's file, however it was linked to", { ...plain, uid: 0 }, true, "foreign_file"],
    ["a file of another file system", { ...plain, dev: 8 }, true, "foreign_file"],
    ["a device", plain, false, "special_file"],
    ["a file that is too large", { ...plain, size: treeLimits.fileBytes + 1 }, true, "too_large"],
  ])("refuses %s", (_, stats, isFile, code) => {
    expect(() => checkFile(tree, "a", stats, isFile)).toThrow(
      expect.objectContaining({ treeRefusal: true, code }),
    );
  });
});

import { expect, test } from "vitest";
import { missingPackages } from "#worker/build/tools/packages.ts";

test("what this machine lacks is named in the order asked for", async () => {
  expect(await missingPackages(["no-such-package-b", "bash", "no-such-package-a", "coreutils"])).toEqual([
    "no-such-package-b",
    "no-such-package-a",
  ]);
});

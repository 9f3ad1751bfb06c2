import { expect, test } from "vitest";
import { installCommand, installedNames } from "#worker/build/tools/packages.ts";

const listing = [
  "installed\tgraphviz\t",
  "config-files\tpandoc\t",
  "not-installed\tinkscape\t",
  "installed\tdefault-mta\tmail-transport-agent, sendmail (= 8.17)",
].join("\n");

test("a package counts as there when it is installed or provided by one that is", () => {
  expect([...installedNames(listing)].filter((name) => name !== "").sort()).toEqual([
    "default-mta",
    "graphviz",
    "mail-transport-agent",
    "sendmail",
  ]);
});

test("[builds D11] the operator's command takes no package for an option", () => {
  expect(installCommand(["graphviz", "pandoc"])).toBe("apt-get install --assume-yes -- graphviz pandoc");
});

import { expect, test } from "vitest";
import { readAdvertisement } from "#lib/projects/repository-checks/rules.ts";

const id = "a".repeat(40);
const line = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
const start = `${line("# service=git-upload-pack\n")}0000`;
const capabilities = "multi_ack symref=HEAD:refs/heads/trunk agent=git/2.47";

test.each([
  [
    "branches and tags, each annotated tag once",
    `${start}${line(`${id} HEAD\0${capabilities}\n`)}${line(`${id} refs/heads/trunk\n`)}${line(`${id} refs/heads/a/b\n`)}${line(`${id} refs/tags/v1\n`)}${line(`${id} refs/tags/v1^{}\n`)}${line(`${id} refs/pull/1/head\n`)}0000`,
    { defaultBranch: "trunk", branches: 2, tags: 1 },
  ],
  [
    "a head that means no branch",
    `${start}${line(`${id} refs/heads/main\0multi_ack\n`)}0000`,
    { defaultBranch: null, branches: 1, tags: 0 },
  ],
  [
    "an empty repository",
    `${start}${line(`${"0".repeat(40)} capabilities^{}\0${capabilities}\n`)}0000`,
    { defaultBranch: "trunk", branches: 0, tags: 0 },
  ],
  ["a page", "<!doctype html><title>Sign in</title>", null],
  ["another service", `${line("# service=git-receive-pack\n")}0000`, null],
  ["a length that cannot be", "0002", null],
  ["nothing", "", null],
])("%s", (_, body, expected) => {
  expect(readAdvertisement(body)).toEqual(expected);
});

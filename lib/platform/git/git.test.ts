import { describe, expect, test } from "vitest";
import { gitError, isRefName, parseRefs } from "#lib/platform/git/git.ts";

const [one, two, three] = ["1".repeat(40), "2".repeat(40), "3".repeat(40)];

test("the refs of a remote are read: default branch, branches, tags by the commit they mean", () => {
  const refs = parseRefs([
    "From https://example.com/x.git",
    "ref: refs/heads/main\tHEAD",
    `${one}\tHEAD`,
    `${one}\trefs/heads/main`,
    `${two}\trefs/heads/feature/x`,
    `${three}\trefs/tags/light`,
    `${three}\trefs/tags/annotated`,
    `${two}\trefs/tags/annotated^{}`,
    `${one}\trefs/pull/1/head`,
    "warning: something else",
  ]);
  expect(refs.defaultBranch).toBe("main");
  expect(refs.head).toBe(one);
  expect([...refs.branches]).toEqual([
    ["main", one],
    ["feature/x", two],
  ]);
  expect([...refs.tags]).toEqual([
    ["light", three],
    ["annotated", two],
  ]);
});

test("an empty remote has nothing", () => {
  expect(parseRefs([])).toEqual({ defaultBranch: null, head: null, branches: new Map(), tags: new Map() });
});

test.each([
  [
    "fatal: unable to access 'https://git.example.com/x.git/': Operation too slow. Less than 1000 bytes/sec transferred the last 30 seconds",
    "The repository's host sent next to nothing for 30 seconds.",
    "unreachable",
  ],
  [
    "fatal: unable to access 'https://git.example.com/x.git/': Failed to connect to git.example.com port 443 after 2 ms: Couldn't connect to server",
    "fatal: unable to access 'https://git.example.com/x.git/': Failed to connect to git.example.com port 443 after 2 ms: Couldn't connect to server",
    "unreachable",
  ],
  [
    "fatal: could not read Username for 'https://git.example.com': terminal prompts disabled",
    "The repository asks for credentials.",
    "credentials",
  ],
  [
    "fatal: repository 'https://git.example.com/x.git/' not found",
    "fatal: repository 'https://git.example.com/x.git/' not found",
    null,
  ],
])("%s", (line, message, problem) => {
  expect(gitError(["From somewhere", line])).toMatchObject({ message, problem });
});

describe("names of branches and tags", () => {
  test.each(["main", "feature/x", "v1.0", "1.0-rc.1", "a@b", "grün", "-x"])("%s may be one", (name) =>
    expect(isRefName(name)).toBe(true),
  );
  test.each([
    "",
    "a b",
    "a..b",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "a//b",
    "/a",
    "a/",
    "a.",
    ".a",
    "a/.b",
    "a.lock",
    "a.lock/b",
    "a@{1}",
    "@",
    "a\nb",
    "a\u007fb",
    "x".repeat(251),
  ])("%j may not", (name) => expect(isRefName(name)).toBe(false));
});

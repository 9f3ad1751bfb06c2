import { describe, expect, test } from "vitest";
import { plainFetch } from "#worker/build/plain-fetch.ts";

describe("a line that only fetches from the origin", () => {
  test.each([
    ["git fetch --unshallow", ["fetch", "--unshallow"], false],
    ["git fetch --unshallow || true", ["fetch", "--unshallow"], true],
    ["git fetch --tags origin", ["fetch", "--tags", "origin"], false],
    ["git fetch --all --tags -q", ["fetch", "--all", "--tags", "-q"], false],
    ["git fetch origin main --depth 200", ["fetch", "origin", "main", "--depth=200"], false],
    [
      "git fetch origin +refs/heads/*:refs/remotes/origin/*",
      ["fetch", "origin", "+refs/heads/*:refs/remotes/origin/*"],
      false,
    ],
    ["git fetch", ["fetch"], false],
  ])("%s", (text, args, mayFail) => {
    expect(plainFetch(text)).toEqual({ text, args, mayFail });
  });

  test.each([
    "git fetch --unshallow; id",
    "git fetch --unshallow && id",
    "git fetch --upload-pack=id origin",
    "git fetch https://example.com/x.git",
    "git fetch origin ext::sh",
    "git fetch other",
    "git fetch -c x=y",
    "git fetch $(id)",
    "git fetch `id`",
    "git fetch --unshallow || id",
    "git fetch --unshallow > /tmp/x",
    "git -c core.sshCommand=id fetch",
    "git fetcher",
    "git fetch --recurse-submodules",
    "git pull",
  ])("%s does more", (text) => {
    expect(plainFetch(text)).toBeNull();
  });
});

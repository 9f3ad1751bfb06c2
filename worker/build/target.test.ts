import { expect, test } from "vitest";
import type { RemoteRefs } from "#lib/platform/git/git.ts";
import { sourceName, targetOf } from "#worker/build/target.ts";

const [a, b, c] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];
const refs: RemoteRefs = {
  defaultBranch: "main",
  head: a,
  branches: new Map([
    ["main", a],
    ["1.0", b],
  ]),
  tags: new Map([
    ["v1", c],
    ["1.0", c],
  ]),
};
const bare: RemoteRefs = { defaultBranch: null, head: a, branches: new Map(), tags: new Map() };
const version = {
  slug: "x",
  verboseName: "main",
  identifier: null,
  type: "branch" as const,
  machine: false,
  pullNumber: null,
};
const latest = { ...version, slug: "latest", verboseName: "latest", machine: true };
const project = { defaultBranch: null, repositoryUrl: "https://github.com/x/y" };
const branch = (name: string) => ({
  refspec: `refs/heads/${name}:refs/remotes/origin/${name}`,
  revision: `origin/${name}`,
  identifier: name,
});
const tag = (name: string) => ({
  refspec: `refs/tags/${name}:refs/tags/${name}`,
  revision: c,
  identifier: name,
});

test.each([
  ["latest is the remote's default branch", latest, project, refs, branch("main")],
  [
    "latest is the project's default branch",
    latest,
    { ...project, defaultBranch: "1.0" },
    refs,
    branch("1.0"),
  ],
  ["latest may be a tag the project names", latest, { ...project, defaultBranch: "v1" }, refs, tag("v1")],
  ["latest of a project whose branch is gone", latest, { ...project, defaultBranch: "gone" }, refs, null],
  [
    "latest without any default branch",
    latest,
    project,
    bare,
    { refspec: "HEAD", revision: "FETCH_HEAD", identifier: "HEAD" },
  ],
  ["latest of an empty repository", latest, project, { ...bare, head: null }, null],
  ["a branch", version, project, refs, branch("main")],
  ["a branch with the name of a tag", { ...version, verboseName: "1.0" }, project, refs, branch("1.0")],
  [
    "a tag with the name of a branch",
    { ...version, verboseName: "1.0", type: "tag" as const },
    project,
    refs,
    tag("1.0"),
  ],
  ["a branch that is gone", { ...version, verboseName: "gone" }, project, refs, null],
  [
    "a branch somebody called latest",
    { ...version, slug: "latest", verboseName: "latest" },
    project,
    refs,
    null,
  ],
  [
    "stable follows the tag with its commit",
    { ...version, slug: "stable", type: "tag" as const, machine: true, identifier: c },
    project,
    refs,
    tag("v1"),
  ],
  [
    "of several tags on its commit stable follows the release",
    { ...version, slug: "stable", type: "tag" as const, machine: true, identifier: c },
    project,
    {
      ...refs,
      tags: new Map([
        ["nightly", c],
        ["2.0rc1", c],
        ["2.0", c],
        ["zulu", c],
      ]),
    },
    tag("2.0"),
  ],
  [
    "stable from a branch",
    { ...version, slug: "stable", machine: true, identifier: "1.0" },
    project,
    refs,
    branch("1.0"),
  ],
  [
    "a pull request",
    { ...version, type: "external" as const, pullNumber: 7 },
    project,
    refs,
    {
      refspec: "refs/pull/7/head:refs/remotes/origin/external-7",
      revision: "origin/external-7",
      identifier: "7",
    },
  ],
  [
    "a merge request",
    { ...version, type: "external" as const, pullNumber: 7 },
    { ...project, repositoryUrl: "https://gitlab.com/x/y" },
    refs,
    {
      refspec: "refs/merge-requests/7/head:refs/remotes/origin/external-7",
      revision: "origin/external-7",
      identifier: "7",
    },
  ],
])("%s", (_, wanted, owner, remote, expected) => expect(targetOf(wanted, owner, remote)).toEqual(expected));

const stable = { ...version, slug: "stable", verboseName: "stable", machine: true, type: "tag" as const };

test.each([
  ["a branch", version, project, branch("main")],
  [
    "a tag",
    { ...version, verboseName: "v1", type: "tag" as const },
    project,
    { ...tag("v1"), revision: "refs/tags/v1^{commit}" },
  ],
  [
    "latest",
    { ...latest, identifier: "trunk" },
    project,
    { refspec: "HEAD", revision: "FETCH_HEAD", identifier: "trunk" },
  ],
  ["latest of a project that names its branch", latest, { ...project, defaultBranch: "1.0" }, branch("1.0")],
  [
    "latest of a project that names a tag",
    { ...latest, type: "tag" as const },
    { ...project, defaultBranch: "v1" },
    { ...tag("v1"), revision: "refs/tags/v1^{commit}" },
  ],
  ["stable", { ...stable, identifier: c }, project, { refspec: c, revision: c, identifier: c }],
  ["stable that never was", stable, project, null],
  ["a name that is no branch's", { ...version, verboseName: "a..b" }, project, null],
])("[builds D19] without a listing, %s is what is known of it", (_, wanted, of, expected) => {
  expect(targetOf(wanted, of, null)).toEqual(expected);
});

test.each([
  ["its own name", { ...version, verboseName: "release/1" }, project, "release/1"],
  ["the project's default branch", latest, { ...project, defaultBranch: "gone" }, "gone"],
  ["the branch it last stood for", { ...latest, identifier: "trunk" }, project, "trunk"],
  ["itself where nothing is known", latest, project, "latest"],
])("people know the source of a version by %s", (_, wanted, of, expected) => {
  expect(sourceName(wanted, of)).toBe(expected);
});

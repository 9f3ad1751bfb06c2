import { describe, expect, it } from "vitest";
import {
  callerAsReader,
  decidingGrant,
  mayRead,
  type Reader,
  type ShareGrant,
  stranger,
} from "#lib/sharing/rules.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const versions = [
  docsVersion("open"),
  docsVersion("secret", { privacy: "private" }),
  docsVersion("17", { privacy: "public" }),
];
const family = docsFamily({
  docs: { versions, readers: [1, 2], previewPrivacy: "private" },
  part: { versions, readers: [2], parent: { slug: "docs", alias: "part" } },
});
const docs = family.docs!;
const part = family.part!;
const member = (userId: number) => ({ userId, shareGrants: [] });
const grant = (projectId: number): ShareGrant => ({
  shareId: 5,
  projectId,
  recipientId: null,
  sessionId: null,
  covers: (version, path) => version.slug === "secret" && path.startsWith("/guide/"),
});
const holder = (projectId: number) => ({ userId: null, shareGrants: [grant(projectId)] });

describe("who may read a version (serving.md 13)", () => {
  it.each([
    ["a stranger", stranger, docs, "open", "/", true],
    ["a stranger", stranger, docs, "secret", "/", false],
    ["a member", member(1), docs, "secret", "/", true],
    ["somebody who is not a member", member(9), docs, "secret", "/", false],
    ["a member of the parent only", member(1), part, "secret", "/", false],
    ["a member of the part", member(2), part, "secret", "/", true],
    [
      "the holder of a share of the project, on a covered path",
      holder(docs.id),
      docs,
      "secret",
      "/guide/x",
      true,
    ],
    ["the holder of a share of the project, elsewhere", holder(docs.id), docs, "secret", "/other", false],
    ["the holder of a share of the parent", holder(docs.id), part, "secret", "/guide/x", false],
  ])("%s: %#", (_, reader, project, version, path, expected) => {
    expect(mayRead(reader, project, project.versions.get(version)!, path)).toBe(expected);
  });

  it("names the share that decided, and none where none was needed", () => {
    const secret = docs.versions.get("secret")!;
    const held = grant(docs.id);
    const both = { userId: 1, shareGrants: [held] };
    const asked = (reader: Reader, path: string) => decidingGrant(reader, docs, secret, path);
    expect(asked({ userId: null, shareGrants: [grant(part.id), held] }, "/guide/x")).toBe(held);
    expect(asked({ userId: 9, shareGrants: [held] }, "/guide/x")).toBe(held);
    expect(asked(both, "/guide/x")).toBeNull();
    expect(asked(holder(docs.id), "/other")).toBeNull();
    expect(decidingGrant(holder(docs.id), docs, docs.versions.get("open")!, "/guide/x")).toBeNull();
  });

  it("takes the project's level for previews, never the version's own", () => {
    const preview = docs.previews.get("17")!;
    expect(mayRead(stranger, docs, preview, "/")).toBe(false);
    expect(mayRead(member(1), docs, preview, "/")).toBe(true);
    expect(mayRead(stranger, part, part.previews.get("17")!, "/")).toBe(true);
  });

  it("finds everything public in the community edition", () => {
    const open = docsFamily({ docs: { versions, previewPrivacy: "private" } }, { everythingPublic: true })
      .docs!;
    for (const version of [...open.versions.values(), ...open.previews.values()]) {
      expect(mayRead(stranger, open, version, "/")).toBe(true);
    }
  });
});

describe("a caller of the API as a reader", () => {
  const person = { address: "::1", client: "", userId: 1, username: "ann", superuser: false };
  const token = (projectIds: number[] | null) =>
    ({ ...person, kind: "token", tokenId: 1, scope: "read", projectIds }) as const;
  it.each([
    ["nobody", { kind: "visitor", address: "::1", client: "" } as const, null],
    ["a job", { kind: "system", job: "index" } as const, null],
    [
      "somebody signed in",
      { ...person, kind: "user", sessionId: "s", authenticatedAt: new Date(0) } as const,
      1,
    ],
    ["a token for everything", token(null), 1],
    ["a token for this project among others", token([6, 7]), 1],
    ["a token for another project", token([6]), null],
    ["a token for no project", token([]), null],
  ])("%s", (_who, actor, userId) => {
    expect(callerAsReader(actor, 7).userId).toBe(userId);
  });
});

import { describe, expect, it } from "vitest";
import {
  grantOfSession,
  grantOfToken,
  indexShares,
  reaches,
  sharesByPassword,
} from "#lib/sharing/rules/grants.ts";
import type { DocsSecret, DocsShare, SecretKind } from "#lib/sharing/schema.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const secret = (id: number, kind: SecretKind, more: Partial<DocsSecret> = {}): DocsSecret => ({
  id,
  kind,
  recipientId: null,
  key: `${kind}:1:${id}`,
  validUntil: null,
  ...more,
});
const everything = { allVersions: true, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const share = (id: number, secrets: DocsSecret[], more: Partial<DocsShare> = {}): DocsShare => ({
  id,
  projectId: 1,
  type: "token",
  endsAt: 1000,
  landingPath: null,
  scope: everything,
  secrets,
  ...more,
});

const latest = docsVersion("latest", { privacy: "private" });
const shares = [
  share(1, [secret(11, "link"), secret(12, "link", { validUntil: 500 })]),
  share(2, [secret(21, "header_token", { recipientId: 7 })], { type: "http_header_token" }),
  share(3, [secret(31, "link"), secret(32, "password")], { type: "password" }),
];
const { docs } = docsFamily({ docs: { versions: [latest], shares } });
const index = indexShares([docs!]);
const session = (shareId: number, secretId: number) => ({
  id: "s",
  shareId,
  recipientId: null,
  secretId,
  host: "h",
});

describe("what credentials grant", () => {
  it.each([
    ["a link", session(1, 11), 1000],
    ["a link that was replaced", session(1, 12), 500],
    ["a password", session(3, 32), 1000],
    ["a link of another share", session(3, 11), null],
    ["a header token, which opens no session", session(2, 21), null],
    ["a secret that is no more", session(1, 13), null],
  ])("a session by %s: until %j", (_what, asked, until) => {
    expect(grantOfSession(index, asked)?.until ?? null).toBe(until);
  });

  it("a header token grants what its share does, by that kind of secret only", () => {
    expect(grantOfToken(index, ["header_token:2:0", "header_token:1:21"])).toMatchObject({
      until: 1000,
      grant: { shareId: 2, projectId: 1, recipientId: 7, sessionId: null },
    });
    for (const key of ["link:1:11", "password:1:32", "header_token:1:11", ""])
      expect(grantOfToken(index, [key])).toBeNull();
    expect(grantOfToken(index, [])).toBeNull();
  });
});

describe("the shares whose passwords open a version", () => {
  const chosen = { ...everything, allVersions: false, versionIds: [latest.id] };
  const by = (secrets: DocsSecret[], more: Partial<DocsShare> = {}) =>
    share(9, secrets, { type: "password", ...more });
  it.each([
    ["one for everything", by([secret(1, "password")]), true],
    ["one for this version", by([secret(1, "password")], { scope: chosen }), true],
    [
      "one for some of its pages",
      by([secret(1, "password")], { scope: { ...everything, pathPrefixes: ["/a/"] } }),
      true,
    ],
    [
      "one for another version",
      by([secret(1, "password")], { scope: { ...chosen, versionIds: [0] } }),
      false,
    ],
    ["one that has ended", by([secret(1, "password")], { endsAt: 100 }), false],
    ["one whose password was replaced", by([secret(1, "password", { validUntil: 100 })]), false],
    ["one whose password goes on", by([secret(1, "password", { validUntil: 101 })]), true],
    ["one without a password", by([secret(1, "link")]), false],
    ["a link", share(9, [secret(1, "link")]), false],
  ])("%s: %j", (_, one, expected) => {
    const project = docsFamily({ docs: { versions: [latest], shares: [one] } }).docs!;
    expect(sharesByPassword(project, latest, 100).length > 0).toBe(expected);
  });

  it("no share reaches a preview", () => {
    expect(reaches(everything, docsVersion("17"))).toBe(false);
    expect(reaches({ ...everything, pathPrefixes: ["/a/"] }, latest)).toBe(true);
  });
});

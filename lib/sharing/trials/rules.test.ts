import { describe, expect, test } from "vitest";
import type { DocsShare, ShareScope } from "#lib/sharing/schema.ts";
import { reachOf, readerWith } from "#lib/sharing/trials/rules.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const now = Date.UTC(2026, 10, 20);
const later = now + 1000;

const all: ShareScope = { allVersions: true, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const secret = (id: number, changes: Partial<DocsShare["secrets"][number]> = {}) => ({
  ...{ id, kind: "link" as const, recipientId: null, key: `link:1:${id}`, validUntil: null },
  ...changes,
});
const share = (changes: Partial<DocsShare> = {}): DocsShare => ({
  ...{ id: 5, projectId: 1, type: "token", endsAt: later, landingPath: null, scope: all },
  secrets: [secret(1)],
  ...changes,
});
const holding = (...shares: DocsShare[]) => ({ shares: new Map(shares.map((each) => [each.id, each])) });

describe("who becomes a reader", () => {
  test.each<[string, DocsShare, number | null, boolean]>([
    ["whoever has the link", share(), null, true],
    ["nobody when the share has ended", share({ endsAt: now }), null, false],
    ["nobody without a secret", share({ secrets: [] }), null, false],
    [
      "nobody when the secret was replaced",
      share({ secrets: [secret(1, { validUntil: now })] }),
      null,
      false,
    ],
    ["whoever has the old secret", share({ secrets: [secret(1, { validUntil: later })] }), null, true],
    ["nobody by the link of a password", share({ type: "password" }), null, false],
    [
      "whoever knows the password",
      share({ type: "password", secrets: [secret(1), secret(2, { kind: "password" })] }),
      null,
      true,
    ],
    [
      "scripts with the token",
      share({ type: "http_header_token", secrets: [secret(1, { kind: "header_token" })] }),
      null,
      true,
    ],
    ["a recipient with a secret", share({ secrets: [secret(1, { recipientId: 7 })] }), 7, true],
    ["no recipient without one", share({ secrets: [secret(1, { recipientId: 7 })] }), 8, false],
    ["no recipient by the secret of the share", share(), 7, false],
    ["somebody of its recipients", share({ secrets: [secret(1, { recipientId: 7 })] }), null, true],
  ])("%s: %#", (_, held, recipientId, expected) => {
    expect(readerWith(holding(held), 5, recipientId, now) !== null).toBe(expected);
  });

  test("nobody by a share that is not among the live ones", () => {
    expect(readerWith(holding(), 5, null, now)).toBeNull();
  });
});

describe("what they get of a version", () => {
  const versions = [
    docsVersion("secret", { privacy: "private" }),
    docsVersion("open"),
    docsVersion("empty", { privacy: "private", buildId: null }),
  ];
  const project = docsFamily({ docs: { versions } }).docs!;
  const files = ["index.html", "guide/index.html", "guide/a.html", "guide/b.png", "search.json", "faq.html"];
  const reach = (
    slug: string,
    scope: Partial<ShareScope> | null,
    given: readonly string[] | null = files,
  ) => {
    const shares = scope && holding(share({ projectId: project.id, scope: { ...all, ...scope } }));
    const reader = shares && readerWith(shares, 5, null, now);
    return reachOf(reader ?? { userId: null, shareGrants: [] }, project, project.versions.get(slug)!, given);
  };

  test("all of it", () => {
    expect(reach("secret", {})).toEqual({
      outcome: "covered",
      pages: 4,
      reached: 4,
      paths: ["/", "/guide/", "/guide/a.html", "/faq.html"],
    });
  });

  test.each<[string, Partial<ShareScope>, readonly string[]]>([
    ["a folder", { pathPrefixes: ["/guide/"] }, ["/guide/", "/guide/a.html"]],
    ["a page", { pathPrefixes: ["/faq.html"] }, ["/faq.html"]],
    ["the first page of a folder alone", { pathPrefixes: ["/guide/index.html"] }, ["/guide/index.html"]],
  ])("some pages: %s", (_, scope, paths) => {
    const pages = paths.length;
    expect(reach("secret", scope)).toEqual({ outcome: "some_pages", pages: 4, reached: pages, paths });
  });

  test.each<[string, Partial<ShareScope> | null]>([
    ["another version was chosen", { allVersions: false, versionPatterns: ["2.*"] }],
    ["no page lies there", { pathPrefixes: ["/nowhere/"] }],
    ["there is no share", null],
  ])("nothing: %s", (_, scope) => {
    expect(reach("secret", scope)).toEqual({ outcome: "not_included", pages: 4, reached: 0, paths: [] });
  });

  test("what everybody gets of a public version, share or not", () => {
    expect(reach("open", null)).toMatchObject({ outcome: "public", pages: 4, reached: 4 });
    expect(reach("open", { pathPrefixes: ["/guide/"] })).toMatchObject({ outcome: "public", reached: 4 });
  });

  test("nothing where nothing is published", () => {
    expect(reach("empty", {}, null)).toEqual({ outcome: "not_published", pages: 0, reached: 0, paths: [] });
  });

  test("by its start where nobody looked at the files, or there is no page", () => {
    expect(reach("secret", {}, null)).toEqual({ outcome: "covered", pages: null, reached: null, paths: [] });
    expect(reach("secret", {}, ["a.png"])).toEqual({ outcome: "covered", pages: 0, reached: 0, paths: [] });
    expect(reach("secret", { allVersions: false }, null)).toMatchObject({ outcome: "not_included" });
  });

  test("twenty pages are named at most", () => {
    const many = Array.from({ length: 30 }, (_, n) => `page${n}.html`);
    const { pages, reached, paths } = reach("secret", {}, many);
    expect([pages, reached, paths.length]).toEqual([30, 30, 20]);
  });
});

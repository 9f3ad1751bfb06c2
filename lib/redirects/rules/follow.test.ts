import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocsDomain, DocsHosts, DocsProject, RedirectRule } from "#lib/publishing/schema.ts";
import { askedOf, follow } from "#lib/redirects/rules/follow.ts";
import { formatLocation } from "#lib/redirects/rules/target.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const hosts: DocsHosts = { scheme: "https", docsDomain: "p", previewDomain: "e" };
const domain: DocsDomain = {
  host: "docs.example.com",
  https: true,
  canonical: true,
  hsts: { seconds: 0, subdomains: false, preload: false },
  headers: [],
};
const clean = "clean_url_to_html";
const html = "html_to_clean_url";

/** A redirect per line: type, from, to, and a `!` when it is forced. */
const rules = (text: string): RedirectRule[] =>
  text.split(/ *; */).map((line, position) => {
    const [type = "", fromUrl = "", toUrl = ""] = line.split(/ +/);
    const force = line.endsWith("!");
    const address = { fromUrl: fromUrl.replace("!", ""), toUrl: toUrl.replace(/!$/, "") };
    return { id: position + 1, position, type: type as RedirectType, ...address, status: 302, force };
  });

const families = new Map<string, Record<string, DocsProject>>();

/** A family in which one project has the redirects. */
function familyOf(text: string, owner: string): Record<string, DocsProject> {
  const known = families.get(`${owner} ${text}`);
  if (known) return known;
  const redirects = (slug: string) => ({ redirects: slug === owner ? rules(text) : [] });
  const family = docsFamily({
    docs: { ...redirects("docs"), versions: ["latest", "v1", "17", docsVersion("old", { active: false })] },
    es: { ...redirects("es"), language: "es", translationOf: "docs" },
    part: { ...redirects("part"), parent: { slug: "docs", alias: "part" } },
    one: { ...redirects("one"), scheme: "single_version_without_translations" },
    flat: { ...redirects("flat"), scheme: "multiple_versions_without_translations" },
    guide: { ...redirects("guide"), customPrefix: "/guide/" },
    own: { ...redirects("own"), domains: [domain] },
  });
  families.set(`${owner} ${text}`, family);
  return family;
}

const hostOf: Record<string, string> = { es: "docs", part: "docs" };

/** What becomes of a request where `owner` has the redirects: a Location, "stays", or null where none of them matches. */
function ask(text: string, request: string, more: { owner?: string; at?: string; forced?: boolean } = {}) {
  const { owner = "docs", forced = false } = more;
  const [slug = "", preview = null] = (more.at ?? hostOf[owner] ?? owner).split("--");
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(request) ?? [];
  const project = familyOf(text, owner)[slug]!;
  const followed = follow(askedOf({ project, preview, domain: null }, path), hosts, { forced });
  if (followed === null) return null;
  return followed.kind === "loop" ? "stays" : formatLocation(followed.to, query);
}

describe("which redirect matches, and where it leads", () => {
  test.each<[id: string, rules: string, request: string, location: string | null]>([
    ["[serving H1]", "exact /en/latest/a /en/v1/b", "/en/latest/a", "/en/v1/b"],
    ["[serving H1]", "exact /en/latest/a /en/v1/b", "/en/latest/a/", "/en/v1/b"],
    ["[serving H1]", "exact /en/latest/a /en/v1/b/", "/en/latest/a", "/en/v1/b/"],
    ["[serving H1]", "exact /en/latest/a /en/v1/b", "/en/latest/ab", null],
    ["[serving H1]", "exact /en/latest/a /en/v1/b", "/en/latest/A", null],
    ["[serving H1]", "page /a /b", "/en/latest/a", "/en/latest/b"],
    ["[serving H1]", "page /a /b", "/en/v1/a/", "/en/v1/b"],
    ["[serving H1]", "page /a /b/", "/en/v1/a", "/en/v1/b/"],
    ["[serving H1]", "page / /b", "/en/v1/", "/en/v1/b"],
    [
      "[serving H2]",
      "exact /en/versions.json /en/latest/versions.json",
      "/en/versions.json",
      "/en/latest/versions.json",
    ],
    ["[serving H3]", "exact /en/v1/* /en/latest/:splat", "/en/v1/a/b.html", "/en/latest/a/b.html"],
    ["[serving H3]", "exact /en/v1/* /en/latest/:splat", "/es/v1/a", null],
    ["[serving H3]", "exact /es/latest/* /en/latest/:splat", "/es/latest/a", null],
    ["[serving H3]", "exact /en/v1/* /en/latest/moved.html", "/en/v1/a/b.html", "/en/latest/moved.html"],
    ["[serving H3]", "exact /en/v1/* /:splat/:splat", "/en/v1/a", "/a/a"],
    ["[serving H4]", "page /* /index.html", "/en/latest/a/b", "/en/latest/index.html"],
    ["[serving H4]", "page /* /new/:splat", "/en/nope/a/b", "/en/nope/new/a/b"],
    ["[serving H4]", "page /guides/* /tutorials/:splat", "/en/v1/guides/a/", "/en/v1/tutorials/a/"],
    ["[serving H4]", "page /tutorials/* /guides/:splat", "/en/gone/tutorials/", "/en/gone/guides/"],
    ["[serving H4]", "page /guides/* /tutorials/:splat", "/en/v1/guides", null],
    ["[serving H4]", "page /guides* /tutorials:splat", "/en/v1/guides", "/en/v1/tutorials"],
    ["[serving H4]", "page /guides* /t/:splat", "/en/v1/guidesandmore", "/en/v1/t/andmore"],
    ["[serving H4]", "page /guides* /t/:splat", "/en/v1/guides/x", "/en/v1/t/x"],
    ["[serving H4]", "page /a /b", "/fr/v1/a", "/fr/v1/b"],
    ["[serving H5]", "page /install.html /setup.html", "/install.html", "/en/latest/setup.html"],
    ["[serving H5]", "page /install.html /setup.html", "/en/latest/x/install.html", null],
    ["[serving H6]", "page /a /b", "/es/latest/a", null],
    ["[serving H6]", "page /a /b", "/projects/part/en/latest/a", null],
    ["[serving H7]", "exact /en/old/* /en/latest/:splat", "/en/old/a", "/en/latest/a"],
    ["[serving H8]", "exact /woot/* /en/latest/:splat", "/en/latest/woot/a", null],
    ["[serving H9]", clean, "/en/latest/faq/", "/en/latest/faq.html"],
    ["[serving H9]", clean, "/en/latest/faq/index.html", "/en/latest/faq.html"],
    ["[serving H9]", clean, "/en/v1/a/faq/", "/en/v1/a/faq.html"],
    ["[serving H9]", clean, "/en/latest/", null],
    ["[serving H9]", clean, "/en/latest/index.html", null],
    ["[serving H9]", clean, "/en/latest/faq.html", null],
    ["[serving H9]", html, "/en/latest/faq.html", "/en/latest/faq/"],
    ["[serving H9]", html, "/en/latest/a/index.html", null],
    ["[serving H9]", html, "/en/latest/faq/", null],
    ["[serving H10]", "page /a /b", "/en/latest/a?x=1&x=&y", "/en/latest/b?x=1&x=&y"],
    ["[serving H10]", "page /a /b?query=one", "/en/latest/a?query=two", "/en/latest/b?query=two&query=one"],
    ["[serving H10]", "page /a /b?query=one&blank=", "/en/latest/a", "/en/latest/b?query=one&blank="],
    ["[serving H10]", "exact /old/* /en/v1/?q=:splat", "/old/a&b=c/d", "/en/v1/?q=a%26b%3Dc%2Fd"],
    ["[serving H10]", "page /a /b", "/en/latest/a?", "/en/latest/b"],
    ["[serving H11]", "page /a /b#part", "/en/latest/a?x", "/en/latest/b?x#part"],
    ["[serving H11]", "exact /en/old/* /en/v1/b#:splat", "/en/old/x", "/en/v1/b#x"],
    ["[serving H18]", "page /a https://x.example/b?c#d", "/en/latest/a?e", "https://x.example/b?e&c#d"],
    ["[serving H18]", "exact /en/v1/a http://x.example", "/en/v1/a?q", "http://x.example?q"],
    ["[serving H18]", "page /a/* https://x.example/:splat", "/en/v1/a/b/c", "https://x.example/b/c"],
    ["[serving H18]", "exact /en/* https://x.example/:splat", "/en/v1/a/b", "https://x.example/v1/a/b"],
    [
      "[serving H18]",
      "exact /projects/* https://x.example/p/:splat",
      "/projects/gone/en/v1/a",
      "https://x.example/p/gone/en/v1/a",
    ],
    [
      "[serving H18]",
      "exact /projects/gone/* /projects/part/:splat",
      "/projects/gone/en/v1/a",
      "/projects/part/en/v1/a",
    ],
    [
      "[serving H18]",
      "page /a https://bücher.example/ü",
      "/en/latest/a",
      "https://xn--bcher-kva.example/%C3%BC",
    ],
  ])("%s %s, %s: %s", (_id, text, request, location) => expect(ask(text, request)).toBe(location));

  test.each<[id: string, owner: string, rules: string, request: string, location: string | null]>([
    ["[serving H3]", "es", "exact /es/latest/* /es/v2/:splat", "/es/latest/a", "/es/v2/a"],
    ["[serving H3]", "es", "page /a /b", "/es/latest/a", "/es/latest/b"],
    ["[serving H6]", "part", "page /a /b", "/projects/part/en/latest/a", "/projects/part/en/latest/b"],
    ["[serving H6]", "part", "page /a /b", "/projects/part/a", "/projects/part/en/latest/b"],
    ["[serving H6]", "part", "exact /projects/part/x /en/latest/y", "/projects/part/x", "/en/latest/y"],
    ["[serving H6]", "part", "exact /x /en/latest/y", "/projects/part/x", null],
    ["[serving H5]", "one", "page /a /b", "/a", "/b"],
    ["[serving H9]", "one", clean, "/a/", "/a.html"],
    ["[serving H9]", "one", clean, "/", null],
    ["[serving H1]", "flat", "page /a /b", "/v7/a", "/v7/b"],
    ["[serving H1]", "guide", "page /a /b", "/guide/en/latest/a", "/guide/en/latest/b"],
  ])("%s of %s: %s, %s: %s", (_id, owner, text, request, location) =>
    expect(ask(text, request, { owner })).toBe(location),
  );

  test.each(["page /a /b", "exact /* https://x.example/:splat", clean])(
    "[serving H16] %s: none on previews",
    (text) => {
      for (const path of ["/en/17/a", "/en/17/a/", "/a", "/en/latest/a"])
        expect(ask(text, path, { at: "docs--17" })).toBeNull();
    },
  );
});

describe("the order", () => {
  test.each([
    ["page /a /b; page /a /c", "/en/latest/a", "/en/latest/b"],
    ["page /a /c; page /a /b", "/en/latest/a", "/en/latest/c"],
    ["page /* /all; page /a /b", "/en/latest/a", "/en/latest/all"],
    ["page /x/* /all; page /a /b", "/en/latest/a", "/en/latest/b"],
  ])("[serving H15] of %s decides: %s → %s", (text, request, location) =>
    expect(ask(text, request)).toBe(location),
  );

  test("of the two types about .html leaves the second without effect", () => {
    expect(ask(`${clean}; ${html}`, "/en/latest/a/")).toBe("/en/latest/a.html");
    expect(ask(`${clean}; ${html}`, "/en/latest/a.html")).toBeNull();
    expect(ask(`${html}; ${clean}`, "/en/latest/a.html")).toBe("/en/latest/a/");
  });

  test("[serving H12] leaves out what is not forced where a page exists", () => {
    const text = "page /a /b; page /a /c !";
    expect(ask(text, "/en/latest/a", { forced: true })).toBe("/en/latest/c");
    expect(ask(text, "/en/latest/a")).toBe("/en/latest/b");
    expect(ask("page /a /b", "/en/latest/a", { forced: true })).toBeNull();
  });
});

describe("what would come back is left alone", () => {
  test.each<[rules: string, request: string, location: string]>([
    ["page /a /a", "/en/latest/a", "stays"],
    ["page /a /a?x=1#y", "/en/latest/a", "stays"],
    ["page /a /a/", "/en/latest/a", "/en/latest/a/"],
    ["page /a /a/", "/en/latest/a/", "stays"],
    ["exact /en/latest/a /en/latest/a", "/en/latest/a?x", "stays"],
    ["exact /en/latest/ü /en/latest/%C3%BC", "/en/latest/ü", "stays"],
    ["exact /en/latest/a https://docs.p/en/latest/a", "/en/latest/a", "stays"],
    ["exact /en/latest/a http://docs.p/en/latest/a?q", "/en/latest/a", "stays"],
    ["exact /en/latest/a https://other.p/en/latest/a", "/en/latest/a", "https://other.p/en/latest/a"],
    ["page /* /index.html", "/en/latest/index.html", "stays"],
    ["page /* /:splat", "/en/latest/a", "stays"],
    ["exact /* /:splat", "/en/latest/a", "stays"],
    // Growing
    ["page /dir/* /dir/sub/:splat", "/en/latest/dir/x", "/en/latest/dir/sub/x"],
    ["page /dir/* /dir/sub/:splat", "/en/latest/dir/sub/x", "stays"],
    ["page /dir/* /dir/sub/:splat/more", "/en/latest/dir/sub/x", "stays"],
    ["exact /en/* /en/latest/:splat", "/en/a", "/en/latest/a"],
    ["exact /en/* /en/latest/:splat", "/en/latest/a", "stays"],
    ["exact /* /en/latest/:splat", "/a", "/en/latest/a"],
    ["exact /* /en/latest/:splat", "/en/latest/a", "stays"],
    ["exact /en/* https://docs.p/en/latest/:splat", "/en/latest/a", "stays"],
    ["page /dir/* https://docs.p/en/latest/dir/sub/:splat", "/en/latest/dir/sub/x", "stays"],
    [
      "exact /en/* https://x.example/en/latest/:splat",
      "/en/latest/a",
      "https://x.example/en/latest/latest/a",
    ],
    // Upwards is fine
    ["page /dir/sub/* /dir/:splat", "/en/latest/dir/sub/x", "/en/latest/dir/x"],
    ["page /dir/sub/* /dir/:splat", "/en/latest/dir/sub/sub/x", "/en/latest/dir/sub/x"],
    ["exact /en/latest/* /en/:splat", "/en/latest/x", "/en/x"],
    // No later redirect is tried
    ["page /a /a; page /a /b", "/en/latest/a", "stays"],
  ])("[serving H14] %s, %s: %s", (text, request, location) => expect(ask(text, request)).toBe(location));

  test("[serving H14] also by way of another host of the project", () => {
    const over = { owner: "own" };
    const stays = ["exact /en/latest/a https://docs.example.com/en/latest/a", "/en/latest/a"] as const;
    expect(ask(...stays, over)).toBe("stays");
    expect(ask("exact /en/latest/a https://own.p/en/latest/a", "/en/latest/a", over)).toBe("stays");
  });
});

/** Redirects that a hostile path is tried against, on a project with versions and on one without. */
const tempting = [
  "exact /* /:splat",
  "exact /en/* /:splat",
  "exact /en/latest/* /:splat",
  "exact /en* /:splat",
  "exact /e* /x:splat",
  "page /* /:splat",
  "page /a* /:splat",
  "exact /en/* https://x.example/:splat",
  "exact /en/* https://x.example?q=:splat",
  "page /* https://x.example/a#:splat",
  "exact /en/* https://x.example\\:splat",
  "page /* https://x.example\\\\:splat",
  clean,
  html,
];

/** Where a browser on the project's host goes, as an origin. */
const landing = (location: string, origin: string): string =>
  new URL(location, `${origin}/en/latest/here`).origin;

describe("no path leads to a host that nobody stored", () => {
  const hostile = [
    "http://evil.example",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\r/evil.example",
    "/\n/evil.example",
    "\r\n/evil.example",
    "\t//evil.example",
    "/\r\nLocation: https://evil.example",
    "http:evil.example",
    "http:/evil.example",
    "javascript:alert(1)",
    "@evil.example",
    ":80@evil.example",
    ".evil.example",
    "%2F%2Fevil.example",
    "/%5Cevil.example",
    "/.//evil.example",
    "?x#y",
    "\u2028//evil.example",
    "\ud800//evil.example",
  ];
  const suffixes = ["", "/", "/index.html", ".html"];
  const starts = ["", "/", "/en", "/en/", "/en/latest", "/en/latest/", "/en/latest/a", "/a"];
  const projects = ["docs", "one"];

  test.each(tempting)("[serving H17] %s", (text) => {
    for (const owner of projects) {
      const origin = `https://${owner}.p`;
      for (const start of starts)
        for (const middle of hostile)
          for (const end of suffixes) {
            const location = ask(text, `${start}${middle}${end}`.replaceAll("?", "%3F"), {
              owner,
              at: owner,
            });
            if (location === null || location === "stays") continue;
            expect([origin, ...(text.includes("x.example") ? ["https://x.example"] : [])]).toContain(
              landing(location, origin),
            );
            expect(location).toMatch(/^(?:\/(?![/\\])|https:\/\/x\.example(?:[/?#]|$))[!-~]*$/);
          }
    }
  });

  test("[serving H17] whatever it is made of", () => {
    const piece = fc.oneof(
      fc.constantFrom("/", "\\", ":", "@", ".", "..", "\t", "\r", "\n", "%2f", "//", "http:", "evil.example"),
      fc.constantFrom("en", "latest", "a", ".html", "index.html", "?", "#", ":splat", "&", "$&"),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const path = fc
      .array(piece, { maxLength: 12 })
      .map((pieces) => `/${pieces.join("").replaceAll("?", "")}`);
    fc.assert(
      fc.property(
        fc.constantFrom(...tempting),
        fc.constantFrom(...projects),
        path,
        (text, owner, request) => {
          const location = ask(text, request, { owner });
          if (location === null || location === "stays") return;
          const stored = text.includes("x.example") ? "https://x.example" : `https://${owner}.p`;
          expect(landing(location, `https://${owner}.p`)).toBe(stored);
          expect(location).toMatch(/^[!-~]*$/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

import { describe, expect, test } from "vitest";
import type { DocsHosts, DocsProject, RedirectRule } from "#lib/publishing/schema.ts";
import { findCircles, findUnreachable } from "#lib/redirects/rules/inspect.ts";
import { trace, type World } from "#lib/redirects/rules/trace.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import { docsFamily } from "#test/factories/docs-family.ts";

const hosts: DocsHosts = { scheme: "https", docsDomain: "p", previewDomain: "e" };
const clean = "clean_url_to_html";
const html = "html_to_clean_url";

/** Redirects written one after the other: type, from, to, and a `!` when it is forced; their ids are 1, 2, … */
const rules = (text: string): RedirectRule[] =>
  text.split("; ").map((line, position) => {
    const [type = "", fromUrl = "", toUrl = ""] = line.split(" ");
    const force = line.endsWith(" !");
    return { id: position + 1, position, type: type as RedirectType, fromUrl, toUrl, status: 302, force };
  });

function familyWith(text: string, owner = "docs"): DocsProject {
  const redirects = (slug: string) => ({ redirects: slug === owner && text ? rules(text) : [] });
  const family = docsFamily({
    docs: { ...redirects("docs"), versions: ["latest", "v1", "17"] },
    es: { ...redirects("es"), language: "es", translationOf: "docs" },
    part: { ...redirects("part"), parent: { slug: "docs", alias: "part" } },
  });
  return family[owner]!;
}

const pages = ["/", "/a", "/dir/"];
const world = (project: DocsProject): World => ({
  ...{ project, hosts, redirects: null },
  find: async ({ version, filename }) => {
    if (version.slug === "v1") return "unreadable";
    if (pages.includes(filename)) return "file";
    return pages.includes(`${filename}/`) ? "directory" : "missing";
  },
});

describe("the way from an address", () => {
  test.each<[rules: string, address: string, exists: boolean | null, way: string]>([
    ["", "/en/latest/a", true, "page"],
    ["", "/en/latest/x", false, "missing"],
    ["", "/", true, "system /en/latest/, page"],
    ["", "/page/a", true, "system /en/latest/a, page"],
    ["", "/en/latest//a?q=//", true, "slash_collapse /en/latest/a?q=//, page"],
    ["", "/en/latest/dir?q", true, "directory /en/latest/dir/?q, page"],
    ["", "http://docs.p/en/latest/a", true, "http_to_https /en/latest/a, page"],
    ["", "https://es.p/es/latest/a", true, "to_canonical_domain /es/latest/a, page"],
    ["", "https://part.p/en/latest/a", true, "subproject_to_main_domain /projects/part/en/latest/a, page"],
    ["", "https://docs--17.e/en/17/a", true, "page"],
    ["page /a /b", "https://docs--17.e/en/17/x", false, "missing"],
    ["", "/en/v1/a", null, "unreadable"],
    ["", "/_/login", null, "reserved"],
    ["", "/robots.txt", null, "reserved"],
    ["exact /sitemap.xml /en/latest/a", "/sitemap.xml", null, "reserved"],
    ["exact /favicon.ico /en/latest/a", "/favicon.ico", null, "reserved"],
    ["exact /llms.txt /en/latest/a", "/llms.txt", false, "user /en/latest/a, page"],
    ["page /* /a", "/llms-full.txt?x", false, "user /en/latest/a?x, page"],
    ["", "/llms.txt", false, "missing"],
    ["exact /llms.txt /llms.txt", "/llms.txt", false, "missing 1"],
    ["", "https://docs.p.example/", null, "elsewhere"],
    ["", "/en/%ff", null, "bad_address"],
    ["", "https://", null, "bad_address"],
    ["page /x /a", "/en/latest/x?q#f", false, "user /en/latest/a?q, page"],
    ["page /x /y; page /y /a", "/en/latest/x", false, "user /en/latest/y, user /en/latest/a, page"],
    ["page /a /b", "/en/latest/a", true, "page"],
    ["page /a /b !", "/en/latest/a", true, "user /en/latest/b, missing"],
    ["page /a /b !", "/en/v1/a", null, "user /en/v1/b, unreadable"],
    ["page /x https://x.example/y", "/en/latest/x", false, "user https://x.example/y, elsewhere"],
    ["page /x /y; page /y /x", "/en/latest/x", false, "user /en/latest/y, user /en/latest/x, circle"],
    ["page /x /x", "/en/latest/x", false, "missing 1"],
    ["page /a /a !", "/en/latest/a", true, "page 1"],
    ["exact /g/* /h/x:splat; exact /h/* /g/:splat", "/g/", false, "user ×10, too_many_hops"],
  ])("%s, %s: exists %s, %s", async (text, address, exists, expected) => {
    const way = await trace(world(familyWith(text)), address, 10);
    const steps = way.hops.map(({ kind, to }) => `${kind} ${to.replace("https://docs.p", "")}`);
    const shown = steps.length === 10 ? ["user ×10"] : steps;
    const end = `${way.end.outcome}${way.leftAlone ? ` ${way.leftAlone.id}` : ""}`;
    expect([way.exists, [...shown, end].join(", ")]).toEqual([exists, expected]);
  });
});

describe("circles", () => {
  test.each<[rules: string, circles: string[]]>([
    ["page /a /b", []],
    ["page /a /b; page /b /c", []],
    ["page /a /a/", []],
    ["page /* /index.html", []],
    ["exact /* /en/latest/:splat", []],
    ["page /dir/* /dir/sub/:splat", []],
    ["page /dir/sub/* /dir/:splat", []],
    ["exact /a https://x.example/a", []],
    [`${clean}; ${html}`, []],
    // To itself
    ["page /a /a", ["1: /en/latest/a → /en/latest/a"]],
    ["exact /a /a?x#y", ["1: /a → /a"]],
    ["exact /a http://docs.p/a", ["1: /a → /a"]],
    ["page /a/* /a/:splat", ["1: /en/latest/a/… → /en/latest/a/…"]],
    ["page /* /:splat/more", ["1: /en/latest/… → /en/latest/…"]],
    // There and back
    [
      "page /a /b; page /b /a",
      ["1,2: /en/latest/a → /en/latest/b → /en/latest/a", "2,1: /en/latest/b → /en/latest/a → /en/latest/b"],
    ],
    [
      "exact /a /b; exact /b /c; exact /c /a",
      ["1,2,3: /a → /b → /c → /a", "2,3,1: /b → /c → /a → /b", "3,1,2: /c → /a → /b → /c"],
    ],
    [
      "exact /x /a; exact /a /b; exact /b /a",
      ["2,3: /a → /b → /a", "2,3: /a → /b → /a", "3,2: /b → /a → /b"],
    ],
    ["exact /a/* /b/:splat; exact /b/* /a/:splat", ["1,2: /a/… → /b/… → /a/…", "2,1: /b/… → /a/… → /b/…"]],
    ["exact /a/* /b/:splat; exact /b/x /a/x", ["2,1: /b/x → /a/x → /b/x"]],
    [
      "page /a /b; exact /en/latest/b /en/latest/a",
      ["1,2: /en/latest/a → /en/latest/b → /en/latest/a", "2,1: /en/latest/b → /en/latest/a → /en/latest/b"],
    ],
    // By way of what is built in
    ["exact /en/latest/b /page/b", ["1: /en/latest/b → /page/b → /en/latest/b"]],
    [`page /a.html /a/; ${clean}`, ["1,2: /en/latest/a.html → /en/latest/a/ → /en/latest/a.html"]],
    // The first that matches decides
    ["exact /a /b; exact /b /c; exact /b /a", []],
  ])("in %s: %j", async (text, expected) => {
    const found = await findCircles({ project: familyWith(""), hosts }, rules(text));
    expect(found.map(({ ruleIds, paths }) => `${ruleIds}: ${paths.join(" → ")}`)).toEqual(expected);
  });

  test("that grow with each round are found too", async () => {
    const text = "exact /a/* /b/x/:splat; exact /b/* /a/:splat";
    const found = await findCircles({ project: familyWith(""), hosts }, rules(text));
    expect(found.map(({ ruleIds }) => [...new Set(ruleIds)].sort())).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test.each([
    "exact /a/* /b/:splat:splat:splat:splat; exact /b/* /a/:splat:splat:splat:splat",
    "exact /a* /b:splat:splat:splat; exact /b* /a:splat:splat:splat",
  ])("that multiply what they match come to an end, and so does what is said of them: %s", async (text) => {
    const found = await findCircles({ project: familyWith(""), hosts }, rules(text));
    expect(found.map(({ ruleIds }) => [...new Set(ruleIds)].sort())).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(found.flatMap(({ paths }) => paths).every((path) => path.length <= 200)).toBe(true);
    const way = await trace(world(familyWith(text)), "/a/xyz", 10);
    expect([way.end.outcome, way.hops.every(({ to }) => to.length < 600_000)]).toEqual(["bad_address", true]);
  });
});

describe("redirects nobody comes to", () => {
  test.each<[rules: string, unreachable: string[]]>([
    ["page /a /b; page /c /d; exact /x /b", []],
    ["page /a /b; exact /a /c", ["2 earlier_redirect 1"]],
    ["page /a /b; page /a /c", ["2 earlier_redirect 1"]],
    ["page /a /b; page /a /c !", []],
    ["page /a /b !; page /a /c !", ["2 earlier_redirect 1"]],
    ["page /* /b; page /a /c; exact /en/v1/a /x", ["2 earlier_redirect 1", "3 earlier_redirect 1"]],
    ["page /a/* /b; page /a/b/* /c; page /a /d", ["2 earlier_redirect 1"]],
    ["exact /en/* /b; exact /en/latest/a /c; page /a /b", ["2 earlier_redirect 1"]],
    ["exact /en/latest/a /c; page /a /b", []],
    [`${clean}; ${html}`, ["2 opposite_redirect 1"]],
    [`page /* /b; ${clean}`, ["2 earlier_redirect 1"]],
    [`${html}; page /a.html /b`, ["2 earlier_redirect 1"]],
    [
      "exact / /x; exact /en /x; exact /page/x /y",
      ["1 built_in_redirect", "2 built_in_redirect", "3 built_in_redirect"],
    ],
    ["exact /_/x /y; exact /robots.txt /y", ["1 reserved_path", "2 reserved_path"]],
    [
      "exact /favicon.ico /y; exact /sitemap.xml /y; exact /llms.txt /y",
      ["1 reserved_path", "2 reserved_path"],
    ],
    ["exact /es/latest/a /x; exact /projects/part/* /x", ["1 other_project", "2 other_project"]],
    ["exact /projects/gone/* /x", []],
  ])("of %s: %j", (text, expected) => {
    const found = findUnreachable(world(familyWith(text)));
    expect(found.map(({ rule, reason, by }) => `${rule.id} ${reason}${by ? ` ${by.id}` : ""}`)).toEqual(
      expected,
    );
  });

  test("are told from where a translation or a part is read", () => {
    const own = findUnreachable(world(familyWith("exact /es/latest/a /x; exact /en/latest/a /x", "es")));
    expect(own.map(({ rule, reason }) => [rule.id, reason])).toEqual([[2, "other_project"]]);
    const part = findUnreachable(
      world(familyWith("exact /a /x; exact /projects/part/a /x; page /a /b", "part")),
    );
    expect(part.map(({ rule, reason }) => [rule.id, reason])).toEqual([[1, "other_project"]]);
  });
});

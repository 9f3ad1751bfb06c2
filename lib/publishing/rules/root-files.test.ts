import { describe, expect, test } from "vitest";
import { isProvided, robotsTxt, rootPage, sitemapXml } from "#lib/publishing/rules/root-files.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const hosts = { scheme: "https", docsDomain: "docs.example", previewDomain: "previews.example" } as const;
const singleVersion = { scheme: "single_version_without_translations" } as const;
const hidden = (slug: string) => docsVersion(slug, { hidden: true });
const privately = (slug: string) => docsVersion(slug, { privacy: "private" });
const domain = {
  host: "guide.example.com",
  canonical: true,
  https: true,
  hsts: { seconds: 0, subdomains: false, preload: false },
  headers: [],
};

function projectOf(options: Parameters<typeof docsFamily>[0][string]) {
  const { guide } = docsFamily({ guide: options });
  return guide!;
}

describe("robots.txt", () => {
  test.each([
    ["[serving K1] without hidden versions nothing is disallowed", { versions: ["latest", "v1"] }, [""]],
    [
      "[serving K1] hidden versions are disallowed, but not private, inactive or preview ones",
      {
        versions: [
          "latest",
          hidden("v1"),
          hidden("v2"),
          docsVersion("v3", { hidden: true, privacy: "private" }),
          docsVersion("v4", { hidden: true, active: false }),
          hidden("17"),
        ],
      },
      [" /en/v2/", " /en/v1/"],
    ],
    [
      "[serving K2] of a single version, hidden versions that have no address are not named",
      { ...singleVersion, versions: ["latest", hidden("v1")] },
      [""],
    ],
    [
      "[serving K2] of a single version, a hidden default version is everything",
      { ...singleVersion, versions: [hidden("latest")] },
      [" /"],
    ],
    ["below a prefix", { customPrefix: "/my guide/", versions: [hidden("v1")] }, [" /my%20guide/en/v1/"]],
  ])("%s", (_, options, disallowed) => {
    expect(robotsTxt(projectOf(options), hosts)).toBe(
      [
        "User-agent: *",
        "",
        ...disallowed.map((path) => `Disallow:${path}`),
        "",
        "Sitemap: https://guide.docs.example/sitemap.xml",
        "",
      ].join("\n"),
    );
  });

  test("names the sitemap on the canonical domain", () => {
    expect(robotsTxt(projectOf({ domains: [domain] }), hosts)).toContain(
      "Sitemap: https://guide.example.com/sitemap.xml",
    );
  });
});

describe("sitemap.xml", () => {
  const places = (xml: string | null) =>
    [...(xml ?? "").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);

  test("[serving K6] lists public versions, newest first, without private, hidden, inactive and preview ones", () => {
    const project = projectOf({
      versions: [
        "v1.9",
        "stable",
        "v1.x",
        "latest",
        "v1.10",
        "feature",
        privately("v3"),
        hidden("v4"),
        docsVersion("v5", { active: false }),
        "17",
      ],
    });
    expect(places(sitemapXml(project, hosts))).toEqual(
      ["latest", "stable", "v1.x", "v1.10", "v1.9", "feature"].map(
        (slug) => `https://guide.docs.example/en/${slug}/`,
      ),
    );
  });

  test("[serving K6] says when a version was published, nothing about priority or how often it changes", () => {
    const versions = [
      docsVersion("latest", { publishedAt: new Date("2026-05-06T07:08:09Z") }),
      docsVersion("v1", { buildId: null, publishedAt: null }),
    ];
    expect(sitemapXml(projectOf({ versions }), hosts)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc>https://guide.docs.example/en/latest/</loc>
    <lastmod>2026-05-06T07:08:09.000Z</lastmod>
  </url>
  <url>
    <loc>https://guide.docs.example/en/v1/</loc>
  </url>
</urlset>
`);
  });

  test("[serving K6] names translations that have the version publicly, and the page itself among them", () => {
    const { guide } = docsFamily({
      guide: { versions: ["latest", "v1", "v2"] },
      "guide-es": { language: "es", translationOf: "guide", versions: ["latest", privately("v1")] },
      "guide-br": { language: "pt-br", translationOf: "guide", versions: [hidden("latest")] },
      "guide-tw": { language: "zh_TW", translationOf: "guide", versions: ["v2"] },
    });
    const xml = sitemapXml(guide!, hosts) ?? "";
    const alternates = xml
      .split("</url>")
      .map((part) =>
        [...part.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language, address]) => [
          language,
          address?.replace("https://guide.docs.example", ""),
        ]),
      );
    expect(alternates).toEqual([
      [
        ["es", "/es/latest/"],
        ["pt-br", "/pt-br/latest/"],
        ["en", "/en/latest/"],
      ],
      [
        ["zh-TW", "/zh_TW/v2/"],
        ["en", "/en/v2/"],
      ],
      [["en", "/en/v1/"]],
      [],
    ]);
  });

  test("[serving K6] of a single version has one entry", () => {
    const project = projectOf({ ...singleVersion, versions: ["latest", "v1", "v2"] });
    expect(places(sitemapXml(project, hosts))).toEqual(["https://guide.docs.example/"]);
  });

  test("[serving K6] with nothing public there is none", () => {
    expect(sitemapXml(projectOf({ versions: [privately("latest"), hidden("v1"), "17"] }), hosts)).toBeNull();
  });

  test("addresses cannot break out of it", () => {
    const project = projectOf({ customPrefix: "/a&<b>'\"/" });
    expect(places(sitemapXml(project, hosts))).toEqual([
      "https://guide.docs.example/a&amp;%3Cb%3E&#x27;%22/en/latest/",
    ]);
  });
});

describe("what a host has at its root whatever its builds hold", () => {
  const unbuilt = docsVersion("latest", { buildId: null });
  test.each<[string, Parameters<typeof docsFamily>[0][string], string | null, string]>([
    ["a public version", {}, null, "favicon.ico robots.txt sitemap.xml"],
    ["a private default version", { versions: [privately("latest"), "v1"] }, null, "favicon.ico sitemap.xml"],
    ["nothing public", { versions: [privately("latest")] }, null, "favicon.ico"],
    ["nothing but what is hidden", { versions: [hidden("latest")] }, null, "favicon.ico robots.txt"],
    ["a default version without a build", { versions: [unbuilt] }, null, "favicon.ico sitemap.xml"],
    [
      "no wish to be listed",
      { versions: [unbuilt], noindex: true },
      null,
      "favicon.ico robots.txt sitemap.xml",
    ],
    ["a preview", { versions: ["latest", "17"] }, "17", "favicon.ico robots.txt"],
  ])("with %s", (_, options, preview, expected) => {
    const at = { project: projectOf(options), preview, domain: null };
    const names = ["favicon.ico", "llms.txt", "robots.txt", "sitemap.xml"] as const;
    expect(names.filter((name) => isProvided(at, name)).join(" ")).toBe(expected);
  });

  test.each<[string, Parameters<typeof docsFamily>[0][string], string, string | null, string | undefined]>([
    ["the default version's", { defaultVersion: "v1", versions: ["v1"] }, "/llms.txt", null, "v1"],
    ["the preview's", { versions: ["latest", "17"] }, "/llms-full.txt", "17", "17"],
    ["a private one's, for its readers", { versions: [privately("latest")] }, "/llms.txt", null, "latest"],
    ["none without a build", { versions: [unbuilt] }, "/llms.txt", null, undefined],
    ["none of a version", {}, "/en/latest/llms.txt", null, undefined],
    ["none of ours", {}, "/robots.txt", null, undefined],
  ])("a page that its readers' rights decide about is %s", (_, options, path, preview, version) => {
    const page = rootPage({ project: projectOf(options), preview, domain: null }, path);
    expect(page?.version.slug).toBe(version);
  });
});

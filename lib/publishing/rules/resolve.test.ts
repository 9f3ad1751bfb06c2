import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { originOf } from "#lib/publishing/rules/address.ts";
import { parseHost } from "#lib/publishing/rules/host.ts";
import { type At, atHost, pageLink, resolve, type View } from "#lib/publishing/rules/resolve.ts";
import { customDomain, docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const without = "multiple_versions_without_translations";
const single = "single_version_without_translations";

const family = docsFamily({
  docs: { versions: ["latest", "v1", docsVersion("old", { active: false }), "17"] },
  es: { language: "es", translationOf: "docs", versions: ["latest", "stable"], defaultVersion: "stable" },
  part: { parent: { slug: "docs", alias: "part" }, versions: ["latest", "17"] },
  "part-es": { language: "es", translationOf: "part" },
  lone: { parent: { slug: "docs", alias: "lone" }, scheme: single },
  own: { parent: { slug: "es", alias: "own" } },
  flat: { scheme: without, versions: ["latest", "17"] },
  one: { scheme: single, versions: ["latest", "17", docsVersion("draft", { active: false })] },
  draft: { scheme: single, versions: [docsVersion("draft", { active: false })], defaultVersion: "draft" },
  guide: { customPrefix: "/guide/", subprojectPrefix: "/s/" },
  "guide-es": { language: "es", translationOf: "guide" },
  piece: { parent: { slug: "guide", alias: "piece" }, customPrefix: "/x/" },
  prefixed: { scheme: single, customPrefix: "/prefix/" },
  brazil: { language: "pt-br" },
  nodefault: { versions: ["v1"], defaultVersion: "gone" },
  asleep: { versions: ["latest", docsVersion("v2", { active: false })], defaultVersion: "v2" },
});

function show(view: View, asked: string): string {
  if (view.kind === "redirect") return `→ ${view.host?.slug ?? asked} ${view.path} (${view.reason})`;
  if (view.kind === "page") return `${view.project.slug} ${view.version.slug} ${view.filename}`;
  return `no ${view.subject} in ${view.project.slug}${view.versionSlug === null ? "" : ` ${view.versionSlug}`}`;
}
const at = (host: string): At => {
  const [slug = "", preview = null] = host.split("--");
  return { project: family[slug]!, preview, domain: null };
};

describe("the docs view (serving.md 7, 8)", () => {
  it.each([
    // 24.3 pages
    ["docs", "/en/latest/a.html", "docs latest /a.html"],
    ["docs", "/en/latest/", "docs latest /"],
    ["docs", "/es/stable/a/b/", "es stable /a/b/"],
    ["docs", "/projects/part/en/latest/a", "part latest /a"],
    ["docs", "/projects/part/es/latest/a", "part-es latest /a"],
    ["docs", "/projects/lone/a", "lone latest /a"],
    ["docs", "/projects/lone/", "lone latest /"],
    ["flat", "/latest/a", "flat latest /a"],
    ["one", "/a", "one latest /a"],
    ["one", "/", "one latest /"],
    ["one", "/en/latest/a", "one latest /en/latest/a"],
    ["docs--17", "/en/17/a", "docs 17 /a"],
    ["docs--17", "/projects/part/en/17/a", "part 17 /a"],
    ["flat--17", "/17/a", "flat 17 /a"],
    ["one--17", "/a", "one 17 /a"],
    ["guide", "/guide/en/latest/a", "guide latest /a"],
    ["guide", "/guide/es/latest/a", "guide-es latest /a"],
    ["guide", "/s/piece/x/en/latest/a", "piece latest /a"],
    ["prefixed", "/prefix/a", "prefixed latest /a"],
    // 24.4 root and language
    ["docs", "/", "→ docs /en/latest/ (system)"],
    ["docs", "", "→ docs /en/latest/ (system)"],
    ["docs", "/en", "→ docs /en/latest/ (system)"],
    ["docs", "/en/", "→ docs /en/latest/ (system)"],
    ["docs", "/es", "→ docs /es/stable/ (system)"],
    ["docs--17", "/", "→ docs /en/17/ (system)"],
    ["docs--17", "/en/", "→ docs /en/17/ (system)"],
    ["flat", "/", "→ flat /latest/ (system)"],
    ["flat--17", "/", "→ flat /17/ (system)"],
    ["docs", "/projects/part", "→ docs /projects/part/en/latest/ (system)"],
    ["docs", "/projects/part/", "→ docs /projects/part/en/latest/ (system)"],
    ["docs", "/projects/part/es/", "→ docs /projects/part/es/latest/ (system)"],
    ["docs--17", "/projects/part/", "→ docs /projects/part/en/17/ (system)"],
    ["nodefault", "/", "→ nodefault /en/latest/ (system)"],
    ["asleep", "/", "→ asleep /en/latest/ (system)"],
    // 24.4 missing slash
    ["docs", "/en/latest", "→ docs /en/latest/ (system)"],
    ["docs", "/projects/lone", "→ docs /projects/lone/ (system)"],
    ["docs", "/projects/part/en/latest", "→ docs /projects/part/en/latest/ (system)"],
    ["flat", "/latest", "→ flat /latest/ (system)"],
    ["docs--17", "/en/17", "→ docs /en/17/ (system)"],
    // 24.5 prefixes
    ["guide", "/", "→ guide /guide/en/latest/ (system)"],
    ["guide", "/guide", "→ guide /guide/en/latest/ (system)"],
    ["guide", "/guide/", "→ guide /guide/en/latest/ (system)"],
    ["guide", "/guide/es/", "→ guide /guide/es/latest/ (system)"],
    ["guide", "/guide/en/latest", "→ guide /guide/en/latest/ (system)"],
    ["guide", "/s/piece", "→ guide /s/piece/x/en/latest/ (system)"],
    ["guide", "/s/piece/x", "→ guide /s/piece/x/en/latest/ (system)"],
    ["guide", "/en/latest/", "no page in guide"],
    ["guide", "/projects/piece/x/en/latest/", "no page in guide"],
    ["prefixed", "/", "→ prefixed /prefix/ (system)"],
    ["prefixed", "/prefix", "→ prefixed /prefix/ (system)"],
    ["prefixed", "/prefix/", "prefixed latest /"],
    ["prefixed", "/a", "no page in prefixed"],
    // 24.4 own hosts of parts and translations
    ["part", "/", "→ docs /projects/part/ (subproject_to_main_domain)"],
    ["part", "/subdir/", "→ docs /projects/part/subdir/ (subproject_to_main_domain)"],
    ["part", "/en/latest/", "→ docs /projects/part/en/latest/ (subproject_to_main_domain)"],
    ["part", "/nonsense", "→ docs /projects/part/nonsense (subproject_to_main_domain)"],
    ["part--17", "/en/17/", "→ docs /projects/part/en/17/ (subproject_to_main_domain)"],
    ["piece", "/x/en/latest/a", "→ guide /s/piece/x/en/latest/a (subproject_to_main_domain)"],
    ["es", "/", "→ docs /es/stable/ (to_canonical_domain)"],
    ["es", "/es/latest/a", "→ docs /es/latest/a (to_canonical_domain)"],
    ["es", "/nonsense", "→ docs /nonsense (to_canonical_domain)"],
    ["guide-es", "/", "→ guide /guide/es/latest/ (to_canonical_domain)"],
    ["part-es", "/", "→ docs /projects/part/es/latest/ (to_canonical_domain)"],
    ["part-es", "/es/latest/a", "→ docs /projects/part/es/latest/a (to_canonical_domain)"],
    // 24.6 a part of a translation lives on the translation's host
    ["es", "/projects/own/en/latest/a", "own latest /a"],
    ["es", "/projects/own", "→ es /projects/own/en/latest/ (system)"],
    ["own", "/en/latest/a", "→ es /projects/own/en/latest/a (subproject_to_main_domain)"],
    // 24.3 legacy languages
    ["brazil", "/pt_BR/latest/a", "→ brazil /pt-br/latest/a (system)"],
    ["brazil", "/pt_BR/latest", "→ brazil /pt-br/latest/ (system)"],
    ["brazil", "/pt-br/latest/pt_BR/a", "brazil latest /pt_BR/a"],
    ["docs", "/pt_BR/latest/a", "no translation in docs"],
    // 24.3 nothing there
    ["docs", "/en/nope/a", "no documentation version in docs"],
    ["docs", "/en/old/a", "no documentation page in docs old"],
    ["docs", "/en/old", "no documentation page in docs old"],
    ["docs", "/en/17/a", "no documentation version in docs"],
    ["docs", "/fr/latest/a", "no translation in docs"],
    ["docs", "/fr/", "no translation in docs"],
    ["docs", "/nonsense", "no page in docs"],
    ["docs", "/projects/nothing/en/latest/", "no page in docs"],
    ["docs", "/projects/es/es/latest/", "no page in docs"],
    ["docs--17", "/en/latest/", "no page in docs 17"],
    ["docs--17", "/en/18/", "no page in docs 17"],
    ["docs--99", "/en/99/", "no documentation version in docs"],
    ["one--99", "/a", "no documentation version in one"],
    ["flat", "/nope/", "no documentation version in flat"],
    ["flat", "/en/api/x", "no documentation version in flat"],
    ["flat", "/projects/api/x", "no documentation version in flat"],
    ["draft", "/a", "no documentation page in draft draft"],
  ])("%s %s: %s", (host, path, expected) => {
    expect(show(resolve(at(host), path), at(host).project.slug)).toBe(expected);
  });
});

describe("links to a page of the default version (serving.md 3.2, 24.4)", () => {
  it.each([
    ["docs", "/page/test.html", "→ docs /en/latest/test.html (system)"],
    ["docs", "/page/a/b/", "→ docs /en/latest/a/b/ (system)"],
    ["docs", "/page/", "→ docs /en/latest/ (system)"],
    ["docs--17", "/page/test.html", "→ docs /en/17/test.html (system)"],
    ["docs", "/projects/part/page/x", "→ docs /projects/part/en/latest/x (system)"],
    ["flat", "/page/x", "→ flat /latest/x (system)"],
    ["one", "/page/x", "→ one /x (system)"],
    ["part", "/page/x", "→ docs /projects/part/en/latest/x (system)"],
    ["es", "/page/x", "→ docs /es/stable/x (system)"],
    ["guide", "/page/x", "→ guide /guide/en/latest/x (system)"],
    ["docs", "/page", null],
    ["docs", "/pages/x", null],
    ["docs", "/en/latest/page/x", null],
    // 22, first quirk: a folder called page inside a version of a part
    ["docs", "/projects/part/en/latest/page/x", null],
    ["docs", "/projects/nothing/page/x", null],
  ])("%s %s: %s", (host, path, expected) => {
    const view = pageLink(at(host), path);
    expect(view && show(view, at(host).project.slug)).toBe(expected);
  });
});

describe("hosts of one family with domains (serving.md 8)", () => {
  const domains = docsFamily({
    docs: {
      versions: ["latest", "v1", "17"],
      domains: [customDomain("docs.example", { canonical: true }), customDomain("old.example")],
    },
    brazil: {
      language: "pt-br",
      translationOf: "docs",
      domains: [customDomain("br.example", { canonical: true })],
    },
    part: { parent: { slug: "docs", alias: "part" }, domains: [customDomain("part.example")] },
    own: { parent: { slug: "brazil", alias: "own" } },
    flat: { scheme: without, domains: [customDomain("flat.example", { canonical: true, https: false })] },
    one: { scheme: single, domains: [customDomain("one.example")], customPrefix: "/p/" },
  });
  const suffixes = { scheme: "https", docsDomain: "docs.test", previewDomain: "previews.test" } as const;
  const askedAt = (host: string): At => {
    const named = parseHost(host, suffixes);
    const found = Object.values(domains).find((project) =>
      "slug" in named ? project.slug === named.slug : project.domains.has(host),
    );
    return atHost(named, found!)!;
  };
  const go = (from: At, path: string): string => {
    const view = pageLink(from, path) ?? resolve(from, path);
    if (view.kind !== "redirect") return show(view, "");
    return `→ ${view.host === null ? "" : originOf(view.host, from.preview, suffixes)}${view.path}`;
  };

  it.each([
    ["docs.docs.test", "/", "→ https://docs.example/"],
    ["docs.docs.test", "/nope", "→ https://docs.example/nope"],
    ["old.example", "/en/latest/a", "→ https://docs.example/en/latest/a"],
    ["old.example", "/page/a", "→ https://docs.example/en/latest/a"],
    ["docs.example", "/page/a", "→ /en/latest/a"],
    ["docs.example", "/en/latest/a", "docs latest /a"],
    ["docs.example", "/pt_BR/latest/a", "→ /pt-br/latest/a"],
    ["docs--17.previews.test", "/", "→ /en/17/"],
    ["docs--17.previews.test", "/en/17/a", "docs 17 /a"],
    ["brazil.docs.test", "/", "→ https://docs.example/pt-br/latest/"],
    ["br.example", "/pt-br/latest/a", "→ https://docs.example/pt-br/latest/a"],
    // A part of a translation lives on the translation's host, and so on its domain.
    ["own.docs.test", "/en/latest/", "→ https://br.example/projects/own/en/latest/"],
    ["brazil.docs.test", "/projects/own/en/latest/", "→ https://br.example/projects/own/en/latest/"],
    ["br.example", "/projects/own/en/latest/", "own latest /"],
    ["part.example", "/en/latest/a", "→ https://docs.example/projects/part/en/latest/a"],
    ["flat.docs.test", "/", "→ /latest/"],
    ["flat.docs.test", "/latest/a", "flat latest /a"],
    ["flat.example", "/", "→ /latest/"],
    ["one.example", "/", "→ /p/"],
    ["one.docs.test", "/p/a", "one latest /a"],
  ])("%s%s: %s", (host, path, expected) => {
    expect(go(askedAt(host), path)).toBe(expected);
  });

  it("no chain of built-in redirects is longer than four, from any host and path", () => {
    const hosts = fc.constantFrom(
      ...Object.values(domains).flatMap(({ slug, domains: own }) => [
        `${slug}.docs.test`,
        `${slug}--17.previews.test`,
        ...own.keys(),
      ]),
    );
    const word = fc.constantFrom(
      ...["en", "pt_BR", "pt-br", "latest", "v1", "17", "projects", "part", "own", "page", "p", "a.html", ""],
    );
    const paths = fc.array(word, { maxLength: 7 }).map((words) => `/${words.join("/")}`.replace(/\/+/g, "/"));
    fc.assert(
      fc.property(hosts, paths, (host, path) => {
        let here = askedAt(host);
        let at = path;
        for (let hops = 0; hops <= 4; hops += 1) {
          const view = pageLink(here, at) ?? resolve(here, at);
          if (view.kind !== "redirect") return;
          at = view.path;
          if (view.host) here = askedAt(new URL(originOf(view.host, here.preview, suffixes)).host);
        }
        throw new Error(`${host}${path} goes on and on`);
      }),
      { numRuns: 3000 },
    );
  });
});

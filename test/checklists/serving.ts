import type { ChecklistLine } from "#test/checklists/builds.ts";

/**
 * The lines of spec/serving.md 24.1 to 24.12 and 24.15: hosts A, paths B, serving C, built-in redirects D, custom prefixes E, addresses F,
 * 404 handling G, redirects of a project's own H, headers and caches I, downloads J, root files K, embed L, domains and relations M.
 */
export const servingChecklist: readonly ChecklistLine[] = [
  { id: "serving A1", line: "custom domain resolves to its project; upper-case host resolves too" },
  { id: "serving A2", line: "unknown custom domain → 404 domain page" },
  {
    id: "serving A3",
    line: "`www.pip.P` (extra label) → 400; suffix with more labels (`pip.foo.bar.P'`) works",
  },
  { id: "serving A4", line: "host containing P or E as a substring of a foreign domain → suspicious" },
  { id: "serving A5", line: "`pip--10.E` → PR 10; `test--project--10.E` → project `test--project`, PR 10" },
  { id: "serving A6", line: "`pip-latest.E` (no `--`) → invalid external domain" },
  {
    id: "serving A7",
    line: "`pip--latest.E/en/latest/` (internal version on external host) → version not found",
  },
  { id: "serving A8", line: "overlapping P and E suffixes both resolve" },
  {
    id: "serving A9",
    line: "full URL may be passed instead of a host; non-http(s) schemes (fttp, ssh, javascript, empty) are rejected",
  },
  { id: "serving A10", line: "`https:///host/path` (empty authority) is rejected" },
  {
    id: "serving A11",
    line: "slug header: works only with the flag, case-insensitive, otherwise 400; its responses are never CDN-public",
    struck: "spec/serving.md 2 decides against a header that names the project: it poisons caches",
  },
  { id: "serving A12", line: "health check answers on any host including an IP address, CDN private" },
  {
    id: "serving B1",
    line: "`/en/latest/foo.html?x#y` → filename `/foo.html`, query and fragment preserved on the parsed URL",
  },
  {
    id: "serving B2",
    line: "`/en/latest`, `/en/latest/` → `/index.html` when index appending is on; kept as `/file/` when off",
  },
  { id: "serving B3", line: "`/` and `/foo/bar` on a versioned project → InvalidPath with that path" },
  {
    id: "serving B4",
    line: "`/projects/sub/`, `/projects/sub/foo/bar` → InvalidPath of the **subproject** with relative path",
  },
  {
    id: "serving B5",
    line: "`/en`, `/en/` → TranslationWithoutVersion; `/ja` gives the translation project",
  },
  {
    id: "serving B6",
    line: "`/es/` without Spanish translation → TranslationNotFound with empty version and filename `/`",
  },
  {
    id: "serving B7",
    line: "translation, subproject, subproject translation, single-version subproject, alias all resolve to the right project and version",
  },
  {
    id: "serving B8",
    line: "slash alias resolves with and without filename; longest alias wins; shorter still works; segment boundary required",
  },
  {
    id: "serving B9",
    line: "subproject with bad version / bad language → typed failure naming the subproject",
  },
  {
    id: "serving B10",
    line: "single version: `/`, `/en/latest/index.html`, `/projects/other/…` are plain files; `/projects/sub/…` is still the subproject",
  },
  {
    id: "serving B11",
    line: "PR host: single-version project serves PR; missing PR → VersionNotFound; path version ≠ host version → mismatch",
  },
  { id: "serving B12", line: "`zh` accepted as language although no longer selectable" },
  {
    id: "serving C1",
    line: "`/en/latest/awesome.html`, `/es/latest/…`, `/projects/subproject/en/latest/…`, `/projects/<alias>/…`, subproject translation, each from the right storage directory",
  },
  { id: "serving C2", line: "`/en/latest/awesome/` and `…/awesome/index.html` give the same file" },
  {
    id: "serving C3",
    line: "single version: `/awesome.html`, `/projects/awesome.html`, `/en/awesome.html`, `/en/api/awesome.html`, `/en/stable/awesome.html` all inside the default version",
  },
  {
    id: "serving C4",
    line: "without translations: `/latest/awesome.html` works; `/en/api/x` is 404 until a version is called `en`; `/projects/api/x` is 404 until a version is called `projects`",
  },
  {
    id: "serving C5",
    line: "PR served only on its own host; internal version on PR host 404; PR on normal host 404; other PR's number on this host 404 (with project and host's PR number in the diagnostics)",
  },
  { id: "serving C6", line: "single-version PR at the root of the PR host, from external storage" },
  { id: "serving C7", line: "unknown version, unknown version with file, inactive version → 404" },
  { id: "serving C8", line: "unknown language word, known language without translation → 404" },
  { id: "serving C9", line: "unknown subproject alias → 404; a translation's slug used as alias → 404" },
  {
    id: "serving C10",
    line: "unicode filename served; control characters in the path survive as percent-encoded diagnostics",
  },
  { id: "serving C11", line: "every `..` form (forward and back slashes, single and double) → 400" },
  {
    id: "serving C12",
    line: "legacy `/pt_BR/latest/index.html` → 302 to `/pt-br/…`; a later directory called `bt_BR`-like does not loop",
  },
  {
    id: "serving C13",
    line: "audit page-view entry for html, not for js/css; download entry for downloads; none when the feature is off",
    struck: "views are counted where analytics are, a later part",
  },
  {
    id: "serving D1",
    line: "`` and `/` → `/en/latest/`; with another default version → that one; `?foo=bar` kept",
  },
  { id: "serving D2", line: "`/en`, `/en/` → `/en/latest/`; on a PR host → `/en/10/`" },
  {
    id: "serving D3",
    line: "`/page/test.html(?foo=bar)` → default version; `/projects/<slash alias>/page/…` too",
  },
  { id: "serving D4", line: "single-version `/` does not redirect" },
  {
    id: "serving D5",
    line: "`/projects/subproject` and `…/` → `…/en/latest/`; single-version `/projects/subproject` → `…/subproject/` (200 after)",
  },
  {
    id: "serving D6",
    line: "subproject's own host: `/`, `/subdir/`, `/en/latest/`, `/en/latest/foo/bar` → parent host + prefix + same path; also onto the parent's canonical custom domain; also when the subproject itself has a custom domain",
  },
  { id: "serving D7", line: "translation's host `/` → main host `/es/latest/`" },
  {
    id: "serving D8",
    line: "canonical https custom domain: `/`, any path incl. future 404s redirect from the platform host; not when not canonical/https",
  },
  {
    id: "serving D9",
    line: "http → https on custom domain and platform host before 404; platform http stays when https is globally off (straight to `/en/latest/`)",
  },
  {
    id: "serving D10",
    line: "slash collapse for leading, middle, trailing runs; `//google.com` → `/google.com`; `//` inside the query untouched",
  },
  { id: "serving D11", line: "each redirect carries the expected kind, tag and cache lifetime" },
  {
    id: "serving E1",
    line: "prefix on multi-version project: root → prefixed default; unprefixed URLs 404; missing slash; pages; translation below the same prefix",
  },
  {
    id: "serving E2",
    line: "single version: `/` and `/prefix` → `/prefix/`; without translations: `/`, `/prefix/` → `/prefix/latest/`",
  },
  {
    id: "serving E3",
    line: "subproject prefix `/custom/`: old `/projects/…` 404; own host → new prefix; empty prefix `/` works",
  },
  {
    id: "serving E4",
    line: "both prefixes; with translations; subproject's own prefix after alias; equal prefixes; nested non-language prefix fine",
  },
  {
    id: "serving E5",
    line: "prefix ending in a language code makes the subproject unreachable (and is refused by validation)",
  },
  {
    id: "serving E6",
    line: "validation: normalises slashes; refuses prefix on translations and subproject prefix on subprojects; flags ambiguous language segment",
  },
  {
    id: "serving E7",
    line: "URL builder gives the same results for every combination; braces in a prefix stay literal",
  },
  {
    id: "serving F1",
    line: "leading slash of filename optional; `index.html` kept; empty filename → directory",
  },
  { id: "serving F2", line: "language and version overrides" },
  {
    id: "serving F3",
    line: "subproject, both single version, subproject in scheme without translations inside a parent of another scheme and vice versa",
  },
  {
    id: "serving F4",
    line: "translation; translation of subproject; subproject of translation (served from the translation's host)",
  },
  { id: "serving F5", line: "self/cyclic relationships terminate" },
  {
    id: "serving F6",
    line: 'non-canonical custom domain not used; canonical one used with its own scheme; "ignore canonical" gives the platform host',
  },
  { id: "serving F7", line: "external version → external host; unknown version slug → normal host" },
  { id: "serving F8", line: "privacy never changes the URL" },
  {
    id: "serving G1",
    line: "`/en/latest/index-exists` → trailing slash (query kept) when its index is recorded; `/en/latest` likewise",
  },
  { id: "serving G2", line: "version not built → no directory redirect and no custom page from it" },
  { id: "serving G3", line: "custom page from the current version regardless of doc tool" },
  { id: "serving G4", line: "nothing recorded → storage never touched" },
  { id: "serving G5", line: "recorded but missing in storage → platform 404" },
  { id: "serving G6", line: "`/_/downloads/…` through the 404 handler → 404" },
  { id: "serving H1", line: "exact, page, with and without trailing slash for both" },
  { id: "serving H2", line: "exact that looks like a version (`/en/versions.json`)" },
  {
    id: "serving H3",
    line: "exact wildcard moving versions; on a translation needs the translation's own redirect; wildcard to a single page drops the rest",
  },
  {
    id: "serving H4",
    line: "page wildcard `/*`, `/guides/*`, `/tutorials/*`; target keeps language and unknown version",
  },
  { id: "serving H5", line: "page redirect fires on a bare `/install.html`" },
  { id: "serving H6", line: "page redirect does not affect translations or subprojects" },
  { id: "serving H7", line: "inactive version redirected by exact redirect" },
  { id: "serving H8", line: "redirect under `/woot/*` does not match `/en/latest/woot/…`" },
  {
    id: "serving H9",
    line: "clean→html for `/faq/` and `/faq/index.html`; never for the version root; html→clean for `/faq.html`",
  },
  { id: "serving H10", line: "301 honoured, longer CDN lifetime; query kept; query of both merged in order" },
  { id: "serving H11", line: "fragment in target kept" },
  {
    id: "serving H12",
    line: "forced: page, exact, wildcard, clean types, query, 301, language, root of version, root of single-version; not forced → file served",
  },
  {
    id: "serving H13",
    line: "forced redirect on an unresolvable path is not applied in the docs view (but is in the 404 handler)",
  },
  {
    id: "serving H14",
    line: "loops: self, self with query, self with other scheme, growing prefix (page and exact) → 404, or served when forced; parent-path targets are allowed",
  },
  { id: "serving H15", line: "order respected; moving changes the winner; disabled ignored" },
  { id: "serving H16", line: "not applied on PR hosts" },
  {
    id: "serving H17",
    line: "open-redirect attempts with `http://`, `//`, CR, LF, TAB in the path never leave the host, for exact, clean and html types, also on single-version projects",
  },
  {
    id: "serving H18",
    line: "explicit external targets for page, exact, both with wildcard; `/projects/*` of a deleted subproject to external or to another alias",
  },
  {
    id: "serving H19",
    line: "API and form: new at 0, explicit end, move to end/top, past-the-end clamped, delete closes gap; `$rest`, inner `*`, `:splat` without `*`, second clean type refused; old type names refused; limit refuses create, allows update and delete",
  },
  {
    id: "serving I1",
    line: "diagnostics on page, redirect, subproject (its slug, parent's host), 404 (project only), custom domain",
  },
  {
    id: "serving I2",
    line: "Cache-Tag `project` on redirects and 404 without version; `project,project:latest` on pages; subproject's tags on subproject pages",
  },
  {
    id: "serving I3",
    line: "public version CDN-public on both editions; private version CDN-private; forced redirect follows the version; system/page/https/slash/static always public with lifetimes",
  },
  {
    id: "serving I4",
    line: "robots and sitemap CDN-public with their own tag; static with project and global tag",
  },
  {
    id: "serving I5",
    line: "CORS `*` without credentials on public, private and PR pages, with or without Origin; none on embed/search proxies",
  },
  { id: "serving I6", line: "PR pages: Cache-Control no-cache, X-Robots-Tag noindex; normal pages neither" },
  { id: "serving I7", line: "noindex for delisted, spam flag, spam score, trial organization; not for paid" },
  {
    id: "serving I8",
    line: "HSTS only on https: public host fixed value; custom domain from its settings, combined flags",
  },
  { id: "serving I9", line: 'user-defined headers incl. "secure only"' },
  {
    id: "serving I10",
    line: "addons header present when enabled",
    struck: "addons are a later part",
  },
  {
    id: "serving J1",
    line: "each type, extension zip for htmlzip, inline disposition, tags; translation; subproject; subproject translation; slash alias",
  },
  { id: "serving J2", line: "html, zip, foo → 404" },
  {
    id: "serving J3",
    line: "PR on main host 404; internal on PR host 404; other PR 404; right PR 200 from external storage",
  },
  { id: "serving J4", line: "legacy language code redirects" },
  { id: "serving J5", line: "private version CDN-private; filename contains host, language, version" },
  {
    id: "serving K1",
    line: "default robots with and without hidden versions; only public active hidden listed",
  },
  {
    id: "serving K2",
    line: "single-version: extra hidden versions ignored; hidden default gives `Disallow: /`",
  },
  {
    id: "serving K3",
    line: "private default → robots 404, even with a custom file; custom file served otherwise",
  },
  { id: "serving K4", line: "delisted still allows crawling" },
  {
    id: "serving K5",
    line: "llms and llms-full served; 404 when missing, inactive or unbuilt; private served uncached; 401 without access",
  },
  {
    id: "serving K6",
    line: "sitemap: custom file; generated excludes private, hidden, external; alternates only where the translation has the version; hreflang dash; no priority/changefreq; all private → 404; single version one entry",
  },
  { id: "serving K7", line: "static: normal, path containing the internal prefix, traversal → 404" },
  {
    id: "serving L1",
    line: "missing url 400; malformed 400; foreign host 400; redirect loop 400; over the rate 429; v2 410",
  },
  {
    id: "serving L2",
    line: "public anonymous 200; private anonymous 403; private member 200; no CORS header from the app on proxied and plain test calls",
  },
  { id: "serving L3", line: "default main section; `maincontent` match and miss (404)" },
  {
    id: "serving L4",
    line: "section id; `dt` alone vs `dl` with doctool; citation; glossary reduced to one term; manual label span vs its section",
  },
  { id: "serving L5", line: "percent-encoded filename decoded before storage" },
  {
    id: "serving L6",
    line: "link table: fragment, root-relative untouched, relative for page and directory bases, deep `..`, external untouched, missing attributes skipped, second link not affected by the first",
  },
  {
    id: "serving M1",
    line: "scheme and path stripped from entered domains; invalid and IP names refused; platform domains refused; second canonical refused; https upgrade only; limit",
  },
  {
    id: "serving M2",
    line: "no domain create/edit on subprojects, delete allowed; chained or apex CNAME refused",
  },
  {
    id: "serving M3",
    line: "nested subprojects, self, already-linked projects, duplicate alias refused; alias change allowed",
  },
  {
    id: "serving M4",
    line: "translations: same language, duplicate language, nesting both ways, schemes without translations refused; language change collision refused",
  },
  {
    id: "serving P1",
    line: "link grants and redirects to `next`; session cookie attributes; second project not opened",
  },
  {
    id: "serving P2",
    line: "expired, removed, unknown link → same page; revoked mid-session stops at the next request, assets included",
  },
  {
    id: "serving P3",
    line: "password: prompt on link and on direct URL, wrong then right, several live passwords, throttled",
  },
  {
    id: "serving P4",
    line: "header token: Token and Basic forms, non-empty Basic password refused, no cookie set, wrong token 401 without browser prompt, does not work as link",
  },
  {
    id: "serving P5",
    line: "version-limited share; subproject, translation, PR not opened by the parent's share; inactive stays 404",
  },
  {
    id: "serving P6",
    line: "search, downloads, embed, version switcher respect the grant; REST API and dashboard do not",
  },
  {
    id: "serving P7",
    line: "`next`: `//host`, `/\\host`, absolute URL, control characters, `/_/sharing` → default target",
  },
  {
    id: "serving P8",
    line: "works in a cross-site iframe; nothing cacheable; secret never in Referer",
  },
  {
    id: "serving P9",
    line: "link opened on a non-canonical host moves to the canonical host first",
  },
  {
    id: "serving P10",
    line: "community edition: `/_/sharing/…` is 404",
  },
];

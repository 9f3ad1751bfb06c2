import { validateHeaderName, validateHeaderValue } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import { siteDirectory } from "#serve/directory.ts";
import { answer } from "#serve/pipeline.ts";
import type { Answer, DocsRequest } from "#serve/request.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
} from "#test/factories/tenants.ts";

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const without = "multiple_versions_without_translations";
const single = "single_version_without_translations";

/** What a file says of itself, so that an answer shows whose it is: `[[project version path]]`, `secret` where nobody may read it. */
const marker = /\[\[(\S+) (\S+) (\S+)( secret)?\]\]/;
const paths = [
  "index.html",
  "a.html",
  "dir/index.html",
  "dir/b.txt",
  "en/latest/a.html",
  "404.html",
  "ü ñ.html",
];

type Project = { id: number; slug: string };
type Version = { id: number; slug: string };
let home: Awaited<ReturnType<typeof buildHome>>;

async function publish(
  project: Project,
  version: Version,
  more: { secret?: boolean; publish?: boolean } = {},
) {
  const secret = more.secret ? " secret" : "";
  const files = paths.map((path) => {
    const said = `[[${project.slug} ${version.slug} ${encodeURI(path)}${secret}]]`;
    return [path, `<!doctype html><p>${said}</p>${"Some words. ".repeat(150)}`];
  });
  await publishSite(project, version, Object.fromEntries(files), { publish: more.publish ?? true });
}

async function make(slug: string, columns: Parameters<typeof buildProject>[0] = {}): Promise<Project> {
  const project = await buildProject({ ...home, slug, ...columns });
  await publish(project, await versionOf(project, "latest"), { secret: columns.privacyLevel === "private" });
  return project;
}

async function preview(project: Project, number: number, secret = false): Promise<void> {
  const slug = String(number);
  const columns = { slug, type: "external", pullNumber: number, pullState: "open" } as const;
  await publish(project, await buildVersion(project, columns), { secret });
}

async function redirects(project: Project, rules: readonly [RedirectType, string, string, boolean?][]) {
  await db.redirect.createMany({
    data: rules.map(([type, fromUrl, toUrl, force = false], position) => ({
      projectId: project.id,
      position,
      type,
      fromUrl,
      toUrl,
      force,
    })),
  });
}

const own = (host: string, canonical: boolean) => ({
  host,
  canonical,
  state: "verified" as const,
  challenge: host,
  verifyBy: new Date(),
  verifiedAt: new Date(),
});

beforeAll(async () => {
  home = await buildHome(await buildPerson());
  const domains = [own("docs.example.com", true), own("www.example.org", false)];
  const docs = await make("docs", { domains: { create: domains } });
  await publish(docs, await buildVersion(docs, { slug: "stable", privacyLevel: "private" }), {
    secret: true,
  });
  await publish(docs, await buildVersion(docs, { slug: "sleeping", active: false }), { publish: false });
  await publish(docs, await versionOf(docs, "latest"), { secret: true, publish: false });
  await preview(docs, 17);
  const spanish = await make("docs-es", { language: "es", translationOfId: docs.id });
  const part = await make("part");
  await buildSubproject(docs, part);
  await preview(part, 17);
  await make("part-es", { language: "es", translationOfId: part.id });
  await buildSubproject(docs, await make("cli", { versioningScheme: single }), "tools/cli");
  await buildSubproject(spanish, await make("own"));
  const flat = await make("flat", { versioningScheme: without });
  const one = await make("one", { versioningScheme: single });
  await preview(one, 5);
  const guide = await make("guide", { customPrefix: "/guide/", subprojectPrefix: "/s/" });
  await make("guide-es", { language: "es", translationOfId: guide.id });
  await buildSubproject(guide, await make("piece", { customPrefix: "/x/" }));
  const bare = await make("bare", { subprojectPrefix: "/" });
  await buildSubproject(bare, await make("bit", { versioningScheme: without }));
  const secret = await make("secret", { privacyLevel: "private", externalBuildsPrivacyLevel: "private" });
  await preview(secret, 9, true);
  await redirects(docs, [
    ["page", "/forced", "/a.html", true],
    ["exact", "/away/*", "https://elsewhere.test/:splat"],
    ["exact", "/old/*", "/en/latest/:splat"],
    ["page", "/up/*", "/:splat"],
    ["clean_url_to_html", "", ""],
  ]);
  await redirects(flat, [
    ["html_to_clean_url", "", ""],
    ["exact", "/*", "/:splat"],
  ]);
  await redirects(one, [
    ["exact", "/en/*", "/:splat", true],
    ["page", "/*", "/:splat"],
  ]);
});

/** What addresses on a host begin with, whose pages it shows, and the other hosts its readers may be sent to. */
type Host = { readonly leads: readonly string[]; readonly shows: string; readonly others: readonly string[] };
const host = (shows: string, leads: readonly string[], ...others: string[]): Host => ({
  leads,
  shows,
  others,
});
const docsLeads = ["/en/latest", "/es/latest", "/projects/part/en/latest", "/projects/part/es/latest"];
const away = ["/projects/tools/cli", "/en/stable", "/away", "/old", "/en/latest/up", "/en/sleeping"];
const docsShows = "docs docs-es part part-es cli";

const hosts: Readonly<Record<string, Host>> = {
  "docs.example.com": host(docsShows, [...docsLeads, ...away]),
  "www.example.org": host(docsShows, [...docsLeads, ...away], "docs.example.com"),
  [`docs.${P}`]: host(docsShows, [...docsLeads, ...away], "docs.example.com"),
  [`docs-es.${P}`]: host("docs-es own", ["/es/latest", "/projects/own/en/latest"], "docs.example.com"),
  [`part.${P}`]: host("part", ["/en/latest"], "docs.example.com"),
  [`part-es.${P}`]: host("part-es", ["/es/latest"], "docs.example.com"),
  [`cli.${P}`]: host("cli", [""], "docs.example.com"),
  [`own.${P}`]: host("own", ["/en/latest"], `docs-es.${P}`),
  [`flat.${P}`]: host("flat", ["/latest", "/stable"]),
  [`one.${P}`]: host("one", ["", "/en", "/en/latest"]),
  [`guide.${P}`]: host("guide guide-es piece", [
    "/guide/en/latest",
    "/guide/es/latest",
    "/guide/en/stable",
    "/s/piece/x/en/latest",
  ]),
  [`guide-es.${P}`]: host("guide-es", ["/guide/es/latest"], `guide.${P}`),
  [`piece.${P}`]: host("piece", ["/x/en/latest"], `guide.${P}`),
  [`bare.${P}`]: host("bare bit", ["/en/latest", "/bit/latest", "/bit/stable"]),
  [`bit.${P}`]: host("bit", ["/latest"], `bare.${P}`),
  [`secret.${P}`]: host("", ["/en/latest"]),
  [`docs--17.${E}`]: host(docsShows, ["/en/17", "/projects/part/en/17"]),
  [`docs-es--17.${E}`]: host("docs-es own", ["/es/17"], `docs--17.${E}`),
  [`part--17.${E}`]: host("part", ["/en/17"], `docs--17.${E}`),
  [`one--5.${E}`]: host("one", [""]),
  [`secret--9.${E}`]: host("", ["/en/9"]),
  [`docs--latest.${E}`]: host(docsShows, ["/en/latest"]),
};
const foreign = [
  ...["", ".", "evil.test", `docs.${P}.evil.test`, `www.docs.${P}`, `nobody.${P}`, `docs-17.${E}`, "--17.x"],
  ...[`docs.${P}@evil.test`, `docs.${P}\r\nX: y`, `docs.${P}/../x`, "döcs.example.com", "[::1]", "a b"],
];

const words = [
  ...["en", "es", "pt_BR", "EN", "latest", "stable", "sleeping", "17", "5", "9", "a.html", "dir", "b.txt"],
  ...["index.html", "404.html", "projects", "part", "tools", "cli", "own", "guide", "s", "piece", "x", "bit"],
  ...["page", "_", "downloads", "pdf", "static", "login", "logout", "api", "v3", "embed", "health_check"],
  ...["robots.txt", "sitemap.xml", "llms.txt", "favicon.ico", "forced", "away", "old", "up", "faq"],
  ...["%C3%BC%20%C3%B1.html", "ü", "html", "external", "manifest", "blobs"],
];
const tricks = [
  ...[
    "",
    ".",
    "..",
    "...",
    "%2e%2e",
    "%2E.",
    ".%2e",
    "%252e%252e",
    "..%2f",
    "..%5c",
    "%5c..",
    "..\\",
    "\\..",
  ],
  ...[
    "..;",
    "%c0%ae%c0%ae",
    "%00",
    "%0d%0aLocation:%20https:%2f%2fevil.test",
    "%09",
    "%0a",
    "%",
    "%zz",
    "%ff",
  ],
  ...["http:", "https:%2f%2fevil.test", "//evil.test", "\\\\evil.test", "%2f%2fevil.test", "%5cevil.test"],
  ...[
    "evil.test",
    "@evil.test",
    ":80@evil.test",
    "javascript:alert(1)",
    "%09/evil.test",
    "%E2%80%A8",
    "#",
    "*",
  ],
  ...["etc", "passwd", "proc", "self", "environ", "constructor", "__proto__", "toString", "~root", "a:b"],
];
const segment = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(...tricks) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const slash = fc.oneof(
  { weight: 12, arbitrary: fc.constant("/") },
  { weight: 1, arbitrary: fc.constantFrom("//", "\\", "%2f", "%5c", "/./", "/%2e/", "///") },
);
const strangeLeads = [
  "http://evil.test",
  "https://evil.test:1/",
  "//evil.test",
  "/_/downloads",
  "*",
  "/\\evil.test",
];
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("?", "?a=//b", "?url=http://evil.test/", "?next=//evil.test", "?%"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 8 }).map((text) => `?${text}`) },
);
const tail = fc
  .tuple(fc.array(fc.tuple(slash, segment), { maxLength: 4 }), query)
  .map(([parts, asked]) => `${parts.flat().join("")}${asked}`);
const page = fc.constantFrom(...paths.map((path) => `/${encodeURI(path)}`));

/** On a host of ours something that is there, or begins like it; else anything anywhere. */
const address = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(...Object.entries(hosts)).chain(([name, { leads }]) =>
      fc.record({
        host: fc.constantFrom(name, name, name, name.toUpperCase()),
        target: fc
          .tuple(fc.constantFrom(...leads), fc.oneof(tail, tail, page))
          .map(([lead, rest]) => `${lead}${rest}`),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      host: fc.constantFrom(...Object.keys(hosts), ...foreign),
      target: fc
        .tuple(fc.constantFrom("", ...docsLeads, ...strangeLeads), tail)
        .map(([lead, rest]) => `${lead}${rest}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      host: fc.constantFrom(...Object.keys(hosts)),
      target: fc.string({ unit: "binary", maxLength: 30 }),
    }),
  },
);
const headers = fc.record(
  {
    range: fc.constantFrom("bytes=0-9", "bytes=-5", "bytes=5-2", "bytes=99999-", "bytes=0-1,4-5", "lines=1"),
    "if-none-match": fc.constantFrom("*", '"x"', 'W/"', ""),
    "if-modified-since": fc.constantFrom("Fri, 21 Nov 2036 00:00:00 GMT", "yesterday"),
    "accept-encoding": fc.constantFrom("br", "gzip, br;q=0.5", "identity;q=0", "*", ";;q"),
    accept: fc.constantFrom("text/html", "text/markdown", "*/*", ""),
    cookie: fc.constantFrom("docs_session=x", "__Host-docs_session=%00", "; ;=;", "a=b"),
    authorization: fc.constantFrom("Token x", "Basic ==", "Bearer"),
    origin: fc.constantFrom("https://evil.test", "null"),
    "sec-fetch-site": fc.constantFrom("same-origin", "cross-site"),
  },
  { requiredKeys: [] },
);
type Sent = {
  method: string;
  host: string;
  target: string;
  scheme: DocsRequest["scheme"];
  headers: Record<string, string>;
};
const manner = fc.record({
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant("GET") },
    { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "POST", "PUT", "get", "") },
  ),
  scheme: fc.constantFrom(null, null, "https" as const, "http" as const),
  headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
});
const request: fc.Arbitrary<Sent> = fc.tuple(address, manner).map(([to, how]) => ({ ...to, ...how }));

const statuses = new Set([200, 204, 206, 301, 302, 303, 304, 400, 401, 403, 404, 405, 410, 416, 429]);

function headersOf(found: Answer): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let i = 0; i < found.headers.length; i += 2) {
    const [name = "", value = ""] = found.headers.slice(i, i + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    pairs.set(name.toLowerCase(), value);
  }
  return pairs;
}

async function textOf({ body }: Answer, encoding: string | undefined): Promise<string> {
  if (body === null) return "";
  const bytes = Buffer.isBuffer(body) ? body : await storage.get(body.key);
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

/** The path of a target as its reader means it; null where it means none. */
function pathOf(sent: Sent): string | null {
  try {
    return decodeURIComponent(sent.target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/\?.*/s, "")) || "/";
  } catch {
    return null;
  }
}

/** On its own host by path, or on one of the hosts the table names, to log in, or where a project's own redirect says. */
function requireLocation(sent: Sent, location: string): void {
  // The query goes back as it came.
  expect(location).toMatch(/^[!-~]+(?:\?[ -~\x80-\xff]*)?$/);
  if (/^\/(?![/\\])/.test(location)) return;
  const to = new URL(location);
  const asked = sent.host.toLowerCase();
  const known = [asked, ...(hosts[asked]?.others ?? [])];
  if (known.includes(to.host)) return;
  if (/^\/+_\/+login$/.test(pathOf(sent) ?? "")) {
    expect(to.origin + to.pathname).toBe("http://localhost:3000/accounts/docs-login/");
    expect(Object.keys(hosts)).toContain(to.searchParams.get("host"));
    return;
  }
  expect(location).toMatch(/^https:\/\/elsewhere\.test\//);
  expect(pathOf(sent)).toMatch(/^\/away\//);
}

/** What is shown is public, of the project and version the answer says, and the very file the path names. */
function requireOwnFile(sent: Sent, found: Answer, said: ReadonlyMap<string, string>, text: string): void {
  const [, project = "", version = "", path = "", secret] = marker.exec(text) ?? [];
  const asked = pathOf(sent) ?? "";
  if (project === "") {
    const isOurs = /^\/(?:_\/|robots\.txt$|sitemap\.xml$|llms\.txt$|llms-full\.txt$|favicon\.ico$)/.test(
      asked,
    );
    expect(isOurs || found.status !== 200).toBe(true);
    return;
  }
  expect(secret).toBeUndefined();
  expect(hosts[sent.host.toLowerCase()]?.shows.split(" ")).toContain(project);
  expect(said.get("x-docs-project")).toBe(project);
  const isPreview = /--\d+\./.test(sent.host);
  if (found.status === 404) {
    expect(path).toBe("404.html");
    return;
  }
  expect(said.get("x-docs-version")).toBe(version);
  expect(/^\d+$/.test(version)).toBe(isPreview);
  if (!["one", "cli"].includes(project)) expect(asked.split("/")).toContain(version);
  const named = asked.endsWith("/") ? `${asked}index.html` : asked;
  expect(named.endsWith(`/${decodeURI(path)}`)).toBe(true);
}

test("100,000 random and hostile requests: nothing fails, leaves its version's files, or leads to a host nobody stored", async () => {
  const directory = siteDirectory();
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const found = await answer(directory, {
        ...sent,
        address: "192.0.2.1",
        header: (name) => sent.headers[name],
        body: async () => "password=x&next=/en/latest/",
      });
      seen.set(found.status, (seen.get(found.status) ?? 0) + 1);
      expect(statuses.has(found.status), String(found.status)).toBe(true);
      const said = headersOf(found);
      const location = said.get("location");
      expect(location !== undefined).toBe(found.status > 300 && found.status < 304);
      if (location !== undefined) requireLocation(sent, location);
      if (found.status === 200 || found.status === 404) {
        requireOwnFile(sent, found, said, await textOf(found, said.get("content-encoding")));
      }
    }),
    { numRuns: 100_000 },
  );
  // Of every kind of answer there were some, or the requests above did not try much.
  for (const status of [200, 206, 302, 304, 400, 401, 404, 405])
    expect(seen.get(status) ?? 0).toBeGreaterThan(100);
}, 180_000);

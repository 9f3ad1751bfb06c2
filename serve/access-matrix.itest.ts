import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import {
  type Case,
  cases,
  credentials,
  type Route,
  type Scope,
  type Situation,
  scopes,
  situations,
} from "#test/access-matrix.ts";
import { type AskDocs, askThroughProxy, openDocsHosts } from "#test/docs-client.ts";
import { logInOn } from "#test/docs-member.ts";
import { openShares } from "#test/factories/share-sessions.ts";
import { type BuiltShare, buildShare } from "#test/factories/shares.ts";
import { addDownload, changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildSubproject,
  buildTeam,
  buildToken,
  buildVersion,
} from "#test/factories/tenants.ts";

const { ask: askOverSockets, close } = await openDocsHosts();
afterAll(close);
env.API_RATE_EMBED = 1_000_000;

const vaultHost = "vault.docs.localhost:3000";
const otherHost = "other.docs.localhost:3000";
const previewHost = "vault--8.previews.localhost:3000";
const hosts = [vaultHost, otherHost, previewHost];

const page = (text: string): string => `<!doctype html><main><h1>Secret ${text}</h1></main>`;
const files = {
  "index.html": page("start"),
  "guide/index.html": page("guide"),
  "guide/map.png": "secret map",
  "guide/sub/index.html": page("sub"),
  "reference/api.html": page("reference"),
  "_static/site.css": "secret {}",
  "searchindex.js": "secret words",
};

const owner = await buildPerson();
const member = await buildPerson();
const organization = await buildOrganization(owner);
const closed = { organization, privacyLevel: "private", externalBuildsPrivacyLevel: "private" } as const;

/** A project with three private versions and a public one, each with pages and a download. */
async function publishAll(slug: string, columns: Parameters<typeof buildProject>[0] = {}) {
  const project = await buildProject({ slug, ...closed, ...columns });
  for (const name of ["2.0", "1.9"]) await buildVersion(project, { slug: name, privacyLevel: "private" });
  for (const name of ["latest", "2.0", "1.9"]) await publish(project, name);
  const open = await buildVersion(project, { slug: "open", privacyLevel: "public" });
  await publishSite(project, open, { "index.html": "<main>for all</main>" });
  return project;
}

async function publish(project: { id: number; slug: string }, version: string): Promise<void> {
  const build = await publishSite(project, await versionOf(project, version), files);
  await addDownload(project, build, { name: "all.pdf", content: "secret pdf" });
}

const vault = await publishAll("vault");
await publishAll("other");
await buildSubproject(vault, await publishAll("part"));
await publishAll("vault-de", { language: "de", translationOfId: vault.id });
await buildVersion(vault, { slug: "8", type: "external", pullNumber: 8, pullState: "open" });
await publish(vault, "8");
await buildTeam(organization, { members: [member], projects: [vault] });
const { token: apiToken } = await buildToken(owner);

/** Each share is of one project and reaches what its scope says; the preview is named wherever it can be. */
const reaches = {
  all: {},
  chosen: { versions: ["2.0", "8"] },
  pattern: { versionPatterns: ["1.*", "8"] },
  path: { pathPrefixes: ["/guide/"] },
} as const satisfies Record<Scope, Parameters<typeof buildShare>[1]>;
/** The version each scope is tried on. */
const versions: Record<Scope, string> = { all: "latest", chosen: "2.0", pattern: "1.9", path: "latest" };
const types = { link: "token", password: "password", token: "http_header_token" } as const;
const becoming = ["live", "expired", "revoked", "narrowed", "rotated", "rotated with overlap"] as const;

type Held = { share: BuiltShare; cookie: string };
const held = new Map<string, Held>();
let count = 0;
for (const kind of ["link", "password", "token"] as const) {
  for (const scope of scopes) {
    for (const state of becoming) {
      count += 1;
      const password = `a password, number ${count}`;
      const share = await buildShare(vault, { ...reaches[scope], type: types[kind], password });
      // On every host, so that it is not for want of a session that it opens nothing elsewhere.
      const cookie = kind === "token" ? "" : await openShares([share], kind, hosts);
      held.set(`${kind} ${scope} ${state}`, { share, cookie });
    }
  }
}

/** Lets every share become what it is to be. */
async function become(scope: Scope, state: (typeof becoming)[number], { id: shareId }: BuiltShare) {
  const now = new Date();
  const elsewhere = await versionOf(vault, scope === "chosen" ? "1.9" : "2.0");
  switch (state) {
    case "live":
      return;
    case "expired":
      return db.share.update({
        where: { id: shareId },
        data: { expires: new Date(now.getTime() - 86_400_000) },
      });
    case "revoked":
      return db.share.update({ where: { id: shareId }, data: { revokedAt: now } });
    case "rotated":
      return db.shareSecret.updateMany({ where: { shareId }, data: { retiredAt: now } });
    case "rotated with overlap":
      return db.shareSecret.updateMany({
        where: { shareId },
        data: { validUntil: new Date(now.getTime() + 3_600_000) },
      });
    case "narrowed":
      if (scope === "pattern" || scope === "path") {
        await db.shareScope.deleteMany({ where: { shareId } });
        const data =
          scope === "path"
            ? { shareId, kind: "path_prefix" as const, value: "/reference/" }
            : { shareId, kind: "version_pattern" as const, value: "2.*" };
        return db.shareScope.create({ data });
      }
      await db.shareVersion.deleteMany({ where: { shareId } });
      await db.share.update({ where: { id: shareId }, data: { allVersions: false } });
      return db.shareVersion.create({ data: { shareId, versionId: elsewhere.id, projectId: vault.id } });
  }
}

await changeSite(vault.id, async () => {
  for (const kind of ["link", "password", "token"] as const)
    for (const scope of scopes)
      for (const state of becoming) await become(scope, state, held.get(`${kind} ${scope} ${state}`)!.share);
});

/** Where a situation is tried: its host, the start of the version there, and its download. */
function placeOf(situation: Situation, scope: Scope): { host: string; root: string; pdf: string } {
  const version = versions[scope];
  switch (situation) {
    case "other project":
      return { host: otherHost, root: `/en/${version}/`, pdf: `/_/downloads/en/${version}/pdf/` };
    case "subproject":
      return {
        host: vaultHost,
        root: `/projects/part/en/${version}/`,
        pdf: `/_/downloads/part/en/${version}/pdf/`,
      };
    case "translation":
      return { host: vaultHost, root: `/de/${version}/`, pdf: `/_/downloads/de/${version}/pdf/` };
    case "preview":
      return { host: previewHost, root: "/en/8/", pdf: "/_/downloads/en/8/pdf/" };
    default:
      return { host: vaultHost, root: `/en/${version}/`, pdf: `/_/downloads/en/${version}/pdf/` };
  }
}

type Asked = { host: string; target: string; method?: string; headers?: Record<string, string> };

const waysToAsk: Record<Route, (place: ReturnType<typeof placeOf>) => Asked> = {
  page: ({ host, root }) => ({ host, target: `${root}guide/`, headers: { accept: "text/html" } }),
  asset: ({ host, root }) => ({ host, target: `${root}_static/site.css`, headers: { accept: "text/css" } }),
  download: ({ host, pdf }) => ({ host, target: pdf }),
  embed: ({ host, root }) => ({
    host,
    target: `/_/api/v3/embed/?url=${encodeURIComponent(`http://${host}${root}guide/`)}`,
  }),
  HEAD: ({ host, root }) => ({ host, target: `${root}guide/`, method: "HEAD" }),
  Range: ({ host, root }) => ({ host, target: `${root}guide/`, headers: { range: "bytes=0-99" } }),
  "If-None-Match": ({ host, root }) => ({ host, target: `${root}guide/`, headers: { "if-none-match": "*" } }),
  sitemap: ({ host }) => ({ host, target: "/sitemap.xml" }),
  "sitemap of a preview": ({ host }) => ({ host, target: "/sitemap.xml" }),
  "missing page": ({ host, root }) => ({ host, target: `${root}guide/none.html` }),
  folder: ({ host, root }) => ({ host, target: `${root}guide/sub` }),
  "picture of a page": ({ host, root }) => ({ host, target: `${root}guide/map.png` }),
  "page elsewhere": ({ host, root }) => ({ host, target: `${root}reference/api.html` }),
  "search index": ({ host, root }) => ({ host, target: `${root}searchindex.js` }),
};

const memberOf = {
  vault: await logInOn(askOverSockets, vaultHost, member),
  preview: await logInOn(askOverSockets, previewHost, member),
};

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

/** What a credential adds to a request. */
function bring({ credential, scope, situation }: Case): { headers: Record<string, string>; query?: string } {
  const state = becoming.find((one) => one === situation) ?? "live";
  const of = (kind: "link" | "password" | "token"): Held => held.get(`${kind} ${scope} ${state}`)!;
  switch (credential) {
    case "link":
    case "password":
      return { headers: { cookie: of(credential).cookie } };
    case "token":
      return { headers: { authorization: `Token ${of("token").share.token}` } };
    case "token as Basic":
      return { headers: { authorization: basic(`${of("token").share.token}:`) } };
    case "member":
      return { headers: { cookie: situation === "preview" ? memberOf.preview : memberOf.vault } };
    case "nothing":
      return { headers: {} };
    case "unsigned cookie":
      return { headers: { cookie: `${of("link").cookie.slice(0, -4)}AAAA` } };
    case "link as token":
      return { headers: { authorization: `Token ${of("link").share.link}` } };
    case "password as token":
      return { headers: { authorization: basic(`${of("password").share.password}:`) } };
    case "token as link cookie":
      return { headers: { cookie: `docs-share=${of("token").share.token}` } };
    case "Basic with password":
      return { headers: { authorization: basic(`${of("token").share.token}:x`) } };
    case "token in the query":
      return { headers: {}, query: `token=${of("token").share.token}` };
    case "API token":
      return { headers: { authorization: `Token ${apiToken}` } };
  }
}

async function tryCase(ask: AskDocs, one: Case): Promise<string | null> {
  const { host, target, method = "GET", headers } = waysToAsk[one.route](placeOf(one.situation, one.scope));
  const brought = bring(one);
  const query = brought.query === undefined ? "" : `${target.includes("?") ? "&" : "?"}${brought.query}`;
  const reply = await ask(host, target + query, { method, headers: { ...headers, ...brought.headers } });
  const told = `${one.scope}, ${one.route}`;
  if (reply.status !== one.status) return `${told}: ${reply.status} instead of ${one.status}`;
  const isRefused = reply.status === 401 || reply.status === 403;
  const isPrivate = one.route !== "sitemap" && one.route !== "sitemap of a preview";
  if (isRefused && /secret/i.test(reply.text)) return `${told}: tells what is private`;
  if (isPrivate && reply.headers["cdn-cache-control"] !== "private") return `${told}: may be kept by others`;
  if (reply.status === 200 && !isPrivate && /latest|2\.0|1\.9/.test(reply.text))
    return `${told}: names a private version`;
  const isByHeader = "authorization" in brought.headers;
  if (isByHeader && reply.headers["set-cookie"] !== undefined) return `${told}: sets a cookie`;
  if (reply.status === 401 && reply.headers["www-authenticate"] !== 'Token realm="docs"')
    return `${told}: opens a dialog of the browser`;
  return null;
}

const adapters: [name: string, ask: AskDocs][] = [
  ["over sockets", askOverSockets],
  ["through proxy.ts", askThroughProxy],
];

describe.each(adapters)(`access to private documentation %s: ${cases.length} requests`, (_, ask) => {
  beforeEach(async () => {
    // Tokens nobody knows are counted, which is not what this is about.
    await db.rateCounter.deleteMany();
  });

  it.each(
    credentials.flatMap((credential) => situations.map((situation) => [credential, situation] as const)),
  )("%s, %s", async (credential, situation) => {
    const tried = cases.filter((one) => one.credential === credential && one.situation === situation);
    const problems = await Promise.all(tried.map((one) => tryCase(ask, one)));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});

it("every credential is tried in every situation and in every way", () => {
  expect(cases).toHaveLength((7 * 4 + 6) * 10 * 13);
});

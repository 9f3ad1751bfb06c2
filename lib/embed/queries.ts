import type { Actor } from "#lib/access/schema.ts";
import { type FetchedPage, fetchPage, largestPage } from "#lib/embed/adapters/external.ts";
import { isAllowedHost, type PageAddress, readPageAddress } from "#lib/embed/rules/address.ts";
import { rewriteLinks } from "#lib/embed/rules/links.ts";
import { selectContent, type Wanted } from "#lib/embed/rules/select.ts";
import type { EmbedJson, EmbedQuery } from "#lib/embed/schema.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, Problem } from "#lib/platform/errors.ts";
import { decodePage } from "#lib/platform/html/decode.ts";
import { formatElement, isPageTooComplex, parsePage } from "#lib/platform/html/document.ts";
import { isSelectorRefused } from "#lib/platform/html/find.ts";
import { inTurn } from "#lib/platform/html/turn.ts";
import { isFetchRefused } from "#lib/platform/http/fetch.ts";
import { log } from "#lib/platform/log.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { docsHosts, findFamily, findManifest } from "#lib/publishing/queries.ts";
import { parseDocsUrl } from "#lib/publishing/rules/address.ts";
import { type NamedHost, parseHost } from "#lib/publishing/rules/host.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { callerAsReader, mayRead } from "#lib/sharing/rules.ts";

/** Requests of a minute for pages of one host that is not ours, whoever asks. */
const externalPerMinute = 50;

const refused = (message: string): Problem => new Problem("invalid", message);
const unreadable = (url: string): Problem =>
  refused(`There was an error reading the URL requested. url=${url}`);

/**
 * A page of documentation or a part of it (spec/serving.md 19). Throws Problems whose messages are those of the contract: `invalid`,
 * `not_found` and `throttled` are shown as `{error}`, `forbidden` is about a private version.
 */
export async function embedPage(actor: Actor, query: EmbedQuery): Promise<EmbedJson> {
  const { url = "", doctool = "", maincontent = "" } = query;
  if (url === "") throw refused('Invalid arguments. Please provide "url".');
  const address = readPageAddress(url);
  if (address === null) throw refused(`The URL requested is malformed. url=${url}`);
  if (doctool !== "" && doctool !== "sphinx")
    throw refused(`Unknown doctool, only sphinx is known. doctool=${doctool}`);
  const { fragment } = address;
  const wanted: Wanted = { fragment, doctool: doctool || null, maincontent: maincontent || null };

  const named = parseHost(address.host, docsHosts);
  const external = named.kind === "other" || named.kind === "suspicious";
  const page = external ? await readExternal(url, address) : await openPublished(actor, url, named);
  const content = page && (await inTurn(async () => cut(url, address, wanted, await page())));
  if (content === null) {
    const shown = `url=${url} fragment=${fragment} maincontent=${maincontent || "None"}`;
    throw new Problem("not_found", `Can't find content for section: ${shown}`);
  }
  return { url, fragment: fragment || null, content, external };
}

/** Reads a page's bytes when it is its turn. */
type Reading = () => Promise<FetchedPage> | FetchedPage;

/**
 * A published page of ours, null where the address leads to none. A private version is refused before anything of it is looked
 * at: like its docs host, this says that it is there, never what is in it.
 */
async function openPublished(actor: Actor, url: string, host: NamedHost): Promise<Reading | null> {
  const family = "slug" in host ? await findFamily(host.slug) : null;
  const found = family && parseDocsUrl(url, docsHosts, () => family.project)?.resolution;
  if (found?.kind !== "match") return null;
  const { project, version, filename } = found;
  if (!mayRead(callerAsReader(actor, project.id), project, version, filename)) {
    throw actor.kind === "visitor" ? forbidden("Authentication credentials were not provided.") : forbidden();
  }
  const file = await findPage(project, version, filename);
  if (file === null) return null;
  if (file.size > largestPage) throw unreadable(url);
  // The stored type follows from the file's name, so the page itself knows its encoding better.
  return async () => ({ bytes: await storage.get(blobKey(project.id, file.hash)), contentType: "" });
}

async function findPage(
  project: DocsProject,
  version: DocsVersion,
  filename: string,
): Promise<ManifestFile | null> {
  const files = await findManifest(project, version);
  const located = locate(filename, (path) => files?.has(path) ?? false);
  if (located.kind === "missing") return null;
  const path = located.kind === "file" ? located.path : `${filename.slice(1)}/index.html`;
  const file = files?.get(path);
  return file && isHtml(file.type) ? file : null;
}

async function readExternal(url: string, { host, page }: PageAddress): Promise<Reading | null> {
  const mayAsk = (asked: URL): boolean => isAllowedHost(asked.host, env.EMBED_HOSTS);
  if (!isAllowedHost(host, env.EMBED_HOSTS)) throw refused(`External domain not allowed. domain=${host}`);
  if (!(await count(`embed:${host}`, 60, externalPerMinute)).allowed) {
    throw new Problem("throttled", `Too many requests for this domain. domain=${host}`);
  }
  try {
    const fetched = await fetchPage(page, mayAsk);
    if (fetched && !isHtml(fetched.contentType)) throw unreadable(url);
    return fetched && (() => fetched);
  } catch (error) {
    if (!isFetchRefused(error)) throw error;
    log.info({ host, reason: error.reason }, "a page to embed could not be read");
    if (error.reason !== "redirects") throw unreadable(url);
    throw refused(`The URL requested generates too many redirects. url=${url}`);
  }
}

const isHtml = (contentType: string): boolean => /^text\/html\s*(;|$)/i.test(contentType.trim());

/** The wanted part of a page as HTML, its links absolute; null when it is not there. */
async function cut(
  url: string,
  address: PageAddress,
  wanted: Wanted,
  { bytes, contentType }: FetchedPage,
): Promise<string | null> {
  try {
    const content = selectContent(await parsePage(decodePage(bytes, contentType)), wanted);
    if (content === null) return null;
    rewriteLinks(content, address.page);
    return formatElement(content);
  } catch (error) {
    if (isPageTooComplex(error)) throw unreadable(url);
    if (!isSelectorRefused(error)) throw error;
    if (error.reason === "invalid") return null;
    throw refused(`The selector takes too long. maincontent=${wanted.maincontent}`);
  }
}

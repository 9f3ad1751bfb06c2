import { type FetchedPage, fetchPage, largestPage } from "#lib/embed/adapters/external.ts";
import { isAllowedHost, type PageAddress, readPageAddress } from "#lib/embed/rules/address.ts";
import { rewriteLinks } from "#lib/embed/rules/links.ts";
import { selectContent, type Wanted } from "#lib/embed/rules/select.ts";
import type { EmbedJson, EmbedQuery } from "#lib/embed/schema.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, Problem, throttled } from "#lib/platform/errors.ts";
import { decodePage } from "#lib/platform/html/decode.ts";
import { formatElement, isPageTooComplex, parsePage } from "#lib/platform/html/document.ts";
import { isSelectorRefused } from "#lib/platform/html/find.ts";
import { inTurn } from "#lib/platform/html/turn.ts";
import { isFetchRefused } from "#lib/platform/http/fetch.ts";
import { log } from "#lib/platform/log.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { countHere } from "#lib/platform/rate/memory.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { docsHosts, findFamilyAt, findManifest } from "#lib/publishing/queries.ts";
import { parseDocsUrl } from "#lib/publishing/rules/address.ts";
import { parseHost } from "#lib/publishing/rules/host.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";
import { type At, atHost } from "#lib/publishing/rules/resolve.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { mayRead, type Reader, stranger } from "#lib/sharing/rules.ts";

/** Requests of a minute for pages of one host that is not ours, whoever asks. */
const externalPerMinute = 50;

const refused = (message: string): Problem => new Problem("invalid", message);
const unreadable = (url: string): Problem =>
  refused(`There was an error reading the URL requested. url=${url}`);

/** A published page that was asked for, and the host whose address it was asked by. */
export interface AskedPage {
  readonly at: At;
  /** The host's own project, or a part or translation of it. */
  readonly project: DocsProject;
  readonly version: DocsVersion;
}

/**
 * Who wants a page: the address they come from, whether we know them at all, and as whom they read a page that not everybody may read.
 */
interface EmbedCaller {
  readonly address: string;
  readonly isKnown: boolean;
  asReader(page: AskedPage): Reader | Promise<Reader>;
}

/** `page` is null for pages of other hosts. */
export interface Embedded {
  readonly json: EmbedJson;
  readonly page: PublishedPage | null;
}

/**
 * A page of documentation or a part of it (spec/serving.md 19). Throws Problems whose messages are those of the contract: `invalid`,
 * `not_found` and `throttled` are shown as `{error}`, `forbidden` is about a private version. Those with seconds to wait are about the
 * caller or the server, not about the page.
 */
export async function embedPage(caller: EmbedCaller, query: EmbedQuery): Promise<Embedded> {
  const network = networkOf(caller.address);
  const budget = countHere(`embed:${network}`, 60, env.API_RATE_EMBED);
  if (!budget.allowed) {
    const seconds = budget.retryAfterSeconds;
    throw throttled(seconds, `Request was throttled. Expected available in ${seconds} seconds.`);
  }
  const { url = "", doctool = "", maincontent = "" } = query;
  if (url === "") throw refused('Invalid arguments. Please provide "url".');
  const address = readPageAddress(url);
  if (address === null) throw refused(`The URL requested is malformed. url=${url}`);
  if (doctool !== "" && doctool !== "sphinx")
    throw refused(`Unknown doctool, only sphinx is known. doctool=${doctool}`);
  const { fragment } = address;
  const wanted: Wanted = { fragment, doctool: doctool || null, maincontent: maincontent || null };

  const named = parseHost(address.host, docsHosts);
  const family = await findFamilyAt(named);
  const at = family && atHost(named, family.project);
  const external = at === null && (named.kind === "other" || named.kind === "suspicious");
  const page = at && findPublished(url, at);
  const read = external ? await readExternal(url, address) : page && (await openPublished(caller, url, page));
  const content = read && (await inTurn(network, async () => cut(url, address, wanted, await read())));
  if (content === null) {
    const shown = `url=${url} fragment=${fragment} maincontent=${maincontent || "None"}`;
    throw new Problem("not_found", `Can't find content for section: ${shown}`);
  }
  return { json: { url, fragment: fragment || null, content, external }, page };
}

/** Reads a page's bytes when it is its turn. */
type Reading = () => Promise<FetchedPage> | FetchedPage;

/** `filename` begins with `/`. */
export type PublishedPage = AskedPage & { readonly filename: string };

/** What an address on a project's host leads to, if there is such a version. */
function findPublished(url: string, at: At): PublishedPage | null {
  const found = parseDocsUrl(url, docsHosts, () => at.project)?.resolution;
  if (found?.kind !== "match") return null;
  const { project, version, filename } = found;
  return { at, project, version, filename };
}

/**
 * A published page of ours, null where there is no such page. A private version is refused before anything of it is looked
 * at: like its docs host, this says that it is there, never what is in it.
 */
async function openPublished(caller: EmbedCaller, url: string, page: PublishedPage): Promise<Reading | null> {
  const { project, version, filename } = page;
  const isOpen = mayRead(stranger, project, version, filename);
  if (!isOpen && !mayRead(await caller.asReader(page), project, version, filename)) {
    throw caller.isKnown ? forbidden() : forbidden("Authentication credentials were not provided.");
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

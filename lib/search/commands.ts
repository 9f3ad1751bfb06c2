import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Command } from "#lib/audit/commands.ts";
import { withSoleLock } from "#lib/platform/db/advisory-lock.ts";
import { db, type Tx, transaction } from "#lib/platform/db/client.ts";
import { storableText } from "#lib/platform/db/storable.ts";
import { decodePage } from "#lib/platform/html/decode.ts";
import { isPageTooComplex } from "#lib/platform/html/document.ts";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { getManifest } from "#lib/publishing/queries.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";
import { updateSearchIndex } from "#lib/search/jobs.ts";
import { type ParsedPage, readPage } from "#lib/search/rules/page.ts";
import { pageRanker, type SearchSettings, usualSettings } from "#lib/search/rules/patterns.ts";
import { formatVector } from "#lib/search/rules/vector.ts";

/** Advisory locks on the index of a version; the second number is the version's id. */
const indexLock = 5_271_906;
/** In bytes; of a larger page only its name is searched. */
const largestPage = 10 * 1024 * 1024;
/** Of all pages of a version together, in characters; pages beyond are left out. */
const longestVersion = 256 * 1024 * 1024;
/** Pages written at once, and characters. */
const batch = { pages: 50, text: 2 * 1024 * 1024 };
const removedAtOnce = 200;

/** Has a version searched by what it publishes from this command on; what was indexed before is found until then. */
export async function indexLater(c: Command, versionId: number): Promise<void> {
  await c.enqueue(updateSearchIndex, { versionId });
}

/** Takes versions that publish nothing any more out of the search at once; their words are removed later. */
export async function stopSearching(
  c: Command,
  where: { readonly versionId: number } | { readonly projectId: number },
): Promise<void> {
  const stopped = await c.tx.searchIndex.findMany({ where, select: { versionId: true } });
  await c.tx.searchIndex.deleteMany({ where });
  for (const { versionId } of stopped) await indexLater(c, versionId);
}

/**
 * Makes a version searchable by what it publishes now. Safe to repeat and to be killed: pages are written beside those that are
 * found, and one row decides which are. Never runs twice at once for a version. Returns how many pages were read.
 */
export async function updateIndex(versionId: number, signal: AbortSignal): Promise<number> {
  for (;;) {
    const pages = await withSoleLock(indexLock, versionId, (lost) =>
      bringInLine(versionId, AbortSignal.any([signal, lost])),
    );
    if (pages !== null) return pages;
    // Whoever is at it may have begun before the change this is about.
    await setTimeout(1_000, undefined, { signal });
  }
}

async function bringInLine(versionId: number, signal: AbortSignal): Promise<number> {
  const wanted = await transaction((tx) => findPublished(tx, versionId));
  const current = await db.searchIndex.findUnique({ where: { versionId }, select: { buildId: true } });
  let pages = 0;
  if (wanted === null) await db.searchIndex.deleteMany({ where: { versionId } });
  else if (current?.buildId !== wanted.buildId) {
    // Of a run that was killed.
    await removePages(versionId, current?.buildId ?? null, signal);
    pages = await writePages(wanted, signal);
    await use(wanted, pages);
  }
  const used = await db.searchIndex.findUnique({ where: { versionId }, select: { buildId: true } });
  await removePages(versionId, used?.buildId ?? null, signal);
  return pages;
}

type Published = {
  readonly projectId: number;
  readonly versionId: number;
  readonly buildId: number;
  readonly docType: string | null;
  readonly configId: number | null;
};

/** The build a version is to be searched by, null when it is not to be. Waits for whoever is changing the version just now. */
async function findPublished(tx: Tx, versionId: number): Promise<Published | null> {
  await tx.$queryRaw`select id from versions where id = ${versionId}::int for share`;
  const version = await tx.version.findFirst({
    where: {
      id: versionId,
      active: true,
      type: { not: "external" },
      project: { deletedAt: null, searchEnabled: true },
    },
    select: {
      projectId: true,
      publishedBuild: { select: { id: true, docType: true, configId: true } },
    },
  });
  if (!version?.publishedBuild) return null;
  const { id: buildId, docType, configId } = version.publishedBuild;
  return { projectId: version.projectId, versionId, buildId, docType, configId };
}

/** The moment from which the new pages are found instead of the old ones; not if something else is published by now. */
async function use({ versionId, projectId, buildId, docType }: Published, pages: number): Promise<void> {
  await transaction(async (tx) => {
    const now = await findPublished(tx, versionId);
    if (now?.buildId !== buildId) return;
    const index = { projectId, buildId, docType, pages };
    await tx.searchIndex.upsert({ where: { versionId }, create: { versionId, ...index }, update: index });
  });
}

async function removePages(versionId: number, except: number | null, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const removed = await db.$executeRaw`
      delete from search_pages where id in (
        select id from search_pages
        where project_id = (select project_id from versions where id = ${versionId}::int)
          and version_id = ${versionId}::int and build_id is distinct from ${except}::int
        limit ${removedAtOnce}
      )`;
    if (removed < removedAtOnce) return;
  }
}

type IndexedPage = ParsedPage & { readonly path: string; readonly rank: number };

/** One page is in memory at a time, and one batch. After each, as much time is left to the builds of this worker as it took. */
async function writePages(build: Published, signal: AbortSignal): Promise<number> {
  const ranker = pageRanker(await readSettings(build.configId));
  const manifest = await getManifest(build.projectId, build.buildId);
  let waiting: IndexedPage[] = [];
  let [pages, text, total, began] = [0, 0, 0, performance.now()];
  const write = async () => {
    signal.throwIfAborted();
    await insertPages(build, waiting);
    pages += waiting.length;
    total += text;
    [waiting, text] = [[], 0];
    await setTimeout((performance.now() - began) / 2, undefined, { signal });
    began = performance.now();
  };
  for (const [path, file] of manifest) {
    const rank = path.endsWith(".html") ? ranker(path) : null;
    if (rank === null) continue;
    if (total >= longestVersion) {
      log.warn({ versionId: build.versionId, pages }, "a version has more text than is searched");
      break;
    }
    const page = await parseFile(build, path, file);
    waiting.push({ ...page, path, rank });
    text += page.sections.reduce((sum, { title, content }) => sum + title.length + content.length, 0);
    if (waiting.length >= batch.pages || text >= batch.text) await write();
  }
  if (waiting.length > 0) await write();
  // What was added last waits in a list that every search would read through.
  await db.$executeRaw`select gin_clean_pending_list('search_sections_words_idx')`;
  return pages;
}

const settingsShape = z.object({
  search: z.object({ ranking: z.record(z.string(), z.number()), ignore: z.array(z.string()) }),
});

async function readSettings(configId: number | null): Promise<SearchSettings> {
  if (configId === null) return usualSettings;
  // Not together with the build: a join goes through jsonb, which forgets the order of the patterns.
  const config = await db.buildConfig.findUnique({ where: { id: configId }, select: { body: true } });
  const { data } = settingsShape.safeParse(config?.body);
  return data ? { ranking: Object.entries(data.search.ranking), ignore: data.search.ignore } : usualSettings;
}

/** A page that cannot be read is still found by its name. */
async function parseFile(build: Published, path: string, file: ManifestFile): Promise<ParsedPage> {
  if (file.size > largestPage) return { title: path, sections: [] };
  const bytes = await storage.get(blobKey(build.projectId, file.hash));
  try {
    return await readPage(decodePage(bytes), path);
  } catch (error) {
    if (!isPageTooComplex(error))
      log.error({ buildId: build.buildId, path, err: error }, "could not read a page");
    return { title: path, sections: [] };
  }
}

async function insertPages(build: Published, pages: readonly IndexedPage[]): Promise<void> {
  const sections = pages.flatMap(({ path, title, sections: parts }) => [
    {
      path,
      position: 0,
      anchor: "",
      title,
      content: "",
      words: formatVector(build.buildId, [["pageTitle", title]]),
    },
    ...parts.map((part, index) => ({
      path,
      position: index + 1,
      ...part,
      words: formatVector(build.buildId, [
        ["around", title],
        ["sectionTitle", part.title],
        ["content", part.content],
      ]),
    })),
  ]);
  const texts = (key: "path" | "anchor" | "title" | "content" | "words") =>
    sections.map((section) => storableText(section[key]));
  await db.$executeRaw`
    with page as (
      insert into search_pages (project_id, version_id, build_id, path, title, rank)
      select ${build.projectId}::int, ${build.versionId}::int, ${build.buildId}::int, path, title, rank
      from unnest(
        ${pages.map(({ path }) => storableText(path))}::text[],
        ${pages.map(({ title }) => storableText(title))}::text[],
        ${pages.map(({ rank }) => rank)}::smallint[]
      ) as given (path, title, rank)
      returning id, path
    )
    insert into search_sections (page_id, position, anchor, title, content, words)
    select page.id, position, anchor, given.title, content, words::tsvector
    from unnest(
      ${texts("path")}::text[], ${sections.map(({ position }) => position)}::int[], ${texts("anchor")}::text[],
      ${texts("title")}::text[], ${texts("content")}::text[], ${texts("words")}::text[]
    ) as given (path, position, anchor, title, content, words)
    join page using (path)`;
}

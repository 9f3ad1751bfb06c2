/** Searching one version among 200 of 500 pages each, for common and rare words, and how fast pages are read for it. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judge, median, printTable } from "./report.ts";

const versions = 200;
const pagesOfVersion = 500;
const sectionsOfPage = 5;
const rounds = 20;
const barMs = 100;

const directory = mkdtempSync(join(tmpdir(), "lectern-search-"));
chmodSync(directory, 0o755);
process.env.DATA_DIR = join(directory, "data");
process.env.LOG_LEVEL = "warn";
const { startEmbedded } = await import("#lib/platform/db/embedded.ts");
const { migrate } = await import("#lib/platform/db/migrate.ts");
const server = await startEmbedded(directory, { durable: false });
process.env.DATABASE_URL = server.url;
const { db } = await import("#lib/platform/db/client.ts");
const { stopQueue } = await import("#lib/platform/jobs/queue.ts");
const { command } = await import("#lib/audit/commands.ts");
const { publishBuild } = await import("#lib/publishing/commands.ts");
const { writeTree } = await import("#lib/publishing/trees/commands.ts");
const { listTree } = await import("#lib/publishing/trees/queries.ts");
const { updateIndex } = await import("#lib/search/commands.ts");
const { search } = await import("#lib/search/queries.ts");
const { parseQuery } = await import("#lib/search/rules/query.ts");

const words = readWords();
const visitor = { kind: "visitor", address: "127.0.0.1", client: "bench" } as const;

try {
  await migrate(server.url);
  const indexing = await indexSite();
  await copySite();
  const many = Array.from({ length: 100 }, (_, index) => `project:copy-${index}`).join(" ");
  const searches: [what: string, query: string, bar: number | null][] = [
    ["common word, one version", "project:copy-7 documentation", barMs],
    ["rare word, one version", "project:copy-7 unique77", barMs],
    ["three common words", "project:copy-7 documentation version build", barMs],
    ["a row of words", 'project:copy-7 "documentation version"', barMs],
    ["a beginning", "project:copy-7 ver*", barMs],
    ["no such word", "project:copy-7 nowhereatall", barMs],
    ["rare word, 100 versions", `${many} unique77`, barMs],
    ["common word, 100 versions", `${many} documentation`, null],
  ];
  const rows = [];
  for (const [what, query, bar] of searches) rows.push({ what, bar, ...(await measure(query)) });
  const { sections } = (
    await db.$queryRaw<{ sections: number }[]>`select count(*)::int as sections from search_sections`
  )[0] ?? { sections: 0 };
  console.log(`${versions} versions, ${versions * pagesOfVersion} pages, ${sections} sections\n`);
  printTable([
    ["search", "pages found", "median ms", "slowest ms"],
    ...rows.map(({ what, count, middle, slowest }) => [what, count, middle.toFixed(1), slowest.toFixed(1)]),
  ]);
  console.log(
    `\nreading: ${indexing.pages} pages of ${indexing.kB} kB in ${indexing.seconds.toFixed(1)} s, `,
  );
  console.log(
    `${(indexing.pages / indexing.seconds).toFixed(0)} pages/s; ${(indexing.cpu * 100).toFixed(0)} % of one processor in the worker`,
  );
  judge(
    rows.flatMap(({ what, bar, middle }) =>
      bar === null
        ? []
        : [{ what, measured: `${middle.toFixed(0)} ms`, bar: `≤ ${bar} ms`, met: middle <= bar }],
    ),
  );
} finally {
  await stopQueue();
  await db.$disconnect();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measure(q: string): Promise<{ count: number; middle: number; slowest: number }> {
  const took: number[] = [];
  let count = 0;
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    ({ count } = await search(visitor, parseQuery(q), { number: 1, size: 15 }));
    // The first one fills the caches.
    if (round > 0) took.push(performance.now() - began);
  }
  return { count, middle: median(took), slowest: Math.max(...took) };
}

/** Publishes 500 pages as they come from a build, and reads them as the worker does. */
async function indexSite(): Promise<{ pages: number; kB: number; seconds: number; cpu: number }> {
  const site = join(directory, "site");
  mkdirSync(site);
  for (let number = 0; number < pagesOfVersion; number++)
    writeFileSync(join(site, `page-${number}.html`), pageOf(number));
  const { id: projectId } = await makeProject("original");
  const version = await db.version.findFirstOrThrow({ where: { projectId } });
  const build = await db.build.create({
    data: {
      projectId,
      versionId: version.id,
      versionSlug: "latest",
      versionName: "latest",
      versionType: "branch",
      trigger: "api",
      state: "finished",
      success: true,
    },
  });
  const signal = new AbortController().signal;
  await writeTree({ projectId, buildId: build.id, files: await listTree(site), signal });
  await command({ kind: "system", job: "bench" }, (c) =>
    publishBuild(c, { id: build.id, projectId, versionId: version.id }),
  );
  const before = process.cpuUsage();
  const began = performance.now();
  const pages = await updateIndex(version.id, signal);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { pages, kB: Math.round(pageOf(0).length / 1_000), seconds, cpu: (user + system) / 1e6 / seconds };
}

function makeProject(slug: string) {
  return db.project.create({
    data: {
      slug,
      name: slug,
      repositoryUrl: "https://git.example.org/x.git",
      versions: {
        create: {
          slug: "latest",
          verboseName: "latest",
          type: "branch",
          active: true,
          privacyLevel: "public",
        },
      },
    },
    select: { id: true },
  });
}

/** The same pages once more as the versions of 199 other projects. The index of words is made at the end, which is faster. */
async function copySite(): Promise<void> {
  const [source] = await db.$queryRaw<{ build: number }[]>`select build_id as build from search_indexes`;
  const [index] = await db.$queryRaw<{ definition: string }[]>`
    select pg_get_indexdef('search_sections_words_idx'::regclass) as definition`;
  await db.$executeRaw`drop index search_sections_words_idx`;
  for (let copy = 0; copy < versions - 1; copy++) {
    const { id: projectId } = await makeProject(`copy-${copy}`);
    await db.$executeRaw`
      with version as (select id from versions where project_id = ${projectId}::int),
      build as (
        insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, success, finished_at)
        select ${projectId}::int, id, 'latest', 'latest', 'branch', 'api', 'finished', true, now() from version returning id, version_id
      ), index as (
        insert into search_indexes (version_id, project_id, build_id, pages)
        select version_id, ${projectId}::int, id, ${pagesOfVersion}::int from build
      ), page as (
        insert into search_pages (project_id, version_id, build_id, path, title, rank)
        select ${projectId}::int, build.version_id, build.id, path, title, rank from search_pages, build
        where search_pages.build_id = ${source?.build}::int
        returning id, build_id, path
      )
      insert into search_sections (page_id, position, anchor, title, content, words)
      select page.id, position, anchor, section.title, content,
        ts_delete(words, ${`#${source?.build}`}) || format('%L', '#' || page.build_id)::tsvector
      from page join search_pages original on original.path = page.path and original.build_id = ${source?.build}::int
      join search_sections section on section.page_id = original.id`;
    await db.$executeRaw`
      update versions set published_build_id = (select id from builds where version_id = versions.id)
      where project_id = ${projectId}::int`;
  }
  await db.$executeRawUnsafe(index?.definition ?? "");
  await db.$executeRaw`vacuum analyze`;
}

/** A page of about 15 kB in five sections; `documentation` is on every page, `unique<number>` on one. */
function pageOf(number: number): string {
  let seed = number * 2_654_435_761 + 1;
  const word = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return words[seed % words.length] ?? "";
  };
  const prose = (length: number) => Array.from({ length }, word).join(" ");
  const sections = Array.from(
    { length: sectionsOfPage },
    (_, item) =>
      `<section id="s${item}"><h2>${prose(3)}</h2>${`<p>${prose(40)} documentation version ${prose(5)} build</p>`.repeat(6)}</section>`,
  );
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body><nav><ul>${"<li><a href=x>Chapter</a></li>".repeat(60)}</ul></nav><main><h1>Page ${number} unique${number}</h1>${sections.join("\n")}</main></body></html>\n`;
}

/** Words of this repository's own documentation. */
function readWords(): string[] {
  const text = execFileSync("git", ["grep", "-hoE", "[A-Za-z]{3,12}", "--", "docs"], { encoding: "utf8" });
  return [...new Set(text.split("\n"))].filter((word) => word !== "");
}

import { describe, expect, test, vi } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { startQueue, work } from "#lib/platform/jobs/queue.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { deleteProject } from "#lib/projects/commands.ts";
import { openProject } from "#lib/projects/queries.ts";
import { publishBuild } from "#lib/publishing/commands.ts";
import { getManifest } from "#lib/publishing/queries.ts";
import { blobKey } from "#lib/publishing/rules/manifest.ts";
import { updateIndex } from "#lib/search/commands.ts";
import { updateSearchIndex } from "#lib/search/jobs.ts";
import { api } from "#test/api.ts";
import { pageOf, searchable, searchFor } from "#test/factories/searches.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildPerson, buildProject, buildVersion } from "#test/factories/tenants.ts";

const on = new AbortController().signal;
const paths = async (q: string): Promise<string[]> =>
  (await searchFor(q)).body.results.map(({ path }: { path: string }) => path.replace("/en/latest/", ""));

const waitingJobs = async (versionId: number): Promise<number> => {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pgboss.job
    where name = 'search.index' and data ->> 'versionId' = ${String(versionId)} and state < 'active'`;
  return row?.count ?? 0;
};

/** A published version whose build had this configuration. */
async function configured(files: Record<string, string>, search: object): Promise<string> {
  const project = await buildProject();
  const version = await versionOf(project, "latest");
  const buildId = await publishSite(project, version, files);
  const config = await db.buildConfig.create({
    data: { sha256: new Uint8Array([buildId]), body: { search: { ranking: {}, ignore: [], ...search } } },
  });
  await db.build.update({ where: { id: buildId }, data: { configId: config.id } });
  await updateIndex(version.id, on);
  return `project:${project.slug} word`;
}

describe("what is indexed", () => {
  test("HTML pages only, without the search page and those for what is not there", async () => {
    const project = await buildProject();
    const page = pageOf("Page", "word");
    await searchable(project, "latest", {
      "index.html": page,
      "a/b.html": page,
      "search.html": page,
      "search/index.html": page,
      "404.html": page,
      "404/index.html": page,
      "notes.txt": "word",
      "data.json": '"word"',
      "page.htm": page,
    });
    expect(await paths(`project:${project.slug} word`)).toEqual(["a/b.html", "index.html"]);
  });

  test("not what the configuration ignores, which replaces the usual list", async () => {
    const page = pageOf("Page", "word");
    const q = await configured(
      { "a.html": page, "drafts/b.html": page, "404.html": page },
      { ignore: ["drafts/*"] },
    );
    expect(await paths(q)).toEqual(["404.html", "a.html"]);
  });

  test("ranks change the order, and the last pattern of the file counts", async () => {
    const page = pageOf("Page", "word");
    const files = { "a.html": page, "api/b.html": page, "c.html": page };
    expect(await paths(await configured(files, {}))).toEqual(["a.html", "api/b.html", "c.html"]);
    const low = await configured(files, { ranking: { "*": 1, "api/*": 5, "c.html": -3 } });
    expect(await paths(low)).toEqual(["api/b.html", "a.html", "c.html"]);
    // By the length of their names, as jsonb sorts keys, the pattern for everything would come first.
    expect(await paths(await configured(files, { ranking: { "api/*": -5, "*": 1 } }))).toEqual([
      "a.html",
      "api/b.html",
      "c.html",
    ]);
  });

  test("a page that cannot be read is found by its path", async () => {
    const project = await buildProject();
    await searchable(project, "latest", { "deep.html": "<div>".repeat(2000), "b.html": pageOf("B", "word") });
    expect(await paths(`project:${project.slug} deep`)).toEqual(["deep.html"]);
  });
});

describe("order of results", () => {
  test("all words before some, a title before a text, rows of words as they stand", async () => {
    const project = await buildProject();
    await searchable(project, "latest", {
      "a-some.html": pageOf("Other", "boiling ".repeat(50)),
      "b-apart.html": pageOf("Other", "water is always boiling"),
      "c-row.html": pageOf("Other", "Boiling WATER"),
      "d-title.html": pageOf("Water", "about the boiling"),
      "e-none.html": pageOf("Other", "nothing"),
    });
    const at = (text: string) => paths(`project:${project.slug} ${text}`);
    const all = await at("boiling water");
    expect(all.at(-1)).toBe("a-some.html");
    expect(all.toSorted()).toEqual(["a-some.html", "b-apart.html", "c-row.html", "d-title.html"]);
    expect(await at('"boiling water"')).toEqual(["c-row.html"]);
    expect((await at("water"))[0]).toBe("d-title.html");
    expect(await at("boiling -water")).toEqual(["a-some.html"]);
    expect(await at("noth* | wat*")).toContain("e-none.html");
  });

  test("folders are linked without index.html where the tool does so", async () => {
    for (const [docType, expected] of [
      ["sphinx", ["guide/index.html", "index.html"]],
      ["sphinx_singlehtml", ["guide/index.html", "index.html"]],
      ["sphinx_htmldir", ["guide/", ""]],
      ["mkdocs", ["guide/", ""]],
      ["generic", ["guide/", ""]],
    ] as const) {
      const project = await buildProject();
      const page = pageOf("Page", "word");
      await searchable(project, "latest", { "index.html": page, "guide/index.html": page }, { docType });
      expect([docType, await paths(`project:${project.slug} word`)]).toEqual([docType, expected]);
    }
  });
});

describe("what is found follows what is published", () => {
  const old = { "a.html": pageOf("A", "word") };
  const newer = { "b.html": pageOf("B", "word") };

  test("publishing asks for an index, and the old one is found until it is made", async () => {
    const project = await buildProject();
    const { id, slug } = await searchable(project, "latest", old);
    expect(await waitingJobs(id)).toBe(1);
    await publishSite(project, { id, slug }, newer);
    expect(await waitingJobs(id)).toBe(2);
    expect(await paths(`project:${project.slug} word`)).toEqual(["a.html"]);
    await updateIndex(id, on);
    expect(await paths(`project:${project.slug} word`)).toEqual(["b.html"]);
    expect(await db.searchPage.count({ where: { versionId: id } })).toBe(1);
    expect(await updateIndex(id, on)).toBe(0);
  });

  test("what a killed worker left is replaced", async () => {
    const project = await buildProject();
    const version = await searchable(project, "latest", old);
    const buildId = await publishSite(project, version, newer);
    await db.searchPage.create({
      data: { projectId: project.id, versionId: version.id, buildId, path: "b.html", title: "half" },
    });
    await updateIndex(version.id, on);
    expect(await paths(`project:${project.slug} word`)).toEqual(["b.html"]);
    expect(
      await db.searchPage.findMany({ where: { versionId: version.id }, select: { title: true } }),
    ).toEqual([{ title: "B" }]);
  });

  test("two at once do not mix, and a worker that is stopped leaves the old index", async () => {
    const project = await buildProject();
    const version = await searchable(project, "latest", old);
    await publishSite(project, version, newer);
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(updateIndex(version.id, stopped)).rejects.toThrow("stopped");
    expect(await paths(`project:${project.slug} word`)).toEqual(["a.html"]);
    const pages = await Promise.all([updateIndex(version.id, on), updateIndex(version.id, on)]);
    expect(pages.toSorted()).toEqual([0, 1]);
    expect(await paths(`project:${project.slug} word`)).toEqual(["b.html"]);
  });

  test("an index that is overtaken while it is made is not used", async () => {
    const project = await buildProject();
    const version = await searchable(project, "latest", old);
    const overtaken = await publishSite(project, version, newer);
    const next = await publishSite(project, version, { "c.html": pageOf("C", "word") }, { publish: false });
    const get = storage.get.bind(storage);
    const [file] = [...(await getManifest(project.id, overtaken)).values()];
    const spy = vi.spyOn(storage, "get").mockImplementation(async (key) => {
      if (key === blobKey(project.id, file?.hash ?? "")) {
        await command({ kind: "system", job: "test" }, (c) =>
          publishBuild(c, { id: next, projectId: project.id, versionId: version.id }),
        );
      }
      return get(key);
    });
    await updateIndex(version.id, on);
    spy.mockRestore();
    expect(await paths(`project:${project.slug} word`)).toEqual(["a.html"]);
    expect(await db.searchPage.count({ where: { versionId: version.id } })).toBe(1);
    await updateIndex(version.id, on);
    expect(await paths(`project:${project.slug} word`)).toEqual(["c.html"]);
  });

  test("a version that is deactivated leaves nothing behind", async () => {
    const owner = await buildPerson();
    const project = await buildProject({ maintainer: owner });
    const version = await searchable(project, "v1", old);
    const path = `/projects/${project.slug}/versions/v1/`;
    expect((await api({ token: owner.token }).patch(path, { active: false })).status).toBe(204);
    expect(await db.searchIndex.count({ where: { versionId: version.id } })).toBe(0);
    expect(await waitingJobs(version.id)).toBe(2);
    await updateIndex(version.id, on);
    expect(await db.searchPage.count({ where: { versionId: version.id } })).toBe(0);
  });

  test("nor does a project that is deleted", async () => {
    const owner = await buildPerson();
    const project = await buildProject({ maintainer: owner });
    const version = await searchable(project, "latest", old);
    await deleteProject(await openProject(owner.actor, project.slug, "admin"));
    expect(await db.searchIndex.count({ where: { projectId: project.id } })).toBe(0);
    expect(await waitingJobs(version.id)).toBe(2);
    await updateIndex(version.id, on);
    expect(await db.searchPage.count({ where: { projectId: project.id } })).toBe(0);
  });

  test("previews and projects without search are not indexed", async () => {
    const project = await buildProject();
    const preview = await searchable(project, "7", old, { type: "external", pullNumber: 7 });
    await db.project.update({ where: { id: project.id }, data: { searchEnabled: false } });
    const latest = await searchable(project, "latest", old);
    const versionId = { in: [preview.id, latest.id] };
    expect(await db.searchPage.count({ where: { versionId } })).toBe(0);
    expect(await db.searchIndex.count({ where: { versionId } })).toBe(0);
  });

  test("a version that is gone has no words", async () => {
    const project = await buildProject();
    const version = await buildVersion(project, { slug: "gone" });
    await db.version.delete({ where: { id: version.id } });
    expect(await updateIndex(version.id, on)).toBe(0);
  });

  test("the job does it", async () => {
    // Those of the tests before.
    await db.$executeRaw`delete from pgboss.job where name = 'search.index'`;
    await startQueue();
    await work(updateSearchIndex, { concurrency: 1 }, async ({ versionId }, signal) => {
      await updateIndex(versionId, signal);
    });
    const project = await buildProject();
    const version = await versionOf(project, "latest");
    await publishSite(project, version, old);
    await vi.waitFor(
      async () => expect(await db.searchIndex.count({ where: { versionId: version.id } })).toBe(1),
      { timeout: 20_000 },
    );
    expect(await paths(`project:${project.slug} word`)).toEqual(["a.html"]);
  });
});

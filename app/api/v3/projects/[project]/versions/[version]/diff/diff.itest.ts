import { describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { digestBuild } from "#lib/publishing/diffs/commands.ts";
import { api } from "#test/api.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildProject, buildVersion } from "#test/factories/tenants.ts";

const on = new AbortController().signal;
const page = (text: string, frame = "Menu") =>
  `<!doctype html><body><nav>${frame}</nav><main><p>${text}</p></main></body>`;

/** A public project with previews, its `latest`, and pull request 17. */
async function world() {
  const project = await buildProject({ privacyLevel: "public", externalBuildsEnabled: true });
  const latest = await versionOf(project, "latest");
  await db.version.update({ where: { id: latest.id }, data: { privacyLevel: "public", active: true } });
  const preview = await buildVersion(project, { slug: "17", type: "external", pullNumber: 17 });
  const build = async (version: { id: number; slug: string }, files: Record<string, string>) => {
    const id = await publishSite(project, version, files);
    await digestBuild(id, on);
    return id;
  };
  const path = `/projects/${project.slug}/versions/17/diff/`;
  return { project, latest, preview, build, path };
}

describe("what a pull request changes", () => {
  test("pages added, modified and deleted; not other files, and not what is around every page", async () => {
    const { latest, preview, build, path } = await world();
    const base = await build(latest, {
      "same.html": page("same"),
      "changed.html": page("before"),
      "gone.html": page("gone"),
      "style.css": "a",
    });
    const head = await build(preview, {
      "same.html": page("same", "Another menu"),
      "changed.html": page("after"),
      "new/page.html": page("new"),
      "style.css": "b",
    });
    const { status, body } = await api().get(path);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        version: "17",
        build: head,
        base: { version: "latest", build: base },
        outdated: false,
        added: ["new/page.html"],
        modified: ["changed.html"],
        deleted: ["gone.html"],
      },
    });
    expect((await api().get(`${path}?ignore=new/*, gone.html`)).body).toMatchObject({
      added: [],
      modified: ["changed.html"],
      deleted: [],
    });
  });

  test("patterns to leave out are few and short, because each is compared with each page", async () => {
    const { latest, preview, build, path } = await world();
    await build(latest, { "index.html": page("one") });
    await build(preview, { "index.html": page("two") });
    expect((await api().get(`${path}?ignore=${"a".repeat(500)}`)).status).toBe(200);
    expect(await api().get(`${path}?ignore=${"a".repeat(501)}`)).toMatchObject({
      status: 400,
      body: { ignore: ["Ensure this field has no more than 500 characters."] },
    });
  });

  test("since it was first built: what is merged later is not taken for deleted, and the base may age", async () => {
    const { latest, preview, build, path } = await world();
    const first = await build(latest, { "index.html": page("one") });
    await build(preview, { "index.html": page("one") });
    await build(latest, { "index.html": page("two"), "merged.html": page("merged") });
    const head = await build(preview, { "index.html": page("mine") });
    expect((await api().get(path)).body).toMatchObject({
      build: head,
      base: { version: "latest", build: first },
      outdated: false,
      added: [],
      modified: ["index.html"],
      deleted: [],
    });
  });

  test("with the base as it is now where there was none at the first build", async () => {
    const { latest, preview, build, path } = await world();
    await build(preview, { "index.html": page("mine") });
    expect((await api().get(path)).status).toBe(404);
    const base = await build(latest, { "index.html": page("one") });
    expect((await api().get(path)).body).toMatchObject({
      base: { build: base },
      modified: ["index.html"],
      outdated: false,
    });
    await publishSite(await projectOf(latest.id), latest, { "index.html": page("two") }, { publish: false });
    expect((await api().get(path)).body.outdated).toBe(true);
  });

  test("is outdated when a newer build of it has succeeded", async () => {
    const { project, latest, preview, build, path } = await world();
    await build(latest, { "index.html": page("one") });
    await build(preview, { "index.html": page("one") });
    await publishSite(project, preview, { "index.html": page("two") }, { publish: false });
    expect((await api().get(path)).body).toMatchObject({ outdated: true, modified: [] });
  });

  test("is unknown before its pages have been read, and of versions that are no pull requests", async () => {
    const { project, latest, preview, build, path } = await world();
    await build(latest, { "index.html": page("one") });
    await publishSite(project, preview, { "index.html": page("two") });
    expect((await api().get(path)).status).toBe(404);
    expect((await api().get(path.replace("/17/", "/latest/"))).status).toBe(404);
  });

  test("is not told to those who may not see the base", async () => {
    const { latest, preview, build, path } = await world();
    await build(latest, { "index.html": page("one") });
    await build(preview, { "index.html": page("two") });
    expect((await api().get(path)).status).toBe(200);
    await db.version.update({ where: { id: latest.id }, data: { privacyLevel: "private" } });
    expect((await api().get(path)).status).toBe(404);
  });

  test("reading the pages again changes nothing, and those of other versions are not read", async () => {
    const { project, latest, preview, build } = await world();
    await build(latest, { "index.html": page("one"), "b.html": page("two") });
    const head = await publishSite(project, preview, { "index.html": page("two") });
    expect(await digestBuild(head, on)).toBe(1);
    expect(await digestBuild(head, on)).toBe(0);
    const other = await buildVersion(project, { slug: "v1" });
    expect(await digestBuild(await publishSite(project, other, { "index.html": page("x") }), on)).toBe(0);
  });
});

const projectOf = (versionId: number) =>
  db.project.findFirstOrThrow({ where: { versions: { some: { id: versionId } } } });

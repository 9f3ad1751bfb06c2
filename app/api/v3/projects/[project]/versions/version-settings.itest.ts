import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { syncRefs } from "#lib/versions/refs/commands.ts";
import { api } from "#test/api.ts";
import { buildSession, buildUser } from "#test/factories/accounts.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildVersion,
} from "#test/factories/tenants.ts";

let project: { id: number; slug: string };
let base: string;

const owner = await buildPerson();
const organization = await buildOrganization(owner);

beforeEach(async () => {
  project = await buildProject({ organization });
  base = `/projects/${project.slug}`;
});

const version = (id: number) => db.version.findUniqueOrThrow({ where: { id }, include: { builds: true } });
const waiting = async () =>
  (
    await db.build.findMany({ where: { projectId: project.id, state: "triggered" }, orderBy: { id: "asc" } })
  ).map(({ versionSlug }) => versionSlug);

describe("the default version", () => {
  it("cannot be deactivated; the refusal names the way out", async () => {
    const { id } = await buildVersion(project, { slug: "v2", verboseName: "V2" });
    expect((await api(owner).patch(`${base}/`, { default_version: "v2" })).status).toBe(204);
    const refused = await api(owner).patch(`${base}/versions/v2/`, { active: false, hidden: true });
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        active: [
          "V2 is the default version. Choose another default version in the project's settings first.",
        ],
      },
    ]);
    expect(await version(id)).toMatchObject({ active: true, hidden: false });
    expect((await api(owner).patch(`${base}/versions/v2/`, { hidden: true })).status).toBe(204);
    expect((await api(owner).patch(`${base}/versions/latest/`, { active: false })).status).toBe(204);
    await api(owner).patch(`${base}/`, { default_version: "latest" });
    expect((await api(owner).patch(`${base}/versions/v2/`, { active: false })).status).toBe(204);
  });
});

describe("PUT …/versions/<version>/slug/", () => {
  it("an active version: old pages gone at once, built again, the default follows", async () => {
    const { id } = await buildVersion(project, { slug: "v2", verboseName: "V2" });
    await buildBuild(project, { id, slug: "v2" }, { publish: true });
    await api(owner).patch(`${base}/`, { default_version: "v2" });
    const { status, body } = await api(owner).put(`${base}/versions/v2/slug/`, { slug: "two" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: "two", verbose_name: "V2", built: false });
    expect((await version(id)).publishedBuildId).toBeNull();
    expect(await db.publication.findFirst({ where: { versionId: id } })).toMatchObject({
      endReason: "renamed",
    });
    expect(await waiting()).toEqual(["two"]);
    expect((await api(owner).get(`${base}/`)).body.default_version).toBe("two");
    expect((await api(owner).get(`${base}/versions/v2/`)).status).toBe(404);
  });

  it("an inactive version: nothing else happens; the same slug again changes nothing", async () => {
    const { id } = await buildVersion(project, { slug: "v2", active: false });
    for (const slug of ["two", "two"])
      expect(
        (await api(owner).put(`${base}/versions/${(await version(id)).slug}/slug/`, { slug })).status,
      ).toBe(200);
    expect(await version(id)).toMatchObject({ slug: "two", rowVersion: 1 });
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ["", "This field may not be blank."],
    ["V2", "Use lower-case letters, digits, dots, dashes and underscores, and start with a letter or digit."],
    ["-x", "Use lower-case letters, digits, dots, dashes and underscores, and start with a letter or digit."],
    ["stable", "“stable” is kept for the version that the platform makes. Choose another slug."],
    ["taken", "Another version has the slug “taken” already."],
  ])("%j is refused", async (slug, message) => {
    await buildVersion(project, { slug: "v2" });
    await buildVersion(project, { slug: "taken" });
    const { status, body } = await api(owner).put(`${base}/versions/v2/slug/`, { slug });
    expect([status, body]).toEqual([400, { slug: [message] }]);
    expect(await waiting()).toEqual([]);
  });

  it("the platform's own versions keep theirs", async () => {
    const { status, body } = await api(owner).put(`${base}/versions/latest/slug/`, { slug: "newest" });
    expect([status, body]).toEqual([
      400,
      { slug: ["The platform itself makes “latest”; its slug cannot be changed."] },
    ]);
  });

  it("of two writers the second learns that it is late", async () => {
    await buildVersion(project, { slug: "v2" });
    const tag = (await api(owner).get(`${base}/versions/v2/`)).headers.get("etag") ?? "";
    await api(owner).patch(`${base}/versions/v2/`, { hidden: true });
    const late = await api(owner).put(`${base}/versions/v2/slug/`, { slug: "two" }, { "if-match": tag });
    expect(late.status).toBe(412);
  });
});

describe("POST …/versions/<version>/wipe/", () => {
  it("lets the files of an inactive version go now, and refuses an active one", async () => {
    const inSomeDays = new Date(Date.now() + 6 * 86_400_000);
    const { id } = await buildVersion(project, { slug: "v2", active: false, filesPurgeAt: inSomeDays });
    expect((await api(owner).post(`${base}/versions/v2/wipe/`)).status).toBe(204);
    expect((await version(id)).filesPurgeAt?.getTime()).toBeLessThanOrEqual(Date.now());
    const refused = await api(owner).post(`${base}/versions/latest/wipe/`);
    expect([refused.status, refused.body]).toEqual([
      400,
      ["latest is active. Deactivate it first: its files are then no longer served."],
    ]);
  });
});

describe("builds after the project's settings were saved", () => {
  const save = async (client: ReturnType<typeof api>, changes: object) => {
    expect((await client.patch(`${base}/`, changes)).status).toBe(204);
    return waiting();
  };

  it("in the dashboard: latest and what it stands for, when builds go by what was changed; a token starts none", async () => {
    const person = await buildUser();
    await db.organizationOwner.create({ data: { organizationId: organization.id, userId: person.id } });
    const dashboard = api(await buildSession(person));
    await buildVersion(project, { slug: "next" });
    await buildVersion(project, { slug: "old" });
    expect(await save(api(owner), { default_branch: "old" })).toEqual([]);
    expect(await save(dashboard, { homepage: "https://example.com", default_branch: "old" })).toEqual([]);
    expect(await save(dashboard, { default_branch: "next" })).toEqual(["latest", "next"]);
    await db.version.updateMany({
      where: { projectId: project.id, slug: "latest" },
      data: { active: false },
    });
    await db.build.updateMany({
      where: { projectId: project.id },
      data: { state: "cancelled", success: false, finishedAt: new Date() },
    });
    expect(await save(dashboard, { default_branch: "old" })).toEqual(["old"]);
  });

  it("changing the default branch from a branch to a tag changes the type of latest", async () => {
    await buildVersion(project, { slug: "v1", type: "tag" });
    await buildVersion(project, { slug: "dev" });
    const latest = () =>
      db.version.findFirstOrThrow({
        where: { projectId: project.id, slug: "latest" },
        select: { identifier: true, type: true },
      });
    await save(api(owner), { default_branch: "v1" });
    expect(await latest()).toEqual({ identifier: "v1", type: "tag" });
    await save(api(owner), { default_branch: "dev" });
    expect(await latest()).toEqual({ identifier: "dev", type: "branch" });
    await save(api(owner), { default_branch: "unknown" });
    expect(await latest()).toEqual({ identifier: "unknown", type: "branch" });
  });
});

describe("GET …/versions/?sort=project", () => {
  const slugs = async (query: string) =>
    (await api(owner).get(`${base}/versions/?${query}`)).body.results.map(
      (row: { slug: string }) => row.slug,
    );

  it("orders as the project says, page by page, and by name without it", async () => {
    for (const slug of ["1.9", "1.10", "docs", "2.0rc1"]) await buildVersion(project, { slug, type: "tag" });
    expect(await slugs("")).toEqual(["latest", "docs", "2.0rc1", "1.9", "1.10"]);
    expect(await slugs("sort=project")).toEqual(["latest", "2.0rc1", "1.10", "1.9", "docs"]);
    expect(await slugs("sort=project&limit=2&offset=2")).toEqual(["1.10", "1.9"]);
    expect(await slugs("sort=project&verbose_name=1.")).toEqual(["1.10", "1.9"]);
    await db.project.update({ where: { id: project.id }, data: { versionSort: "alphabetical" } });
    expect(await slugs("sort=project")).toEqual(["latest", "docs", "2.0rc1", "1.9", "1.10"]);
  });

  it("expand=source tells which versions the platform makes, and when a branch was found gone", async () => {
    await buildVersion(project, { slug: "gone", lastSeenAt: new Date("2026-04-29T10:00:00Z") });
    const { body } = await api(owner).get(`${base}/versions/?sort=project&expand=source`);
    expect(body.results.map((row: { slug: string; source: object }) => [row.slug, row.source])).toEqual([
      ["latest", { machine: true, missing_since: null }],
      ["gone", { machine: false, missing_since: "2026-04-29T10:00:00Z" }],
    ]);
  });
});

describe("what workers and readers find out about versions", () => {
  it("[builds G3] a version's config is that of its last successful build, also when builds share one row", async () => {
    const first = await buildVersion(project, { slug: "v1" });
    const second = await buildVersion(project, { slug: "v2" });
    const config = (formats: string[]) =>
      db.buildConfig.create({
        data: { sha256: Buffer.from(`${project.slug} ${formats}`), body: { version: "2", formats } },
      });
    const [shared, older, newer] = [await config(["pdf"]), await config(["epub"]), await config([])];
    await buildBuild(project, first, { configId: older.id });
    await buildBuild(project, first, { configId: shared.id });
    await buildBuild(project, first, { configId: newer.id, state: "finished", success: false });
    await buildBuild(project, second, { configId: shared.id });
    const { body } = await api(owner).get(`${base}/versions/?expand=config`);
    expect(body.results.map((row: { slug: string; config: object }) => [row.slug, row.config])).toEqual([
      ["v2", { version: "2", formats: ["pdf"] }],
      ["v1", { version: "2", formats: ["pdf"] }],
      ["latest", {}],
    ]);
  });

  it("[builds H12] only active ones by filter, no list without a project, and nobody else may change one", async () => {
    await buildVersion(project, { slug: "off", active: false });
    const { body } = await api(owner).get(`${base}/versions/?active=true`);
    expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual(["latest"]);
    expect((await api(owner).get("/versions/")).status).toBe(404);
    const stranger = api(await buildPerson());
    expect((await stranger.patch(`${base}/versions/latest/`, { hidden: true })).status).toBe(403);
    expect((await api().patch(`${base}/versions/latest/`, { hidden: true })).status).toBe(401);
  });

  it("[builds F11] builds of a version that is gone stay listed for members", async () => {
    const gone = await buildVersion(project, { slug: "gone", active: false });
    const build = await buildBuild(project, gone, { commit: "a1b2" });
    const actor = { kind: "system", job: "test" } as const;
    await syncRefs(project.id, { refs: [], defaultBranch: null }, actor);
    const { body } = await api(owner).get(`${base}/builds/`);
    expect(body.results).toMatchObject([{ id: build.id, version: null, commit: "a1b2" }]);
    expect((await api(owner).get(`${base}/builds/${build.id}/`)).status).toBe(200);
    const retried = await api(owner).post(`${base}/builds/${build.id}/retry/`);
    expect([retried.status, retried.body]).toEqual([409, { detail: "The version of this build is gone." }]);
  });
});

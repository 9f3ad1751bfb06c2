import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildRemoteRepository } from "#test/factories/remotes.ts";
import { buildCompany, buildToken, buildVersion } from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

describe("PUT and PATCH /projects/<slug>/", () => {
  let slug: string;
  let id: number;
  let path: string;
  beforeAll(async () => {
    ({ slug, id } = await company.project({ privacyLevel: "private" }));
    path = `/projects/${slug}/`;
  });

  it("[api A25] [api A30] update: 401, 404, 403, then every field is stored and the slug stays", async () => {
    const changes = {
      name: "Updated name",
      repository: { url: "https://bitbucket.org/example/other", type: "git" },
      language: "pt-br",
      programming_language: "js",
      homepage: "https://updated.example.org/",
      tags: ["partial tags", "updated"],
      default_version: "stable",
      default_branch: "updated-default-branch",
      analytics_code: "UA-XXXXXX",
      analytics_disabled: true,
      versioning_scheme: "single_version_without_translations",
      external_builds_enabled: true,
      privacy_level: "public",
      external_builds_privacy_level: "public",
      readthedocs_yaml_path: "bar/.readthedocs.yaml",
    };
    expect((await visitor.put(path, changes)).status).toBe(401);
    expect((await api(company.stranger).put(path, changes)).status).toBe(404);
    expect((await api(company.reader).put(path, changes)).status).toBe(403);
    const { status, text } = await api(owner).put(path, changes);
    expect([status, text]).toEqual([204, ""]);
    const { body } = await api(owner).get(path);
    expect(body).toMatchObject({
      ...changes,
      slug,
      language: { code: "pt-br", name: "Brazilian Portuguese" },
      programming_language: { code: "js", name: "JavaScript" },
      single_version: true,
    });
    expect(await db.version.findFirst({ where: { projectId: id, slug: "latest" } })).toMatchObject({
      identifier: "updated-default-branch",
      privacyLevel: "private",
    });
    expect(await db.build.count({ where: { projectId: id } })).toBe(0);
    const [event] = await db.auditEvent.findMany({ where: { projectId: id, action: "project.update" } });
    expect(event?.changes).toMatchObject({ privacyLevel: { from: "private", to: "public" } });
  });

  it("[api A26] partial_update: 401; only what is sent changes; tags are replaced, [] clears them", async () => {
    expect((await visitor.patch(path, { tags: ["one"] })).status).toBe(401);
    const before = (await api(owner).get(path)).body;
    expect((await api(owner).patch(path, { tags: ["one"] })).status).toBe(204);
    const after = (await api(owner).get(path)).body;
    expect(after).toEqual({ ...before, tags: ["one"], modified: after.modified });
    await api(owner).patch(path, {});
    expect((await api(owner).get(path)).body.tags).toEqual(["one"]);
    await api(owner).patch(path, { tags: [], repository: {}, default_branch: "", analytics_code: null });
    expect((await api(owner).get(path)).body).toMatchObject({
      tags: [],
      default_branch: "master",
      analytics_code: null,
    });
  });

  it("detail: without a configured branch, default_branch is the one that latest was built from", async () => {
    await db.version.updateMany({ where: { projectId: id, slug: "latest" }, data: { identifier: "main" } });
    expect((await api(owner).get(path)).body.default_branch).toBe("main");
  });

  it("[api A27] partial_update yaml_path: trimmed; blank and null clear it", async () => {
    for (const [sent, stored] of [
      ["  bar/.readthedocs.yaml ", "bar/.readthedocs.yaml"],
      ["", null],
      ["baz/.readthedocs.yaml", "baz/.readthedocs.yaml"],
      [null, null],
    ]) {
      await api(owner).patch(path, { readthedocs_yaml_path: sent });
      expect((await api(owner).get(path)).body.readthedocs_yaml_path).toBe(stored);
    }
  });

  it("[api A28] partial_update_others: 404 for who may not see it, 403 for who may", async () => {
    const at = `/projects/${(await company.project()).slug}/`;
    expect((await visitor.patch(at, {})).status).toBe(401);
    expect((await api(company.stranger).patch(at, { name: "x" })).status).toBe(403);
    expect((await api(company.stranger).patch("/projects/nonexistent/", { name: "x" })).status).toBe(404);
  });

  it("a read-only token changes nothing", async () => {
    const { token } = await buildToken(owner, { scope: "read" });
    expect((await api({ token }).patch(path, { name: "x" })).status).toBe(403);
    expect((await api({ token }).get(path)).status).toBe(200);
  });

  it.each([
    [{ privacy_level: "dummy" }, { privacy_level: ['"dummy" is not a valid choice.'] }],
    [{ repository: { url: "bad://x" } }, { repository: { url: ["Invalid scheme for URL"] } }],
    [
      { repository: "x" },
      { repository: { non_field_errors: ["Invalid data. Expected a dictionary, but got str."] } },
    ],
    [{ privacy_level: null }, { privacy_level: ["This field may not be null."] }],
    [{ external_builds_privacy_level: "" }, { external_builds_privacy_level: ['"" is not a valid choice.'] }],
    [{ default_version: null }, { default_version: ["This field may not be null."] }],
    [
      { default_version: "x".repeat(256) },
      { default_version: ["Ensure this field has no more than 255 characters."] },
    ],
    [
      { analytics_code: "x".repeat(51) },
      { analytics_code: ["Ensure this field has no more than 50 characters."] },
    ],
    [{ analytics_disabled: "" }, { analytics_disabled: ["Must be a valid boolean."] }],
    [{ versioning_scheme: "" }, { versioning_scheme: ['"" is not a valid choice.'] }],
    [{ tags: null }, { tags: ["This field may not be null."] }],
    [{ name: null }, { name: ["This field may not be null."] }],
    [{ name: " " }, { name: ["This field may not be blank."] }],
    [
      { description: "x".repeat(151) },
      { description: ["Ensure this field has no more than 150 characters."] },
    ],
    [{ description: "two\nlines" }, { description: ["Line ends and control characters are not allowed."] }],
    [{ description: null }, { description: ["This field may not be null."] }],
    [{ name: "x".repeat(64) }, { name: ["Ensure this field has no more than 63 characters."] }],
    [{ homepage: null }, { homepage: ["This field may not be null."] }],
    [{ default_version: "" }, { default_version: ["This field may not be blank."] }],
    [{ default_branch: "--upload-pack=x" }, { default_branch: ["Enter a valid branch or tag name."] }],
    [{ versioning_scheme: "x" }, { versioning_scheme: ['"x" is not a valid choice.'] }],
    [{ external_builds_enabled: null }, { external_builds_enabled: ["This field may not be null."] }],
    [{ external_builds_enabled: "maybe" }, { external_builds_enabled: ["Must be a valid boolean."] }],
    [{ tags: ["a", 1] }, { tags: ["All list items must be of string type."] }],
    [{ tags: "[" }, { tags: ["Invalid json list. A tag list submitted in string form must be valid json."] }],
  ])("[api A31] [api A32] invalid values are refused and change nothing: %j", async (changes, errors) => {
    const before = (await api(owner).get(path)).body;
    const { status, body } = await api(owner).patch(path, changes);
    expect(status).toBe(400);
    expect(body).toEqual(errors);
    expect((await api(owner).get(path)).body).toEqual(before);
  });

  it.each([
    [{}, { name: ["This field is required."], repository: ["This field is required."] }],
    [{ name: "x", repository: {} }, { repository: { url: ["This field is required."] } }],
    [{ name: "x", repository: { url: "bad://x" } }, { repository: { url: ["Invalid scheme for URL"] } }],
  ])("[api A32] PUT needs name and repository: %j", async (replacement, errors) => {
    const before = (await api(owner).get(path)).body;
    const { status, body } = await api(owner).put(path, replacement);
    expect([status, body]).toEqual([400, errors]);
    expect((await api(owner).get(path)).body).toEqual(before);
  });

  it("PUT leaves booleans that are absent as they are; in a form they are false, as check boxes are", async () => {
    const project = await company.project({ externalBuildsEnabled: true, analyticsDisabled: true });
    const at = `/projects/${project.slug}/`;
    const flags = async () => {
      const { external_builds_enabled, analytics_disabled } = (await api(owner).get(at)).body;
      return [external_builds_enabled, analytics_disabled];
    };
    const repository = { url: "https://github.com/example/template" };
    expect((await api(owner).put(at, { name: "By JSON", repository })).status).toBe(204);
    expect(await flags()).toEqual([true, true]);
    const form = new URLSearchParams({ name: "By form", "repository.url": repository.url });
    expect((await api(owner).patch(at, form)).status).toBe(204);
    expect(await flags()).toEqual([true, true]);
    expect((await api(owner).put(at, form)).status).toBe(204);
    expect(await flags()).toEqual([false, false]);
    expect((await api(owner).get(at)).body.name).toBe("By form");
  });

  it.each([
    [{ analytics_code: null }, { analytics_code: null }],
    [{ analytics_code: " " }, { analytics_code: null }],
    [{ default_branch: null }, { default_branch: "master" }],
    [{ versioning_scheme: null }, { versioning_scheme: "multiple_versions_with_translations" }],
    [{ analytics_disabled: null }, { analytics_disabled: false }],
    [{ homepage: "" }, { homepage: null }],
    [{ programming_language: "" }, { programming_language: { code: "", name: "Unknown" } }],
    [{ default_version: "not-there-yet" }, { default_version: "not-there-yet" }],
    [{ external_builds_enabled: "on" }, { external_builds_enabled: true }],
    [{ name: 5 }, { name: "5" }],
    [{ name: "*" }, { name: "*" }],
  ])("what blank, null and other spellings mean: %j", async (changes, shown) => {
    const { slug } = await company.project({
      analyticsCode: "UA-1",
      analyticsDisabled: true,
      defaultBranch: "main",
      versioningScheme: "single_version_without_translations",
      homepage: "https://example.org",
    });
    const at = `/projects/${slug}/`;
    expect((await api(owner).patch(at, changes)).status).toBe(204);
    expect((await api(owner).get(at)).body).toMatchObject({ ...shown, slug });
  });

  it("the description stands beside the documented fields, for whoever asks for it", async () => {
    const repository = { url: "https://github.com/example/kettle" };
    const made = await api(owner).post("/projects/", {
      name: "Kettle manual",
      description: " <b>Boils</b> water ",
      repository,
      organization: company.organization.slug,
    });
    const at = `/projects/${made.body.slug}/`;
    const described = async () => (await api(owner).get(`${at}?expand=description`)).body.description;
    expect(await described()).toBe("<b>Boils</b> water");
    expect((await api(owner).get(at)).body).not.toHaveProperty("description");
    await api(owner).patch(at, { description: "يغلي الماء" });
    expect(await described()).toBe("يغلي الماء");
    await api(owner).put(at, { name: "Kettle", repository });
    expect(await described()).toBe("يغلي الماء");
    await api(owner).patch(at, { description: "" });
    expect(await described()).toBe("");
  });

  it("latest follows the default branch and is of the type of the version with that name", async () => {
    const project = await company.project();
    await buildVersion(project, { slug: "v2", type: "tag", identifier: "abc" });
    const latest = () => db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } });
    for (const [branch, identifier, type] of [
      ["v2", "v2", "tag"],
      ["main", "main", "branch"],
      ["", null, "branch"],
    ]) {
      await api(owner).patch(`/projects/${project.slug}/`, { default_branch: branch });
      expect(await latest()).toMatchObject({ identifier, type });
    }
  });

  it("a linked project keeps the clone address of its repository", async () => {
    const remote = await buildRemoteRepository();
    const project = await company.project({
      remoteRepositoryId: remote.id,
      repositoryUrl: "https://old.example.org/x",
    });
    const at = `/projects/${project.slug}/`;
    const address = async () => (await api(owner).get(at)).body.repository.url;
    await api(owner).patch(at, { name: "Other" });
    expect(await address()).toBe("https://old.example.org/x");
    const changed = await api(owner).patch(at, { repository: { url: "https://example.org/mine" } });
    expect([changed.status, await address()]).toEqual([204, remote.cloneUrl]);
    const refused = await api(owner).patch(at, { repository: { url: "bad://x" } });
    expect(refused.body).toEqual({ repository: { url: ["Invalid scheme for URL"] } });
  });

  it("If-Match: the second of two writers learns that it is late", async () => {
    const tag = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).patch(path, { name: "First" }, { "if-match": tag })).status).toBe(204);
    expect((await api(owner).patch(path, { name: "Second" }, { "if-match": tag })).status).toBe(412);
    expect((await api(owner).get(path)).body.name).toBe("First");
  });

  it("a language that another translation has is refused, not crashed into", async () => {
    const main = await company.project();
    await company.project({ translationOfId: main.id, language: "fr" });
    const german = await company.project({ translationOfId: main.id, language: "de" });
    const { status, body } = await api(owner).patch(`/projects/${german.slug}/`, { language: "fr" });
    expect(status).toBe(400);
    expect(body).toEqual({ language: ["There is already a translation in this language."] });
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
  type Person,
  watchSites,
} from "#test/factories/tenants.ts";

type Project = { id: number; slug: string };

let owner: Person;
let stranger: Person;
let home: Awaited<ReturnType<typeof buildHome>>;
let docs: Project;

const at = ({ slug }: { slug: string }) => `/projects/${slug}/address/`;
const P = "docs.localhost:3000";
const E = "previews.localhost:3000";

describe.each(["business", "community"] as const)("addresses in the %s edition", (edition) => {
  beforeEach(async () => {
    env.EDITION = edition;
    env.SUBPROJECT_ALIAS_SLASHES = false;
    owner = await buildPerson();
    stranger = await buildPerson();
    home = await buildHome(owner);
    docs = await buildProject(home);
  });

  const change = (project: Project, body: object, headers = {}) =>
    api(owner).patch(at(project), body, headers);
  const history = (project: Project) =>
    db.auditEvent.findMany({
      where: { projectId: project.id, action: { in: ["project.update", "subproject.update"] } },
      select: { action: true, changes: true },
      orderBy: { id: "asc" },
    });

  test("of a project that decides nothing", async () => {
    const { status, body } = await api(owner).get(at(docs));
    expect([status, body]).toEqual([
      200,
      {
        custom_prefix: null,
        subproject_prefix: null,
        alias: null,
        translation_of: null,
        examples: {
          documentation: `http://${docs.slug}.${P}/en/latest/`,
          platform: `http://${docs.slug}.${P}/en/latest/`,
          preview: `http://${docs.slug}--1.${E}/en/1/`,
          subproject: `http://${docs.slug}.${P}/projects/example/en/latest/`,
          translation: `http://${docs.slug}.${P}/es/latest/`,
        },
        _links: {
          _self: `http://localhost:3000/api/v3/projects/${docs.slug}/address/`,
          project: `http://localhost:3000/api/v3/projects/${docs.slug}/`,
        },
      },
    ]);
  });

  test("[serving E6] prefixes are normalised, shown, recorded and told to the docs hosts", async () => {
    const changed = await watchSites(docs);
    const { status, body } = await change(docs, { custom_prefix: "guide//", subproject_prefix: "s" });
    expect([status, body.custom_prefix, body.subproject_prefix]).toEqual([200, "/guide/", "/s/"]);
    expect(body.examples).toEqual({
      documentation: `http://${docs.slug}.${P}/guide/en/latest/`,
      platform: `http://${docs.slug}.${P}/guide/en/latest/`,
      preview: `http://${docs.slug}--1.${E}/guide/en/1/`,
      subproject: `http://${docs.slug}.${P}/s/example/en/latest/`,
      translation: `http://${docs.slug}.${P}/guide/es/latest/`,
    });
    expect((await api(owner).get(at(docs))).body).toEqual(body);
    expect(await changed()).toEqual([true]);
    expect(await history(docs)).toEqual([
      {
        action: "project.update",
        changes: { customPrefix: { from: null, to: "/guide/" }, subprojectPrefix: { from: null, to: "/s/" } },
      },
    ]);
    const { body: shown } = await api(owner).get(`/projects/${docs.slug}/`);
    expect(shown.urls.documentation).toBe(`http://${docs.slug}.${P}/guide/en/latest/`);
  });

  test.each([
    ["custom_prefix", null, null],
    ["custom_prefix", "", null],
    ["custom_prefix", "/", null],
    ["subproject_prefix", null, null],
    ["subproject_prefix", "", null],
    ["subproject_prefix", "/", "/"],
  ])("%s %j is stored as %j", async (field, given, stored) => {
    await change(docs, { custom_prefix: "a", subproject_prefix: "b" });
    expect((await change(docs, { [field]: given })).body[field]).toBe(stored);
  });

  test("examples follow scheme, default version and domain", async () => {
    const one = await buildProject({
      ...home,
      versioningScheme: "single_version_without_translations",
      customPrefix: "/x/",
      domains: {
        create: {
          host: `${docs.slug}.example.com`,
          canonical: true,
          state: "verified",
          challenge: "c",
          verifyBy: new Date(),
          verifiedAt: new Date(),
        },
      },
    });
    expect((await api(owner).get(at(one))).body.examples).toEqual({
      documentation: `https://${docs.slug}.example.com/x/`,
      platform: `http://${one.slug}.${P}/x/`,
      preview: `http://${one.slug}--1.${E}/x/`,
      subproject: `https://${docs.slug}.example.com/projects/example/`,
      translation: null,
    });
    const flat = await buildProject({
      ...home,
      language: "es",
      defaultVersion: "v2",
      versioningScheme: "multiple_versions_without_translations",
    });
    await buildVersion(flat, { slug: "v2" });
    const { body } = await api(owner).get(at(flat));
    expect(body.examples.documentation).toBe(`http://${flat.slug}.${P}/v2/`);
  });

  test("[serving E6] refused: a prefix of a translation, a subproject prefix of a subproject, an ambiguous one", async () => {
    const spanish = await buildProject({ ...home, language: "es", translationOfId: docs.id });
    const part = await buildProject(home);
    await buildSubproject(docs, part, "fr");
    for (const [project, body, expected] of [
      [
        spanish,
        { custom_prefix: "x" },
        { custom_prefix: ["A translation has the prefix of its main project."] },
      ],
      [
        part,
        { subproject_prefix: "x" },
        { subproject_prefix: ["A subproject has no subprojects of its own."] },
      ],
      [docs, { subproject_prefix: "/en/" }, { subproject_prefix: ["Below /, en is taken for a language."] }],
      [docs, { subproject_prefix: "/" }, { subproject_prefix: ["Below /, fr is taken for a language."] }],
      [
        docs,
        { custom_prefix: "/projects/" },
        { custom_prefix: ["Below /projects/, fr is taken for a language."] },
      ],
      [
        docs,
        { custom_prefix: "page" },
        { custom_prefix: ["Addresses below /page/ belong to the platform."] },
      ],
      [
        docs,
        { custom_prefix: "a b" },
        { custom_prefix: ["Prefixes cannot contain white space, ?, #, % or backslashes."] },
      ],
      [
        docs,
        { custom_prefix: "x".repeat(254) },
        { custom_prefix: ["Ensure this field has no more than 253 characters."] },
      ],
      [docs, { custom_prefix: ["x"] }, { custom_prefix: ["Not a valid string."] }],
    ] as const) {
      const refused = await change(project, body);
      expect([refused.status, refused.body]).toEqual([400, expected]);
    }
    expect((await change(docs, { custom_prefix: "x".repeat(253) })).status).toBe(200);
    expect((await change(part, { custom_prefix: "own" })).body.examples.documentation).toBe(
      `http://${docs.slug}.${P}/projects/fr/own/en/latest/`,
    );
  });

  test("[serving E6] an alias below which a subproject would be out of reach is refused", async () => {
    await change(docs, { subproject_prefix: "/" });
    const part = await buildProject(home);
    const attach = (alias: string) =>
      api(owner).post(`/projects/${docs.slug}/subprojects/`, { child: part.slug, alias });
    expect((await attach("fr")).body).toEqual({ alias: ["Below /, fr is taken for a language."] });
    expect((await attach("_")).body).toEqual({ alias: ["Addresses below /_/ belong to the platform."] });
    expect((await attach("french")).status).toBe(201);
  });

  test("[serving E6] a scheme below which subprojects would be out of reach is refused", async () => {
    const flat = "multiple_versions_without_translations";
    const parent = await buildProject({ ...home, versioningScheme: flat, subprojectPrefix: "/" });
    const scheme = (versioning_scheme: string | null) =>
      api(owner).patch(`/projects/${parent.slug}/`, { versioning_scheme });
    await buildSubproject(parent, await buildProject(home), "fr");
    for (const wanted of ["multiple_versions_with_translations", null]) {
      const refused = await scheme(wanted);
      expect([refused.status, refused.body]).toEqual([
        400,
        { versioning_scheme: ["Below /, fr is taken for a language."] },
      ]);
    }
    expect((await scheme("single_version_without_translations")).status).toBe(204);
    expect((await change(parent, { subproject_prefix: null })).status).toBe(200);
    expect((await scheme("multiple_versions_with_translations")).status).toBe(204);
  });

  test("[serving M3] the alias of a subproject can be changed, to one that is free", async () => {
    const [part, other] = [await buildProject(home), await buildProject(home)];
    await buildSubproject(docs, part, "part");
    await buildSubproject(docs, other, "other");
    const changed = await watchSites(docs, part);
    const { status, body } = await change(part, { alias: "piece" });
    expect([status, body.alias, body.examples.documentation]).toEqual([
      200,
      "piece",
      `http://${docs.slug}.${P}/projects/piece/en/latest/`,
    ]);
    expect(await changed()).toEqual([true, true]);
    const renamed = { action: "subproject.update", changes: { alias: { from: "part", to: "piece" } } };
    expect(await history(docs)).toEqual([renamed]);
    expect(await history(part)).toContainEqual(renamed);

    for (const [alias, expected] of [
      ["other", { alias: ["A subproject with this alias already exists"] }],
      ["a/b", { non_field_errors: ["Aliases can't contain slashes."] }],
      ["a b", { alias: ["Aliases can contain letters, numbers, underscores, and hyphens."] }],
      ["", { alias: ["This field may not be blank."] }],
      [null, { alias: ["This field may not be null."] }],
    ] as const) {
      const refused = await change(part, { alias });
      expect([refused.status, refused.body]).toEqual([400, expected]);
    }
    expect((await change(part, { alias: "piece" })).status).toBe(200);
    expect((await change(docs, { alias: "x" })).body).toEqual({
      alias: ["This project is not a subproject."],
    });
  });

  test("an alias takes an admin of the parent as well", async () => {
    const part = await buildProject(await buildHome(stranger));
    await buildSubproject(docs, part, "part");
    const refused = await api(stranger).patch(at(part), { alias: "piece" });
    expect([refused.status, refused.body]).toEqual([
      403,
      { detail: `Only admins of ${docs.slug} can change this alias.` },
    ]);
  });

  test("[serving M3] nested subprojects, the project itself, one that is attached and a taken alias are refused", async () => {
    const [part, deep] = [await buildProject(home), await buildProject(home)];
    await buildSubproject(docs, part, "part");
    const attach = (parent: Project, child: Project, alias: string) =>
      api(owner).post(`/projects/${parent.slug}/subprojects/`, { child: child.slug, alias });
    const noChild = ({ slug }: Project) => ({
      child: [`Project with slug=${slug} is not valid as subproject`],
    });
    expect((await attach(part, deep, "deep")).body).toEqual({
      non_field_errors: ["Subproject nesting is not supported"],
    });
    expect((await attach(deep, docs, "docs")).body).toEqual(noChild(docs));
    expect((await attach(docs, docs, "me")).body).toEqual(noChild(docs));
    expect((await attach(deep, part, "part")).body).toEqual(noChild(part));
    expect((await attach(docs, deep, "part")).body).toEqual({
      alias: ["A subproject with this alias already exists"],
    });
  });

  test("[serving M4] a project becomes a translation, moves to another main project, and stands alone again", async () => {
    const [spanish, other] = [await buildProject({ ...home, language: "es" }), await buildProject(home)];
    const changed = await watchSites(spanish, docs, other);
    const made = await change(spanish, { translation_of: docs.slug });
    expect([made.status, made.body.translation_of, made.body.examples.documentation]).toEqual([
      200,
      docs.slug,
      `http://${docs.slug}.${P}/es/latest/`,
    ]);
    expect(await changed()).toEqual([true, true, false]);
    const { body: list } = await api(owner).get(`/projects/${docs.slug}/translations/`);
    expect(list.results.map(({ slug }: Project) => slug)).toEqual([spanish.slug]);
    expect((await change(spanish, { translation_of: other.slug })).body.translation_of).toBe(other.slug);
    expect(await changed()).toEqual([true, true, true]);
    expect((await change(spanish, { translation_of: null })).body.translation_of).toBeNull();
    expect((await history(spanish)).map(({ changes }) => changes)).toEqual([
      { translationOf: { from: null, to: docs.slug } },
      { translationOf: { from: docs.slug, to: other.slug } },
      { translationOf: { from: other.slug, to: null } },
    ]);
  });

  test("[serving M4] refused: same and duplicate language, nesting both ways, schemes without translations", async () => {
    const german = await buildProject({ ...home, language: "de", translationOfId: docs.id });
    const flat = await buildProject({
      ...home,
      versioningScheme: "multiple_versions_without_translations",
    });
    const french = await buildProject({ ...home, language: "fr" });
    const again = await buildProject({ ...home, language: "de" });
    const english = await buildProject(home);
    for (const [project, translation_of, why] of [
      [english, docs.slug, `${docs.slug} is in the same language.`],
      [again, docs.slug, "There is already a translation in this language."],
      [french, german.slug, `${german.slug} is a translation itself.`],
      [docs, french.slug, "This project has translations itself."],
      [french, flat.slug, `The versioning scheme of ${flat.slug} has no translations.`],
      [french, french.slug, `Project with slug=${french.slug} is not valid as main project`],
      [french, "nowhere", "Project with slug=nowhere is not valid as main project"],
    ] as const) {
      const refused = await change(project, { translation_of });
      expect([refused.status, refused.body]).toEqual([400, { translation_of: [why] }]);
    }
    const prefixed = await buildProject({ ...home, language: "it", customPrefix: "/x/" });
    expect((await change(prefixed, { translation_of: docs.slug })).body).toEqual({
      custom_prefix: ["A translation has the prefix of its main project."],
    });
    expect((await change(prefixed, { translation_of: docs.slug, custom_prefix: null })).status).toBe(200);
  });

  test("somebody else's project cannot be translated, nor one's own in another organization", async () => {
    const french = await buildProject({ ...home, language: "fr" });
    const foreign = [await buildProject(await buildHome(stranger))];
    if (edition === "business") foreign.push(await buildProject(await buildHome(owner)));
    for (const { slug } of foreign) {
      const refused = await change(french, { translation_of: slug });
      expect([refused.status, refused.body]).toEqual([
        400,
        { translation_of: [`Project with slug=${slug} is not valid as main project`] },
      ]);
    }
  });

  test("[serving M4] a language change that would collide is refused, on either side", async () => {
    const german = await buildProject({ ...home, language: "de", translationOfId: docs.id });
    const french = await buildProject({ ...home, language: "fr", translationOfId: docs.id });
    for (const [project, language] of [
      [docs, "de"],
      [german, "fr"],
      [german, "en"],
    ] as const) {
      const refused = await api(owner).patch(`/projects/${project.slug}/`, { language });
      expect([refused.status, refused.body]).toEqual([
        400,
        { language: ["There is already a translation in this language."] },
      ]);
    }
    expect((await api(owner).delete(`/projects/${french.slug}/`)).status).toBe(204);
    expect((await api(owner).patch(`/projects/${german.slug}/`, { language: "fr" })).status).toBe(204);
    expect((await api(owner).patch(`/projects/${docs.slug}/`, { language: "de" })).status).toBe(204);
  });

  test("a deleted translation leaves its language to the next, a deleted main project its translations", async () => {
    const german = await buildProject({ ...home, language: "de", translationOfId: docs.id });
    const next = await buildProject({ ...home, language: "de" });
    expect((await api(owner).delete(`/projects/${german.slug}/`)).status).toBe(204);
    expect((await change(next, { translation_of: docs.slug })).status).toBe(200);
    expect((await api(owner).delete(`/projects/${docs.slug}/`)).status).toBe(204);
    const french = await buildProject({ ...home, language: "fr" });
    expect((await change(french, { translation_of: next.slug })).status).toBe(200);
    const rows = await db.project.findMany({
      where: { id: { in: [german.id, next.id] } },
      select: { translationOfId: true },
    });
    expect(rows).toEqual([{ translationOfId: null }, { translationOfId: null }]);
  });

  test("of two translations into one language at once, and of two projects that translate each other, one is made", async () => {
    const german = await Promise.all([1, 2, 3].map(() => buildProject({ ...home, language: "de" })));
    const answers = await Promise.all(german.map((one) => change(one, { translation_of: docs.slug })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const [one, two] = [await buildProject(home), await buildProject({ ...home, language: "fr" })];
    const both = await Promise.all([
      change(one, { translation_of: two.slug }),
      change(two, { translation_of: one.slug }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("a language change and a translation into that language at once: one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const main = await buildProject(home);
      const german = await buildProject({ ...home, language: "de" });
      await Promise.all([
        change(german, { translation_of: main.slug }),
        api(owner).patch(`/projects/${main.slug}/`, { language: "de" }),
      ]);
      const rows = await db.project.findMany({ where: { id: { in: [main.id, german.id] } } });
      const [first, second] = rows;
      expect(rows.some((row) => row.translationOfId !== null) && first?.language === second?.language).toBe(
        false,
      );
    }
  });

  test("all of a change or nothing, and not over somebody else's", async () => {
    const part = await buildProject(home);
    await buildSubproject(docs, part, "part");
    const refused = await change(part, { alias: "piece", subproject_prefix: "x" });
    expect([refused.status, (await api(owner).get(at(part))).body.alias]).toEqual([400, "part"]);
    const { headers } = await api(owner).get(at(docs));
    expect(
      (await change(docs, { custom_prefix: "one" }, { "if-match": headers.get("etag") ?? "" })).status,
    ).toBe(200);
    expect(
      (await change(docs, { custom_prefix: "two" }, { "if-match": headers.get("etag") ?? "" })).status,
    ).toBe(412);
    expect((await api(owner).get(at(docs))).body.custom_prefix).toBe("/one/");
  });
});

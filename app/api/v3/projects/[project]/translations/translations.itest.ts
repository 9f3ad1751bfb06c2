import { beforeEach, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { buildHome, buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

const visitor = api();
let owner: Person;
let home: Awaited<ReturnType<typeof buildHome>>;
let main: { id: number; slug: string };
let path: string;

describe.each(["business", "community"] as const)("translations in the %s edition", (edition) => {
  beforeEach(async () => {
    env.EDITION = edition;
    env.API_RATE_ANONYMOUS = 10_000;
    owner = await buildPerson();
    home = await buildHome(owner);
    main = await buildProject(home);
    path = `/projects/${main.slug}/translations/`;
  });

  const translate = (language: string, columns: object = {}) =>
    buildProject({
      ...home,
      slug: `${main.slug}-${language}`,
      language,
      translationOfId: main.id,
      ...columns,
    });

  test("are whole projects, by slug, as far as the caller may see them", async () => {
    await translate("es");
    await translate("de");
    await translate("fr", { privacyLevel: "private" });
    await translate("it", { deletedAt: new Date() });
    const slugs = async (caller: typeof visitor) =>
      (await caller.get(path)).body.results.map(({ slug }: { slug: string }) => slug);
    expect(await slugs(visitor)).toEqual([`${main.slug}-de`, `${main.slug}-es`]);
    expect(await slugs(api(await buildPerson()))).toEqual([`${main.slug}-de`, `${main.slug}-es`]);
    expect(await slugs(api(owner))).toEqual([`${main.slug}-de`, `${main.slug}-es`, `${main.slug}-fr`]);

    const [first] = (await visitor.get(path)).body.results;
    expect(first).toEqual((await visitor.get(`/projects/${main.slug}-de/`)).body);
    expect([first.translation_of.slug, first.language.code, first.urls.documentation]).toEqual([
      main.slug,
      "de",
      `http://${main.slug}.docs.localhost:3000/de/latest/`,
    ]);
  });

  test("come in pages, with fields and expand", async () => {
    await translate("de");
    await translate("es");
    const { body } = await api(owner).get(
      `${path}?limit=1&offset=1&fields=slug,permissions&expand=permissions`,
    );
    expect(body).toEqual({
      count: 2,
      next: null,
      previous: expect.stringContaining("limit=1&offset=0"),
      results: [{ slug: `${main.slug}-es`, permissions: { admin: true } }],
    });
  });

  test("the number of queries does not grow with the list", async () => {
    await translate("de");
    const list = () => api(owner).get(path);
    await list();
    const few = await countStatements(list);
    for (const language of ["es", "fr", "it", "ja"]) await translate(language);
    const many = await countStatements(list);
    expect([few.answer.body.count, many.answer.body.count]).toEqual([1, 5]);
    expect(many.statements).toBe(few.statements);
  });

  test("[api O6] below an unknown or hidden project the page is empty", async () => {
    const hidden = await buildProject({ ...home, privacyLevel: "private" });
    await buildProject({ ...home, language: "de", translationOfId: hidden.id });
    for (const slug of ["nowhere", hidden.slug]) {
      const { status, body } = await visitor.get(`/projects/${slug}/translations/`);
      expect([status, body]).toEqual([200, { count: 0, next: null, previous: null, results: [] }]);
    }
    expect((await api(owner).get(`/projects/${hidden.slug}/translations/`)).body.count).toBe(1);
  });

  test("can only be read: 401, 403, 405, and none has an address of its own here", async () => {
    for (const method of ["post", "put", "patch", "delete"] as const) {
      expect((await visitor[method](path)).status).toBe(401);
      expect((await api(await buildPerson())[method](path)).status).toBe(403);
      expect((await api(owner)[method](path)).status).toBe(405);
    }
    const { slug } = await translate("de");
    expect((await api(owner).get(`${path}${slug}/`)).body).toEqual({ detail: "Not found." });
  });

  test("a translation whose main project was deleted stands alone", async () => {
    const { slug } = await translate("de");
    expect((await api(owner).delete(`/projects/${main.slug}/`)).status).toBe(204);
    const { body } = await api(owner).get(`/projects/${slug}/`);
    expect([body.translation_of, body.urls.documentation]).toEqual([
      null,
      `http://${slug}.docs.localhost:3000/de/latest/`,
    ]);
  });
});

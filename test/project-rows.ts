import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildPerson, buildProject, buildToken, type Person } from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

/** What only a project's admins see and change, below one of its addresses. */
const kinds = [
  {
    name: "redirects",
    model: "Redirect",
    body: (at: number) => ({ type: "page", from_url: `/${at}`, to_url: "/new" }),
    change: { to_url: "/newer" },
  },
  {
    name: "environmentvariables",
    model: "EnvironmentVariable",
    body: (at: number) => ({ name: `NAME_${at}`, value: "secret" }),
    change: { public: true },
  },
];

/** The same for both editions: `projectOf` makes a public project of somebody. */
export function testProjectRows(projectOf: (owner: Person) => Promise<{ id: number; slug: string }>): void {
  describe.each(kinds)("$name", ({ name, model, body, change }) => {
    let owner: Person;
    let project: { id: number; slug: string };
    let list: string;
    /** The address of the one that is there. */
    let at: string;

    beforeEach(async () => {
      owner = await buildPerson();
      project = await projectOf(owner);
      list = `/projects/${project.slug}/${name}/`;
      at = `${list}${(await api(owner).post(list, body(1))).body.pk}/`;
    });

    /** Whatever can be done with it, and with the list. */
    const tryAll = async (caller: ReturnType<typeof api>) => [
      await caller.get(list),
      await caller.post(list, body(2)),
      await caller.get(at),
      await caller.patch(at, change),
      await caller.delete(at),
    ];
    const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

    test("its admins may", async () => {
      expect(statuses(await tryAll(api(owner)))).toEqual([200, 201, 200, 200, 204]);
    });

    test("a superuser may", async () => {
      const superuser = api(await buildPerson({ superuser: true }));
      expect(statuses(await tryAll(superuser))).toEqual([200, 201, 200, 200, 204]);
    });

    test("a stranger may not, and of a private project learns nothing", async () => {
      const stranger = api(await buildPerson());
      expect(statuses(await tryAll(api()))).toEqual([401, 401, 401, 401, 401]);
      expect(statuses(await tryAll(stranger))).toEqual([403, 403, 403, 403, 403]);
      await db.project.update({ where: { id: project.id }, data: { privacyLevel: "private" } });
      for (const answer of await tryAll(stranger))
        expect(answer).toMatchObject({
          status: 404,
          body: { detail: "No Project matches the given query." },
        });
      expect((await api(owner).get(list)).body.count).toBe(1);
    });

    test("a token that only reads does not write, one for other projects does nothing", async () => {
      const reads = api(await buildToken(owner, { scope: "read" }));
      expect(statuses(await tryAll(reads))).toEqual([200, 403, 200, 403, 403]);
      const elsewhere = await buildProject({ maintainer: owner });
      const confined = api(await buildToken(owner, { projectIds: [elsewhere.id] }));
      expect(statuses(await tryAll(confined))).toEqual([403, 403, 403, 403, 403]);
      const here = api(await buildToken(owner, { projectIds: [project.id] }));
      expect(statuses(await tryAll(here))).toEqual([200, 201, 200, 200, 204]);
    });

    test("one of another project is not there, nor one of an unheard-of number or name", async () => {
      const other = await projectOf(owner);
      const foreign = at.replace(`/${project.slug}/`, `/${other.slug}/`);
      for (const path of [foreign, `${list}2147483647/`, `${list}99999999999999999999/`])
        for (const answer of [
          await api(owner).get(path),
          await api(owner).patch(path, change),
          await api(owner).delete(path),
        ])
          expect(answer).toMatchObject({
            status: 404,
            body: { detail: `No ${model} matches the given query.` },
          });
      for (const id of ["abc", "-1", "1e3", "0x1", "%00", "1%00"])
        expect((await api(owner).get(`${list}${id}/`)).body).toEqual({ detail: "Not found." });
      expect((await api(owner).get(`/projects/nowhere/${name}/`)).status).toBe(404);
      expect((await api(owner).get(at)).status).toBe(200);
    });

    test("a long list takes no more statements than a short one", async () => {
      const read = () => countStatements(() => api(owner).get(`${list}?limit=100`));
      await read();
      const short = await read();
      for (const number of [2, 3, 4, 5]) await api(owner).post(list, body(number));
      const long = await read();
      expect([short.answer.body.results.length, long.answer.body.results.length]).toEqual([1, 5]);
      expect(long.statements).toBe(short.statements);
    });

    test("of two who change it with the same tag one is told, and nobody removes what they have not seen", async () => {
      const tag = (await api(owner).get(at)).headers.get("etag") ?? "";
      const both = await Promise.all([1, 2].map(() => api(owner).patch(at, change, { "if-match": tag })));
      expect(statuses(both).sort()).toEqual([200, 412]);
      expect((await api(owner).delete(at, { "if-match": tag })).status).toBe(412);
      const renewed = (await api(owner).get(at)).headers.get("etag") ?? "";
      expect((await api(owner).delete(at, { "if-match": renewed })).status).toBe(204);
    });
  });
}

import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildCompany,
  buildPerson,
  buildProject,
  buildTeam,
  buildToken,
  buildVersion,
} from "#test/factories/tenants.ts";
import { countStatements } from "#test/statements.ts";

/** What a person's home shows: their projects as they want them listed, their stars, and what runs. */
const { owner, reader, stranger, organization, project: make } = await buildCompany();
const day = (date: number) => new Date(Date.UTC(2026, 0, date));
const lease = { leaseToken: crypto.randomUUID(), leaseUntil: new Date(Date.now() + 60_000) };
type Row = { slug: string; starred: boolean; last_build: { id: number } | null };

const latestOf = ({ id }: { id: number }) =>
  db.version.findFirstOrThrow({ where: { projectId: id, slug: "latest" }, select: { id: true, slug: true } });

// Slugs, names and days of creation are in different orders.
const ash = await make({ slug: "ash", name: "Zebra", created: day(2), privacyLevel: "public" });
const elm = await make({
  slug: "elm",
  name: "apple",
  created: day(3),
  language: "de",
  privacyLevel: "private",
});
await make({ slug: "fir", name: "Mango", created: day(1), privacyLevel: "private" });
const passed = await buildBuild(ash, await latestOf(ash), { created: day(11) });
// Passing, although a later build of another version failed and a later one of its own was cancelled.
await buildBuild(ash, await buildVersion(ash), { created: day(13), success: false });
const cancelled = await buildBuild(ash, await latestOf(ash), {
  created: day(12),
  state: "cancelled",
  success: false,
  finishedAt: day(12),
});
await buildBuild(elm, await latestOf(elm), { created: day(10) });
const running = await buildBuild(elm, await latestOf(elm), {
  created: day(15),
  state: "uploading",
  ...lease,
});
await buildBuild(elm, await latestOf(elm), { created: day(14), success: false });
await api(owner).put("/projects/fir/star/", {});
const other = await buildProject({ slug: "oak", name: "Oak", maintainer: owner, created: day(9) });

test.each([
  ["", "ash elm fir oak"],
  ["sort=slug", "ash elm fir oak"],
  ["sort=name", "elm fir oak ash"],
  ["sort=-starred", "fir elm oak ash"],
  ["sort=-created", "oak elm ash fir"],
  ["sort=-last_build", "elm ash fir oak"],
  ["state=passing", "ash"],
  ["state=failing", "elm"],
  ["state=not_built", "fir oak"],
  ["organization=ORGANIZATION", "ash elm fir"],
  ["organization=nobody", ""],
  ["privacy_level=private", "elm fir"],
  ["starred=true", "fir"],
  ["starred=false", "ash elm oak"],
  ["language=de&state=failing&name=pp", "elm"],
  ["sort=-starred&limit=2", "fir elm"],
  ["sort=-starred&limit=2&offset=2", "oak ash"],
])("?%s lists %s", async (query, slugs) => {
  const { body } = await api(owner).get(`/projects/?${query.replace("ORGANIZATION", organization.slug)}`);
  expect(body.results.map(({ slug }: Row) => slug).join(" ")).toBe(slugs);
});

test.each(["state=red", "sort=age", "privacy_level=secret"])("?%s is refused", async (query) => {
  expect((await api(owner).get(`/projects/?${query}`)).status).toBe(400);
});

test("a longer list costs no more statements", async () => {
  const ask = (limit: number) =>
    countStatements(() =>
      api(owner).get(
        `/projects/?limit=${limit}&sort=-starred&expand=last_build,organization,permissions,starred`,
      ),
    );
  await ask(4);
  const [few, many] = [await ask(2), await ask(4)];
  expect([few.answer.body.results.length, many.answer.body.results.length]).toEqual([2, 4]);
  expect(many.statements).toBe(few.statements);
});

test("the last build is the newest of the default version, as far as the caller sees that", async () => {
  const last = async (person: { token: string }, slug: string) =>
    (await api(person).get(`/projects/${slug}/?expand=last_build`)).body.last_build?.id ?? null;
  expect(await last(owner, "ash")).toBe(cancelled.id);
  expect(await last(stranger, "ash")).toBe(cancelled.id);
  expect(await last(owner, "elm")).toBe(running.id);
  expect(await last(owner, "fir")).toBeNull();
  await db.version.updateMany({ where: { projectId: ash.id }, data: { privacyLevel: "private" } });
  expect(await last(stranger, "ash")).toBeNull();
  expect(await last(reader, "ash")).toBe(cancelled.id);
  expect(passed.id).toBeLessThan(cancelled.id);
});

test("a star is its person's alone, and giving or taking it twice is the same as once", async () => {
  const starred = async (person: { token: string }) =>
    (await api(person).get("/projects/?expand=starred")).body.results
      .filter((row: Row) => row.starred)
      .map(({ slug }: Row) => slug);
  for (const _ of [1, 2]) expect((await api(reader).put("/projects/elm/star/", {})).status).toBe(204);
  expect(await starred(reader)).toEqual(["elm"]);
  expect(await starred(owner)).toEqual(["fir"]);
  for (const _ of [1, 2]) expect((await api(reader).delete("/projects/elm/star/")).status).toBe(204);
  expect(await starred(reader)).toEqual([]);
  expect((await api(owner).get("/projects/elm/audit/")).text).not.toContain("star.");
});

test("builds that run are listed for the people of their project, newest first", async () => {
  const team = await buildTeam(organization, { projects: [ash] });
  const guest = await buildPerson();
  await db.teamMember.create({ data: { teamId: team.id, userId: guest.id } });
  const version = await buildVersion(ash, { slug: "v1", privacyLevel: "private" });
  const waiting = await buildBuild(ash, version, { state: "triggered", created: day(14) });
  const list = async (person: { token: string }, query = "") => {
    const { body } = await api(person).get(`/account/running-builds/${query}`);
    return [body.count, ...body.results.map(({ id }: { id: number }) => id)];
  };
  expect(await list(reader)).toEqual([2, running.id, waiting.id]);
  expect(await list(guest)).toEqual([1, waiting.id]);
  expect(await list(reader, "?limit=1")).toEqual([2, running.id]);
  expect(await list(reader, "?offset=2")).toEqual([2]);
  expect(await list(stranger)).toEqual([0]);
  expect(await list(await buildPerson({ superuser: true }))).toEqual([0]);
  expect(await list(await buildToken(owner, { projectIds: [elm.id, other.id] }))).toEqual([1, running.id]);
  const { body } = await api(guest).get("/account/running-builds/");
  expect(body.results).toEqual([
    {
      id: waiting.id,
      project: { slug: "ash", name: "Zebra" },
      version: "v1",
      commit: null,
      state: { code: "triggered", name: "Triggered" },
      created: "2026-01-14T00:00:00Z",
      urls: { build: expect.stringMatching(`/projects/ash/builds/${waiting.id}/$`) },
      _links: { _self: expect.stringMatching(`/api/v3/projects/ash/builds/${waiting.id}/$`) },
    },
  ]);
});

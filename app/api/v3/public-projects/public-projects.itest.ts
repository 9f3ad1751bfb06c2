import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import {
  buildAcme,
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
} from "#test/factories/tenants.ts";

// One organization with a public and a private project; beside it what must never be found.
const { owner, reader, outsider, open } = await buildAcme();
const visitor = api();
const writer = await buildPerson({ username: "Writer" });
const maintained = await buildProject({ maintainer: writer, privacyLevel: "public" });
await buildProject({ maintainer: writer, privacyLevel: "private" });
const gone = await buildProject({ maintainer: writer, privacyLevel: "public" });
await db.project.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
const closed = await buildOrganization(await buildPerson());
await db.organization.update({ where: { id: closed.id }, data: { disabledAt: new Date() } });
await buildProject({ organization: closed, privacyLevel: "public" });
await db.project.update({
  where: { id: maintained.id },
  data: {
    name: "Kettle",
    description: "How to boil 100% of the water",
    language: "de",
    tags: { create: [{ name: "c++ / x" }] },
  },
});

const latestOf = ({ id }: { id: number }) =>
  db.version.findFirstOrThrow({ where: { projectId: id, slug: "latest" } });
const found = async (query = "", by = visitor): Promise<string[]> =>
  (await by.get(`/public-projects/?limit=50${query}`)).body.results.map(({ slug }: { slug: string }) => slug);

test("everybody finds public projects, and nobody private, deleted or closed ones", async () => {
  for (const by of [visitor, api(owner), api(reader), api(outsider), api(writer)])
    expect(await found("", by)).toEqual([open.slug, maintained.slug].sort());
});

test("a public project has the documented shape", async () => {
  const latest = await latestOf(maintained);
  const build = await buildBuild(maintained, latest);
  const { body } = await visitor.get("/public-projects/?q=kettle");
  expect(body.results).toEqual([
    {
      slug: maintained.slug,
      name: "Kettle",
      description: "How to boil 100% of the water",
      language: { code: "de", name: "German" },
      tags: ["c++ / x"],
      urls: expect.objectContaining({ home: `${env.DASHBOARD_URL}/projects/${maintained.slug}/` }),
      last_build: expect.objectContaining({ id: build.id, success: true }),
    },
  ]);
  await db.version.update({ where: { id: latest.id }, data: { privacyLevel: "private" } });
  expect((await visitor.get("/public-projects/?q=kettle")).body.results[0].last_build).toBeNull();
  await db.version.update({ where: { id: latest.id }, data: { privacyLevel: "public" } });
});

test("the latest build comes first where that is asked for", async () => {
  await buildBuild(open, await latestOf(open));
  expect(await found("&sort=last_build")).toEqual([open.slug, maintained.slug]);
});

test.each([
  ["&q=BOIL", true],
  ["&q=0%25%20of", true],
  ["&q=b%25l", false],
  ["&language=de", true],
  ["&language=fr", false],
  ["&tag=c%2B%2B%20/%20x", true],
  ["&tag=C%2B%2B%20/%20x", false],
  ["&username=writer", true],
  ["&username=nobody", false],
])("the filter %s finds the project: %s", async (query, finds) => {
  expect(await found(query)).toEqual(finds ? [maintained.slug] : []);
});

test("who works for an organization is found by its own people only", async () => {
  const admin = await buildPerson();
  const colleague = await buildPerson();
  const boss = await buildPerson();
  const company = await buildOrganization(boss);
  const project = await buildProject({ organization: company, privacyLevel: "public" });
  await buildTeam(company, { access: "admin", members: [admin], projects: [project] });
  await buildTeam(company, { members: [colleague], projects: [project] });
  for (const username of [admin.username, boss.username]) {
    expect(await found(`&username=${username}`, api(colleague))).toEqual([project.slug]);
    expect(await found(`&username=${username}`)).toEqual([]);
    expect(await found(`&username=${username}`, api(outsider))).toEqual([]);
  }
  expect(await found(`&username=${colleague.username}`, api(colleague))).toEqual([]);
  await db.project.update({ where: { id: project.id }, data: { privacyLevel: "private" } });
  expect(await found(`&username=${admin.username}`, api(admin))).toEqual([]);
});

test("past its end a list still says how many there are", async () => {
  const { body } = await visitor.get("/public-projects/?offset=100");
  expect([body.count, body.results]).toEqual([2, []]);
});

test("an account tells everybody its name, spelt as it is", async () => {
  const { status, body } = await visitor.get("/profiles/Writer/");
  expect([status, body]).toEqual([
    200,
    { username: "Writer", first_name: "", last_name: "", created: expect.stringMatching(/Z$/) },
  ]);
  for (const name of ["writer", "nobody", "a%00b"])
    expect((await visitor.get(`/profiles/${name}/`)).status).toBe(404);
  await db.user.update({ where: { id: writer.id }, data: { deactivatedAt: new Date() } });
  expect((await visitor.get("/profiles/Writer/")).status).toBe(404);
  expect(await found("&username=writer")).toEqual([]);
  await db.user.update({ where: { id: writer.id }, data: { deactivatedAt: null } });
});

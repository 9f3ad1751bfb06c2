import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { api } from "#test/api.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOwnedProject,
  buildPerson,
  buildTeam,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

let owner: Person;
let project: { id: number; slug: string };
let latest: { id: number; slug: string };
let old: { id: number; slug: string };
let owns: ReturnType<typeof api>;
let list: string;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  owns = api(owner);
  list = `/projects/${project.slug}/purges/`;
  latest = await versionOf(project, "latest");
  old = await buildVersion(project, { slug: "old" });
  await publishSite(project, latest, { "index.html": "first" });
  await publishSite(project, old, { "index.html": "first" });
  // There is no worker: nothing is sent.
  Object.assign(env, { CDN_DRIVER: "http", CDN_URL: "https://cdn.example/purge" });
});
afterEach(() => {
  env.CDN_DRIVER = "none";
});

const below = (path: string) => `/projects/${project.slug}/${path}`;
/** The tags of every request, without the project's name, which they all begin with. */
async function purged(): Promise<string[]> {
  const rows = await db.purgeRequest.findMany({ where: { projectId: project.id } });
  return rows.flatMap(({ tags }) => tags.map((tag) => tag.replace(project.slug, ""))).sort();
}

const everything = [""];
const rootFiles = [":favicon.ico", ":llms-full.txt", ":llms.txt", ":robots.txt", ":sitemap.xml"];
const version = (slug: string) => [`:${slug}`, ...rootFiles].sort();

describe("shared caches forget", () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    ["a version that is changed in nothing", () => owns.patch(below("versions/old/"), {}), version("old")],
    ["a version that is hidden", () => owns.patch(below("versions/old/"), { hidden: true }), version("old")],
    ["a version with a newer build", () => publishSite(project, latest, { a: "2" }), version("latest")],
    [
      "everything, when a version is made private",
      () => owns.patch(below("versions/old/"), { privacy_level: "private" }),
      everything,
    ],
    [
      "everything, when a version is deactivated",
      () => owns.patch(below("versions/old/"), { active: false }),
      everything,
    ],
    [
      "everything, when a version gets another slug",
      () => owns.put(below("versions/old/slug/"), { slug: "older" }),
      everything,
    ],
    [
      "everything, when a version is published for the first time",
      async () => publishSite(project, await buildVersion(project), { a: "1" }),
      everything,
    ],
    [
      "everything, when a redirect is added",
      () => owns.post(below("redirects/"), { type: "page", from_url: "/old", to_url: "/new" }),
      everything,
    ],
    ["everything, when the project is changed", () => owns.patch(below(""), { name: "Guide" }), everything],
    ["everything, when the project is deleted", () => owns.delete(below("")), everything],
    ["everything, when an admin asks for it", () => owns.post(list), everything],
  ])("%s", async (_name, change, tags) => {
    await change();
    expect(await purged()).toEqual(tags);
  });

  test("nothing, when somebody more may read", async () => {
    const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.id } });
    const organization = await db.organization.findUniqueOrThrow({ where: { id: organizationId ?? 0 } });
    const team = await buildTeam(organization);
    const path = `/organizations/${organization.slug}/teams/${team.slug}/projects/`;
    expect((await owns.post(path, { project: project.slug })).status).toBe(201);
    expect(await purged()).toEqual([]);
  });
});

test("admins see what was asked for, newest first, and what became of it", async () => {
  await owns.patch(below("versions/old/"), {});
  await owns.post(list);
  const first = await db.purgeRequest.findFirstOrThrow({
    where: { projectId: project.id, reason: "version.update" },
  });
  await db.purgeRequest.update({
    where: { id: first.id },
    data: { state: "failed", attempts: 24, lastError: "The content delivery network answered 503." },
  });
  const { status, body } = await owns.get(list);
  expect([status, body.count]).toEqual([200, 2]);
  expect(body.results[0]).toEqual({
    id: expect.any(Number),
    tags: [project.slug],
    reason: "project.purge_caches",
    state: "waiting",
    attempts: 0,
    last_error: null,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    done: null,
    _links: { project: `http://localhost:3000/api/v3/projects/${project.slug}/` },
  });
  expect(body.results[1]).toMatchObject({
    reason: "version.update",
    state: "failed",
    attempts: 24,
    last_error: "The content delivery network answered 503.",
  });
  expect((await owns.get(`${list}?state=failed`)).body).toMatchObject({
    count: 1,
    results: [{ id: first.id }],
  });
  expect((await owns.get(`${list}?state=lost`)).status).toBe(400);
  expect((await api(await buildPerson()).get(list)).status).toBe(403);
});

test("without a content delivery network there is nothing to ask", async () => {
  env.CDN_DRIVER = "none";
  const { status, body } = await owns.post(list);
  expect([status, body]).toEqual([400, ["There is no content delivery network in front of Lectern."]]);
});

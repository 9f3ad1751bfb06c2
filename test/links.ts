import { globSync } from "node:fs";
import { db } from "#lib/platform/db/client.ts";
import { api, type Json } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { buildConnectedAccount, buildRemoteRepository } from "#test/factories/remotes.ts";
import { addDownload, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";

/**
 * A handbook with one of everything that answers link to: a published version with a download, an ended build, a subproject, a
 * translation, a redirect, a variable, and notifications of each kind.
 */
export async function buildLinked(
  home: (owner: Person) => Promise<{ organization?: { id: number }; maintainer?: { id: number } }>,
): Promise<Person> {
  const owner = await buildPerson({ username: "owner" });
  const { organization, maintainer } = await home(owner);
  const place = { ...(organization && { organization }), ...(maintainer && { maintainer }) };
  const remote = await buildRemoteRepository({ admins: [await buildConnectedAccount(owner)] });
  const handbook = await buildProject({ ...place, slug: "handbook", remoteRepositoryId: remote.id });
  const part = await buildProject({ ...place, slug: "part" });
  const french = await buildProject({
    ...place,
    slug: "french",
    language: "fr",
    translationOfId: handbook.id,
  });
  for (const project of [handbook, part, french]) {
    const latest = await versionOf(project, "latest");
    const buildId = await publishSite(project, latest, { "index.html": "<p>Read me" });
    await addDownload(project, buildId, { name: "book.pdf", content: "%PDF" });
    await db.notice.create({ data: { buildId, messageId: "build:user:time-out", values: { seconds: 900 } } });
  }
  const client = api(owner);
  await client.post("/projects/handbook/subprojects/", { child: "part" });
  await client.post("/projects/handbook/redirects/", { type: "page", from_url: "/old", to_url: "/new" });
  await client.post("/projects/handbook/environmentvariables/", { name: "COLOUR", value: "red" });
  const messageId = "core:email:validation-pending";
  const attached = [
    { userId: owner.id },
    { projectId: handbook.id },
    ...(organization ? [{ organizationId: organization.id }] : []),
  ];
  for (const to of attached) await db.notice.create({ data: { ...to, messageId } });
  return owner;
}

const origin = "http://localhost:3000";

/** Every absolute address of this installation in an answer that is none of the user's own making. */
const addressesIn = (body: Json): string[] =>
  JSON.stringify(body, (key, value) => (key === "html_url" || key === "vcs" ? null : value))
    .match(/"http:\/\/([a-z0-9-]+\.)*(docs\.)?localhost:3000\/[^"]*"/g)
    ?.map((found) => found.slice(1, -1)) ?? [];

/** The pages of the dashboard, as patterns of their addresses. */
const pages = globSync("app/**/page.tsx").map((file) => {
  const path = file
    .replace(/^app|\/page\.tsx$/g, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\[[^\]]+\]/g, "[^/]+");
  return new RegExp(`^${path}/$`);
});

/**
 * Follows every address in every answer from `starts` on, as `owner`: routes of the API, pages of the dashboard, pages of docs hosts.
 * Returns how many there were, and the ones that were not answered with 200 together with what they were answered with.
 */
export async function followLinks(
  owner: Person,
  starts: readonly string[],
): Promise<{ followed: string[]; odd: Record<string, number> }> {
  const { ask, close } = await openDocsHosts();
  const statusOf = async (address: string): Promise<{ status: number; body: Json }> => {
    const { host, pathname, search } = new URL(address);
    if (host !== "localhost:3000") return { ...(await ask(host, pathname)), body: null };
    if (pathname.startsWith("/api/v3/")) return api(owner).get(pathname.slice("/api/v3".length) + search);
    return { status: pages.some((page) => page.test(pathname)) ? 200 : 404, body: null };
  };
  const waiting = starts.map((path) => `${origin}/api/v3${path}`);
  const seen = new Set(waiting);
  const odd: Record<string, number> = {};
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { status, body } = await statusOf(address);
    if (status !== 200) odd[address.replace(`${origin}/api/v3`, "")] = status;
    for (const next of status === 200 ? addressesIn(body) : []) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  await close();
  return { followed: [...seen], odd };
}

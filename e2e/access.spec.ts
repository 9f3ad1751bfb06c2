import type { Browser, Page } from "@playwright/test";
import { communityUrl, expect, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";
import { visitedElsewhere, visits } from "./visits.ts";

type Answers = Readonly<Record<string, readonly string[]>>;

/**
 * What pages answer visitors, strangers, readers, project admins and owners, in this order; written by hand after dashboard.md 1.5 to
 * 1.10, of a private project and its organization. "log-in" leads to the log-in page and from there back.
 */
const business: Answers = {
  "200 200 200 200 200": ["/projects/"],
  // Pages of one's own.
  "log-in 200 200 200 200": [
    "/dashboard/",
    "/dashboard/import/manual/",
    "/notifications/",
    "/organizations/",
    "/organizations/create/",
    "/accounts/edit/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/security-log/",
    "/accounts/tokens/",
    "/accounts/delete/",
    "/accounts/preferences/",
    "/accounts/sessions/",
  ],
  // Leads to the one way to import there is.
  "log-in 307 307 307 307": ["/dashboard/import/"],
  // Reading a private project.
  "404 404 200 200 200": [
    "/projects/[project]/",
    "/projects/[project]/versions/",
    "/projects/[project]/versions/[version]/",
    "/projects/[project]/builds/",
    "/projects/[project]/builds/[build]/",
    "/projects/[project]/downloads/",
  ],
  // Managing it.
  "log-in 404 403 200 200": [
    "/dashboard/[project]/edit/",
    "/dashboard/[project]/redirects/",
    "/dashboard/[project]/redirects/create/",
    "/dashboard/[project]/redirects/import/",
    "/dashboard/[project]/redirects/[redirect]/edit/",
    "/dashboard/[project]/environmentvariables/",
    "/dashboard/[project]/subprojects/",
    "/dashboard/[project]/translations/",
    "/dashboard/[project]/domains/",
    "/dashboard/[project]/domains/[domain]/",
    "/dashboard/[project]/repository/",
    "/dashboard/[project]/delete/",
    "/dashboard/[project]/version/[version]/edit/",
    "/dashboard/[project]/people/",
    "/dashboard/[project]/security-log/",
    "/dashboard/[project]/sharing/",
    "/dashboard/[project]/sharing/new/",
    "/dashboard/[project]/sharing/[share]/",
    "/dashboard/[project]/sharing/[share]/edit/",
    "/dashboard/[project]/sharing/[share]/replace/",
  ],
  // Maintainers belong to the other edition.
  "log-in 404 404 404 404": ["/dashboard/[project]/users/"],
  // What everybody of an organization sees of it; of teams their own.
  "log-in 404 200 200 200": [
    "/organizations/[organization]/",
    "/organizations/[organization]/members/",
    "/organizations/[organization]/teams/",
    "/organizations/[organization]/owners/",
  ],
  "log-in 404 404 200 200": ["/organizations/[organization]/teams/[team]/"],
  "log-in 404 403 403 200": [
    "/organizations/[organization]/shares/",
    "/organizations/[organization]/policies/",
    "/organizations/[organization]/edit/",
    "/organizations/[organization]/delete/",
    "/organizations/[organization]/security-log/",
  ],
};

/** The same of a public project of the other edition: visitors, strangers, maintainers. */
const community: Answers = {
  "200 200 200": ["/projects/", ...(business["404 404 200 200 200"] ?? [])],
  "log-in 200 200": business["log-in 200 200 200 200"]?.filter((page) => !page.startsWith("/organ")) ?? [],
  "log-in 403 200": [
    "/dashboard/[project]/edit/",
    "/dashboard/[project]/redirects/",
    "/dashboard/[project]/redirects/create/",
    "/dashboard/[project]/redirects/import/",
    "/dashboard/[project]/redirects/[redirect]/edit/",
    "/dashboard/[project]/environmentvariables/",
    "/dashboard/[project]/subprojects/",
    "/dashboard/[project]/translations/",
    "/dashboard/[project]/domains/",
    "/dashboard/[project]/domains/[domain]/",
    "/dashboard/[project]/delete/",
    "/dashboard/[project]/version/[version]/edit/",
    "/dashboard/[project]/users/",
    "/dashboard/[project]/security-log/",
  ],
  "log-in 404 404": [
    "/dashboard/[project]/repository/",
    "/dashboard/[project]/people/",
    "/dashboard/[project]/sharing/",
    "/dashboard/[project]/sharing/new/",
    "/dashboard/[project]/sharing/[share]/",
    "/dashboard/[project]/sharing/[share]/edit/",
    "/dashboard/[project]/sharing/[share]/replace/",
  ],
  "404 404 404": [
    "/organizations/",
    "/organizations/create/",
    "/organizations/[organization]/",
    "/organizations/[organization]/members/",
    "/organizations/[organization]/teams/",
    "/organizations/[organization]/teams/[team]/",
    "/organizations/[organization]/owners/",
    "/organizations/[organization]/shares/",
    "/organizations/[organization]/policies/",
    "/organizations/[organization]/edit/",
    "/organizations/[organization]/delete/",
    "/organizations/[organization]/security-log/",
  ],
};

/**
 * Who may come in does not depend on who somebody is to a project here; superusers' pages have e2e/operator.spec.ts, those for
 * everybody e2e/public.spec.ts.
 */
const others = [
  "/accounts/no-access/",
  "/operator/",
  "/operator/users/",
  "/operator/sign-up/",
  "/profiles/[username]/",
  "/projects/tags/[tag]/",
];

type Place = Readonly<Record<string, unknown>>;

/** What these people get instead of what is written. */
async function wrongAnswers(table: Answers, people: readonly Page[], place: Place): Promise<string[]> {
  const wrong: string[] = [];
  for (const [answers, folders] of Object.entries(table)) {
    for (const folder of folders) {
      const address = folder.replaceAll(/\[(\w+)\]/g, (_, name) => String(place[name]));
      const got = (await Promise.all(people.map((page) => answer(page, address)))).join(" ");
      if (got !== answers) wrong.push(`${folder}: ${got} instead of ${answers}`);
    }
  }
  return wrong;
}

/** What somebody gets for an address, without a browser. */
async function answer(page: Page, address: string): Promise<string> {
  const response = await page.request.get(address, { maxRedirects: 0 });
  const to = response.headers().location;
  return to?.includes("/accounts/login/?next=") ? "log-in" : String(response.status());
}

type Json = Record<string, unknown>;

async function made(page: Page, path: string, data: object): Promise<Json> {
  const headers = { Origin: new URL(page.url()).origin };
  const response = await page.request.post(path, { data, headers });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** A project with something on each of its pages. */
async function makeProject(page: Page, more: object): Promise<Place> {
  const repository = { url: handbook(unique("access")), type: "git" };
  const { slug } = await made(page, "/api/v3/projects/", { name: unique("access"), repository, ...more });
  const api = `/api/v3/projects/${slug}/`;
  const redirect = await made(page, `${api}redirects/`, { type: "page", from_url: "/a", to_url: "/b" });
  const domain = await made(page, `${api}domains/`, { domain: `${unique("docs")}.acme.example` });
  const { results } = await (await page.request.get(`${api}builds/?limit=1`)).json();
  return {
    project: slug,
    version: "latest",
    build: results[0].id,
    redirect: redirect.pk,
    domain: domain.id,
    share: 1,
    organization: "unknown",
    team: "admins",
  };
}

/** Somebody with a browser of their own, logged in unless they are visitors. */
async function comeIn(
  browser: Browser,
  baseURL: string | undefined,
  more: { as: "visitor" | "somebody" | "owner" },
) {
  const page = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await page.goto("/");
  const username =
    more.as === "visitor" ? "" : (await signUp(page, { organization: more.as === "owner" })).username;
  return { page, username };
}

test("what each page answers to whom is decided", () => {
  const all = [...Object.keys(visits), ...Object.keys(visitedElsewhere)].sort();
  expect([...Object.values(business).flat(), ...others].sort()).toEqual(all);
  const leads = business["log-in 307 307 307 307"] ?? [];
  expect([...Object.values(community).flat(), ...leads, ...others].sort()).toEqual(all);
});

test("[dashboard B4] pages answer visitors, strangers, readers, project admins and owners as written", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const visitor = await comeIn(browser, baseURL, { as: "visitor" });
  const stranger = await comeIn(browser, baseURL, { as: "somebody" });
  const reader = await comeIn(browser, baseURL, { as: "somebody" });
  const admin = await comeIn(browser, baseURL, { as: "somebody" });
  const owner = await comeIn(browser, baseURL, { as: "owner" });
  const organization = owner.username;
  const place = await makeProject(owner.page, { organization, privacy_level: "private" });
  const { project } = place;
  const at = `/api/v3/organizations/${organization}/`;
  for (const [team, person] of [
    ["read-only", reader],
    ["admins", admin],
  ] as const) {
    await made(owner.page, `${at}teams/${team}/projects/`, { project });
    const invited = { email: `${person.username}@example.com`, teams: [team] };
    const { id } = await made(owner.page, `${at}invitations/`, invited);
    const { url } = await made(owner.page, `${at}invitations/${id}/link/`, {});
    const token = new URL(String(url)).pathname.split("/").at(-2);
    await made(person.page, `/api/v3/invitations/${token}/accept/`, {});
  }
  const share = await made(owner.page, `/api/v3/projects/${project}/sharing/`, {
    description: "Access",
    access_type: "token",
  });
  const people = [visitor, stranger, reader, admin, owner].map(({ page }) => page);
  expect(await wrongAnswers(business, people, { ...place, organization, share: share.id })).toEqual([]);
  for (const page of people) await page.context().close();
});

test("[dashboard B4] pages of the community edition answer visitors, strangers and maintainers as written", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const visitor = await comeIn(browser, communityUrl, { as: "visitor" });
  const stranger = await comeIn(browser, communityUrl, { as: "somebody" });
  const maintainer = await comeIn(browser, communityUrl, { as: "somebody" });
  const place = await makeProject(maintainer.page, {});
  const people = [visitor, stranger, maintainer].map(({ page }) => page);
  expect(await wrongAnswers(community, people, place)).toEqual([]);
  for (const page of people) await page.context().close();
});

import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

const password = "correct horse battery staple";
let made = 0;
/** A name nobody had before, also over several runs against one server. */
export const unique = (stem: string): string =>
  `${stem}-${Date.now().toString(36)}-${process.pid}-${(made += 1)}`;

export type Person = { username: string; password: string };

/** Creates an account and, unless told otherwise, an organization of the same name. The page is signed in afterwards. */
export async function signUp(page: Page, { organization = true } = {}): Promise<Person> {
  const username = unique("ana");
  const created = await page.request.post("/api/v3/account/sign-up/", {
    data: { username, email: `${username}@example.com`, password },
  });
  expect(created.status()).toBe(201);
  await logIn(page, { username, password });
  if (organization)
    expect((await write(page, "/api/v3/organizations/", { name: username })).status()).toBe(201);
  return { username, password };
}

/** Signs in the way the form does, without the form. */
export async function logIn(page: Page, person: Person): Promise<void> {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const entered = await page.request.post("/api/auth/callback/credentials", {
    headers: { Origin: origin(page) },
    form: { ...person, csrfToken, json: "true" },
  });
  expect(entered.ok()).toBe(true);
}

/** Fills in the log-in form on the page and sends it. Before the page has come to life, the form would only come back empty. */
export async function sendLogInForm(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel("Username or e-mail").waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Username or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

const origin = (page: Page): string => new URL(page.url() === "about:blank" ? baseUrl : page.url()).origin;
const port = Number(process.env.E2E_PORT ?? 4780);
const baseUrl = `http://localhost:${port}`;
/** The instance of the community edition that stands beside the one of the other journeys. */
export const communityUrl = process.env.E2E_COMMUNITY ?? `http://localhost:${port + 2}`;

/** Sends a write to the API as the person signed in on the page. */
export const write = (page: Page, path: string, data: object) =>
  page.request.post(path, { data, headers: { Origin: baseUrl } });

/** Imports a repository by the API; returns the project's slug. */
export async function importProject(
  page: Page,
  owner: Person,
  repository: string,
  { level = "private" } = {},
): Promise<string> {
  const created = await write(page, "/api/v3/projects/", {
    name: unique("handbook"),
    repository: { url: repository, type: "git" },
    organization: owner.username,
    privacy_level: level,
  });
  expect(created.status(), await created.text()).toBe(201);
  return (await created.json()).slug;
}

/** Waits until the newest build of a project ended; returns its id. */
export async function lastBuild(page: Page, project: string): Promise<number> {
  const newest = async () =>
    (await (await page.request.get(`/api/v3/projects/${project}/builds/?limit=1`)).json()).results[0];
  await expect.poll(async () => (await newest())?.finished ?? null, { timeout: 45_000 }).not.toBeNull();
  return (await newest()).id;
}

const everyRule = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** No violation of WCAG 2.2 AA or of axe's good practice; or of those about colours, for a page seen already in the other theme. */
export async function expectAccessible(
  page: Page,
  about: "everything" | "colours" = "everything",
): Promise<void> {
  await page.evaluate(settled);
  // No page has a frame of another origin; without this, each look opens a second page to collect results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (about === "colours"
    ? axe.withRules(["color-contrast"])
    : axe.withTags(everyRule)
  ).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
}

/** Colours have stopped to fade, inherited ones and those of messages too, which do so one after the other. Runs in the page. */
async function settled(): Promise<void> {
  const isFading = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
  for (let frames = 0; frames < 5; frames = isFading() ? 0 : frames + 1)
    await new Promise(requestAnimationFrame);
}

/** Statuses a test provokes, 0 for no answer at all; the browser reports each on its console. */
type Extra = { refusals: number[] };

/** A page whose console must stay silent. */
export const test = base.extend<Extra>({
  refusals: [[], { option: true }],
  page: async ({ page, refusals }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      const lost = message.text().includes("net::ERR_") ? "0" : undefined;
      const status = /status of (\d+)/.exec(message.text())?.[1] ?? lost;
      const provoked = status !== undefined && refusals.includes(Number(status));
      if (message.type() === "error" && !provoked) errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
    await use(page);
    expect(errors, "console errors").toEqual([]);
  },
});

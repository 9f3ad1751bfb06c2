import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  importProject,
  lastBuild,
  logIn,
  signUp,
  unique,
  write,
} from "./fixtures.ts";
import { test } from "./keyboard.ts";
import { large } from "./large.ts";
import { git, handbook, makeRepository } from "./repository.ts";

const site = { "docs/index.html": "<!doctype html><title>Kettle</title><h1>Kettle</h1>" };

/** A build that fails in the middle of some output. */
const broken = (name: string): string =>
  makeRepository(name, {
    files: {
      ...site,
      "fail.sh": "seq -f 'page %g' 1 90\necho 'guide.md:7: Error: no such chapter'\necho bye\nexit 2\n",
    },
    commands: ["echo reading sources", "sh fail.sh"],
  });

/** A build that goes on until somebody stops it. */
const endless = (name: string): string =>
  makeRepository(name, { files: site, commands: ["echo working; sleep 120"] });

/** Builds that would go on after the test. */
let open: { page: Page; project: string; build: number }[] = [];
test.afterEach(async () => {
  for (const { page, project, build } of open) await cancel(page, project, build);
  open = [];
});

async function newestBuild(page: Page, project: string): Promise<number> {
  const { results } = await (await page.request.get(`/api/v3/projects/${project}/builds/?limit=1`)).json();
  open.push({ page, project, build: results[0].id });
  return results[0].id;
}

const state = async (page: Page, project: string, build: number) =>
  (await (await page.request.get(`/api/v3/projects/${project}/builds/${build}/`)).json()).state;

const cancel = (page: Page, project: string, build: number) =>
  write(page, `/api/v3/projects/${project}/builds/${build}/cancel/`, {});

test("the first error stands on top, and its line has an address of its own", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, broken(unique("broken")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  await expect(page).toHaveTitle(/^✗ Failed/);
  const summary = page.getByRole("region", { name: "A command ended with exit code 2" });
  await expect(summary).toContainText("sh fail.sh");
  await expect(summary).toContainText("guide.md:7: Error: no such chapter");
  await summary.getByRole("link", { name: "Go to line 91 in the log" }).click();
  const hash = new URL(page.url()).hash;
  expect(hash).toMatch(/^#\d+--91$/);

  await page.getByRole("button", { name: "Copy link to line 91" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  await page.goto("about:blank");
  await page.goto(link);
  const marked = page.locator(".log-line[data-marked]");
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText("Error: no such chapter");
  await expect(marked).toBeInViewport();
});

test("text and errors are found in all commands of the log", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, broken(unique("found")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  await expect(page.getByRole("region", { name: /^A command ended/ })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).press("/");
  const search = page.getByRole("searchbox", { name: "Search in the log" });
  await expect(search).toBeFocused();
  await search.fill("PAGE 8");
  await expect(page.getByText("1 of 11 matches")).toBeVisible();
  await search.press("Shift+Enter");
  await expect(page.getByText("11 of 11 matches")).toBeVisible();
  await expect(page.locator(".log-line[data-found]")).toContainText("page 89");
  await search.fill("reading sources");
  await expect(page.locator(".log-line[data-found]")).toBeInViewport();
  await search.fill("nowhere");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("button", { name: "Next error" }).click();
  await expect(page.getByText("1 of 1 errors")).toBeVisible();
  await expect(page.locator(".log-line[data-found]")).toContainText("guide.md:7");
});

test("a line far down a long log opens by its address, and the browser finds all the others", async ({
  page,
}) => {
  await logIn(page, large);
  const list = `/api/v3/projects/${large.project}/builds/?state=finished&success=true&limit=1`;
  const { results } = await (await page.request.get(list)).json();
  await page.goto(`/projects/${large.project}/builds/${results[0].id}/#1--49999`);
  const marked = page.locator(".log-line[data-marked]");
  await expect(marked).toHaveText("reading sources... [49999] chapter/page-99");
  await expect(marked).toBeInViewport();
  await expect(page.locator(".log-line")).toHaveCount(large.logLines, { timeout: 30_000 });
  for (const number of [large.logLines, 25_000])
    expect(await page.evaluate(`find("[${number}]", true, false, true)`)).toBe(true);
  await page.evaluate(() => location.assign("#1--7-8"));
  await expect(marked).toHaveText([/\[7\]/, /\[8\]/]);
  await expect(marked.first()).toBeInViewport();
});

test("configuration and environment are shown", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("shown")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  const about = page.getByRole("complementary", { name: "About this build" });
  await expect(about).toContainText("Sandbox (bubblewrap)");
  await expect(about).toContainText(/2 files, \d+ bytes/);
  await expect(page.getByText("Write the handbook", { exact: true })).toBeVisible();
  await expect(page.getByText(`Import · ${owner.username}`)).toBeVisible();

  await about.getByText("Configuration", { exact: true }).click();
  await expect(about.locator("pre")).toContainText("os: ubuntu-24.04");
  await expect(about.locator("pre")).not.toContainText("post_checkout");
  await about.getByRole("button", { name: "Show empty settings" }).click();
  await expect(about.locator("pre")).toContainText("post_checkout: []");
  await about.getByText("Environment variables", { exact: true }).click();
  await expect(about.getByText("READTHEDOCS_OUTPUT", { exact: true })).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

for (const scheme of ["light", "dark"] as const) {
  test.describe(`going on in ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test("running and queued builds are accessible, fit a phone, and are cancelled", async ({ page }) => {
      test.setTimeout(120_000);
      const owner = await signUp(page);
      const first = await importProject(page, owner, endless(unique("running")));
      const second = await importProject(page, owner, endless(unique("queued")));
      const running = await newestBuild(page, first);
      const queued = await newestBuild(page, second);

      await page.goto(`/projects/${first}/builds/${running}/`);
      await expect(page.getByRole("log").getByText("working", { exact: true })).toBeVisible({
        timeout: 45_000,
      });
      await expect(page.getByRole("list", { name: "Phases" }).getByText(/Building/)).toBeVisible();
      await inspect(page);
      await page.goto(`/projects/${second}/builds/${queued}/`);
      await expect(page).toHaveTitle(/^◷ Queued/);
      await expect(
        page.getByText(/This build is next|As many builds run as may run here at once/),
      ).toBeVisible();
      await inspect(page);
      await page.getByRole("button", { name: "Cancel build" }).click();
      await expect(page).toHaveTitle(/^⊘ Cancelled/);
      await expect(page.getByText("The build was cancelled")).toBeVisible();
      await inspect(page);

      await page.goto(`/projects/${first}/builds/${running}/`);
      await page.getByRole("button", { name: "Cancel build" }).click();
      await expect(page).toHaveTitle(/^⊘ Cancelled/, { timeout: 15_000 });
      await expect(page.getByText(`${owner.username} cancelled it.`)).toBeVisible();
    });
  });
}

async function inspect(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
}

test("who has no configuration file yet is shown one to begin with", async ({ page }) => {
  const owner = await signUp(page);
  const repository = handbook(unique("bare"));
  git(repository, ["rm", "--quiet", ".readthedocs.yaml"]);
  git(repository, ["commit", "--quiet", "--message", "Begin"]);
  const project = await importProject(page, owner, repository);
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  await page.getByRole("button", { name: "Copy for MkDocs" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("configuration: mkdocs.yml");
  await inspect(page);
  await page.goto(`/projects/${project}/`);
  await expect(page.getByText("Online once a build of latest passes")).toBeVisible();
});

test("a skipped build is no failure", async ({ page }) => {
  const owner = await signUp(page);
  const skipping = makeRepository(unique("skipping"), { files: site, commands: ["exit 183"] });
  const project = await importProject(page, owner, skipping);
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  await expect(page).toHaveTitle(/^⊘ Skipped/);
  await expect(page.getByText("The build was skipped")).toBeVisible();
  await expect(page.getByRole("region", { name: /A command/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("a build is built again, also without its cache; a newer one takes its place", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, endless(unique("again")));
  const first = await newestBuild(page, project);
  await cancel(page, project, first);
  await expect
    .poll(async () => (await state(page, project, first)).code, { timeout: 20_000 })
    .toBe("cancelled");
  await page.goto(`/projects/${project}/builds/${first}/`);
  await page.getByRole("button", { name: "Build again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/builds/${first}/`));
  await expect(page.getByText(`Build #${first} again`)).toBeVisible();
  const second = await newestBuild(page, project);

  await page.goto(`/projects/${project}/builds/${first}/`);
  await page.getByRole("button", { name: "Build without cache" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/builds/${first}/`));
  const third = await newestBuild(page, project);
  await page.goto(`/projects/${project}/builds/${second}/`);
  await expect(page).toHaveTitle(/^⊘ Cancelled/, { timeout: 15_000 });
  await expect(page.getByRole("link", { name: `Go to build #${third}` })).toBeVisible();
});

test.describe("a refusal", () => {
  test.use({ refusals: [409] });

  test("stands where the button is", async ({ page }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("refused")));
    const build = await lastBuild(page, project);
    await page.route("**/retry/", (route) =>
      route.fulfill({ status: 409, json: { detail: "The version of this build is gone." } }),
    );
    await page.goto(`/projects/${project}/builds/${build}/`);
    await page.getByRole("button", { name: "Build again" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "The version of this build is gone." }),
    ).toBeVisible();
    await page.unroute("**/retry/");
    await page.getByRole("button", { name: "Build again" }).click();
    await expect(page).not.toHaveURL(new RegExp(`/builds/${build}/`));
  });
});

test("[dashboard K5] from a failed build to its first error, the address of the line, another build and its end, by keys", async ({
  page,
  keys,
}) => {
  const owner = await signUp(page);
  const repository = broken(unique("keys"));
  const project = await importProject(page, owner, repository);
  const build = await lastBuild(page, project);
  await keys.open(`/projects/${project}/builds/${build}/`);
  await keys.press(page.getByRole("link", { name: "Go to line 91 in the log" }));
  await expect(page.locator(".log-line[data-marked]")).toBeInViewport();
  await keys.press(page.getByRole("button", { name: "Copy link to line 91" }));
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await keys.key("e");
  await expect(page.locator(".log-line[data-found]")).toContainText("guide.md:7");

  writeFileSync(`${repository}/fail.sh`, "sleep 120\n");
  git(repository, ["commit", "--quiet", "--all", "--message", "Take longer"]);
  await keys.to(page.getByRole("button", { name: "Build again" }), "Shift+Tab");
  await keys.key("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/builds/${build}/`));
  await newestBuild(page, project);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await keys.press(page.getByRole("button", { name: "Cancel build" }));
  await expect(page).toHaveTitle(/^⊘ Cancelled/, { timeout: 15_000 });
  await keys.key("Tab");
});

test("the list of builds is narrowed by version and outcome, in its address", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, broken(unique("list")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/`);
  const row = page.getByRole("row").filter({ hasText: `#${build}` });
  await expect(row).toContainText("Write the handbook");
  await expect(row).toContainText(`Import · ${owner.username}`);
  await page.getByRole("link", { name: "Passed" }).click();
  await expect(page).toHaveURL(/\?success=true$/);
  await expect(page.getByText("No builds match")).toBeVisible();
  await page.getByRole("link", { name: "Failed" }).click();
  await expect(row).toBeVisible();
  await page.getByRole("combobox", { name: "Version" }).selectOption("latest");
  await expect(page).toHaveURL(/version=latest/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue("latest");
  await expect(row).toBeVisible();
  await page.goto(`/projects/${project}/builds/?version=unknown`);
  await expect(page.getByText("No builds match")).toBeVisible();
  await expectAccessible(page);
});

import type { Page } from "@playwright/test";
import { expect, expectAccessible, importProject, lastBuild, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [404] });

async function look(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("people without an account find public projects and read what is public of them", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const owner = await signUp(page);
  const shown = await importProject(page, owner, handbook(unique("shown")), { level: "public" });
  const hidden = await importProject(page, owner, handbook(unique("hidden")));
  const tag = `${shown} / c++`;
  await page.goto("/dashboard/");
  const changed = await page.request.patch(`/api/v3/projects/${shown}/`, {
    data: { tags: [tag] },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(changed.status()).toBe(204);
  await lastBuild(page, shown);

  const visitor = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await test.step("by their name", async () => {
    await visitor.goto("/");
    await visitor.getByRole("link", { name: "Public projects" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Public projects");
    await expect(visitor.getByRole("link", { name: "Log in" })).toBeVisible();
    await visitor.getByLabel("Filter by name or description").fill(shown);
    await expect(visitor).toHaveURL(`/projects/?q=${shown}`);
    await expect(visitor.getByRole("row")).toHaveCount(2);
    await expect(visitor.getByRole("row").last()).toContainText("Passed");
    await look(visitor);
    await visitor.goto(`/search/?q=${hidden}`);
    await expect(visitor.getByText("No projects match")).toBeVisible();
    await look(visitor);
  });

  await test.step("by a tag", async () => {
    await visitor.goto(`/projects/?q=%00${shown}`);
    await visitor.getByRole("link", { name: tag }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(`Projects tagged ${tag}`);
    await expect(visitor.getByRole("row")).toHaveCount(2);
    await look(visitor);
    expect((await visitor.goto("/projects/tags/nobody-wrote-this/"))?.status()).toBe(404);
    expect((await visitor.goto("/projects/tags/%00/"))?.status()).toBe(404);
  });

  await test.step("and read them", async () => {
    for (const below of ["", "versions/", "versions/latest/", "builds/", "downloads/"])
      expect((await visitor.goto(`/projects/${shown}/${below}`))?.status(), below).toBe(200);
    await expect(visitor.getByRole("navigation", { name: "Project" }).getByRole("link")).toHaveText([
      "Overview",
      "Versions",
      "Builds",
    ]);
    expect((await visitor.goto(`/projects/${hidden}/`))?.status()).toBe(404);
    await expect(visitor.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  });

  await test.step("a person's projects are shown to whom they are told", async () => {
    await visitor.goto(`/profiles/${owner.username}/`);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(owner.username);
    await expect(visitor.getByText("No public projects", { exact: true })).toBeVisible();
    await look(visitor);
    await page.goto(`/profiles/${owner.username}/`);
    await expect(page.getByRole("row").filter({ hasText: shown })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expectAccessible(page);
    expect((await visitor.goto("/profiles/nobody-at-all/"))?.status()).toBe(404);
  });
  await visitor.context().close();
});

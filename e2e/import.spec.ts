import { expect, importProject, lastBuild, signUp, unique } from "./fixtures.ts";
import { test } from "./keyboard.ts";
import { brokenHandbook, handbook } from "./repository.ts";

test("a repository is imported by its address, built before one's eyes, and read", async ({ page }) => {
  await signUp(page);
  const name = unique("handbook");
  await page.goto("/dashboard/");
  await page.getByRole("main").getByRole("link", { name: "Import project" }).first().click();
  await page.getByLabel("Repository URL").fill(handbook(name));
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await page.getByLabel("Public").check();
  await page.getByRole("button", { name: "Import project" }).click();

  await expect(page.getByRole("heading", { level: 1, name: /Build #\d+/ })).toBeVisible();
  await expect(page.getByRole("log")).toContainText("git");
  await expect(page).toHaveTitle(/✓ Passed · #\d+/, { timeout: 45_000 });
  await expect(page.getByRole("list", { name: "Phases" })).toContainText("Publishing");

  await page.getByRole("link", { name: "View docs" }).click();
  await expect(page).toHaveURL(new RegExp(`^http://${name}\\.docs\\.localhost:\\d+/en/latest/$`));
  await expect(page.getByRole("heading", { name: "Handbook" })).toBeVisible();
});

test("a line of the log has an address that opens it again", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("lines")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  const command = page.getByRole("button", { name: /rendering page/ });
  await expect(command).toHaveAttribute("aria-expanded", "false");
  await command.click();
  await page.getByRole("link", { name: "Line 240", exact: true }).click();
  await page.getByRole("link", { name: "Line 243", exact: true }).click({ modifiers: ["Shift"] });
  const hash = new URL(page.url()).hash;
  expect(hash).toMatch(/^#\d+--240-243$/);

  await page.goto("about:blank");
  await page.goto(`/projects/${project}/builds/${build}/${hash}`);
  await expect(page.locator(".log-line[data-marked]")).toHaveCount(4);
  await expect(page.getByText("rendering page 240", { exact: true })).toBeInViewport();
});

test("a failed build says what failed and leads to the line", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, brokenHandbook(unique("broken")));
  const build = await lastBuild(page, project);
  await page.goto(`/projects/${project}/builds/${build}/`);
  const summary = page.getByRole("region", { name: /ended with exit code 3/ });
  await expect(summary).toContainText("Error: chapter 3 is missing");
  await summary.getByRole("link", { name: /^Go to line 1 in the log$/ }).click();
  await expect(
    page.locator(".log-line[data-marked]").filter({ hasText: "Error: chapter 3 is missing" }),
  ).toBeInViewport();
  await page.getByRole("button", { name: "Build again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/builds/${build}/`));
});

test("[dashboard K4] a repository is imported and built by keys", async ({ page, keys }) => {
  await signUp(page);
  const name = unique("keys");
  const main = page.getByRole("main");
  await keys.open("/dashboard/");
  await keys.press(main.getByRole("link", { name: "Import project" }).first());
  await expect(page.getByRole("heading", { level: 1, name: "Import project" })).toBeFocused();
  await keys.to(main.getByLabel("Repository URL"));
  await keys.type(handbook(name));
  await keys.press(main.getByRole("button", { name: "Import project" }));
  await expect(page.getByRole("heading", { level: 1, name: /Build #/ })).toBeFocused();
  await expect(page).toHaveTitle(/Passed/, { timeout: 45_000 });
});

test.describe("refusals", () => {
  test.use({ refusals: [400] });

  test("an address that cannot be cloned from is refused at its field", async ({ page }) => {
    await signUp(page);
    await page.goto("/dashboard/import/");
    await page.getByLabel("Repository URL").fill("ftp://example.com/docs.git");
    await page.getByRole("button", { name: "Import project" }).click();
    await expect(page.getByLabel("Repository URL")).toHaveAccessibleDescription(/Invalid scheme for URL/);
    await expect(page.getByLabel("Repository URL")).toBeFocused();
  });
});

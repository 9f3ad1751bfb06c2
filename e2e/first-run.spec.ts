import { expect, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [401] });

test("whoever comes to an empty dashboard is led from signing up to the served page", async ({ page }) => {
  const username = unique("newcomer");
  const repository = handbook(unique("guide"));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("E-mail").fill(`${username}@example.com`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).click();

  // The empty page says what comes next, and so does the one after it.
  await expect(page.getByText("Import your first repository")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Import project" }).first().click();
  await page.getByLabel("Organization name").fill(username);
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByLabel("Repository URL").fill(repository);
  await page.getByRole("button", { name: "Import project" }).click();
  await expect(page).toHaveTitle(/✓ Passed · #\d+/, { timeout: 45_000 });

  // New projects are private: the docs have a host of their own, where their owner is let in without a question.
  await page.getByRole("link", { name: "View docs" }).click();
  await expect(page).toHaveURL(/\.docs\.localhost:\d+\/en\/latest\/$/);
  await expect(page.getByRole("heading", { name: "Handbook" })).toBeVisible();
});

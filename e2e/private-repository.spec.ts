import { expect, expectAccessible, importProject, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

// The repository lies in a folder, so a token for it is refused.
test.use({ refusals: [400] });

test("a deploy key is made, copied, replaced and deleted", async ({ page }) => {
  const project = await importProject(page, await signUp(page), handbook(unique("private")));
  await page.goto(`/dashboard/${project}/edit/`);
  await page.getByRole("link", { name: "Deploy key and token" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Private repository" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Make a deploy key" }).click();
  const field = page.getByRole("textbox", { name: "Public key" });
  await expect(field).toHaveValue(new RegExp(`^ssh-ed25519 \\S+ lectern-${project}$`));
  const first = await field.inputValue();
  await page.getByRole("button", { name: "Copy public key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Replace key…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace key" }).click();
  await expect(field).not.toHaveValue(first);
  await page.reload();
  await expect(field).not.toHaveValue(first);

  await page.getByRole("button", { name: "Delete key…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete key" }).click();
  await expect(page.getByRole("button", { name: "Make a deploy key" })).toBeVisible();
});

test("a token that cannot be used is refused where it was typed", async ({ page }) => {
  const project = await importProject(page, await signUp(page), handbook(unique("private")));
  await page.goto(`/dashboard/${project}/repository/`);
  await page.getByRole("form", { name: "Repository token" }).getByLabel("Token").fill("secret");
  await page.getByRole("button", { name: "Save token" }).click();
  await expect(page.getByText(/needs a repository address that begins with https/)).toBeVisible();
});

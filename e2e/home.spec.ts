import { expect, expectAccessible, importProject, signUp, test, unique } from "./fixtures.ts";
import { handbook, slowHandbook } from "./repository.ts";

test("home lists, narrows and stars projects, and every page says what runs", async ({ page }) => {
  const owner = await signUp(page);
  for (const tree of ["aspen", "birch"]) await importProject(page, owner, handbook(unique(tree)));
  await page.goto("/dashboard/");
  const names = page.locator(".data-table td:first-child a[href^='/projects/']");
  await expect(names).toHaveCount(2);
  const [first = "", second = ""] = await names.allTextContents();

  await test.step("a star stays where it is, and puts its project first from the next visit on", async () => {
    const star = page.getByRole("button", { name: `Star ${second}` });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await expect(star).toBeFocused();
    await expect(names).toHaveText([first, second]);
    await page.waitForLoadState("networkidle");
    await page.reload();
    await expect(names).toHaveText([second, first]);
  });

  await test.step("the address holds what narrows the list", async () => {
    await page.getByLabel("State").selectOption("failing");
    await expect(page).toHaveURL(/\?state=failing$/);
    await expect(page.getByText(/^No projects match/)).toBeVisible();
    await page.goBack();
    await expect(names).toHaveCount(2);
    await page.getByLabel("Filter by name").fill(first);
    await expect(page).toHaveURL(`/dashboard/?name=${first}`);
    await expect(names).toHaveText([first]);
  });

  await test.step("what runs is counted on every page, and a menu leads there", async () => {
    const slow = unique("cedar");
    const pill = page.getByRole("button", { name: "Builds running: 1" });
    await page.goto("/dashboard/import/manual/");
    await page.getByLabel("Repository URL").fill(slowHandbook(slow));
    await page.getByRole("button", { name: "Check repository" }).click();
    await expect(page.getByText("The first build tells whether this one works.")).toBeVisible();
    await page.getByRole("button", { name: "Import project" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Build #\d+/ })).toBeVisible();
    const build = page.url();
    await page.goto("/accounts/edit/");
    await pill.focus();
    await page.keyboard.press("Enter");
    const item = page.getByRole("menuitem", { name: slow });
    await expect(item).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(build);
  });
});

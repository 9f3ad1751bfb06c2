import { expect, expectAccessible, importProject, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test("keys and the palette reach every page and what can be done on it", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("keys")));
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  await page.goto(`/projects/${project}/`);
  await page.waitForLoadState("networkidle");

  await test.step("the palette goes to a page by a few letters", async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search and commands" });
    await expect(field).toBeFocused();
    await expect(page.getByRole("option", { name: "New share" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type("vers");
    await expect(page.getByRole("option", { name: "Versions" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(heading("Versions")).toBeFocused();
  });

  await test.step("it finds a project by its name, and says when there is nothing", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zzzz");
    await expect(page.getByText("Nothing found", { exact: true })).toHaveCount(1);
    const field = page.getByRole("combobox", { name: "Search and commands" });
    await field.fill(project);
    await expect(page.getByRole("option", { name: project })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toHaveCount(0);
  });

  await test.step("two keys go to a page, and no key works while somebody types", async () => {
    await page.keyboard.press("/");
    const filter = page.getByRole("searchbox").first();
    await expect(filter).toBeFocused();
    await page.keyboard.type("gb");
    await expect(filter).toHaveValue("gb");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(heading("Builds")).toBeFocused();
    await page.keyboard.press("j");
    await expect(page.locator(".data-table tbody tr").first().locator("a").first()).toBeFocused();
  });

  await test.step("the list of keys says what works here", async () => {
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list).toContainText("New share");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
  });

  await test.step("the switcher lists the projects and gives the focus back", async () => {
    const button = page.getByRole("button", { name: "Switch project" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: project })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
  });
});

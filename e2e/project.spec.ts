import { expect, importProject, lastBuild, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test("settings are saved section by section, and say to everybody what a public project is about", async ({
  page,
}) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("settings")), { level: "public" });
  const about = "מדריך <b onclick=alert(1)>kettle</b> & co";
  await page.goto(`/dashboard/${project}/edit/`);
  await page.getByLabel("Name").fill("The new handbook");
  await page.getByLabel("Description").fill(about);
  await page.getByRole("button", { name: "Save general" }).click();
  await expect(page.getByText("General settings of")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("The new handbook");
  await expect(page.getByLabel("Description")).toHaveValue(about);
  // What the page still asks would be refused from here on.
  await page.goto("about:blank");
  await page.context().clearCookies();
  for (const address of [`/projects/${project}/`, `/projects/?q=${project}`]) {
    await page.goto(address);
    await expect(page.getByText(about, { exact: true })).toHaveCSS("direction", "rtl");
  }
});

test("a version is hidden and made public", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("versions")));
  await lastBuild(page, project);
  await page.goto(`/projects/${project}/versions/`);
  await page.getByRole("main").getByRole("link", { name: "latest", exact: true }).click();
  await page.getByRole("link", { name: "Configure version" }).click();
  await page.getByLabel("Hidden").check();
  await page.getByLabel("Public").check();
  await page.getByRole("button", { name: "Save visibility" }).click();
  await expect(page.getByText("Version latest saved")).toBeVisible();
  await page.goto(`/projects/${project}/versions/`);
  await expect(page.getByRole("row").filter({ hasText: "latest" })).toContainText("Hidden");
});

test("a project is deleted only after its slug was typed", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("gone")));
  await page.goto(`/dashboard/${project}/delete/`);
  const slug = page.getByLabel(/to delete the project/);
  await slug.fill("something else");
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(slug).toHaveAccessibleDescription(/This is not/);
  await slug.fill(project);
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByText("Import your first repository")).toBeVisible();
});

test.describe("people without rights", () => {
  test.use({ refusals: [403, 404] });

  test("see a public project but not its settings", async ({ page, browser, baseURL }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("open")), { level: "public" });
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
    const other = await context.newPage();
    expect((await other.goto(`/projects/${project}/`))?.status()).toBe(200);
    await expect(other.getByRole("link", { name: "Settings" })).toHaveCount(0);
    await other.goto(`/dashboard/${project}/edit/`);
    await expect(other).toHaveURL(/accounts\/login\/\?next=/);
    await signUp(other);
    expect((await other.goto(`/dashboard/${project}/edit/`))?.status()).toBe(403);
    await expect(other.getByRole("heading", { level: 1, name: "You cannot do that here" })).toBeVisible();
    await context.close();
  });
});

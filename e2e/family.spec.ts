import { expect, expectAccessible, importProject, signUp, unique } from "./fixtures.ts";
import { test } from "./keyboard.ts";
import { handbook } from "./repository.ts";

test.describe("the addresses of a project", () => {
  test.use({ refusals: [400, 404] });

  test("[dashboard K11] a domain is added, its records copied and removed, by keys", async ({
    page,
    keys,
  }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("domains")));
    await keys.open(`/dashboard/${project}/domains/`);
    await expect(page.getByText("No domains of your own")).toBeVisible();

    await keys.to(page.getByLabel("Domain", { exact: true }));
    await keys.type("https://not a domain/");
    await keys.key("Enter");
    await expect(page.getByLabel("Domain", { exact: true })).toHaveAccessibleDescription(
      /such as docs.example.com/,
    );
    await expect(page.getByLabel("Domain", { exact: true })).toBeFocused();

    const host = `${unique("docs")}.acme.example`;
    await keys.key("ControlOrMeta+A");
    await keys.type(`https://${host}/guide`);
    await keys.key("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(host);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByText("Canonical", { exact: true })).toBeVisible();
    await expectAccessible(page);

    const record = page.getByRole("row").filter({ hasText: "CNAME" });
    await keys.press(record.getByRole("button", { name: "Copy of the value of CNAME" }));
    await expect(record.getByRole("button", { name: /Copied/ })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^${project}\\.`));

    await keys.press(page.getByRole("button", { name: "Add header" }));
    await keys.to(page.getByLabel("Value"));
    await keys.type("ümlaut");
    await keys.key("Enter");
    await expect(page.getByLabel("Value")).toHaveAccessibleDescription(/printable ASCII/);
    await keys.key("ControlOrMeta+A");
    await keys.type("*");
    await keys.key("Enter");
    await expect(page.getByText(`Headers of ${host} saved`)).toBeVisible();

    await keys.to(page.getByRole("button", { name: "Remove domain" }), "Shift+Tab");
    await keys.key("Enter");
    await expect(page.getByRole("button", { name: "Keep domain" })).toBeFocused();
    await expect(page.getByRole("alertdialog")).toContainText("Remove its DNS record first");
    await keys.key("Tab");
    await keys.key("Enter");
    await expect(page).toHaveURL(`/dashboard/${project}/domains/`);
    await expect(page.getByText("No domains of your own")).toBeVisible();
  });

  test("change when projects are attached, translated, and let go again", async ({ page }) => {
    test.setTimeout(120_000);
    const owner = await signUp(page);
    const repository = handbook(unique("family"));
    const parent = await importProject(page, owner, repository);
    const child = await importProject(page, owner, repository);
    await page.goto(`/dashboard/${parent}/subprojects/`);
    await page.waitForLoadState("networkidle");
    const choice = page.getByRole("radio", { name: new RegExp(child) });
    await expect(choice).toBeVisible();
    await page.getByRole("button", { name: "Attach subproject" }).click();
    await expect(page.getByText("Choose a project.")).toBeVisible();
    await choice.check();
    await page.getByLabel("Alias").fill("plugins");
    await expect(page.getByText(`${parent}.`).and(page.locator("strong"))).toContainText(
      "/projects/plugins/",
    );
    await page.getByLabel("Alias").press("Enter");
    const row = page.getByRole("row").filter({ hasText: "plugins" });
    await expect(row.getByRole("link", { name: /projects\/plugins/ })).toBeVisible();
    await expect(page.getByText(`It is a subproject of ${parent} already.`)).toBeVisible();
    // A message that fades away while it is judged has no colours of its own.
    await expect(page.getByText(/ attached$/)).toHaveCount(0, { timeout: 20_000 });
    await expectAccessible(page);

    await row.getByRole("button", { name: "Detach" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("answer 404");
    await page.getByRole("alertdialog").getByRole("button", { name: "Detach" }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();

    const other = await importProject(page, owner, repository);
    await page.goto(`/dashboard/${parent}/translations/`);
    await expect(page.getByText("It is in the same language.").first()).toBeVisible();
    const german = await page.request.patch(`/api/v3/projects/${other}/`, {
      data: { language: "de" },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(german.status()).toBe(204);
    await page.reload();
    await page.getByRole("radio", { name: /German/ }).check();
    await page.getByRole("button", { name: "Add translation" }).click();
    const listed = page.getByRole("table", { name: "Translations" });
    await expect(listed.getByRole("row").filter({ hasText: "German" })).toContainText("/de/");
    const matrix = page.getByRole("table", { name: "Built in each language" });
    await expect(matrix.getByRole("row")).toHaveCount(3);
    await expect(
      matrix.getByRole("link", { name: /^latest in German: (not )?built$/ }).first(),
    ).toBeVisible();
    await page.reload();
    await expectAccessible(page);
  });

  test("settings that are not saved are counted and put back, and come as an API call", async ({ page }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("unsaved")));
    await page.goto(`/dashboard/${project}/edit/`);
    await page.waitForLoadState("networkidle");
    const general = page.getByRole("form", { name: "General" });
    await general.getByLabel("Tags").fill("kettle\nwater");
    await general.getByLabel("Homepage").fill("https://example.org/");
    await expect(general.getByText("2 unsaved changes")).toBeVisible();
    await general.getByRole("button", { name: "Copy as API call" }).click();
    await expect(general.getByRole("button", { name: "Copied" })).toBeVisible();
    const call = await page.evaluate(() => navigator.clipboard.readText());
    expect(call).toContain("Authorization: Token $TOKEN");
    expect(call).toContain('"tags":["kettle","water"]');
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await general.getByRole("button", { name: "Discard" }).click();
    await expect(general.getByLabel("Homepage")).toHaveValue("");
    await general.getByLabel("Tags").fill("kettle");
    await general.getByRole("button", { name: "Save general" }).click();
    await expect(page.getByText("General settings of")).toBeVisible();
    await expect(general.getByText("unsaved")).toHaveCount(0);
  });

  test("[dashboard K13] a project is deleted and restored by keys", async ({ page, keys }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("restored")));
    await keys.open(`/dashboard/${project}/delete/`);
    await keys.to(page.getByLabel(/to delete the project/));
    await keys.type(project);
    await keys.key("Enter");
    await expect(page.getByText("Recently deleted")).toBeVisible();
    await expectAccessible(page);
    // Whoever comes by its old address is told the same.
    await page.goto(`/projects/${project}/`);
    await expect(page.getByRole("region", { name: "This project was deleted" })).toBeVisible();
    await page.goto("/dashboard/");
    await page.waitForLoadState("networkidle");
    await keys.press(page.getByRole("button", { name: /^Restore/ }));
    await expect(page).toHaveURL(`/projects/${project}/`);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

import { expect, importProject, lastBuild, signUp, unique } from "./fixtures.ts";
import { look } from "./journey.ts";
import { test } from "./keyboard.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [400, 404] });

const block = `# for the build
export API_KEY="sword fish"
THEME=dark-mode-value
EMPTY=
READTHEDOCS_NO=reserved-value
MESSAGE='with $signs'
`;
const values = [
  "sword fish",
  "dark-mode-value",
  "reserved-value",
  "with $signs",
  "other-value",
  "last-value",
];

test("[dashboard K8] variables are pasted, one is replaced and one deleted by keys; no value is on the page afterwards", async ({
  page,
  keys,
}) => {
  test.setTimeout(300_000);
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("configured")), { level: "public" });
  await lastBuild(page, project);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  await keys.open(`/dashboard/${project}/environmentvariables/`);
  await expect(page.getByText("No environment variables yet")).toBeVisible();
  await look(page, "variables-empty", { narrow: true });

  await keys.to(page.getByLabel("Name"));
  await page.evaluate((text) => navigator.clipboard.writeText(text), block);
  await keys.key("Control+v");
  await expect(page.getByLabel("Contents of a .env file")).toBeFocused();
  await expect(row("EMPTY")).toContainText("This value is empty.");
  await expect(row("READTHEDOCS_NO")).toContainText("Variable name can't start with READTHEDOCS.");
  await expect(row("MESSAGE")).toContainText("New");
  await look(page, "variables-several", { narrow: true });
  await keys.press(page.getByRole("checkbox", { name: "Public: THEME" }), "Space");
  await keys.press(button("Save 3 variables"));
  await expect(page.getByText("3 variables saved")).toBeVisible();
  await expect(row("THEME").filter({ hasText: "Added by" }).or(row("THEME").last())).toContainText("Public");
  await expect(page.getByText("Changes take effect with the next build.")).toBeVisible();

  await test.step("what is left says why, and goes with the form", async () => {
    await expect(page.getByLabel("Contents of a .env file")).toHaveValue(/READTHEDOCS_NO/);
    await keys.press(button("Add one"));
  });

  await test.step("a name that is taken offers to replace its value", async () => {
    await keys.open(`/dashboard/${project}/environmentvariables/`);
    await keys.to(page.getByLabel("Name"));
    await keys.type("API_KEY");
    await expect(page.getByText("There is already a variable named API_KEY.")).toBeVisible();
    await keys.press(button("Replace value of API_KEY").last());
    const dialog = page.getByRole("dialog", { name: "Replace the value of API_KEY" });
    await expect(dialog.getByLabel("New value")).toBeFocused();
    await keys.type("other-value");
    await look(page, "variable-replace");
    await keys.press(button("Save value"));
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Value of API_KEY replaced")).toBeVisible();
  });

  await test.step("a variable is made public only after what that means was said, and deleted likewise", async () => {
    await keys.press(button("More for MESSAGE"));
    await keys.key("Enter");
    await expect(button("Keep it private")).toBeFocused();
    await keys.press(button("Make public"));
    await expect(row("MESSAGE")).toContainText("Public");
    await expect(button("More for MESSAGE")).toBeFocused();
    await keys.key("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await keys.key("End");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
    await keys.key("Enter");
    await expect(button("Keep variable")).toBeFocused();
    await keys.press(button("Delete variable"));
    await expect(row("MESSAGE")).toHaveCount(0);
    await keys.key("Tab");
  });

  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(row("API_KEY")).toContainText(owner.username);
  const html = await page.content();
  for (const value of values) expect(html).not.toContain(value);
  await look(page, "variables", { narrow: true });
});

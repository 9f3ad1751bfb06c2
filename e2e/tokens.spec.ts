import { expect, signUp } from "./fixtures.ts";
import { look } from "./journey.ts";
import { test } from "./keyboard.ts";

test("[dashboard B2] [dashboard K10] a token is made, tried, rotated, deleted and taken back by keys", async ({
  page,
  keys,
  playwright,
  baseURL,
}) => {
  const { username } = await signUp(page, { organization: false });
  const works = async (token: string): Promise<boolean> => {
    const script = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { Authorization: `Token ${token}` },
    });
    return (await script.get("/api/v3/projects/")).ok();
  };
  await keys.open("/accounts/tokens/");
  await keys.to(page.getByLabel("Name"));
  await keys.type("CI of the handbook");
  await keys.key("Enter");

  const receipt = page.getByRole("dialog", { name: /CI of the handbook/ });
  const token = await receipt.getByRole("textbox", { name: "Token" }).inputValue();
  expect(token).toMatch(/^lct_/);
  await look(page, "token-receipt");
  await keys.key("Escape");
  await expect(receipt).toBeVisible();
  await keys.press(receipt.getByRole("button", { name: "Copy token" }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await keys.press(receipt.getByRole("button", { name: "Run it" }));
  await expect(receipt.getByText(`200 OK. The token acts as ${username}.`)).toBeVisible();
  await keys.press(receipt.getByRole("button", { name: "Done" }));
  await expect(receipt).toBeHidden();

  await keys.open("/accounts/tokens/");
  const row = page.getByRole("row").filter({ hasText: "CI of the handbook" });
  await expect(row).toContainText(token.slice(-4));
  await look(page, "tokens");
  expect(await page.content()).not.toContain(token);

  await keys.press(row.getByRole("button", { name: "Rotate token" }));
  const rotation = page.getByRole("dialog", { name: /Rotate/ });
  await expect(rotation).toBeVisible();
  await look(page, "token-rotation");
  await expect(rotation.getByLabel("In 24 hours")).toBeChecked();
  await keys.press(rotation.getByRole("button", { name: "Rotate token" }));
  const second = await receipt.getByRole("textbox", { name: "Token" }).inputValue();
  expect([await works(token), await works(second)]).toEqual([true, true]);
  await keys.press(receipt.getByRole("button", { name: "Close without copying" }));
  await expect(page.locator(":focus")).toHaveText(/Rotate token/);

  // It was used a moment ago, so somebody would notice.
  await keys.open("/accounts/tokens/");
  await keys.press(row.getByRole("button", { name: "Delete token" }));
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Keep token" })).toBeFocused();
  await expect(question).toContainText(/Used .* by .*127\.0\.0\.1|Used .* by .*::1/);
  await keys.key("Tab");
  await keys.key("Enter");
  await expect(page.getByText("No tokens yet")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await works(second)).toBe(false);
  await keys.undo();
  await expect(row).toBeVisible();
  expect(await works(second)).toBe(true);
});

test.describe("refusals", () => {
  test.use({ refusals: [400] });

  test("a token is confined to chosen projects, and ends never only with a warning", async ({ page }) => {
    await signUp(page, { organization: false });
    await page.goto("/accounts/tokens/");
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Name").fill("Nightly");
    await page.getByText("Chosen projects").click();
    await expect(page.getByText("You have no project yet.")).toBeVisible();
    await page.getByLabel("It ends").selectOption("Never");
    await expect(page.getByText("works until somebody deletes it")).toBeVisible();
    await look(page, "token-form");
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByText("Choose at least one project.")).toBeVisible();
    await expect(page.getByLabel("Find a project")).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Nightly");
    await page.getByText("All projects I can reach").click();
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByRole("button", { name: "Copy token" }).click();
    await page.getByRole("button", { name: "Done" }).click();

    const row = page.getByRole("row").filter({ hasText: "Nightly" });
    await row.getByRole("button", { name: "Edit token" }).click();
    const dialog = page.getByRole("dialog", { name: /^Edit the token/ });
    await dialog.getByLabel("Name").fill("Nightly, reading only");
    await dialog.getByText("Read only").click();
    await look(page, "token-edit");
    await dialog.getByRole("button", { name: "Save token" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Nightly, reading only");
    await expect(row.getByRole("cell", { name: "Read", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "New token" }).click();
    await expect(page.getByRole("form", { name: "New token" }).getByLabel("Name")).toBeFocused();
  });
});

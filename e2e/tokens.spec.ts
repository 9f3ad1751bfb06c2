import { expect, signUp, test } from "./fixtures.ts";

test("a token is shown once, works, and ends when it is deleted", async ({ page, playwright, baseURL }) => {
  await signUp(page, { organization: false });
  await page.goto("/accounts/tokens/");
  await page.getByLabel("Name").fill("CI of the handbook");
  await page.getByRole("button", { name: "Create token" }).click();

  const receipt = page.getByRole("dialog", { name: /CI of the handbook/ });
  const token = await receipt.getByRole("textbox", { name: "Token" }).inputValue();
  expect(token).toMatch(/^lct_/);
  await page.keyboard.press("Escape");
  await expect(receipt).toBeVisible();
  await receipt.getByRole("button", { name: "Copy token" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await receipt.getByRole("button", { name: "Done" }).click();
  await expect(receipt).toBeHidden();

  const row = page.getByRole("row").filter({ hasText: "CI of the handbook" });
  await expect(row).toContainText(token.slice(-4));
  await page.reload();
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(token);

  const script = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { Authorization: `Token ${token}` },
  });
  expect((await script.get("/api/v3/projects/")).status()).toBe(200);

  await row.getByRole("button", { name: /Delete token/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Keep token" })).toBeFocused();
  await question.getByRole("button", { name: "Delete token" }).click();
  await expect(page.getByText("No tokens yet")).toBeVisible();
  expect((await script.get("/api/v3/projects/")).status()).toBe(401);
});

import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

for (const scheme of ["light", "dark"] as const) {
  test.describe(`overlays in ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test("receipt, question and menus are accessible and give the focus back", async ({ page }) => {
      const { username } = await signUp(page, { organization: false });
      await page.goto("/accounts/tokens/");
      await page.getByLabel("Name").fill("For the dialog");
      await page.getByRole("button", { name: "Create token" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      // A token that was used is not deleted without a question.
      const token = await page.getByRole("dialog").getByRole("textbox", { name: "Token" }).inputValue();
      const used = await page.request.get("/api/v3/account/", {
        headers: { Authorization: `Token ${token}` },
      });
      expect(used.status()).toBe(200);
      await page.getByRole("button", { name: "Close without copying" }).click();
      await page.reload();
      await page.waitForLoadState("networkidle");

      const remove = page.getByRole("button", { name: "Delete token For the dialog" });
      await remove.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("alertdialog")).toBeHidden();
      await expect(remove).toBeFocused();

      const account = page.getByRole("button", { name: `Account of ${username}` });
      await account.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(account).toBeFocused();

      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole("button", { name: "Open menu" }).click();
      await expect(page.getByRole("dialog", { name: /menu/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("link", { name: "Profile" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeFocused();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });
}

test.describe("an ended session", () => {
  test.use({ refusals: [401] });

  test("is told in a dialog, and what was typed stays", async ({ page, context }) => {
    await signUp(page, { organization: false });
    await page.goto("/accounts/tokens/");
    await page.getByLabel("Name").fill("Half a thought");
    await context.clearCookies();
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("alertdialog", { name: "You have been signed out" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Stay on this page" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Half a thought");
  });
});

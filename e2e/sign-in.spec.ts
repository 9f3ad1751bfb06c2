import { expect, signUp, test, unique } from "./fixtures.ts";

test("somebody signs up, signs out and logs in again", async ({ page }) => {
  const name = unique("bo");
  await page.goto("/");
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("E-mail").fill(`${name}@example.com`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  await page.getByRole("button", { name: `Account of ${name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Documentation from git/);

  await page.goto("/accounts/tokens/");
  await expect(page).toHaveURL(/accounts\/login\/\?next=/);
  await page.getByLabel("Username or e-mail").fill(`${name}@example.com`);
  await page.getByLabel("Password").fill("a long enough password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API tokens" })).toBeVisible();
});

test.describe("refusals", () => {
  test.use({ refusals: [400, 401] });

  test("a wrong password is answered beside the button", async ({ page }) => {
    await page.goto("/accounts/login/");
    await page.getByLabel("Username or e-mail").fill(unique("nobody"));
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "do not match an account" })).toBeVisible();
  });

  test("a taken username is answered at its field, and what was typed stays", async ({ page, browser }) => {
    const other = await browser.newPage();
    const { username } = await signUp(other, { organization: false });
    await other.close();
    await page.goto("/accounts/signup/");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("E-mail").fill("other@example.com");
    await page.getByLabel("Password").fill("a long enough password");
    await page.getByRole("button", { name: "Create account" }).click();
    const field = page.getByLabel("Username");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/already exists/);
    await expect(page.getByLabel("E-mail")).toHaveValue("other@example.com");
  });
});

test("the way back after logging in never leaves the site", async ({ page }) => {
  await signUp(page, { organization: false });
  await page.goto("/accounts/login/?next=//example.com/");
  await expect(page).toHaveURL(/\/dashboard\/$/);
});

test("a chosen theme is in the page before it is painted", async ({ page }) => {
  const { username } = await signUp(page, { organization: false });
  await page.goto("/dashboard/");
  await page.getByRole("button", { name: `Account of ${username}` }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/dashboard/")).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
});

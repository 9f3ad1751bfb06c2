import { expect, logIn, signUp, test } from "./fixtures.ts";
import { look } from "./journey.ts";
import { superuser } from "./superuser.ts";

const pages = ["/operator/", "/operator/users/", "/operator/sign-up/"];

test.describe("for everybody else", () => {
  test.use({ refusals: [404] });

  test("the operator's pages do not exist", async ({ page }) => {
    for (const address of pages) expect((await page.goto(address))?.status()).toBe(404);
    await signUp(page, { organization: false });
    for (const address of pages) expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("link", { name: "Queue and workers" })).toHaveCount(0);
  });
});

test("the operator's pages are accessible and fit a phone", async ({ page }) => {
  await logIn(page, superuser);
  const visited = [...pages, "/operator/users/?q=nothing-like-this"];
  for (const [index, address] of visited.entries()) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await look(page, `operator-${index}`);
  }
});

test("an operator sees the workers, and disables and enables an account", async ({ page, browser }) => {
  const context = await browser.newContext();
  const theirs = await context.newPage();
  const { username } = await signUp(theirs, { organization: false });
  await logIn(page, superuser);
  await page.goto("/operator/");
  await expect(page.getByRole("table", { name: "Workers" })).toContainText("Working");
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByLabel("Filter by username or e-mail").fill(username);
  await page.getByRole("button", { name: `Disable ${username}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable account" }).click();
  await expect(page.getByRole("row").filter({ hasText: username })).toContainText("Disabled");
  expect((await theirs.request.get("/api/v3/account/")).status()).toBe(401);
  await page.getByRole("button", { name: `Enable ${username}` }).click();
  await expect(page.getByRole("button", { name: `Disable ${username}` })).toBeVisible();
  await context.close();
});

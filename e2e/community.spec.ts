import type { Page } from "@playwright/test";
import { communityUrl, expect, expectAccessible, logIn, test, unique } from "./fixtures.ts";

test.use({ baseURL: communityUrl });

const password = "correct horse battery staple";

async function makeAccount(page: Page): Promise<string> {
  const username = unique("ada");
  const made = await page.request.post("/api/v3/account/sign-up/", {
    data: { username, email: `${username}@example.com`, password },
  });
  expect(made.status()).toBe(201);
  return username;
}

test.describe("maintainers of a project in the community edition", () => {
  // Next reports the page that is not there.
  test.use({ refusals: [404, 400] });

  test("are added and removed, the last one stays, and nothing business is to be seen", async ({ page }) => {
    const [me, other] = [await makeAccount(page), await makeAccount(page)];
    await page.goto("/");
    await logIn(page, { username: me, password });
    const made = await page.request.post("/api/v3/projects/", {
      data: {
        name: unique("handbook"),
        repository: { url: "https://example.com/handbook.git", type: "git" },
      },
      headers: { Origin: communityUrl },
    });
    const { slug } = await made.json();

    await page.goto(`/dashboard/${slug}/users/`);
    await page.waitForLoadState("networkidle");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.getByLabel("Username").fill("nobody-of-this-name");
    await page.getByRole("button", { name: "Add maintainer" }).click();
    await expect(page.getByText('No account is called "nobody-of-this-name".')).toBeVisible();
    await page.getByLabel("Username").fill(other);
    await page.getByRole("button", { name: "Add maintainer" }).click();
    await expect(page.getByRole("row", { name: other })).toBeVisible();
    await page.getByRole("button", { name: `Remove ${other}` }).click();
    await page.getByRole("button", { name: "Remove maintainer" }).click();
    await expect(page.getByRole("row", { name: other })).toBeHidden();
    await expect(page.getByText("The last maintainer stays.")).toBeVisible();

    const sections = page.getByRole("navigation", { name: "Project" });
    await expect(sections.getByRole("link", { name: "Maintainers" })).toBeVisible();
    await expect(sections.getByRole("link", { name: "Sharing" })).toHaveCount(0);
    for (const path of ["/accounts/delete/", "/accounts/email/"]) {
      await page.goto(path);
      await expect(page.getByRole("main"), path).not.toContainText(/organization|shares|private|invitation/i);
    }
    for (const path of [`/dashboard/${slug}/people/`, `/dashboard/${slug}/sharing/`, "/organizations/"])
      expect((await page.goto(path))?.status(), path).toBe(404);
  });
});

import type { Page } from "@playwright/test";
import { expect, expectAccessible, importProject, lastBuild, signUp, test, unique } from "./fixtures.ts";
import { brokenHandbook, handbook } from "./repository.ts";

const entry = ["/", "/accounts/login/", "/accounts/signup/"];

/** Addresses of everything somebody with one built and one failed project can open. */
const own = (passed: string, failed: string, build: number, broken: number): string[] => [
  "/dashboard/",
  "/dashboard/?name=nothing-like-this",
  "/dashboard/import/manual/",
  `/projects/${passed}/`,
  `/projects/${passed}/versions/`,
  `/projects/${passed}/versions/?show=inactive`,
  `/projects/${passed}/versions/latest/`,
  `/projects/${passed}/builds/`,
  `/projects/${passed}/builds/${build}/`,
  `/projects/${failed}/builds/${broken}/`,
  `/dashboard/${passed}/edit/`,
  `/dashboard/${passed}/delete/`,
  `/dashboard/${passed}/version/latest/edit/`,
  "/accounts/edit/",
  "/accounts/tokens/",
  "/accounts/sessions/",
  "/accounts/no-access/",
];

for (const scheme of ["light", "dark"] as const) {
  test.describe(`every page in ${scheme}`, () => {
    test.use({ colorScheme: scheme, refusals: [404] });

    test("for visitors is accessible, has one heading and fits a phone", async ({ page }) => {
      for (const address of [...entry, "/projects/nothing-like-this/"]) await inspect(page, address, scheme);
    });

    test("for members is accessible, has one heading and fits a phone", async ({ page }) => {
      test.setTimeout(180_000);
      const owner = await signUp(page);
      const passed = await importProject(page, owner, handbook(unique("fine")));
      const failed = await importProject(page, owner, brokenHandbook(unique("not-so-fine")));
      const build = await lastBuild(page, passed);
      const broken = await lastBuild(page, failed);
      for (const address of own(passed, failed, build, broken)) await inspect(page, address, scheme);
    });
  });
}

/** Colours differ by theme only, layout by width only: the narrow page is examined once. */
async function inspect(page: Page, address: string, scheme: "light" | "dark"): Promise<void> {
  await test.step(address, async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Lectern/);
    await expectAccessible(page);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${address} at ${width} px`).toBeLessThanOrEqual(0);
    }
    if (scheme === "light") await expectAccessible(page);
  });
}

test("lists load at most 200 kB of script and nothing from elsewhere", async ({ page, baseURL }) => {
  await signUp(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  const origins = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.mimeType.includes("javascript")) scripts.add(requestId);
    if (response.url.startsWith("http")) origins.add(new URL(response.url).origin);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto("/dashboard/");
  await page.waitForLoadState("networkidle");
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
  expect([...origins]).toEqual([baseURL]);
});

import { expect, importProject, signUp, test, unique } from "./fixtures.ts";
import { startRelay } from "./relay.ts";
import { slowHandbook } from "./repository.ts";

test("[dashboard V12] the live log goes on after its connection was cut, without a lost or doubled line", async ({
  browser,
  baseURL,
}) => {
  const relay = await startRelay(new URL(baseURL ?? ""));
  // Its console tells of the cut connections, so this page is not the one whose console must stay silent.
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const owner = await signUp(page);
  const project = await importProject(page, owner, slowHandbook(unique("slow")));
  const [build] = (await (await page.request.get(`/api/v3/projects/${project}/builds/?limit=1`)).json())
    .results;
  await page.goto(`${relay.origin}/projects/${project}/builds/${build.id}/`);
  const log = page.getByRole("log");
  for (const step of [5, 20, 40]) {
    await expect(log.getByText(`step ${step}`, { exact: true })).toBeAttached({ timeout: 30_000 });
    expect(relay.cut()).toBeGreaterThan(0);
  }
  await expect(page.getByText("The connection to the live log was lost.")).toBeVisible();
  await expect(page).toHaveTitle(/Passed/, { timeout: 30_000 });
  await expect(page.getByText("The connection to the live log was lost.")).toBeHidden();
  const steps = await log
    .locator(".log-line")
    .filter({ hasText: /^step \d+$/ })
    .allTextContents();
  expect(steps).toEqual(Array.from({ length: 60 }, (_, index) => `step ${index + 1}`));
  await context.close();
  relay.close();
});

test("a running build is cancelled", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, slowHandbook(unique("cancelled")));
  const [build] = (await (await page.request.get(`/api/v3/projects/${project}/builds/?limit=1`)).json())
    .results;
  await page.goto(`/projects/${project}/builds/${build.id}/`);
  await expect(page.getByRole("log").getByText("step 3", { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Cancel build" }).click();
  await expect(page).toHaveTitle(/⊘ Cancelled/, { timeout: 15_000 });
  await expect(page.getByRole("button", { name: "Build again" })).toBeVisible();
});

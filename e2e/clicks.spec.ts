import type { Page } from "@playwright/test";
import { expect, importProject, lastBuild, signUp, test, unique, write } from "./fixtures.ts";
import { brokenHandbook, git, handbook } from "./repository.ts";

/** Presses of a pointer per task, as many as there may be (dashboard.md 6.4). Typing is free. */
const allowed = {
  "C1 a secret link on the clipboard": 2,
  "C2 a share revoked": 2,
  "C3 a version built again": 1,
  "C4 a version activated": 2,
  "C5 ten versions hidden": 3,
  "C6 a redirect of a page added": 3,
  "C7 rule 20 moved to the top": 3,
  "C8 five environment variables added": 3,
  "C9 the value of a variable replaced": 3,
  "C10 why the last build failed": 1,
  "C11 a new token on the clipboard": 4,
  "C12 three people invited to a team": 3,
} as const;
type Task = keyof typeof allowed;

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("[dashboard C1] [dashboard C2] [dashboard C3] [dashboard C4] [dashboard C5] [dashboard C6] [dashboard C7] [dashboard C8] [dashboard C9] [dashboard C10] [dashboard C11] [dashboard C12] the tasks of every day take no more clicks than they may", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const owner = await signUp(page);
  const repository = handbook(unique("clicks"));
  for (let minor = 0; minor < 12; minor += 1) git(repository, ["tag", `1.${minor}`]);
  const project = await importProject(page, owner, repository);
  await lastBuild(page, project);
  for (let number = 20; number > 0; number -= 1) {
    const redirect = { type: "page", from_url: `/old-${number}`, to_url: "/guide.html" };
    expect((await write(page, `/api/v3/projects/${project}/redirects/`, redirect)).status()).toBe(201);
  }
  let clicks = 0;
  await page.exposeFunction("pointerWasUsed", () => (clicks += 1));
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => Reflect.get(window, "pointerWasUsed")?.(), { capture: true }),
  );
  const inTask = (task: Task, start: string, work: () => Promise<void>) =>
    test.step(task, async () => {
      await page.goto(start);
      await page.waitForLoadState("networkidle");
      clicks = 0;
      await work();
      expect(clicks, task).toBeLessThanOrEqual(allowed[task]);
    });
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const go = (name: string, within = "Project") =>
    page.getByRole("navigation", { name: within }).getByRole("link", { name, exact: true }).click();
  const overview = `/projects/${project}/`;
  const versions = `/projects/${project}/versions/`;

  await inTask("C1 a secret link on the clipboard", overview, async () => {
    await page.getByRole("link", { name: "Share", exact: true }).click();
    await press("Create and copy link");
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeVisible();
    expect(await clipboard(page)).toContain("/_/sharing/");
  });
  await inTask("C2 a share revoked", overview, async () => {
    await go("Sharing");
    await press(/^Revoke Secret link/);
    await expect(page.getByText("No active shares")).toBeVisible();
  });
  await inTask("C4 a version activated", versions, async () => {
    await page.getByRole("link", { name: /^Inactive/ }).click();
    await press(/^Activate 1\.11/);
    await expect(page.getByText("1.11 is active and its build has started")).toBeVisible();
  });
  await inTask("C3 a version built again", versions, async () => {
    await press("Build latest");
    await expect(page.getByRole("heading", { level: 1, name: /Build #/ })).toBeVisible();
  });
  await inTask("C5 ten versions hidden", `${versions}?active=false`, async () => {
    const boxes = page.getByRole("checkbox", { name: /^Select 1\./ });
    await boxes.nth(0).click();
    await boxes.nth(9).click({ modifiers: ["Shift"] });
    await press("Hide");
    await expect(page.getByText("Hid 10 versions")).toBeVisible();
  });
  await inTask("C6 a redirect of a page added", overview, async () => {
    await go("Redirects");
    await page.getByRole("link", { name: "Add redirect" }).click();
    await page.getByLabel("From").fill("/moved");
    await page.getByLabel("To", { exact: true }).fill("/guide.html");
    await press("Add redirect");
    await expect(page.getByRole("link", { name: "Edit /moved" })).toBeVisible();
  });
  await inTask("C7 rule 20 moved to the top", overview, async () => {
    await go("Redirects");
    await press("More for /old-19");
    await page.getByRole("menuitem", { name: "Move to top" }).click();
    await expect(page.getByText("/old-19 moved to position 1 of 21.")).toBeAttached();
  });
  await inTask("C8 five environment variables added", overview, async () => {
    await go("Environment variables");
    await press("Add several");
    await page.getByLabel("Contents of a .env file").fill("A=1\nB=2\nC=3\nD=4\nE=5");
    await press("Save 5 variables");
    await expect(page.getByText("5 variables saved")).toBeVisible();
  });
  await inTask("C9 the value of a variable replaced", overview, async () => {
    await go("Environment variables");
    await press("Replace value of C");
    await page.getByLabel("New value").fill("other");
    await press("Save value");
    await expect(page.getByText("Value of C replaced")).toBeVisible();
  });
  await inTask("C11 a new token on the clipboard", overview, async () => {
    await press(`Account of ${owner.username}`);
    await page.getByRole("menuitem", { name: "API tokens" }).click();
    await page.getByLabel("Name").fill("For the clipboard");
    await press("Create token");
    await press("Copy token");
    expect(await clipboard(page)).toMatch(/^lct_/);
  });
  await inTask("C12 three people invited to a team", "/dashboard/", async () => {
    await go("Organizations", "Sections");
    await page.getByRole("link", { name: `Invite people to ${owner.username}` }).click();
    await page
      .getByLabel("E-mail addresses, or usernames of members")
      .fill("li@example.com, bo@example.com, jo@example.com");
    await press(/^(Send|Create) 3 invitations$/);
    await expect(page.getByText("3 people invited")).toBeVisible();
  });
  const failing = await importProject(page, owner, brokenHandbook(unique("why")));
  await lastBuild(page, failing);
  await inTask("C10 why the last build failed", `/projects/${failing}/versions/`, async () => {
    await page.getByRole("link", { name: /^Last build/ }).click();
    const summary = page.getByRole("region", { name: /^A command ended/ });
    await expect(summary.getByText("Error: chapter 3 is missing", { exact: true })).toBeInViewport();
  });
});

import { renameSync } from "node:fs";
import { expect, expectAccessible, importProject, lastBuild, signUp, unique } from "./fixtures.ts";
import { test } from "./keyboard.ts";
import { git, handbook } from "./repository.ts";

test.describe("versions", () => {
  // 412: where a page hears of a change only after it saves, it looks again and saves once more.
  test.use({ refusals: [400, 404, 412] });

  test("follow the repository when asked to, and say how that ended", async ({ page }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("tags"));
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    git(repository, ["tag", "v1.0"]);
    await page.goto(`/projects/${project}/versions/?active=any`);
    await page.getByRole("button", { name: "Sync versions" }).click();
    await expect(page.getByRole("alert").getByText("2 new.")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "stable" })).toContainText("→ v1.0");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("2 new.")).toBeHidden();

    renameSync(`${repository}/.git`, `${repository}/gone`);
    await page.getByRole("button", { name: "Sync versions" }).click();
    await expect(page.getByRole("alert").getByText("The repository could not be fetched")).toBeVisible();
    await page.reload();
    await expect(page.getByText("The repository could not be fetched")).toBeVisible();
  });

  test("get other slugs, and the default one stays active", async ({ page }) => {
    test.setTimeout(120_000);
    const owner = await signUp(page);
    const repository = handbook(unique("slugs"));
    git(repository, ["tag", "docs/first"]);
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await page.goto(`/projects/${project}/versions/`);
    await expect(page.getByText(/inactive: not built and not served/)).toBeVisible();
    await page.goto(`/dashboard/${project}/version/docs-first/edit/`);
    const versions = page
      .getByRole("navigation", { name: "Project" })
      .getByRole("link", { name: "Versions" });
    await expect(versions).toHaveAttribute("aria-current", "page");
    await page.getByLabel("Slug").fill("First");
    await page.getByRole("button", { name: "Change slug" }).click();
    await expect(page.getByLabel("Slug")).toHaveAccessibleDescription(/Use lower-case letters/);
    await page.getByLabel("Slug").fill("first");
    await page.getByRole("button", { name: "Change slug" }).click();
    await expect(page).toHaveURL(/\/version\/first\/edit\/$/);
    await expect(page.getByLabel("Slug")).toHaveValue("first");
    await page.getByRole("button", { name: "Remove files…" }).click();
    await page.getByRole("button", { name: "Remove files", exact: true }).click();
    await expect(page.getByText("The files of docs/first will be removed")).toBeVisible();

    const others = (version: string, data: object) =>
      page.request.patch(`/api/v3/projects/${project}/versions/${version}/`, {
        data,
        headers: { Origin: new URL(page.url()).origin },
      });
    await page.goto(`/projects/${project}/versions/first/`);
    await page.getByRole("button", { name: "Activate docs/first" }).click();
    await expect(page.getByText("docs/first is active and its build has started")).toBeVisible();
    await expect(page.getByRole("button", { name: "Build first" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.getByRole("link", { name: "Configure version" }).click();
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
    expect((await others("first", { hidden: true, privacy_level: "public" })).status()).toBe(204);
    await page.getByRole("checkbox", { name: "Hidden" }).check();
    await page.getByRole("button", { name: "Save visibility" }).click();
    await expect(page.getByText("Version docs/first saved")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Public/ })).toBeChecked();

    await page.getByLabel("Slug").fill("one");
    await expect(page.getByLabel("Redirect the old addresses to the new ones")).toBeChecked();
    await page.getByRole("button", { name: "Change slug" }).click();
    await expect(page).toHaveURL(/\/version\/one\/edit\/$/);
    await expect(page.getByText("Its old addresses lead to the new ones")).toBeVisible();
    const redirects = await (await page.request.get(`/api/v3/projects/${project}/redirects/`)).json();
    expect(redirects.results[0]).toMatchObject({ from_url: "/en/first/*", to_url: "/en/one/:splat" });

    await page.goto(`/projects/${project}/versions/`);
    await page.getByRole("button", { name: "More for docs/first" }).click();
    await page.getByRole("menuitem", { name: "Set as default" }).click();
    const row = page.getByRole("row").filter({ hasText: "docs/first" });
    await expect(row).toContainText("Default");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).not.toContainText("Default");
    // The list says so before the server does, and leaving would take the request back.
    const chosen = async () =>
      (await (await page.request.get(`/api/v3/projects/${project}/`)).json()).default_version;
    await expect.poll(chosen).toBe("latest");
    await page.goto(`/dashboard/${project}/version/latest/edit/`);
    await expect(page.getByText("latest is the default version.")).toBeVisible();
    await expect(page.getByLabel("Slug")).toHaveCount(0);
  });

  test("[dashboard K6] are found, selected as a range, hidden and shown again by keys", async ({
    page,
    keys,
  }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("range"));
    for (const tag of ["1.0", "1.1", "1.2", "1.3"]) git(repository, ["tag", tag]);
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await keys.open(`/projects/${project}/versions/?active=false`);
    const text = page.getByRole("searchbox", { name: "Filter by name, slug or commit" });
    await keys.key("/");
    await expect(text).toBeFocused();
    await keys.type("1.");
    await expect(page).toHaveURL(/q=1\./);
    await expect(page.getByRole("row").filter({ hasText: "main" })).toHaveCount(0);
    await keys.press(page.getByRole("checkbox", { name: "Select 1.2" }), "Space");
    const bar = page.getByRole("region", { name: "Selected versions" });
    await expect(bar).toContainText("1 selected");
    await keys.press(page.getByRole("checkbox", { name: "Select 1.0" }), "Shift+Space");
    await expect(bar).toContainText("3 selected");
    await expectAccessible(page);
    await keys.to(bar.getByRole("button", { name: "Hide" }), "Shift+Tab");
    await keys.key("Enter");
    await expect(page.getByText("Hid 3 versions")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Versions", level: 1 })).toBeFocused();
    const hidden = page.getByRole("row").filter({ hasText: "Hidden" });
    await expect(hidden).toHaveCount(3);
    await keys.undo();
    await expect(hidden).toHaveCount(0);
  });

  test("say that they are active also when they leave the list before all is fetched again", async ({
    page,
  }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("slow"));
    git(repository, ["tag", "1.0"]);
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await page.goto(`/projects/${project}/versions/?active=false`);
    await page.waitForLoadState("networkidle");
    let isGone = (): void => undefined;
    const gone = new Promise<void>((resolve) => (isGone = resolve));
    await page.route(/\/versions\/\?.*limit=1(&|$)/, async (route) => {
      await gone;
      await route.continue();
    });
    await page.getByRole("button", { name: "Activate 1.0" }).click();
    await expect(page.getByRole("row").filter({ hasText: "1.0" })).toBeHidden();
    isGone();
    await expect(page.getByText("1.0 is active and its build has started")).toBeVisible();
  });

  test("refuse what cannot be done to one of several, and do the rest", async ({ page }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("several"));
    git(repository, ["tag", "1.0"]);
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await page.goto(`/projects/${project}/versions/?active=any`);
    await page.getByRole("checkbox", { name: "Select latest" }).click();
    await page.getByRole("checkbox", { name: "Select stable" }).click();
    const bar = page.getByRole("region", { name: "Selected versions" });
    await bar.getByRole("button", { name: "Deactivate…" }).click();
    await page.getByRole("button", { name: "Deactivate versions" }).click();
    await expect(page.getByText(/latest: latest is the default version/)).toBeVisible();
    await expect(page.getByText("Deactivated 1 version")).toBeVisible();
  });

  test("[dashboard B5] may be two thousand, with long names, newest first, and Back leads to where one was", async ({
    page,
  }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("many"));
    const commit = git(repository, ["rev-parse", "HEAD"]).trim();
    const names = [
      ...Array.from({ length: 2_000 }, (_, number) => `nightly-${number}`),
      "1.9",
      "1.10",
      `1.11+${"very.long.".repeat(20)}name`,
    ];
    git(
      repository,
      ["update-ref", "--stdin"],
      names.map((name) => `create refs/tags/${name} ${commit}\n`).join(""),
    );
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await page.goto(`/projects/${project}/versions/?active=false`);
    await expect(page.getByRole("row").nth(1)).toContainText("1.11+very.long.");
    await expect(page.getByRole("row").nth(2)).toContainText("1.10");
    await expect(page.getByRole("row").nth(3)).toContainText("1.9");
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1–50 of 2,004");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("51–100 of 2,004");
    const far = page.getByRole("row").nth(40).getByRole("link").first();
    await far.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    await far.click();
    await expect(page.getByRole("heading", { level: 1, name: /nightly/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("51–100 of 2,004");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  });
});

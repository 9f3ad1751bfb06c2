import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { expect, expectAccessible, importProject, lastBuild, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

const git = (folder: string, args: readonly string[], input = "") =>
  execFileSync("git", ["-C", folder, ...args], { input }).toString();

test.describe("versions", () => {
  test.use({ refusals: [400, 404] });

  test("follow the repository when asked to, and say how that ended", async ({ page }) => {
    const owner = await signUp(page);
    const repository = handbook(unique("tags"));
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    git(repository, ["tag", "v1.0"]);
    await page.goto(`/projects/${project}/versions/?show=all`);
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
    const owner = await signUp(page);
    const repository = handbook(unique("slugs"));
    git(repository, ["tag", "docs/first"]);
    const project = await importProject(page, owner, repository);
    await lastBuild(page, project);
    await page.goto(`/projects/${project}/versions/`);
    await expect(page.getByText(/inactive: not built and not served/)).toBeVisible();
    await page.goto(`/dashboard/${project}/version/docs-first/edit/`);
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
    await expectAccessible(page);
    await page.goto(`/dashboard/${project}/version/latest/edit/`);
    await expect(page.getByText("latest is the default version.")).toBeVisible();
    await expect(page.getByLabel("Slug")).toHaveCount(0);
  });

  test("may be two thousand, with long names, newest first", async ({ page }) => {
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
    await page.goto(`/projects/${project}/versions/?show=inactive`);
    await expect(page.getByRole("row").nth(1)).toContainText("1.11+very.long.");
    await expect(page.getByRole("row").nth(2)).toContainText("1.10");
    await expect(page.getByRole("row").nth(3)).toContainText("1.9");
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1–50 of 2004");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("51–100 of 2004");
  });
});

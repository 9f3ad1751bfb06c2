import { execFileSync } from "node:child_process";
import type { Locator, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  importProject,
  lastBuild,
  signUp,
  test,
  unique,
  write,
} from "./fixtures.ts";
import { handbook } from "./repository.ts";

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env.SCREENSHOTS;

/** Presses Tab until the control has the focus, which is never lost on the way. */
async function tabTo(page: Page, target: Locator, most = 25): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses <= most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement === document.body), "focus on nothing").toBe(
      false,
    );
  }
  throw new Error(`${target} is more than ${most} Tab presses away`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Goes from the project's page to the form, as from anywhere in the project. */
async function startShare(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/`);
  await page.waitForLoadState("networkidle");
  await press(page, page.getByRole("link", { name: "Share", exact: true }));
  await expect(page.getByLabel("Description")).toBeFocused();
}

async function leaveReceipt(page: Page): Promise<void> {
  await press(page, page.getByRole("link", { name: "Done" }));
  await expect(page.getByRole("heading", { level: 1, name: "Sharing" })).toBeFocused();
}

test.use({ refusals: [400, 401, 404] });

test("somebody shares by link, password and token with the keyboard alone, and recipients read", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("shared")));
  await lastBuild(page, project);
  const { urls } = await (await page.request.get(`/api/v3/projects/${project}/`)).json();
  const secrets: string[] = [];

  await test.step("K1: a secret link is made, copied, revoked and taken back", async () => {
    await startShare(page, project);
    await expect(page.getByText("Anyone with the link can read all versions")).toBeVisible();
    await press(page, button(page, "Create and copy link"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    await expect(page.getByText("the link is on your clipboard")).toBeVisible();
    const link = await clipboard(page);
    secrets.push(link.split("?")[0]!.split("/").at(-1)!);
    await expect(page.getByRole("textbox", { name: "Link", exact: true })).toHaveValue(link);
    await leaveReceipt(page);

    const recipient = await (await browser.newContext()).newPage();
    await recipient.goto(link);
    await expect(recipient.getByText("Read me.")).toBeVisible();
    expect(recipient.url()).toBe(urls.documentation);

    await press(page, button(page, /^Revoke Secret link/));
    const undo = button(page, "Undo");
    if (await page.getByRole("alertdialog").isVisible()) {
      await expect(button(page, "Keep share")).toBeFocused();
      await press(page, button(page, "Revoke share"));
    }
    await undo.waitFor();
    await expect(page.getByText("No active shares")).toBeVisible();
    await expect(async () => expect((await recipient.reload())?.status()).toBe(401)).toPass({
      timeout: 5_000,
    });
    await page.keyboard.press("Alt+t");
    await press(page, undo);
    await expect(page.getByText("is back, with the same secret")).toBeVisible();
    await recipient.goto(link);
    await expect(recipient.getByText("Read me.")).toBeVisible();
    await recipient.context().close();
  });

  await test.step("K2: a password is asked for; a wrong one is refused, the right one opens the page", async () => {
    await startShare(page, project);
    await tabTo(page, page.getByRole("radio", { name: /Secret link/ }));
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: /^Password/ })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(/^([a-z-]+-){4}\d\d$/);
    const password = await page.getByRole("textbox", { name: "Password" }).inputValue();
    secrets.push(password);
    await press(page, button(page, "Create and copy password link"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    const link = await clipboard(page);
    await press(page, button(page, "Copy password"));
    await expect.poll(() => clipboard(page)).toBe(password);
    await leaveReceipt(page);

    const recipient = await (await browser.newContext()).newPage();
    await recipient.goto(link);
    const field = recipient.getByLabel("Password");
    await expect(field).toBeFocused();
    await field.pressSequentially("not the password");
    await recipient.keyboard.press("Enter");
    await expect(recipient.getByRole("alert")).toContainText("That password did not work");
    await field.pressSequentially(password);
    await recipient.keyboard.press("Enter");
    await expect(recipient.getByText("Read me.")).toBeVisible();
    await recipient.goto(new URL("guide.html", urls.documentation).href);
    await expect(recipient.getByRole("heading", { name: "Guide" })).toBeVisible();
    await recipient.context().close();
  });

  await test.step("K3: the copied curl command reads with the header token", async () => {
    await startShare(page, project);
    await tabTo(page, page.getByRole("radio", { name: /Secret link/ }));
    await page.keyboard.press("ArrowUp");
    await press(page, button(page, "Create and copy token"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    const token = await clipboard(page);
    expect(token).toMatch(/^lch_/);
    secrets.push(token);
    await press(page, page.getByRole("checkbox", { name: "Include the token" }), "Space");
    await press(page, button(page, "Copy curl"));
    await expect.poll(() => clipboard(page)).toContain(`Token ${token}`);
    const commands = (await clipboard(page)).replaceAll(
      /^curl /gm,
      "curl --silent --output /dev/null --write-out '%{http_code} ' ",
    );
    expect(execFileSync("sh", ["-c", commands]).toString()).toBe("200 200 ");
    await leaveReceipt(page);
  });

  await test.step("no secret stands in a page, its address, its history or a toast", async () => {
    await expect(page.getByRole("row")).toHaveCount(4);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "Secret link" });
    for (const address of [page.url(), await row.getByRole("link").first().getAttribute("href")]) {
      await page.goto(address ?? "");
      await page.waitForLoadState("networkidle");
      const state = await page.evaluate(() => JSON.stringify(history.state));
      for (const text of [await page.content(), page.url(), state]) {
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  });
});

test("sharing pages are accessible in light and dark, fit a phone and let nobody lose a secret by accident", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("looks")));
  const look = async (name: string, { narrow = false } = {}): Promise<void> => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      const picture = (width: number) =>
        pictures
          ? page.screenshot({ path: `${pictures}/${name}-${colorScheme}-${width}.png`, fullPage: true })
          : null;
      await picture(1280);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await picture(390);
      if (narrow && colorScheme === "light") await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  };

  await page.goto(`/dashboard/${project}/sharing/`);
  await look("empty");
  await page.getByRole("link", { name: /customer or contractor/ }).click();
  await expect(page.getByRole("radio", { name: /^Password/ })).toBeChecked();
  await page.getByLabel("Allow access to all versions").uncheck();
  await look("form", { narrow: true });
  await button(page, "Create and add recipients").click();
  await expect(page.getByLabel("Versions by name")).toHaveCount(1);
  await expect(page.getByText("Choose at least one version.")).toBeVisible();
  await page.getByLabel("latest", { exact: true }).check();
  await button(page, "Create and add recipients").click();

  await page.getByLabel("Names").fill("Ada\nGrace, grace");
  await button(page, "Add 2 recipients").click();
  await expect(page.getByText("Line 2: email: Enter a valid email address.")).toBeVisible();
  await page.getByLabel("Names").fill("Ada\nGrace, grace@example.com");
  await button(page, "Add 2 recipients").click();
  await expect(page.getByText("2 recipients added")).toBeVisible();
  await look("recipients");
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without copying" })).toBeVisible();
  await button(page, "Stay here").click();
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download CSV").click()]);
  expect(file.suggestedFilename()).toMatch(/recipients\.csv$/);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sharing" })).toBeFocused();

  const made = await write(page, `/api/v3/projects/${project}/sharing/`, {
    description: "Contractor Example Ltd, March audit",
    access_type: "http_header_token",
  });
  expect(made.status()).toBe(201);
  await page.reload();
  await page
    .getByRole("checkbox", { name: /^Select/ })
    .first()
    .check();
  await button(page, "Select all on this page").click();
  await expect(page.getByText("2 selected")).toBeVisible();
  await look("list", { narrow: true });
  await button(page, "Clear selection").click();
  await button(page, "More for Contractor Example Ltd, March audit").click();
  await page.getByRole("menuitem", { name: "Replace secret" }).click();
  await look("replace");
  await page.getByRole("button", { name: "Replace secret" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Secret replaced" })).toBeFocused();
  await look("receipt");
  await page.getByRole("button", { name: "Copy token" }).click();
  await page.getByRole("link", { name: "Done" }).click();
  await page.getByRole("link", { name: "Contractor Example Ltd, March audit" }).click();
  await expect(page.getByText("Nobody came in these 30 days.")).toBeVisible();
  await look("detail");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Description").fill("Contractor Example Ltd, April audit");
  await look("edit");
  await button(page, "Save share").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contractor Example Ltd, April audit");

  await page.goto(`/organizations/${owner.username}/policies/`);
  await look("policy");
  await page.getByLabel("Longest, in days").fill("30");
  await button(page, "Save policy").click();
  await expect(page.getByText("Share policy saved")).toBeVisible();
  await page.goto(`/dashboard/${project}/sharing/new/`);
  await expect(page.getByText("30 days", { exact: true })).toBeVisible();
  await expect(page.getByText("90 days", { exact: true })).toHaveCount(0);
  const none = { allowed_types: [] };
  const policy = `/api/v3/organizations/${owner.username}/share-policy/`;
  expect(
    (await page.request.patch(policy, { data: none, headers: { Origin: new URL(page.url()).origin } })).ok(),
  ).toBe(true);
  await page.reload();
  await expect(page.getByText("Your organization allows no new shares.")).toBeVisible();
});

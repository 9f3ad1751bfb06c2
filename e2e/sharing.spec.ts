import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, importProject, lastBuild, signUp, unique, write } from "./fixtures.ts";
import { type Keys, keysOf, test } from "./keyboard.ts";
import { handbook } from "./repository.ts";

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env.SCREENSHOTS;

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Goes from the project's page to the form, as from anywhere in the project. */
async function startShare(page: Page, keys: Keys, project: string): Promise<void> {
  await keys.open(`/projects/${project}/`);
  await keys.to(page.getByRole("link", { name: "Share", exact: true }), "Shift+Tab");
  await keys.key("Enter");
  await expect(page.getByLabel("Description")).toBeFocused();
}

async function leaveReceipt(page: Page, keys: Keys): Promise<void> {
  await keys.press(page.getByRole("link", { name: "Done" }));
  await expect(page.getByRole("heading", { level: 1, name: "Sharing" })).toBeFocused();
}

/** Does something by its name in the palette. */
async function command(page: Page, keys: Keys, name: string): Promise<void> {
  await keys.key("Control+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await keys.type(name);
  const first = page.getByRole("option").first();
  await expect(first).toContainText(name);
  await expect(first).toHaveAttribute("aria-selected", "true");
  await keys.key("Enter");
}

test.use({ refusals: [400, 401, 404] });

test("[dashboard A3] [dashboard B1] [dashboard K1] [dashboard K2] [dashboard K3] [dashboard K14] somebody shares by link, password and token by keys and through the palette, and recipients read", async ({
  page,
  keys,
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("shared")));
  await lastBuild(page, project);
  const { urls } = await (await page.request.get(`/api/v3/projects/${project}/`)).json();
  const secrets: string[] = [];

  await test.step("K1: somebody logs in; a secret link is made, copied, revoked and taken back", async () => {
    await page.context().clearCookies();
    await page.goto(`/accounts/login/?next=/projects/${project}/`);
    await page.waitForLoadState("networkidle");
    await keys.to(page.getByLabel("Username or e-mail"));
    await keys.type(owner.username);
    await keys.to(page.getByLabel("Password"));
    await keys.type(owner.password);
    await keys.key("Enter");
    await expect(page).toHaveURL(`/projects/${project}/`);
    await startShare(page, keys, project);
    await expect(page.getByText("Anyone with the link can read all versions")).toBeVisible();
    await keys.press(button(page, "Create and copy link"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    await expect(page.getByText("the link is on your clipboard")).toBeVisible();
    const link = await clipboard(page);
    secrets.push(link.split("?")[0]!.split("/").at(-1)!);
    await expect(page.getByRole("textbox", { name: "Link", exact: true })).toHaveValue(link);
    await leaveReceipt(page, keys);

    const recipient = await (await browser.newContext()).newPage();
    await recipient.goto(link);
    await expect(recipient.getByText("Read me.")).toBeVisible();
    expect(recipient.url()).toBe(urls.documentation);

    await keys.press(button(page, /^Revoke Secret link/));
    if (await page.getByRole("alertdialog").isVisible()) {
      await expect(button(page, "Keep share")).toBeFocused();
      await keys.press(button(page, "Revoke share"));
    }
    await expect(page.getByText("No active shares")).toBeVisible();
    await expect(async () => expect((await recipient.reload())?.status()).toBe(401)).toPass({
      timeout: 5_000,
    });
    await keys.undo();
    await expect(page.getByText("is back, with the same secret")).toBeVisible();
    await recipient.goto(link);
    await expect(recipient.getByText("Read me.")).toBeVisible();
    await recipient.context().close();
  });

  await test.step("K2: a password is asked for; a wrong one is refused, the right one opens the page", async () => {
    await startShare(page, keys, project);
    await keys.to(page.getByRole("radio", { name: /Secret link/ }));
    await keys.key("ArrowDown");
    await expect(page.getByRole("radio", { name: /^Password/ })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(/^([a-z-]+-){4}\d\d$/);
    const password = await page.getByRole("textbox", { name: "Password" }).inputValue();
    secrets.push(password);
    await keys.press(button(page, "Create and copy password link"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    const link = await clipboard(page);
    await keys.press(button(page, "Copy password"));
    await expect.poll(() => clipboard(page)).toBe(password);
    await leaveReceipt(page, keys);

    const recipient = await (await browser.newContext()).newPage();
    await recipient.goto(link);
    const field = recipient.getByLabel("Password");
    await expect(field).toBeFocused();
    const theirs = keysOf(recipient);
    await theirs.type("not the password");
    await theirs.key("Enter");
    await expect(recipient.getByRole("alert")).toContainText("That password did not work");
    await expect(field).toBeFocused();
    await theirs.type(password);
    await recipient.keyboard.press("Enter");
    await expect(recipient.getByText("Read me.")).toBeVisible();
    await recipient.goto(new URL("guide.html", urls.documentation).href);
    await expect(recipient.getByRole("heading", { name: "Guide" })).toBeVisible();
    await recipient.context().close();
  });

  await test.step("K3: the copied curl command reads with the header token", async () => {
    await startShare(page, keys, project);
    await keys.to(page.getByRole("radio", { name: /Secret link/ }));
    await keys.key("ArrowUp");
    await keys.press(button(page, "Create and copy token"));
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    const token = await clipboard(page);
    expect(token).toMatch(/^lch_/);
    secrets.push(token);
    await keys.press(page.getByRole("checkbox", { name: "Include the token" }), "Space");
    await keys.press(button(page, "Copy curl"));
    await expect.poll(() => clipboard(page)).toContain(`Token ${token}`);
    const commands = (await clipboard(page)).replaceAll(
      /^curl /gm,
      "curl --silent --output /dev/null --write-out '%{http_code} ' ",
    );
    expect(execFileSync("sh", ["-c", commands]).toString()).toBe("200 200 ");
    await leaveReceipt(page, keys);
  });

  await test.step("K14: the same through the palette alone, from another page", async () => {
    await page.goto(`/projects/${project}/builds/`);
    await page.waitForLoadState("networkidle");
    await command(page, keys, "New share");
    await expect(page.getByLabel("Description")).toBeFocused();
    await command(page, keys, "Create and copy link");
    await expect(page.getByRole("heading", { level: 1, name: "Share created" })).toBeFocused();
    const link = await clipboard(page);
    secrets.push(link.split("?")[0]!.split("/").at(-1)!);
    await command(page, keys, "Sharing");
    await expect(page.getByRole("heading", { level: 1, name: "Sharing" })).toBeFocused();
    const made = page.getByRole("row").filter({ hasText: "Never" }).filter({ hasText: "Secret link" });
    await expect(made).toHaveCount(1);
    await command(page, keys, "Revoke Secret link");
    await expect(made).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    await command(page, keys, "Undo: Revoked “Secret link");
    await expect(page.getByText("is back, with the same secret")).toBeVisible();
    await expect(made).toHaveCount(1);
  });

  await test.step("no secret stands in a page, its address, its history or a toast", async () => {
    await expect(page.getByRole("row")).toHaveCount(5);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "Secret link" }).first();
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

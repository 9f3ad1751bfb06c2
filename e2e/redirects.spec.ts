import type { Page } from "@playwright/test";
import { expect, importProject, lastBuild, signUp, unique, write } from "./fixtures.ts";
import { look } from "./journey.ts";
import { test } from "./keyboard.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [400, 404, 412] });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });

/** What the redirects of the list look for, from the top. */
const order = async (page: Page): Promise<string[]> =>
  (await page.getByRole("link", { name: /^Edit \// }).allInnerTexts()).map((text) =>
    text.replace(/^Edit\s*/, ""),
  );

async function redirected(page: Page): Promise<string> {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("moved")), { level: "public" });
  await lastBuild(page, project);
  return project;
}

const add = async (page: Page, project: string, redirect: object): Promise<number> => {
  const made = await write(page, `/api/v3/projects/${project}/redirects/`, redirect);
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).pk;
};

test("[dashboard K7] a redirect is added, tried, moved to the top and by steps, deleted and put back by keys", async ({
  page,
  keys,
}) => {
  test.setTimeout(300_000);
  const project = await redirected(page);
  for (const name of ["c", "b", "a"])
    await add(page, project, { type: "page", from_url: `/${name}`, to_url: "/guide.html" });

  await page.goto(`/projects/${project}/`);
  await page.waitForLoadState("networkidle");
  await keys.press(link(page, "Redirects"));
  await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeFocused();
  await keys.press(link(page, "Add redirect"));
  await expect(page.getByRole("heading", { level: 1, name: "Add redirect" })).toBeFocused();
  await keys.to(page.getByLabel("From"));
  await keys.type("old.html");
  await keys.to(page.getByLabel("To", { exact: true }));
  await keys.type("guide.html");
  await keys.to(page.getByLabel("Position"));
  await keys.type("4");

  await keys.press(button(page, "Try"));
  await expect(page.getByText("This redirect decides.")).toBeVisible();
  await expect(page.getByText("There is a page.")).toBeVisible();
  await keys.to(button(page, "Add redirect"), "Shift+Tab");
  await keys.key("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeFocused();
  await expect.poll(() => order(page)).toEqual(["/a", "/b", "/c", "/old.html"]);

  await test.step("an address is tested; it stands in the page's address", async () => {
    await keys.to(page.getByLabel("Addresses to test, one a line"));
    await keys.type("/en/latest/old.html");
    await keys.key("Enter");
    await expect(page.getByText("Redirect number 4 decides.")).toBeVisible();
    await expect(page.getByRole("row", { name: /old\.html/ })).toContainText("Decides what was tried");
    expect(page.url()).toContain("?test=%2Fen%2Flatest%2Fold.html");
    await page.reload();
    await page.waitForLoadState("networkidle");
    await expect(page.getByText("Redirect number 4 decides.")).toBeVisible();
  });

  await test.step("it is moved to the top by its menu, and down again by its handle", async () => {
    for (let row = 1; row <= 4; row += 1) await keys.key("j");
    await keys.press(button(page, "More for /old.html"));
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await keys.key("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Move to top" })).toBeFocused();
    await keys.key("Enter");
    await expect.poll(() => order(page)).toEqual(["/old.html", "/a", "/b", "/c"]);
    await expect(page.getByText("/old.html moved to position 1 of 4.")).toBeAttached();
    await expect(button(page, "More for /old.html")).toBeFocused();

    const handle = button(page, "Reorder /old.html");
    await keys.to(handle, "Shift+Tab");
    await expect(handle).toHaveAttribute("aria-roledescription", "sortable");
    await expect(handle).toBeFocused();
    await keys.key("Space");
    await expect(page.getByText("/old.html lifted, position 1 of 4.")).toBeAttached();
    await keys.key("ArrowDown");
    await expect(page.getByText("/old.html, position 2 of 4.")).toBeAttached();
    await keys.key("ArrowDown");
    await expect(page.getByText("/old.html, position 3 of 4.")).toBeAttached();
    await keys.key("Space");
    await expect.poll(() => order(page)).toEqual(["/a", "/b", "/old.html", "/c"]);
    await expect(handle).toBeFocused();
    await keys.key("Space");
    await expect(page.getByText("/old.html lifted, position 3 of 4.")).toBeAttached();
    await keys.key("ArrowUp");
    await expect(page.getByText("/old.html, position 2 of 4.")).toBeAttached();
    await keys.key("Escape");
    await expect(page.getByText("/old.html put back, position 3 of 4.")).toBeAttached();
    expect(await order(page)).toEqual(["/a", "/b", "/old.html", "/c"]);
  });

  await test.step("it is deleted, and put back where it was", async () => {
    await keys.press(button(page, "More for /old.html"));
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await keys.key("End");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
    await keys.key("Enter");
    await expect.poll(() => order(page)).toEqual(["/a", "/b", "/c"]);
    await expect(button(page, "Reorder /c")).toBeFocused();
    await keys.undo();
    await expect.poll(() => order(page)).toEqual(["/a", "/b", "/old.html", "/c"]);
  });
  await page.reload();
  expect(await order(page)).toEqual(["/a", "/b", "/old.html", "/c"]);
});

test("a redirect is moved by keys that are pressed before the page can follow", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("hurried")), { level: "public" });
  for (const name of ["c", "b", "a"])
    await add(page, project, { type: "page", from_url: `/${name}`, to_url: "/guide.html" });
  await page.goto(`/dashboard/${project}/redirects/`);
  await page.waitForLoadState("networkidle");
  const handle = button(page, "Reorder /c");

  await test.step("what lifts a row is pressed before that is loaded", async () => {
    await handle.focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("/c lifted, position 3 of 3.")).toBeAttached();
    await expect(handle).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByText("/c put back, position 3 of 3.")).toBeAttached();
  });

  await test.step("a row is moved and dropped while the page is still busy with lifting it", async () => {
    await page.evaluate(() =>
      window.addEventListener(
        "keydown",
        ({ code }) => {
          const end = performance.now() + 300;
          while (code === "Space" && performance.now() < end);
        },
        { capture: true },
      ),
    );
    await Promise.all(["Space", "ArrowUp"].map((key) => page.keyboard.press(key)));
    await expect(page.getByText("/c, position 2 of 3.")).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("/c, position 1 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect.poll(() => order(page)).toEqual(["/c", "/a", "/b"]);
    await expect(handle).toBeFocused();
  });
});

test("redirects are dragged, filtered, switched off, edited by two people, imported and exported", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const project = await redirected(page);
  const list = `/dashboard/${project}/redirects/`;
  await page.goto(list);
  await look(page, "redirects-empty");
  const long = "a-name-that-goes-on-".repeat(6);
  await add(page, project, {
    type: "page",
    from_url: "/c",
    to_url: `/${long}`,
    description: "دليل المستخدم",
  });
  await add(page, project, {
    type: "exact",
    from_url: "/en/1.0/*",
    to_url: "/en/latest/:splat",
    http_status: 301,
  });
  await add(page, project, { type: "exact", from_url: "/en/1.0/a", to_url: "/en/latest/a", position: 1 });
  await add(page, project, { type: "html_to_clean_url", position: 3, force: true, enabled: false });
  const a = await add(page, project, {
    type: "page",
    from_url: "/a",
    to_url: "/guide.html",
    description: "Moved in 2.0",
  });

  await page.goto(`${list}?test=${encodeURIComponent("/en/latest/a\n/en/1.0/nothing\n/nope")}`);
  await expect(page.getByText("number 1 comes first wherever this one matches")).toBeVisible();
  await look(page, "redirects", { narrow: true });
  await page.goto(`${list}?test=%2Fen%2Flatest%2Fa`);
  await expect(page.getByText("Redirect number 1 decides.")).toBeVisible();
  await look(page, "redirects-test");

  await page.goto(list);
  await page.waitForLoadState("networkidle");
  await page.locator("tbody").hover();
  await expect(button(page, "Reorder /a")).toHaveAttribute("aria-roledescription", "sortable");
  await button(page, "Reorder /a").dragTo(button(page, "Reorder /c"), { steps: 12 });
  await expect.poll(() => order(page)).toEqual(["/en/1.0/*", "/en/1.0/a", "/c", "/a", "/page.html"]);

  await page.getByLabel("Filter redirects").fill("moved in");
  await expect.poll(() => order(page)).toEqual(["/a"]);
  await expect(button(page, /^Reorder/)).toHaveCount(0);
  await page.getByLabel("Filter redirects").fill("nothing like this");
  await expect(page.getByText("No redirects match “nothing like this”")).toBeVisible();
  await look(page, "redirects-filtered-empty");
  await link(page, "Clear filter").click();
  await expect.poll(() => order(page)).toHaveLength(5);
  await page.waitForLoadState("networkidle");

  const enabled = page.getByRole("switch", { name: "Enabled: /c" });
  await page.route("**/redirects/*/", (route) => route.fulfill({ status: 400, json: ["No."] }));
  await enabled.click();
  await expect(page.getByRole("alert").filter({ hasText: "The list is as it was" })).toContainText("No.");
  await expect(enabled).toBeChecked();
  await page.unroute("**/redirects/*/");
  await enabled.click();
  await expect(enabled).not.toBeChecked();
  await expect(page.getByRole("alert").filter({ hasText: "The list is as it was" })).toBeHidden();

  await test.step("two people change one redirect", async () => {
    await page.goto(`${list}${a}/edit/`);
    await page.waitForLoadState("networkidle");
    await look(page, "redirect-edit", { narrow: true });
    const change = { data: { to_url: "/index.html" }, headers: { Origin: new URL(page.url()).origin } };
    expect((await page.request.patch(`/api/v3/projects/${project}/redirects/${a}/`, change)).status()).toBe(
      200,
    );
    await page.getByLabel("To", { exact: true }).fill("/elsewhere.html");
    await button(page, "Save redirect").click();
    await expect(page.getByRole("alertdialog")).toContainText("/index.html");
    await expect(page.getByRole("alertdialog")).not.toContainText("Somebody else");
    await button(page, "Keep mine").click();
    await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Edit \/a/ })).toContainText("/elsewhere.html");
  });

  await test.step("refusals stand at their fields, and what was typed stays", async () => {
    await page.goto(`${list}create/?type=exact&from=/en/old.html`);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("radio", { name: /^Exact/ })).toBeChecked();
    await button(page, "Add redirect").click();
    await expect(page.getByLabel("To", { exact: true })).toBeFocused();
    await expect(page.getByText("This field may not be blank.")).toBeVisible();
    await expect(page.getByLabel("From")).toHaveValue("/en/old.html");
    await look(page, "redirect-create");
  });

  await test.step("a list is imported: what changes is shown first, and is what is done", async () => {
    await page.goto(`${list}import/`);
    await page.waitForLoadState("networkidle");
    await page
      .getByRole("textbox", { name: "Redirects" })
      .fill("page /a /guide.html 301\npage /new /start\nnonsense /x /y");
    await button(page, "Show changes").click();
    await expect(page.getByText("Line 3")).toBeVisible();
    await page.getByRole("textbox", { name: "Redirects" }).fill("page /a /guide.html 301\npage /new /start");
    await button(page, "Show changes").click();
    await expect(page.getByText("1 new, 1 changed, 4 the same")).toBeVisible();
    await look(page, "redirects-import", { narrow: true });
    await button(page, "Apply").click();
    await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeVisible();
    await expect.poll(() => order(page)).toContain("/new");
  });

  const [saved] = await Promise.all([page.waitForEvent("download"), link(page, "Export").click()]);
  expect(saved.suggestedFilename()).toBe(`${project}-redirects.csv`);
});

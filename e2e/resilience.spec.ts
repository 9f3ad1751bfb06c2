import { expect, expectAccessible, importProject, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test.describe("what somebody else changed meanwhile", () => {
  test.use({ refusals: [412] });

  test("is shown beside what was typed, and neither is lost", async ({ page }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("shared")));
    const address = `/api/v3/projects/${project}/`;
    const others = async (data: object) =>
      expect((await page.request.patch(address, { data, headers: sameOrigin(page.url()) })).status()).toBe(
        204,
      );
    const read = async () => (await page.request.get(address)).json();
    await page.goto(`/dashboard/${project}/edit/`);
    await page.waitForLoadState("networkidle");
    const name = page.getByLabel("Name");
    const save = page.getByRole("button", { name: "Save general" });

    await name.fill("Mine");
    await others({ homepage: "https://example.com/theirs" });
    await save.click();
    await expect(page.getByText("General settings of Mine saved")).toBeVisible();
    expect(await read()).toMatchObject({ name: "Mine", homepage: "https://example.com/theirs" });

    await name.fill("Mine again");
    await others({ name: "Theirs" });
    await save.click();
    const dialog = page.getByRole("alertdialog", { name: "Changed meanwhile" });
    await expect(dialog).toContainText(`${owner.username} saved another value`);
    await expect(dialog).toContainText("YoursMine againTheirsTheirs");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Go on editing" }).click();
    await expect(name).toHaveValue("Mine again");
    await expect(save).toBeFocused();
    await expect(page.getByText("Not saved. Somebody else changed this meanwhile.")).toBeVisible();
    expect(await read()).toMatchObject({ name: "Theirs" });

    await save.click();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await expect(page.getByText("General settings of Mine again saved")).toBeVisible();
    expect(await read()).toMatchObject({ name: "Mine again" });

    await name.fill("Mine at last");
    await others({ name: "Theirs at last" });
    await save.click();
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect(name).toHaveValue("Theirs at last");
    expect(await read()).toMatchObject({ name: "Theirs at last" });
  });

  test("between looking and writing makes the writer look again", async ({ page }) => {
    const owner = await signUp(page);
    const project = await importProject(page, owner, handbook(unique("shared")));
    const address = `/api/v3/projects/${project}/`;
    await page.goto(`/dashboard/${project}/edit/`);
    await page.waitForLoadState("networkidle");
    let raced = false;
    await page.route(`**${address}`, async (route) => {
      if (route.request().method() === "PATCH" && !raced) {
        raced = true;
        const data = { name: "Theirs" };
        await page.request.patch(address, { data, headers: sameOrigin(page.url()) });
      }
      await route.continue();
    });
    await page.getByLabel("Name").fill("Mine");
    await page.getByRole("button", { name: "Save general" }).click();
    await expect(page.getByRole("alertdialog", { name: "Changed meanwhile" })).toContainText("Theirs");
  });
});

test.describe("a server that does not do what it is asked", () => {
  test.use({ refusals: [429, 500, 503, 0] });

  test("[dashboard B7] says what happened where it was asked, keeps what was typed, and is asked again", async ({
    page,
    context,
  }) => {
    await signUp(page, { organization: false });
    await page.goto("/accounts/edit/");
    await page.waitForLoadState("networkidle");
    const name = page.getByLabel("First name");
    const save = page.getByRole("button", { name: "Save profile" });
    const answered = { status: 500, headers: {}, body: "{}" };
    await page.route("**/api/v3/account/", (route) =>
      route.request().method() === "PATCH" ? route.fulfill(answered) : route.continue(),
    );
    await name.fill("Half a thought");

    answered.headers = { "X-Request-Id": "7f3a9c21-0000-4000-8000-000000000000" };
    await save.click();
    await expect(
      page.getByText("The server could not do this. Try again. Reference 7f3a9c21."),
    ).toBeVisible();
    await expectAccessible(page);

    Object.assign(answered, { status: 429, headers: { "Retry-After": "7" } });
    await save.click();
    await expect(page.getByText("Too many tries. Try again in 7 seconds.")).toBeVisible();
    await expect(page.getByText(/Sent again in [1-7] s\./)).toBeVisible();
    await name.press("!");
    await expect(page.getByText(/Sent again in/)).toHaveCount(0);
    await name.fill("Half a thought");

    const asked: number[] = [];
    page.on("request", (request) => request.method() === "PATCH" && asked.push(Date.now()));
    answered.headers = { "Retry-After": "2" };
    await save.click();
    await expect.poll(() => asked.length).toBe(2);
    await expect(page.getByText("Too many tries. Try again in 2 seconds.")).toBeVisible();
    await expect(page.getByText(/Sent again in/)).toHaveCount(0);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1900);

    await page.unroute("**/api/v3/account/");
    await page.route("**/api/v3/account/", (route) => route.abort("connectionrefused"));
    await save.click();
    await expect(page.getByText("The server cannot be reached.")).toBeVisible();

    await page.unroute("**/api/v3/account/");
    const lost: string[] = [];
    page.on("requestfailed", (request) => request.url().endsWith(".js") && lost.push(request.url()));
    await context.setOffline(true);
    await expect(page.getByText(/^You are offline. Showing data from \d\d:\d\d\./)).toBeVisible();
    await expectAccessible(page);
    await save.click();
    await expect(page.getByText("The server cannot be reached.")).toBeVisible();
    // What has to be loaded first comes when it can, and takes nothing that was typed with it.
    await page.keyboard.press("Control+k");
    await expect.poll(() => lost.length, "what was asked for in vain").toBeGreaterThan(0);
    await context.setOffline(false);
    await expect(page.getByText(/^You are offline/)).toHaveCount(0);
    await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(name).toHaveValue("Half a thought");

    await page.route("**/api/v3/account/", async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.continue();
    });
    const writes: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && writes.push(request.url()));
    await save.click();
    await save.click({ force: true });
    await expect(save).toHaveAttribute("aria-disabled", "true");
    await expect(save).not.toHaveAttribute("aria-disabled", "true");
    expect(writes).toHaveLength(1);
    await page.reload();
    await expect(name).toHaveValue("Half a thought");
  });
});

const sameOrigin = (address: string) => ({ Origin: new URL(address).origin });

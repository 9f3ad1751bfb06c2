import { expect, expectAccessible, importProject, signUp, unique, write } from "./fixtures.ts";
import { test } from "./keyboard.ts";
import { handbook } from "./repository.ts";

test("[dashboard K9] two people are invited to a team and one invitation is revoked, by keys", async ({
  page,
  keys,
}) => {
  const owner = await signUp(page);
  await keys.open(`/organizations/${owner.username}/members/`);
  await keys.press(page.getByRole("link", { name: "Invite", exact: true }));
  const people = page.getByLabel("E-mail addresses, or usernames of members");
  await expect(people).toBeFocused();
  const [li, bo] = [`${unique("li")}@example.com`, `${unique("bo")}@example.com`];
  await keys.type(`${li}, ${bo}`);
  await expect(page.getByRole("list", { name: "People named" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("checkbox", { name: /Read Only/ })).toBeChecked();
  await keys.press(page.getByRole("button", { name: /^(Send|Create) 2 invitations$/ }));

  const pending = page.getByRole("table", { name: "Pending invitations" });
  await expect(pending.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("form", { name: "Invite people" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await keys.press(page.getByRole("button", { name: `Revoke invitation of ${li}` }));
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  await keys.press(page.getByRole("button", { name: "Revoke invitation", exact: true }));
  await expect(pending.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.locator("body")).not.toBeFocused();
  await keys.key("Tab");
});

test("whoever goes on by keys while the next state of a page is on its way keeps the focus", async ({
  page,
  keys,
}) => {
  const owner = await signUp(page);
  await keys.open(`/organizations/${owner.username}/members/`);
  await keys.press(page.getByRole("link", { name: "Invite", exact: true }));
  const people = page.getByLabel("E-mail addresses, or usernames of members");
  await expect(people).toBeFocused();
  await keys.type(`${unique("ka")}@example.com`);
  const ready = Promise.withResolvers<void>();
  await page.route(/_rsc=/, async (route) => {
    await ready.promise;
    await route.continue();
  });
  await keys.press(page.getByRole("button", { name: /^(Send|Create) invitation$/ }));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await keys.to(people);
  ready.resolve();
  await expect(page.getByRole("form", { name: "Invite people" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("an owner gives a team a project, sees why people reach it, and finds it all in the activity log", async ({
  page,
}) => {
  const owner = await signUp(page);
  const organization = `/organizations/${owner.username}/`;
  const project = await importProject(page, owner, handbook("people"));
  await page.goto(`${organization}teams/`);
  await page.getByLabel("Name").fill("Contractors");
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contractors" })).toBeVisible();
  await page.getByRole("button", { name: "Add to team" }).click();
  await expect(page.getByRole("table", { name: "Members of the team" })).toContainText(owner.username);
  await page.getByRole("link", { name: "Projects (0)" }).click();
  await page.getByRole("button", { name: "Add to team" }).click();
  await expect(page.getByRole("table", { name: "Projects of the team" })).toContainText(project);

  await page.goto(`/dashboard/${project}/people/`);
  const row = page.getByRole("row", { name: owner.username });
  await expect(row).toContainText("Owner of the organization");
  await expect(row).toContainText("Contractors");

  await page.goto(`${organization}security-log/`);
  await page.getByLabel("Kind").selectOption("People");
  await expect(page).toHaveURL(/kind=people/);
  await expect(page.getByRole("table", { name: "Events" })).toContainText("add team project");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${owner.username}-activity.csv`);

  await page.goto(`${organization}owners/`);
  await expect(page.getByText("The last owner stays. Add another one first.")).toBeVisible();
  await page.goto(organization);
  await expect(page.getByRole("row", { name: project })).toContainText(
    /Queued|Cloning|Installing|Building|Passed/,
  );
  await page.getByRole("button", { name: `Star ${project}` }).click();
  await expect(page.getByRole("button", { name: `Star ${project}` })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/notifications/");
  await expect(page.getByRole("region", { name: "Your account" }).locator("time")).toHaveAttribute(
    "title",
    /^\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC$/,
  );
  await page.goto(`${organization}members/`);
  await expect(page.getByText("As the last owner you cannot leave.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave this organization" })).toHaveCount(0);
});

test("settings of an organization that somebody else changed meanwhile are not overwritten unseen", async ({
  page,
}) => {
  const owner = await signUp(page);
  const organization = `/organizations/${owner.username}/`;
  await page.goto(`${organization}edit/`);
  await page.waitForLoadState("networkidle");
  const changed = await page.request.patch(`/api/v3${organization}`, {
    data: { name: "Theirs" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(changed.ok()).toBe(true);
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Save organization" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`${owner.username} saved another value`);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Organization saved")).toBeVisible();
  expect((await (await page.request.get(`/api/v3${organization}`)).json()).name).toBe("Mine");
});

test("an empty organization is deleted after its slug was typed", async ({ page }) => {
  const owner = await signUp(page);
  await page.goto(`/organizations/${owner.username}/delete/`);
  await page.waitForLoadState("networkidle");
  await page.getByLabel(/^Type/).fill("something-else");
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByText("Nothing was deleted.")).toBeVisible();
  await page.getByLabel(/^Type/).fill(owner.username);
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByText("You belong to no organization")).toBeVisible();
  expect((await write(page, `/api/v3/organizations/${owner.username}/teams/`, {})).status()).toBe(404);
});

import {
  expect,
  expectAccessible,
  importProject,
  lastBuild,
  sendLogInForm,
  signUp,
  test,
  unique,
} from "./fixtures.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [401, 404] });

test("private docs: outsiders are stopped, a member comes in through the log-in", async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("secret")));
  await lastBuild(page, project);
  const { urls } = await (await page.request.get(`/api/v3/projects/${project}/`)).json();

  const outsider = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  expect((await outsider.goto(urls.documentation))?.status()).toBe(401);
  await expect(outsider.getByText("Read me.")).toHaveCount(0);
  expect((await outsider.goto(`/projects/${project}/`))?.status()).toBe(404);

  await outsider.goto(urls.documentation);
  await outsider
    .getByRole("link", { name: /log in/i })
    .first()
    .click();
  await sendLogInForm(outsider, owner);
  await expect(outsider.getByText("Read me.")).toBeVisible();
  expect(outsider.url()).toBe(urls.documentation);
  await outsider.close();
});

test("somebody with an account but no part in the project stays outside until another one is used", async ({
  page,
  browser,
}) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("closed")));
  await lastBuild(page, project);
  const { urls } = await (await page.request.get(`/api/v3/projects/${project}/`)).json();
  const context = await browser.newContext({
    baseURL: new URL(page.url() === "about:blank" ? urls.home : page.url()).origin,
  });
  const other = await context.newPage();
  await signUp(other);
  expect((await other.goto(`/projects/${project}/`))?.status()).toBe(404);
  await other.goto(urls.documentation);
  await other
    .getByRole("link", { name: /log in/i })
    .first()
    .click();
  await expect(other.getByRole("heading", { name: "No access" })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Use another account" }).click();
  await sendLogInForm(other, owner);
  await expect(other.getByText("Read me.")).toBeVisible();
  expect(other.url()).toBe(urls.documentation);
  await context.close();
});

import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, importProject, lastBuild, sendLogInForm, signUp, test, unique } from "./fixtures.ts";
import { handbook } from "./repository.ts";

test.use({ refusals: [401] });

/** The product, and Next by itself beside it on the same data (e2e/server.ts). */
const product = Number(process.env.E2E_PORT ?? 4780);
const plain = product + 1;

/** Asks for a target as it is written here. */
const ask = (
  port: number,
  host: string,
  target: string,
  options: { method?: string; [header: string]: string | undefined },
) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { method = "GET", ...headers } = options;
    request({ host: "127.0.0.1", port, method, path: target, headers: { host, ...headers } })
      .on("error", reject)
      .on("response", async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      )
      .end();
  });

test("`next start` alone stops strangers, lets members in and out", async ({ page, browser }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("plain")));
  await lastBuild(page, project);
  const { urls } = await (await page.request.get(`/api/v3/projects/${project}/`)).json();
  const address: string = urls.documentation.replace(`:${product}`, `:${plain}`);

  const reader = await browser.newPage();
  expect((await reader.goto(address))?.status()).toBe(401);
  await expect(reader.getByText("Read me.")).toHaveCount(0);
  await reader.getByRole("link", { name: "Log in" }).click();
  await sendLogInForm(reader, owner);
  await expect(reader.getByText("Read me.")).toBeVisible();
  expect((await reader.goto(address))?.status()).toBe(200);
  await expect(reader.getByText("Read me.")).toBeVisible();

  await reader.goto(new URL("/_/logout", address).href);
  await reader.getByRole("button", { name: "Log out" }).click();
  await expect(reader.getByRole("heading", { name: "Logged out" })).toBeVisible();
  for (const ended of [address, urls.documentation]) expect((await reader.goto(ended))?.status()).toBe(401);
  await reader.close();
});

/**
 * Next mends some requests before its hook is asked: with a redirect, or by resolving what our own server refuses. These are all the
 * differences; none of them may open anything.
 */
const odd: [what: string, target: string, options: Record<string, string>, product: number, plain: number][] =
  [
    ["as it should be", "/en/latest/", {}, 401, 401],
    ["slashes in a row", "//en//latest/", {}, 302, 308],
    ["a backslash", "/en\\latest/", {}, 404, 308],
    ["a step back", "/en/x/../latest/", {}, 400, 401],
    ["a step back in disguise", "/en/x/%2e%2e/latest/", {}, 400, 401],
    ["a step on the spot", "/en/./latest/", {}, 404, 401],
    ["an empty query", "/en/latest/?", {}, 401, 401],
    ["a name Next takes for its own", "/en/latest/index.rsc", {}, 401, 401],
    ["data of Next", "/_next/data/build/en/latest/index.json", {}, 404, 404],
    ["files of Next", "/_next/static/../../en/latest/", {}, 400, 401],
    ["a file of the dashboard", "/_next/image?url=%2Fen%2Flatest%2F&w=64&q=75", {}, 404, 404],
    ["a part of a page of Next", "/en/latest/", { rsc: "1", "next-router-prefetch": "1" }, 401, 401],
    [
      "a request of Next to itself",
      "/en/latest/",
      { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy", "x-nextjs-data": "1" },
      401,
      401,
    ],
    ["a rewrite", "/en/latest/", { "x-middleware-rewrite": "/", "x-middleware-next": "1" }, 401, 401],
    ["a request routed already", "/en/latest/", { "x-lectern-routed": "1" }, 401, 401],
    ["another host forwarded", "/en/latest/", { "x-forwarded-host": `localhost:${product}` }, 401, 401],
    ["the headers only", "/en/latest/", { method: "HEAD" }, 401, 401],
    ["another method", "/en/latest/", { method: "DELETE" }, 405, 405],
  ];

test("requests that Next mends before we are asked open nothing", async ({ page }) => {
  const owner = await signUp(page);
  const project = await importProject(page, owner, handbook(unique("mended")));
  await lastBuild(page, project);
  const host = `${project}.docs.localhost:${product}`;
  const whole = `http://${host}/en/latest/`;
  for (const [what, target, options, ...expected] of [
    ...odd,
    ["a whole address", whole, {}, 401, 308] as const,
  ]) {
    const answers = await Promise.all([product, plain].map((port) => ask(port, host, target, options)));
    for (const { body } of answers) expect(body).not.toContain("Read me.");
    expect.soft([what, ...answers.map(({ status }) => status)]).toEqual([what, ...expected]);
  }
});

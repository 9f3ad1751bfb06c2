import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  importProject,
  lastBuild,
  logIn,
  signUp,
  test,
  unique,
} from "./fixtures.ts";
import { large } from "./large.ts";
import { brokenHandbook, handbook } from "./repository.ts";
import { visitorPages, visits, type World } from "./visits.ts";

/** Where pages are looked at: where much stands on them, and where nearly nothing does. */
const worlds: Readonly<Record<"full" | "empty", (page: Page) => Promise<World>>> = {
  full: async (page) => {
    await page.goto("/");
    await logIn(page, large);
    const builds = async (query: string): Promise<number> =>
      (await (await page.request.get(`/api/v3/projects/large/builds/?${query}`)).json()).results[0].id;
    const [build, broken] = [
      await builds("state=finished&success=true&limit=1&offset=1"),
      await builds("state=finished&success=false&limit=1"),
    ];
    return { passed: "large", failed: "large", build, broken, organization: "large" };
  },
  empty: async (page) => {
    const owner = await signUp(page);
    const passed = await importProject(page, owner, handbook(unique("fine")));
    const failed = await importProject(page, owner, brokenHandbook(unique("not-so-fine")));
    const [build, broken] = [await lastBuild(page, passed), await lastBuild(page, failed)];
    return { passed, failed, build, broken, organization: owner.username };
  },
};

/** The full world takes ten minutes to look at: with E2E_WHOLE. */
const whole = process.env.E2E_WHOLE !== undefined;
const shots = process.env.E2E_SHOTS;

for (const world of whole ? (["empty", "full"] as const) : (["empty"] as const)) {
  test.describe(`every page, ${world}`, () => {
    test.use({ refusals: [404] });

    test("[dashboard A1] [dashboard A8] is accessible in both themes, has one heading and a title of its own, and fits a phone", async ({
      page,
    }) => {
      test.setTimeout(whole ? 1_800_000 : 900_000);
      const seen = await worlds[world](page);
      // By the address one ends up at: some only lead on.
      const titles = new Map<string, string>();
      for (const addresses of Object.values(visits)) {
        for (const address of addresses(seen)) await inspect(page, world, address);
        titles.set(new URL(page.url()).pathname, await page.title());
      }
      const unique = new Set(titles.values());
      expect([...titles].filter(([, title]) => !unique.delete(title))).toEqual([]);
    });
  });
}

test.describe("every page for visitors", () => {
  test.use({ refusals: [404] });

  test("is accessible in both themes, has one heading and fits a phone", async ({ page }) => {
    test.setTimeout(300_000);
    for (const address of [...Object.values(visitorPages).flat(), "/projects/nothing-like-this/"])
      await inspect(page, "visitors", address);
  });
});

/**
 * On a screen and as on a phone, in both themes: layout is the same in both, so that in dark colours are looked at, everything with
 * E2E_WHOLE. With E2E_SHOTS pictures are left in the folder it names.
 */
async function inspect(page: Page, world: string, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Lectern/);
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${address} at ${width} px`).toBeLessThanOrEqual(0);
      if (width === 320) continue;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        if (colorScheme === "light" || whole) await expectAccessible(page);
        else if (width === 1280) await expectAccessible(page, "colours");
        if (shots === undefined) continue;
        const name = address.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home";
        await page.screenshot({ path: `${shots}/${world}/${name}-${width}-${colorScheme}.png` });
      }
    }
  });
}

/** Compressed bodies over the wire at the first visit with nothing cached (dashboard.md 6.2, V1 to V3). */
const listScript = 195_000;
const budgets = [
  { address: () => "/dashboard/", script: listScript },
  { address: () => "/projects/", script: listScript },
  { address: () => "/projects/large/versions/", script: listScript },
  { address: () => "/projects/large/builds/", script: listScript },
  { address: () => "/dashboard/large/redirects/", script: listScript, rows: 301 },
  { address: () => "/dashboard/large/sharing/", script: listScript },
  { address: () => "/dashboard/large/environmentvariables/", script: listScript, rows: 201 },
  { address: () => "/organizations/large/members/", script: listScript },
  { address: ({ build }: World) => `/projects/large/builds/${build}/`, script: 205_000 },
];
const markup = 400_000;
const styles = 25_000;
const fonts = 70_000;

test("[dashboard V1] [dashboard V2] [dashboard V3] pages keep to their budgets of script, styles and fonts, and load nothing from elsewhere", async ({
  page,
  baseURL,
}) => {
  const seen = await worlds.full(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const answers = new Map<string, { kind: string; headers: number }>();
  const origins = new Set<string>();
  let bytes: Record<string, number> = {};
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    const kind = response.mimeType.includes("javascript") ? "Script" : type;
    answers.set(requestId, { kind, headers: response.encodedDataLength });
    if (response.url.startsWith("http")) origins.add(new URL(response.url).origin);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { kind = "", headers = 0 } = answers.get(requestId) ?? {};
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength - headers;
  });
  for (const { address, script, rows } of budgets) {
    await test.step(address(seen), async () => {
      await page.goto("about:blank");
      bytes = {};
      const whole = (await (await page.goto(address(seen)))?.body())?.length;
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await page.waitForLoadState("networkidle");
      expect.soft(whole, "markup").toBeLessThanOrEqual(markup);
      if (rows) await expect(page.getByRole("row")).toHaveCount(rows);
      const { Script = 0, Stylesheet = 0, Font = 0 } = bytes;
      expect.soft(Script, "script").toBeGreaterThan(50_000);
      expect.soft(Script, "script").toBeLessThanOrEqual(script);
      expect.soft(Stylesheet, "styles").toBeGreaterThan(1_000);
      expect.soft(Stylesheet, "styles").toBeLessThanOrEqual(styles);
      expect.soft(Font, "fonts").toBeLessThanOrEqual(fonts);
    });
  }
  expect([...origins]).toEqual([baseURL]);
});

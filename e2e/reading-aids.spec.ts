import type { Page } from "@playwright/test";
import { expect, expectAccessible, logIn, test } from "./fixtures.ts";
import { large } from "./large.ts";
import { visitorPages, visits, type World } from "./visits.ts";

/** Pages of each kind of layout; all pages with E2E_WHOLE. */
const sample = new Set([
  "/dashboard/",
  "/dashboard/import/manual/",
  "/projects/[project]/",
  "/projects/[project]/versions/",
  "/projects/[project]/builds/[build]/",
  "/dashboard/[project]/redirects/",
  "/dashboard/[project]/edit/",
  "/organizations/[organization]/members/",
  "/accounts/tokens/",
]);
const looked = Object.entries(visits).filter(
  ([folder]) => process.env.E2E_WHOLE !== undefined || sample.has(folder),
);

test.use({ refusals: [404] });

async function addressesOfLarge(page: Page): Promise<string[]> {
  await page.goto("/");
  await logIn(page, large);
  const builds = async (query: string): Promise<number> =>
    (await (await page.request.get(`/api/v3/projects/large/builds/?limit=1&${query}`)).json()).results[0].id;
  const [build, broken] = [
    await builds("running=true"),
    await builds("state=finished&success=false&limit=1"),
  ];
  const world: World = { passed: "large", failed: "large", build, broken, organization: "large" };
  return [...looked.flatMap(([, addresses]) => [...addresses(world)]), "/dashboard/large/sharing/"];
}

/** Opens each page and asks it what is wrong with it; told page by page. */
async function everyPage(
  page: Page,
  addresses: readonly string[],
  ask: () => Promise<string[]>,
): Promise<void> {
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect.soft(await ask(), address).toEqual([]);
    });
  }
}

/** WCAG 1.4.12: what somebody may set without losing anything. */
const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test("[dashboard A4] [dashboard A5] [dashboard A6] pages lose nothing at 400 % and in wide text, do not move, and have targets of 24 px", async ({
  page,
}) => {
  test.setTimeout(900_000);
  const addresses = [...(await addressesOfLarge(page)), ...Object.values(visitorPages).flat()];
  await everyPage(page, addresses, async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const small = await page.evaluate(smallTargets, 24);
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    if (process.env.E2E_WHOLE !== undefined) await expectAccessible(page, "colours");
    const moving = await page.evaluate(movesOrHides);
    await page.emulateMedia({ reducedMotion: null, forcedColors: null });

    // A window of 1280 × 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const [before, sideways] = [new Set(await page.evaluate(clipped)), await beyond()];
    await page.addStyleTag({ content: wideText });
    const lost = (await page.evaluate(clipped)).filter((text) => !before.has(text));
    const tooWide = [sideways, await beyond()].filter((pixels) => pixels > 0);
    return [...small, ...moving, ...tooWide.map((pixels) => `${pixels} px too wide`), ...lost];
  });
});

/** Texts that are cut off where they stand and told nowhere else. Runs in the page. */
function clipped(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((element) => element.checkVisibility() && element.clientWidth > 1 && element.clientHeight > 1)
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const cutAcross = overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
      const cutBelow = overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
      return cutAcross || cutBelow;
    })
    .filter((element) => element.innerText.trim() !== "" && element.closest("[title]") === null)
    .filter((element) => element.querySelector("[title]") === null)
    .map((element) => element.outerHTML.slice(0, 160));
}

/**
 * With motion reduced: what goes on moving; with forced colours: controls that only a background shows, and what is chosen without
 * looking it. Runs in the page.
 */
function movesOrHides(): string[] {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5_000);
  const hidden = [...document.querySelectorAll<HTMLElement>("button, [role=switch], [role=progressbar]")]
    .filter((control) => control.checkVisibility() && control.innerText.trim() === "")
    .filter((control) => control.querySelector("svg") === null)
    .filter((control) => getComputedStyle(control).borderTopStyle === "none");
  const ground = getComputedStyle(document.body).backgroundColor;
  const plain = ["rgba(0, 0, 0, 0)", ground];
  const chosen = "a[aria-current], [role=tab][aria-selected=true], label:has(> .sr-only:checked)";
  const lost = [...document.querySelectorAll<HTMLElement>(chosen)]
    .filter((one) => one.checkVisibility())
    .filter((one) => plain.includes(getComputedStyle(one).backgroundColor));
  return [
    ...lost.map((one) => `does not look chosen: ${one.outerHTML.slice(0, 160)}`),
    ...moving.map((animation) => `moves: ${Reflect.get(animation, "animationName")}`),
    ...hidden.map((control) => `cannot be seen: ${control.outerHTML.slice(0, 160)}`),
  ];
}

test.describe("under a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test("[dashboard A6] whatever can be pressed is 44 px wide and high", async ({ page }) => {
    test.setTimeout(900_000);
    await everyPage(page, await addressesOfLarge(page), () => page.evaluate(smallTargets, 44));
  });
});

/**
 * What is smaller than it may be. A link in a line of text may be (WCAG 2.5.8), and for 24 px what has that much room around its
 * middle for itself. Runs in the page.
 */
function smallTargets(least: number): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    ),
  ]
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".sr-only"),
    )
    .map((element) => {
      // A label is pressed as well as its field.
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [element, ...labels].map((one) => one.getBoundingClientRect());
      const [left, top] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.min(...boxes.map((box) => box.top)),
      ];
      const right = Math.max(...boxes.map((box) => box.right));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      return { element, box: new DOMRect(left, top, right - left, bottom - top) };
    })
    .filter(({ element, box }) => box.width > 1 && !element.matches(".sr-only, .sr-only *"));
  const middle = ({ left, right, top, bottom }: DOMRect) => [(left + right) / 2, (top + bottom) / 2] as const;
  const apart = (box: DOMRect): boolean =>
    targets.every(({ box: other }) => {
      if (other === box) return true;
      const [x, y] = middle(box);
      const across = Math.max(other.left - x, 0, x - other.right);
      const down = Math.max(other.top - y, 0, y - other.bottom);
      return Math.hypot(across, down) >= 12;
    });
  const inText = (element: HTMLElement): boolean =>
    getComputedStyle(element).display === "inline" &&
    element.parentElement?.innerText.trim() !== element.innerText.trim();
  return targets
    .filter(({ element, box }) => Math.min(box.width, box.height) < least - 0.5 && !inText(element))
    .filter(({ box }) => least > 24 || !apart(box))
    .map(
      ({ element, box }) =>
        `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 200)}`,
    );
}

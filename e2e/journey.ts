import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures.ts";

/** A folder for pictures of the pages, for whoever wants to look at them. */
const pictures = process.env.SCREENSHOTS;

/** Looks at what stands on the page: accessible, on a phone no wider than the phone; in both themes with E2E_WHOLE. */
export async function look(page: Page, name: string, { narrow = false } = {}): Promise<void> {
  const themes = process.env.E2E_WHOLE === undefined ? (["light"] as const) : (["dark", "light"] as const);
  // The way past the navigation scrolls a little: nothing is to stand half below the top bar.
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    const picture = (width: number) =>
      pictures
        ? page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
        : null;
    await picture(1280);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await picture(390);
    if (narrow && colorScheme === "light") await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}

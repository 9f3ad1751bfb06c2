import type { Frame, Page } from "@playwright/test";
import { pagePolicy } from "#serve/pages/page.ts";
import { linkEndedHtml, linkNotValidHtml } from "#serve/pages/sharing/ended-links.ts";
import { languages } from "#serve/pages/sharing/languages.ts";
import { promptHtml, tooManyTriesHtml } from "#serve/pages/sharing/prompt.ts";
import {
  codeRefusedHtml,
  logInNeededHtml,
  noAccessHtml,
  notInShareHtml,
  sharingLeftHtml,
} from "#serve/pages/sharing/refusals.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ trace: "off" });
// Twelve pages each, examined on a machine that may be busy.
test.describe.configure({ timeout: 120_000 });

const base = {
  language: "en",
  host: "handbook-for-field-engineers.docs.acme.test",
  logIn: "https://app.acme.test/accounts/login/",
  action: "/_/sharing/",
  csrf: "signed",
  next: "/en/latest/",
} as const;
const endedOn = new Date("2026-11-27");
const ask = { action: "/ask", csrf: "signed" };
const covered = ["1.0", "2.0"].map((label) => ({ address: `/en/${label}/`, label }));
const now = new Date("2026-11-21T21:16:10Z");

const pages: Record<string, string> = {
  prompt: promptHtml({ ...base, problem: null, ended: false }),
  "wrong password": promptHtml({ ...base, problem: "wrong", ended: false }),
  "prompt after the end": promptHtml({ ...base, problem: null, ended: true }),
  "too many tries": tooManyTriesHtml({ ...base, waitSeconds: 230, now, again: "/" }),
  "link not valid": linkNotValidHtml(base),
  "link ended": linkEndedHtml({ ...base, endedOn, ask, asked: false, problem: "email" }),
  "asked for a new link": linkEndedHtml({ ...base, endedOn, ask: null, asked: true }),
  "log in": logInNeededHtml({ ...base, ended: true }),
  "no access": noAccessHtml(base),
  "not in this share": notInShareHtml({ ...base, covered }),
  left: sharingLeftHtml(base),
  "used code": codeRefusedHtml(base),
};
/** Answers `https://docs.acme.test/` with a page as docs hosts send it, and a page of somebody else around it elsewhere. */
async function show(page: Page, text: string): Promise<void> {
  const headers = { "Content-Security-Policy": pagePolicy, "Content-Type": "text/html; charset=utf-8" };
  await page.unrouteAll();
  await page.route("https://docs.acme.test/", (route) => route.fulfill({ headers, body: text }));
  const around = `<!doctype html><html lang="en"><title>Customer</title><main aria-label="Customer"><h1>Customer</h1>
    <iframe title="Help" width="300" height="250" src="https://docs.acme.test/"></iframe></main></html>`;
  await page.route("https://customer.test/", (route) =>
    route.fulfill({ body: around, contentType: "text/html" }),
  );
}

/** Git ignores the folder. */
const picture = (name: string) => ({ path: `test-results/screenshots/${name}.png` });

async function expectNothingBeside(page: Page | Frame, width: number): Promise<void> {
  const beyond = await page.locator("html").evaluate((root, most) => root.scrollWidth - most, width);
  expect(beyond).toBeLessThanOrEqual(0);
}

/** Colours differ by theme only, layout by width only. */
for (const [colorScheme, widths] of [
  ["dark", [1280]],
  ["light", [390, 320]],
] as const) {
  test(`[dashboard A2] recipients' pages are accessible in ${colorScheme}, ${widths.join(" and ")} px wide`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const [name, text] of Object.entries(pages)) {
      await test.step(name, async () => {
        await show(page, text);
        await page.goto("https://docs.acme.test/");
        for (const width of widths) {
          await page.setViewportSize({ width, height: 700 });
          await page.screenshot(picture(`${name} ${width} ${colorScheme}`));
          await expectNothingBeside(page, width);
        }
        await expectAccessible(page);
        for (const target of await page.locator("a, button, input:not([type=hidden]), textarea").all()) {
          const box = await target.boundingBox();
          expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(24);
        }
      });
    }
  });
}

test("recipients' pages fit a frame of 300×250, in every language", async ({ page }) => {
  const framed = { ...base, problem: "wrong", ended: false, isFramed: true } as const;
  const inLanguages = languages.map((language) => [
    `framed prompt ${language}`,
    promptHtml({ ...framed, language }),
  ]);
  const others = Object.entries(pages).filter(([, text]) => !text.includes("autofocus"));
  for (const [name, text] of [...others, ...inLanguages]) {
    await test.step(name ?? "", async () => {
      await show(page, text ?? "");
      await page.goto("https://customer.test/");
      const frame = page.frame({ url: "https://docs.acme.test/" });
      expect(frame).not.toBeNull();
      if (frame) await expectNothingBeside(frame, 300);
      await page.locator("iframe").screenshot(picture(`${name} frame`));
    });
  }
  await expectAccessible(page);

  await show(page, promptHtml({ ...framed, problem: null }));
  await page.goto("https://customer.test/");
  const button = await page.frameLocator("iframe").getByRole("button", { name: "Continue" }).boundingBox();
  const frame = await page.locator("iframe").boundingBox();
  await page.locator("iframe").screenshot(picture("framed prompt frame"));
  expect((button?.y ?? 999) + (button?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + 250);
});

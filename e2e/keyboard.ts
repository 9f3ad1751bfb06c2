import type { Locator, Page } from "@playwright/test";
import { test as base, expect } from "./fixtures.ts";

/** As many presses of Tab as there may be to what somebody came for (dashboard.md 6.3). */
const mostTabs = 25;

/**
 * The hands of somebody who uses keys and nothing else. Whatever they press, the focus is somewhere, and after Tab it can be seen. A
 * pointer used in the same test fails it.
 */
export interface Keys {
  /** Opens a page and goes past its navigation, by the link that stands first. */
  open(address: string): Promise<void>;
  /** Presses Tab, or Shift+Tab, until a control has the focus. */
  to(target: Locator, tab?: "Tab" | "Shift+Tab"): Promise<void>;
  /** Goes to a control and presses a key there. */
  press(target: Locator, key?: string): Promise<void>;
  /** Presses a key where the focus is. */
  key(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes to the messages at the corner and takes the last act back. */
  undo(): Promise<void>;
}

/** A page for one pair of hands. */
export function keysOf(page: Page): Keys {
  const key = async (name: string): Promise<void> => {
    await page.keyboard.press(name);
    const trouble = () => page.evaluate(focusTrouble, name.endsWith("Tab")).catch(() => "between two pages");
    await expect.poll(trouble, `the focus after ${name}`).toBeNull();
  };
  const to: Keys["to"] = async (target, tab = "Tab") => {
    await target.waitFor({ state: "attached" });
    for (let presses = 0; presses <= mostTabs; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await key(tab);
    }
    throw new Error(`${target} is more than ${mostTabs} presses of Tab away`);
  };
  const press = async (target: Locator, name = "Enter"): Promise<void> => {
    await to(target);
    await key(name);
  };
  return {
    to,
    press,
    key,
    type: (text) => page.keyboard.type(text),
    open: async (address) => {
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await key("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await key("Enter");
    },
    undo: async () => {
      const undo = page.getByRole("button", { name: "Undo" });
      await undo.waitFor();
      await key("Alt+t");
      await press(undo);
    },
  };
}

/** What is wrong with the focus, if anything. Runs in the page. */
function focusTrouble(afterTab: boolean): string | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return "nothing has the focus";
  if (!afterTab) return null;
  if (!document.hasFocus()) return "the focus left the page";
  const said = `${element.tagName} “${element.textContent.trim()}” (${getComputedStyle(element).outline})`;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const seen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  if (!seen) return `off the screen: ${said}`;
  // A ring stands on the control itself, or on the card around the control that only assistive technology meets.
  const around = [element, element.closest("label"), element.parentElement, element.nextElementSibling];
  const ringed = around.some((one) => {
    const style = one && getComputedStyle(one);
    return style && style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
  });
  if (!ringed) return `without a ring: ${said}`;
  const at = document.elementFromPoint(
    Math.min(innerWidth - 1, Math.max(0, (left + right) / 2)),
    Math.min(innerHeight - 1, Math.max(0, (top + bottom) / 2)),
  );
  // A message at the corner goes by itself.
  const covered =
    at !== null && !at.contains(element) && !element.contains(at) && !at.closest("[data-sonner-toaster]");
  return covered ? `under ${at.outerHTML.slice(0, 80)}: ${said}` : null;
}

/** A test without a mouse: `keys` are pressed on `page`. */
export const test = base.extend<{ keys: Keys }>({
  keys: async ({ page }, use) => {
    const pointed: string[] = [];
    await page.exposeFunction("pointerWasUsed", (on: string) => pointed.push(on));
    await page.addInitScript(() =>
      addEventListener(
        "pointerdown",
        ({ target }) => Reflect.get(window, "pointerWasUsed")?.(String(target)),
        { capture: true },
      ),
    );
    await use(keysOf(page));
    expect(pointed, "uses of a pointer").toEqual([]);
  },
});

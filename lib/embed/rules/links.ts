import type { Element } from "domhandler";
import { PageTooComplex } from "#lib/platform/html/document.ts";
import { elementsBelow } from "#lib/platform/html/find.ts";

const linking: Readonly<Record<string, string>> = { a: "href", img: "src" };

/** Characters that a page may grow by: a short link becomes as long as the page's own address. */
const mostAdded = 20 * 1024 * 1024;

/**
 * Makes relative links and images below an element absolute, so that they still lead somewhere on another page (spec/serving.md 19.3).
 * `base` is the page's address. Addresses with a scheme and those from the root of a host stay as they are.
 * Throws PageTooComplex.
 */
export function rewriteLinks(content: Element, base: string): void {
  let added = 0;
  for (const element of elementsBelow(content)) {
    const attribute = linking[element.name];
    const value = attribute && element.attribs[attribute];
    if (attribute && value !== undefined && isRelative(value)) {
      const whole = URL.parse(value, base)?.href ?? value;
      added += whole.length - value.length;
      if (added > mostAdded) throw new PageTooComplex("The page has too many links.");
      element.attribs[attribute] = whole;
    }
  }
}

const isRelative = (value: string): boolean => !/^\s*(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(value);

import type { Element } from "domhandler";
import { elementsBelow } from "#lib/platform/html/find.ts";

const linking: Readonly<Record<string, string>> = { a: "href", img: "src" };

/**
 * Makes relative links and images below an element absolute, so that they still lead somewhere on another page (spec/serving.md 19.3).
 * `base` is the page's address. Addresses with a scheme and those from the root of a host stay as they are.
 */
export function rewriteLinks(content: Element, base: string): void {
  for (const element of elementsBelow(content)) {
    const attribute = linking[element.name];
    const value = attribute && element.attribs[attribute];
    if (attribute && value !== undefined && isRelative(value)) {
      element.attribs[attribute] = URL.parse(value, base)?.href ?? value;
    }
  }
}

const isRelative = (value: string): boolean => !/^\s*(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(value);

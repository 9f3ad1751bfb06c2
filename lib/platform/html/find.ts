import { runInNewContext } from "node:vm";
import { selectOne } from "css-select";
import { type Document, type Element, isTag, type ParentNode } from "domhandler";

/** The first element below `root`, in the order of the page, that passes; null when none does. */
export function findElement(root: ParentNode, passes: (element: Element) => boolean): Element | null {
  for (const element of elementsBelow(root)) if (passes(element)) return element;
  return null;
}

/** Every element below `root`, in the order of the page, apart from what `template` elements hold. */
export function* elementsBelow(root: ParentNode): Generator<Element> {
  const rest = root.children.toReversed();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!isTag(node)) continue;
    yield node;
    for (const child of node.children.toReversed()) rest.push(child);
  }
}

/**
 * What a page says is its own text rather than frame: the element with the role main, else the `main` element (spec/serving.md 19.2
 * and 20.2 go on differently where there is neither).
 */
export function mainElement(page: Document): Element | null {
  return (
    findElement(page, (element) => element.attribs.role === "main") ??
    findElement(page, (element) => element.name === "main")
  );
}

/**
 * Where the text of a page is, without what is the same on all pages: its main element, else what the first heading stands in, else
 * the body (spec/serving.md 20.2).
 */
export function contentElement(page: Document): ParentNode {
  const main = mainElement(page);
  if (main) return main;
  const parent = findElement(page, ({ name }) => name === "h1")?.parent;
  const above = parent && isTag(parent) && parent.name === "header" ? parent.parent : parent;
  return above ?? findElement(page, ({ name }) => name === "body") ?? page;
}

/** Characters of a selector; one longer than this was not written by a person. */
const longestSelector = 300;
/** A selector's cost can grow with a power of the page's size, so what it may take is measured, not guessed. */
const selectorMs = 100;

/** Why a selector was not answered: it is not one, or looking for it takes too long. */
export class SelectorRefused extends Error {
  readonly code = "selector_refused";
  readonly reason: "invalid" | "too_costly";

  constructor(reason: SelectorRefused["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

export const isSelectorRefused = (error: unknown): error is SelectorRefused =>
  error instanceof Error && (error as { code?: unknown }).code === "selector_refused";

/** The first element of a page that a CSS selector of a stranger's matches; null when none does. Throws SelectorRefused. */
export function selectElement(page: Document, selector: string): Element | null {
  if (selector.length > longestSelector) throw new SelectorRefused("too_costly");
  // A script's time limit is the only thing that ends a synchronous call from outside.
  const limits = { timeout: selectorMs, contextCodeGeneration: { strings: false, wasm: false } };
  try {
    return runInNewContext("select()", { select: () => selectOne(selector, page) }, limits);
  } catch (error) {
    throw new SelectorRefused(isTimeout(error) ? "too_costly" : "invalid");
  }
}

// Made in the other context, so it is no Error of this one.
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

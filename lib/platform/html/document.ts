import { setImmediate } from "node:timers/promises";
import { type ChildNode, type Document, type Element, isTag, type ParentNode } from "domhandler";
import { serializeOuter } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";
import { ParserStream } from "parse5-parser-stream";

/** Characters parsed before other requests get their turn: a few milliseconds' work. */
const chunk = 16 * 1024;
/** As deep as browsers nest; the parser's work for a tag grows with its depth. */
const deepest = 512;
/** Twice what a page of 5 MB of ordinary documentation has; a tree takes some 500 bytes for each. */
const mostElements = 300_000;

/** Thrown for a page that is nested too deeply or has too many elements. Recognise it with `isPageTooComplex`. */
export class PageTooComplex extends Error {
  readonly code = "page_too_complex";
}

export const isPageTooComplex = (error: unknown): error is PageTooComplex =>
  error instanceof Error && (error as { code?: unknown }).code === "page_too_complex";

/**
 * A page as the tree browsers would make of it (WHATWG parsing, so any text has one). Large pages are parsed in steps, other work
 * of the process goes on between them. The tree is at most 512 deep, so walking it by recursion is safe. Throws PageTooComplex.
 */
export async function parsePage(html: string): Promise<Document> {
  const parser = new ParserStream<Htmlparser2TreeAdapterMap>({ treeAdapter: boundedAdapter() });
  let start = 0;
  for (; start + chunk < html.length; start += chunk) {
    parser.write(html.slice(start, start + chunk));
    await setImmediate();
  }
  parser.end(html.slice(start));
  return parser.document;
}

/** The tree builder, which stops at a page no reader wrote. */
function boundedAdapter(): typeof adapter {
  const depths = new Map<object, number>();
  let elements = 0;
  const place = (parent: ParentNode, node: ChildNode): void => {
    if (!isTag(node)) return;
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > deepest) throw new PageTooComplex("The page is nested too deeply.");
    depths.set(node, depth);
    if (node.name === "template") depths.set(adapter.getTemplateContent(node), depth);
  };
  return {
    ...adapter,
    createElement(...given) {
      elements += 1;
      if (elements > mostElements) throw new PageTooComplex("The page has too many elements.");
      return adapter.createElement(...given);
    },
    appendChild(parent, node) {
      place(parent, node);
      adapter.appendChild(parent, node);
    },
    insertBefore(parent, node, next) {
      place(parent, node);
      adapter.insertBefore(parent, node, next);
    },
  };
}

/** An element as HTML, itself included. */
export const formatElement = (element: Element): string => serializeOuter(element, { treeAdapter: adapter });

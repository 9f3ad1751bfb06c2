import { type ChildNode, type Document, type Element, isTag } from "domhandler";
import { findElement, mainElement, selectElement } from "#lib/platform/html/find.ts";

/** Which part of a page is wanted. */
export interface Wanted {
  /** As the address has it; empty for the whole page. */
  readonly fragment: string;
  readonly doctool: "sphinx" | null;
  /** A CSS selector for the page's own text; heeded without a fragment only. */
  readonly maincontent: string | null;
}

/**
 * The element to embed, or null (spec/serving.md 19.2). May change the page: of a glossary only the term asked for is left. Throws
 * SelectorRefused.
 */
export function selectContent(page: Document, wanted: Wanted): Element | null {
  if (wanted.fragment === "") {
    return wanted.maincontent === null ? ownText(page) : selectElement(page, wanted.maincontent);
  }
  const named = byId(page, wanted.fragment) ?? byId(page, decoded(wanted.fragment));
  return named !== null && wanted.doctool === "sphinx" ? meantBySphinx(named) : named;
}

const byId = (page: Document, id: string): Element | null =>
  findElement(page, ({ attribs }) => attribs.id === id);

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function ownText(page: Document): Element | null {
  const main = mainElement(page);
  if (main !== null) return main;
  const body = findElement(page, ({ name }) => name === "body");
  const heading = body && findElement(body, ({ name }) => name === "h1");
  return heading ? parentOf(heading) : null;
}

/** Sphinx puts some ids on a mark next to the thing they name. */
function meantBySphinx(named: Element): Element {
  const parent = parentOf(named);
  if (parent === null) return named;
  if (named.name === "span" && named.children.length === 0 && isSection(parent)) return parent;
  if (named.name !== "dt") return named;
  if (hasClass(parent, "glossary") || hasClass(parent, "citation")) keepOnly(parent, named);
  return parent;
}

/** Before docutils 0.18 sections were `div`s. */
const isSection = (element: Element): boolean =>
  element.name === "section"
    ? element.attribs.id !== undefined
    : element.name === "div" && hasClass(element, "section");

/** Leaves of a list one term and its definition, which terms before the same definition share. */
function keepOnly(list: Element, term: Element): void {
  const from = list.children.indexOf(term);
  const definition = list.children.slice(from).find((node) => isTag(node) && node.name === "dd");
  const kept: ChildNode[] = definition ? [term, definition] : [term];
  list.children = kept;
}

const parentOf = ({ parent }: Element): Element | null => (parent !== null && isTag(parent) ? parent : null);

const hasClass = (element: Element, name: string): boolean =>
  (element.attribs.class ?? "").split(/\s+/).includes(name);

import { type ChildNode, type Element, isTag, isText, type ParentNode } from "domhandler";
import { parsePage } from "#lib/platform/html/document.ts";
import { contentElement } from "#lib/platform/html/find.ts";

/** A part of a page that a link can lead to; `anchor` is empty for what stands before the first heading. */
export interface PageSection {
  readonly anchor: string;
  readonly title: string;
  readonly content: string;
}

export interface ParsedPage {
  readonly title: string;
  readonly sections: readonly PageSection[];
}

/** In characters: of one section, and of all sections of a page. */
const longestSection = 1024 * 1024;
const longestPage = 4 * longestSection;
const mostSections = 10_000;
const longestTitle = 1_000;
/** What reading a page may cost, in characters: far more than once the largest page, however its parts lie in each other. */
const mostEffort = 40 * longestSection;
const effortOfElement = 16;

/** What is known of a page while it is read. */
interface Reading {
  /** Terms and definitions that are sections of their own. */
  readonly used: Set<ChildNode>;
  /** Blocks of code: of these only what is preformatted is read. */
  readonly code: ReadonlySet<Element>;
  /** Effort. */
  left: number;
}

/**
 * What a page says, in parts (spec/serving.md 20.2): first the terms of definition lists that have an id, then what stands before
 * the first heading, then what follows each heading, all `h1` before all `h2` and so on. `path` is its title when it has none.
 */
export async function readPage(html: string, path: string): Promise<ParsedPage> {
  const document = await parsePage(html);
  const main = contentElement(document);
  const headings = [...elementsIn(main)].filter((element) => levelOf(element) > 0);
  const reading: Reading = { used: new Set(), code: codeIn(document), left: mostEffort };
  const title =
    textOf(
      headings.find(({ name }) => name === "h1"),
      reading,
    ) ||
    textOf(find(document, isNamed("title")), reading) ||
    path;
  const page = new Sections(title.slice(0, longestTitle), reading);
  page.addDefinitions(main);
  page.addHeadings(main, headings);
  return { title: page.title, sections: page.sections };
}

/** Collects the sections of one page, up to its limits. */
class Sections implements ParsedPage {
  readonly title: string;
  readonly sections: PageSection[] = [];
  readonly #reading: Reading;
  #left = longestPage;

  constructor(title: string, reading: Reading) {
    this.title = title;
    this.#reading = reading;
  }

  get #full(): boolean {
    return this.sections.length >= mostSections || this.#left <= 0 || this.#reading.left <= 0;
  }

  #add(anchor: string, title: string, content: string): void {
    const kept = content.slice(0, Math.min(longestSection, this.#left));
    this.#left -= kept.length;
    this.sections.push({ anchor, title: title.slice(0, longestTitle), content: kept });
  }

  addDefinitions(main: ParentNode): void {
    const reading = this.#reading;
    const terms = [...elementsIn(main)].filter(isNamed("dl")).flatMap(definitionsOf);
    for (const node of terms.flat()) reading.used.add(node);
    // Terms may share a definition, which is read once then.
    const texts = new Map<Element, string>();
    for (const [term, definition] of terms) {
      if (this.#full) return;
      const text = texts.get(definition) ?? textOf(definition, reading);
      texts.set(definition, text);
      this.#add(term.attribs.id ?? "", textOf(term, reading), text);
    }
  }

  addHeadings(main: ParentNode, headings: readonly Element[]): void {
    const reading = this.#reading;
    if (this.#full) return;
    const leading = textBeforeHeading(main.children[0], 3, reading);
    if (leading.text !== "") this.#add("", this.title, leading.text);
    const ordered = headings
      .filter((heading) => !isWithin(heading, reading.used))
      .sort((a, b) => levelOf(a) - levelOf(b));
    for (const heading of ordered) {
      if (this.#full) return;
      const { parent } = heading;
      const wrapper = parent && isTag(parent) ? parent : null;
      const start = wrapper?.name === "header" ? wrapper : heading;
      const { text } = textBeforeHeading(start.next, 2, reading);
      this.#add(heading.attribs.id || wrapper?.attribs.id || "", textOf(heading, reading), text);
    }
  }
}

/** The terms of a list that have an id, each with the definition that follows; several may share one. */
function definitionsOf(list: Element): [term: Element, definition: Element][] {
  const pairs: [Element, Element][] = [];
  let terms: Element[] = [];
  for (const child of list.children) {
    if (!isTag(child)) continue;
    if (child.name === "dt" && child.attribs.id) terms.push(child);
    if (child.name !== "dd") continue;
    for (const term of terms) pairs.push([term, child]);
    terms = [];
  }
  return pairs;
}

/**
 * The text from a node on, over its later siblings, until a heading comes; headings count down to `depth` levels below. Says
 * whether one was met.
 */
function textBeforeHeading(
  first: ChildNode | null | undefined,
  depth: number,
  reading: Reading,
): { text: string; met: boolean } {
  const pieces: string[] = [];
  let length = 0;
  let met = false;
  for (let node = first; node && !met && length < longestSection; node = node.next) {
    if (isTag(node) && (levelOf(node) > 0 || node.name === "header")) met = true;
    else if (depth > 0 && isTag(node) && node.children.length > 0 && mayOpen(node, reading)) {
      reading.left -= effortOfElement;
      const inner = textBeforeHeading(node.children[0], depth - 1, reading);
      const space = isInline(node) ? "" : " ";
      pieces.push(space, inner.text, space);
      length += inner.text.length;
      met = inner.met;
    } else length += collect(node, reading, pieces);
  }
  return { text: collapsed(pieces.join("")), met };
}

function textOf(element: Element | undefined, reading: Reading): string {
  if (!element) return "";
  const pieces: string[] = [];
  let length = 0;
  for (const child of element.children)
    if (length < longestSection) length += collect(child, reading, pieces);
  return collapsed(pieces.join(""));
}

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Adds the text of a node; block elements separate words. Returns how much it was. `place` is where the node lies: in a block of code
 * only what is in a `pre` is read, and all of that.
 */
function collect(
  node: ChildNode,
  reading: Reading,
  pieces: string[],
  place: "text" | "code" | "pre" = "text",
): number {
  if (reading.left <= 0) return 0;
  if (isText(node)) {
    reading.left -= node.data.length;
    if (place === "code") return 0;
    pieces.push(node.data);
    return node.data.length;
  }
  reading.left -= effortOfElement;
  if (!isTag(node) || !isRead(node, reading)) return 0;
  const space = isInline(node) ? "" : " ";
  const pre = place === "pre" || node.name === "pre";
  const inside = pre ? "pre" : reading.code.has(node) ? "code" : place;
  let length = 0;
  pieces.push(space);
  for (const child of node.children) length += collect(child, reading, pieces, inside);
  pieces.push(space);
  return length;
}

const inline = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const isInline = (element: Element): boolean => inline.has(element.name);

const isNamed =
  (name: string) =>
  (element: Element): boolean =>
    element.name === name;

/** 1 to 6 for a heading, else 0. */
const levelOf = ({ name }: Element): number => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0);

const unreadNames = new Set(["script", "style", "template", "noscript", "nav"]);
const unreadClasses = new Set(["headerlink", "linenos", "lineno", "toctree-wrapper"]);

const classesOf = (element: Element): readonly string[] => element.attribs.class?.split(/\s+/) ?? [];

/** Navigation, scripts, line numbers and the like say nothing about a page. */
function isNoise(element: Element): boolean {
  if (unreadNames.has(element.name)) return true;
  if (element.attribs.role === "navigation" || element.attribs.role === "search") return true;
  const classes = classesOf(element);
  return (
    classes.some((name) => unreadClasses.has(name)) ||
    (classes.includes("contents") && classes.includes("local"))
  );
}

const isRead = (element: Element, { used }: Reading): boolean => !used.has(element) && !isNoise(element);

/** Whether headings are looked for in an element. */
const mayOpen = (element: Element, reading: Reading): boolean =>
  isRead(element, reading) && !reading.code.has(element);

/** The blocks of code of a page: what is named so and holds something preformatted. */
function codeIn(document: ParentNode): ReadonlySet<Element> {
  const seen = new Set<Element>();
  for (const element of elementsIn(document)) {
    if (element.name !== "pre") continue;
    for (let at = element.parent; at && isTag(at) && !seen.has(at); at = at.parent) seen.add(at);
  }
  return new Set(
    [...seen].filter((element) => classesOf(element).some((name) => name.startsWith("highlight"))),
  );
}

function isWithin(node: ChildNode, used: ReadonlySet<ChildNode>): boolean {
  for (let at: ChildNode | ParentNode | null = node; at; at = at.parent)
    if (isTag(at) && used.has(at)) return true;
  return false;
}

/** The elements below a node in the order of the page, without those that are not read. */
function* elementsIn(root: ParentNode): Generator<Element> {
  let node: ChildNode | ParentNode | null = root.children[0] ?? null;
  while (node) {
    const element: Element | null = isTag(node) && !isNoise(node) ? node : null;
    if (element) yield element;
    if (element?.children[0]) {
      node = element.children[0];
      continue;
    }
    while (node && node !== root && !node.next) node = node.parent;
    node = node && node !== root ? node.next : null;
  }
}

function find(parent: ParentNode, wanted: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(parent)) if (wanted(element)) return element;
  return undefined;
}

import { whenIdle } from "#components/ui/when-idle.ts";
import type { Segment } from "./ansi.ts";
import { make } from "./elements.ts";
import { rowMaker } from "./log-row.ts";

/** Rows per block. The browser lays out only the blocks near the screen (content-visibility). */
const blockRows = 200;
/** Blocks per part. In each frame the browser looks where every part lies, and the blocks of those near the screen. */
const partBlocks = 16;
/** What an idle moment must have left for another block. */
const sliceMs = 4;
/** Of a row, in rem; one that is wrapped is higher. */
const rowHeight = 1.25;

type Line = readonly Segment[];

/** Consecutive lines of one command. Its element is as high as all of them, drawn or not. */
type Block = {
  readonly element: HTMLElement;
  readonly command: number;
  readonly before: Block | undefined;
  /** Number of its first line. */
  readonly first: number;
  /** How many of its lines have a row. */
  rows: number;
  /** Lines that have no row yet; they come after those that have one. */
  waiting: Line[];
};

/** Rem are 16 pixels or more. */
const rowsOnScreen = (): number => Math.ceil(innerHeight / (rowHeight * 16));

/** Not by a custom property: another value of that is news to everything inside. */
function holdPlace({ style }: HTMLElement, rows: number): void {
  style.minBlockSize = `${rows * rowHeight}rem`;
  style.containIntrinsicBlockSize = `auto ${rows * rowHeight}rem`;
}

/** The rows of one command. */
export type CommandRows = {
  add(lines: readonly Line[]): void;
  /** The row of a line, as soon as it is drawn. */
  drawn(number: number): HTMLElement | null;
  /** The row of a line, drawn if need be; null without such a line. */
  row(number: number): HTMLElement | null;
};

export type LogBlocks = {
  /** Rows for the command at this position of the log, in `body`. */
  begin(body: HTMLElement, command: number): CommandRows;
  /** Forgets all commands. */
  clear(): void;
  destroy(): void;
};

/**
 * Draws the lines of a log, hundreds of thousands if there are: those near the screen at once, all others in idle moments. In the
 * end all of them are in the page, where the browser finds, selects and prints them. `onRow` sees each row before it is in the page.
 * While the end is followed, new rows above the screen come a frame later.
 */
export function createBlocks(
  onRow: (row: HTMLElement, command: number, number: number) => void,
  isFollowed: () => boolean,
): LogBlocks {
  const makeRow = rowMaker();
  const blockOf = new WeakMap<Element, Block>();
  const undrawn = new Set<Block>();
  const near = new WeakSet<Element>();
  /** What waits until the frame is done that is about to be drawn. */
  const afterFrame: (() => void)[] = [];
  let awaited = false;

  const settle = (): void => {
    for (const work of afterFrame.splice(0)) work();
  };
  const later = (work: () => void): void => {
    if (afterFrame.push(work) === 1) requestAnimationFrame(() => whenIdle(settle));
  };

  /** An element that holds the place of rows for a moment. */
  const placeFor = (lines: number, makeRows: () => HTMLElement[]): HTMLElement => {
    const place = make("div", "log-later");
    holdPlace(place, lines);
    later(() => place.replaceWith(...makeRows()));
    return place;
  };

  /** `seen`: how many of the last lines may be on screen in the next frame. */
  const draw = (block: Block, seen = blockRows): void => {
    const { element, command, first, waiting } = block;
    block.waiting = [];
    undrawn.delete(block);
    const next = first + block.rows;
    const makeRows = (from: number, to: number): HTMLElement[] =>
      waiting.slice(from, to).map((line, index) => {
        const number = next + from + index;
        const row = makeRow(command, number, line);
        onRow(row, command, number);
        return row;
      });
    block.rows += waiting.length;
    const above = Math.min(waiting.length - seen, waiting.length);
    if (above > 0) element.append(placeFor(above, () => makeRows(0, above)));
    element.append(...makeRows(Math.max(above, 0), waiting.length));
    if (block.rows < blockRows) return;
    // Nobody asks any more where it lies, but the browser does, which would draw new rows in two steps.
    screen.unobserve(element);
    const finish = (): void => element.classList.add("log-full");
    if (seen < blockRows) later(finish);
    else finish();
  };

  const drawAll = (): void => {
    for (const block of undrawn) draw(block);
    settle();
  };
  const drawLater = (): void => {
    if (awaited || undrawn.size === 0) return;
    awaited = true;
    whenIdle((left) => {
      awaited = false;
      for (const block of undrawn) {
        draw(block);
        if (left() < sliceMs) break;
      }
      drawLater();
    });
  };

  const screen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
        const block = blockOf.get(target);
        if (isIntersecting && block && undrawn.has(block)) draw(block);
      }
    },
    { rootMargin: "100% 0px" },
  );
  window.addEventListener("beforeprint", drawAll);

  /** Where a new block lies is known a frame later; until then it is where the one before it is. */
  const isNear = ({ element, before }: Block): boolean =>
    near.has(element) || !before || near.has(before.element);

  /** `after`: how many more there are below these. */
  const extend = (block: Block, lines: readonly Line[], after: number): void => {
    block.waiting.push(...lines);
    undrawn.add(block);
    const rows = block.rows + block.waiting.length;
    holdPlace(block.element, rows);
    const inPart = (block.first - 1) % (blockRows * partBlocks);
    if (block.element.parentElement) holdPlace(block.element.parentElement, inPart + rows);
    if (!isNear(block)) drawLater();
    else if (block.before && isFollowed()) draw(block, rowsOnScreen() - after);
    else draw(block);
  };

  const clear = (): void => {
    undrawn.clear();
    afterFrame.length = 0;
    screen.disconnect();
  };

  return {
    begin(body, command) {
      const blocks: Block[] = [];
      let count = 0;
      const newBlock = (): Block => {
        const before = blocks.at(-1);
        const block = {
          element: make("div", "log-block"),
          command,
          before,
          first: count + 1,
          rows: 0,
          waiting: [],
        };
        if (blocks.length % partBlocks === 0) body.append(make("div", "log-part"));
        body.lastElementChild?.append(block.element);
        blocks.push(block);
        blockOf.set(block.element, block);
        screen.observe(block.element);
        return block;
      };
      const blockAt = (number: number): Block | undefined => blocks[Math.floor((number - 1) / blockRows)];
      const drawn = (number: number): HTMLElement | null => document.getElementById(`${command}--${number}`);
      return {
        add(lines) {
          for (let at = 0; at < lines.length; ) {
            const some = lines.slice(at, at + blockRows - (count % blockRows));
            const block = blockAt(count + 1) ?? newBlock();
            count += some.length;
            at += some.length;
            extend(block, some, lines.length - at);
          }
        },
        drawn,
        row(number) {
          const block = blockAt(number);
          if (block) draw(block);
          settle();
          return drawn(number);
        },
      };
    },
    clear,
    destroy() {
      clear();
      window.removeEventListener("beforeprint", drawAll);
    },
  };
}

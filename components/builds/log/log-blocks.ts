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

type Line = readonly Segment[];

/** Consecutive lines of one command. Its element is as high as all of them, drawn or not. */
type Block = {
  readonly element: HTMLElement;
  readonly command: number;
  readonly before: Block | undefined;
  /** Number of its first line. */
  readonly first: number;
  /** Lines that have no row yet; they come after those that have one. */
  waiting: Line[];
};

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
 */
export function createBlocks(onRow: (row: HTMLElement, command: number, number: number) => void): LogBlocks {
  const makeRow = rowMaker();
  const blockOf = new WeakMap<Element, Block>();
  const undrawn = new Set<Block>();
  const near = new WeakSet<Element>();
  let awaited = false;

  const draw = (block: Block): void => {
    const { element, command, first, waiting } = block;
    block.waiting = [];
    undrawn.delete(block);
    const next = first + element.childElementCount;
    const rows = waiting.map((line, index) => {
      const row = makeRow(command, next + index, line);
      onRow(row, command, next + index);
      return row;
    });
    element.append(...rows);
    // Nobody asks any more where a full one lies.
    if (element.childElementCount === blockRows) screen.unobserve(element);
  };

  const drawAll = (): void => {
    for (const block of undrawn) draw(block);
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

  const extend = (block: Block, lines: readonly Line[]): void => {
    block.waiting.push(...lines);
    undrawn.add(block);
    const rows = block.element.childElementCount + block.waiting.length;
    block.element.style.setProperty("--rows", String(rows));
    const inPart = (block.first - 1) % (blockRows * partBlocks);
    block.element.parentElement?.style.setProperty("--rows", String(inPart + rows));
    if (isNear(block)) draw(block);
    else drawLater();
  };

  const clear = (): void => {
    undrawn.clear();
    screen.disconnect();
  };

  return {
    begin(body, command) {
      const blocks: Block[] = [];
      let count = 0;
      const newBlock = (): Block => {
        const before = blocks.at(-1);
        const block = { element: make("div", "log-block"), command, before, first: count + 1, waiting: [] };
        if (blocks.length % partBlocks === 0) body.append(make("div", "log-part"));
        body.lastElementChild?.append(block.element);
        blocks.push(block);
        blockOf.set(block.element, block);
        screen.observe(block.element);
        return block;
      };
      const blockAt = (number: number): Block | undefined => blocks[Math.floor((number - 1) / blockRows)];
      const drawn = (number: number): HTMLElement | null => {
        const row = blockAt(number)?.element.children[(number - 1) % blockRows];
        return row instanceof HTMLElement ? row : null;
      };
      return {
        add(lines) {
          for (let at = 0; at < lines.length; ) {
            const some = lines.slice(at, at + blockRows - (count % blockRows));
            extend(blockAt(count + 1) ?? newBlock(), some);
            count += some.length;
            at += some.length;
          }
        },
        drawn,
        row(number) {
          const block = blockAt(number);
          if (block) draw(block);
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

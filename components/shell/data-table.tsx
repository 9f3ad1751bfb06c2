"use client";

import { clsx } from "clsx";
import {
  type ComponentType,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { whenIdle } from "#components/ui/when-idle.ts";

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Buttons and the row's name stand without their column's word on a phone. */
  unlabelled?: boolean;
  end?: boolean;
  /** Takes the room the others leave and is shortened to it, so that a long text cuts nothing else off. */
  grow?: boolean;
  /** On a phone in the corner of the card without its column's word: a box, a handle. */
  corner?: boolean;
};

/** Draws the `<tr>` around a row's cells. */
export type RowFrame<Row> = ComponentType<{ row: Row; children: ReactNode }>;
const PlainRow = ({ children }: { children: ReactNode }) => <tr>{children}</tr>;

const look = ({ end, grow, corner }: Pick<Column<never>, "end" | "grow" | "corner">): string =>
  clsx(end && "end", grow && "grow", corner && "corner");

/** How many rows of a long table come with the page, and how many more are drawn at a time: a phone can do so many between two frames. */
const rowsOfPage = 50;
const moreRows = 20;
const never = () => () => undefined;

/**
 * How many rows to draw: on the server some, so that the page is soon there and alive; the browser then adds the others when it has
 * nothing better to do. A table that comes with a later click has all of them at once.
 */
function useRowsDrawn(count: number): number {
  const isLongOfPage = useSyncExternalStore(
    never,
    () => false,
    () => count > rowsOfPage,
  );
  const [drawn, setDrawn] = useState(isLongOfPage ? rowsOfPage : Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    whenIdle(() => {
      const next = drawn + moreRows;
      startTransition(() => setDrawn(next < count ? next : Number.POSITIVE_INFINITY));
    });
  }, [drawn, count]);
  return drawn;
}

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row };

const CellsOf = <Row,>({ columns, row }: CellsProps<Row>): ReactNode =>
  columns.map((column) => (
    <td
      key={column.head}
      data-label={column.unlabelled || column.corner ? undefined : column.head}
      className={look(column)}
    >
      {column.cell(row)}
    </td>
  ));

/** Drawn again when the row or its columns are others: a list that asks for news would draw all its rows twice each time. */
const Cells = memo(CellsOf) as typeof CellsOf;

/** A real table; under 640 px its rows become labelled cards. The caption is for screen readers. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  Row: Frame = PlainRow,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  Row?: RowFrame<Row>;
}) {
  const drawn = useRowsDrawn(rows.length);
  return (
    // A table that does not fit is scrolled by itself: nothing of it is cut off.
    <div className="overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={look(column)}>
                {column.corner || (column.unlabelled && column.end) ? (
                  <span className="sr-only">{column.head}</span>
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <Frame key={rowKey(row)} row={row}>
              <Cells columns={columns} row={row} />
            </Frame>
          ))}
        </tbody>
      </table>
      {rows.length > rowsOfPage && (
        <noscript>
          <p className="border-t px-4 py-2.5 text-meta text-muted">
            Without scripts, {rowsOfPage} of {rows.length} are shown.
          </p>
        </noscript>
      )}
    </div>
  );
}

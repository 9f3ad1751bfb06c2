"use client";

import { useRef, useState } from "react";
import type { Column } from "./data-table.tsx";
import { rangeOf } from "./range.ts";

type Key = string | number;

/** The rows somebody has selected in a list; they stay selected while the list is paged and filtered. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** Selects a row or takes it out; with `range`, all rows from the one touched before to this one become what this one becomes. */
  toggle: (row: Row, range: boolean) => void;
  add: (rows: readonly Row[]) => void;
  clear: () => void;
  /** What stands on this page of the list. */
  shown: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Something was selected since the list was opened: from then on what can be done with several rows is loaded and stays. */
  used: boolean;
};

export function useSelection<Row>(shown: readonly Row[], keyOf: (row: Row) => Key): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, Row>>(new Map());
  const [used, setUsed] = useState(false);
  const touched = useRef<Key>(undefined);
  const add = (rows: readonly Row[]): void => {
    setUsed(true);
    setChosen((before) => new Map([...before, ...rows.map((row) => [keyOf(row), row] as const)]));
  };
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(keyOf(row)),
    toggle: (row, range) => {
      const last = shown.find((one) => keyOf(one) === touched.current);
      const rows = range ? rangeOf(shown, last, row) : [row];
      touched.current = keyOf(row);
      if (!chosen.has(keyOf(row))) return add(rows);
      const next = new Map(chosen);
      for (const one of rows) next.delete(keyOf(one));
      setChosen(next);
    },
    add,
    clear: () => {
      touched.current = undefined;
      setChosen(new Map());
    },
    shown,
    keyOf,
    used,
  };
}

/** The column of a list's boxes; pressed with Shift, one selects all from the one pressed before. `nameOf` says whose box it is. */
export const selectColumn = <Row,>(selection: Selection<Row>, nameOf: (row: Row) => string): Column<Row> => ({
  head: "Select",
  corner: true,
  cell: (row) => (
    <label className="inline-flex items-center justify-center pointer-coarse:size-11">
      <input
        type="checkbox"
        data-select
        aria-label={`Select ${nameOf(row)}`}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent pointer-coarse:size-6"
      />
    </label>
  ),
});

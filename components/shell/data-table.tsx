import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Buttons and the row's name stand without their column's word on a phone. */
  unlabelled?: boolean;
  end?: boolean;
};

/** A real table; under 640 px its rows become labelled cards. The caption is for screen readers. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}) {
  return (
    <table className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={clsx(column.end && "end")}>
              {column.unlabelled && column.end ? <span className="sr-only">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td
                key={column.head}
                data-label={column.unlabelled ? undefined : column.head}
                className={clsx(column.end && "end")}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

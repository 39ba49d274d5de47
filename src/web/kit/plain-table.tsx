import { Fragment, type ReactNode } from "react";
import type { Column } from "./columns.tsx";
import "./plain-table.css";

/** A column of a sub-record table: the parts of a `Column` that a few rows need. */
export type PlainColumn<R> = Pick<Column<R>, "header" | "cell" | "align"> & {
  /** On a phone, its cells have a line of their own: for long texts. */
  wide?: boolean;
};

export interface PlainTableProps<R> {
  label: string;
  columns: readonly PlainColumn<R>[];
  rows: readonly R[];
  /** Shown if there are no rows. */
  none: string;
  /** Content below a row in the table's full width; null or false if there is none. */
  below?: (row: R) => ReactNode;
}

/** A table of sub-records, without state. */
export const PlainTable = <R,>({ label, columns, rows, none, below }: PlainTableProps<R>) =>
  rows.length === 0 ? (
    <p className="plain-table__none">{none}</p>
  ) : (
    <div className="plain-table" role="region" aria-label={label} tabIndex={0}>
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" role="columnheader" className="label" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const more = below?.(row);
            return (
              <Fragment key={index}>
                <tr role="row" data-opens={more ? true : undefined}>
                  {columns.map(({ header, align, wide, cell }) => (
                    <td
                      key={header}
                      role="cell"
                      data-align={align}
                      data-wide={wide}
                      data-label={header}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {more && (
                  <tr role="row" className="plain-table__below">
                    <td role="cell" colSpan={columns.length}>
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );

import "./plain-table.css";
import type { ReactNode } from "react";

/** One column of a record's sub-records. */
export interface PlainColumn<R> {
  header: string;
  cell: (row: R) => ReactNode;
  align?: "end";
}

interface PlainTableProps<R> {
  label: string;
  columns: readonly PlainColumn<R>[];
  rows: readonly R[];
  /** Said when there are none. */
  none: string;
}

/** A record's sub-records: a table without state. */
export const PlainTable = <R,>({ label, columns, rows, none }: PlainTableProps<R>) =>
  rows.length === 0 ? (
    <p className="plain-table__none">{none}</p>
  ) : (
    <div className="plain-table" role="region" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" className="label" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ header, align, cell }) => (
                <td key={header} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

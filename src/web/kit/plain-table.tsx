import { Fragment, type ReactNode, useDeferredValue, useState } from "react";
import { foldWords, hasCodeDigits, toFoldedWords } from "#web/base/fold-words.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { paper, useMedia } from "#web/base/media.ts";
import { LockableButton } from "./button.tsx";
import type { Column } from "./columns.tsx";
import { SearchField } from "./fields.tsx";
import "./plain-table.css";

/** A column of a sub-record table: the parts of a `Column` that a few rows need. */
export type PlainColumn<R> = Pick<Column<R>, "header" | "cell" | "align"> & {
  /** On a phone, its cells have a line of their own: for long texts. */
  wide?: boolean;
};

interface PlainTableProps<R> {
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

/** A browser paints this many at once; thousands would freeze the page for seconds. */
const first = 100;

/** So many are in the first frame; React adds the others between the browser's own work. */
const firstFrame = 20;

/** All texts and numbers in a value. */
const listTexts = (value: unknown): string[] => {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(listTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
};

/** The rows that contain all typed words, or a typed code in any spelling. */
const searchRows = <R,>(
  rows: readonly R[],
  typed: string,
  textsOf: (row: R) => unknown,
): readonly R[] => {
  const words = toFoldedWords(typed);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const texts = listTexts(textsOf(row));
    const text = foldWords(texts.join("\n"));
    return words.every((word) => text.includes(word)) || hasCodeDigits(texts, typed);
  });
};

interface FirstRowsProps<R> {
  /** Names the rows: “Search variants”. */
  label: string;
  /** The name of one row: “variant”. */
  of: string;
  rows: readonly R[];
  /** What is searched; by default everything in the row. */
  textsOf?: (row: R) => unknown;
  /** Rows that are shown although they don't match: an error is never hidden. */
  keep?: (row: R) => boolean;
  children: (rows: readonly R[]) => ReactNode;
}

const Searched = <R,>({
  label,
  of,
  rows,
  textsOf = (row) => row,
  keep = () => false,
  children,
}: FirstRowsProps<R>) => {
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(first);
  const isPrinted = useMedia(paper);
  const matching = searchRows(rows, useDeferredValue(typed), textsOf);
  const counted = isPrinted ? matching.length : Math.min(count, matching.length);
  const drawn = Math.max(useDeferredValue(counted, firstFrame), isPrinted ? counted : 0);
  const shown = matching.slice(0, Math.min(drawn, counted));
  const more = Math.min(first, matching.length - counted);
  const kept = rows.filter((row) => keep(row) && !shown.includes(row)).slice(0, first);
  return (
    <>
      <div className="first-rows__head">
        <SearchField
          aria-label={label}
          placeholder={label}
          value={typed}
          onType={(text) => {
            setTyped(text);
            setCount(first);
          }}
        />
        <span className="faint" role="status">
          {matching.length === 0
            ? `No matching ${of}s`
            : more > 0
              ? `First ${formatQuantity(counted)} of ${formatCount(matching.length, of)}`
              : formatCount(matching.length, of)}
        </span>
      </div>
      {children([...kept, ...shown])}
      {matching.length > first && (
        <div className="first-rows__more">
          <LockableButton
            variant="default"
            locked={more === 0}
            onClick={() => setCount(count + first)}
          >
            {more > 0
              ? `Show ${formatQuantity(more)} more`
              : `All ${formatCount(matching.length, of)} shown`}
          </LockableButton>
        </div>
      )}
    </>
  );
};

/** Up to 100 rows as they are; of more, the first ones, with a search in all of them. On paper all matching ones. */
export const FirstRows = <R,>(props: FirstRowsProps<R>) =>
  props.rows.length <= first ? props.children(props.rows) : <Searched {...props} />;

/** A table of sub-records that may be many. */
export const LongTable = <R,>({
  of,
  textsOf,
  ...table
}: PlainTableProps<R> & Pick<FirstRowsProps<R>, "of" | "textsOf">) => (
  <FirstRows label={`Search ${of}s`} of={of} rows={table.rows} {...(textsOf && { textsOf })}>
    {(rows) =>
      (rows.length > 0 || table.rows.length === 0) && <PlainTable {...table} rows={rows} />
    }
  </FirstRows>
);

import { type ReactNode, useDeferredValue, useState } from "react";
import { foldWords, hasCodeDigits, toFoldedWords } from "#catalog/fold-words.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { paper, useMedia } from "#web/base/media.ts";
import { LockableButton } from "./button.tsx";
import { SearchField } from "./fields.tsx";
import { PlainTable, type PlainTableProps } from "./plain-table.tsx";
import "./first-rows.css";

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

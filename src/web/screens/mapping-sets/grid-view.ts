import { useState } from "react";
import { hasCodeDigits } from "#web/base/code-digits.ts";
import type { ItemRow, RowMark } from "./item-edits.ts";

/** The indexes of the rows that are shown: all of them, or those that a search finds. */
export interface GridView {
  readonly places: readonly number[];
  /** Whether the blank row is at the end; a search hides it. */
  readonly blank: boolean;
}

/** What the rows are searched for. */
interface Search {
  /** A text in lower case; "" is any. */
  readonly needle: string;
  /** Only rows with a note. */
  readonly onlyMarked: boolean;
}

const holds = ({ values }: ItemRow, needle: string): boolean =>
  `${values.from}\n${values.to}`.toLowerCase().includes(needle) ||
  hasCodeDigits([values.from, values.to], needle);

const findPlaces = (
  rows: readonly ItemRow[],
  marks: ReadonlyMap<string, RowMark>,
  { needle, onlyMarked }: Search,
  stays: ReadonlySet<string>,
): number[] =>
  rows.flatMap((row, place) =>
    stays.has(row.key) || ((!onlyMarked || marks.has(row.key)) && holds(row, needle))
      ? [place]
      : [],
  );

const none: ReadonlySet<string> = new Set();

/**
 * The rows that a search shows. Each stays until something else is searched: a row that is corrected would disappear, with
 * the focus, while it is typed in.
 */
export const useGridView = (
  rows: readonly ItemRow[],
  marks: ReadonlyMap<string, RowMark>,
  { needle, onlyMarked }: Search,
): GridView => {
  const search = `${onlyMarked} ${needle}`;
  const [held, setHeld] = useState({ search, keys: none });
  const stays = held.search === search ? held.keys : none;
  const marked = onlyMarked && (marks.size > 0 || stays.size > 0);
  const blank = needle === "" && !marked;
  const places = blank
    ? rows.map((_, place) => place)
    : findPlaces(rows, marks, { needle, onlyMarked: marked }, stays);
  const shown = blank ? [] : places.flatMap((place) => rows[place]?.key ?? []);
  if (held.search !== search || shown.some((key) => !stays.has(key)))
    setHeld({ search, keys: new Set([...stays, ...shown]) });
  return { places, blank };
};

import type { RecordKind } from "./list-search.ts";

/** The place of a record in a list. */
export interface ListPlace {
  /** From 1; undefined if the record is not in the list. */
  place: number | undefined;
  count: number;
  previous: number | undefined;
  next: number | undefined;
}

const listed = new Map<RecordKind, ArrayLike<number>>();

/** Stores the ids of a list's rows in the order that is shown: records opened from it have neighbors. */
export const setListed = (kind: RecordKind, ids: ArrayLike<number>): void =>
  void listed.set(kind, ids);

/** The neighbors of a record in a list; one that is not in it comes before the first. */
export const findPlace = (ids: ArrayLike<number>, id: number): ListPlace => {
  const index = Array.prototype.indexOf.call(ids, id);
  return {
    place: index < 0 ? undefined : index + 1,
    count: ids.length,
    previous: ids[index - 1],
    next: ids[index + 1],
  };
};

/** The place of a record in the list of its kind that was shown last; undefined if it is not in it. */
export const findListed = (kind: RecordKind, id: number): ListPlace | undefined => {
  const place = findPlace(listed.get(kind) ?? [], id);
  return place.place === undefined ? undefined : place;
};

/** The address of the record that was opened last, by the list's address. */
const opened = new Map<string, string>();

const here = (): string => location.pathname + location.search;

/** Remembers the row that is about to be opened, for the way back to its list. */
export const rememberOpened = (address: string): void => void opened.set(here(), address);

/** The address of the record that was opened last from the list that is shown. */
export const findOpened = (): string | undefined => opened.get(here());

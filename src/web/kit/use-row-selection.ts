import { useCallback, useMemo, useRef, useState } from "react";
import type { RowSelection } from "./table-head.tsx";

/** All ids from one to another, in the order of the list; only the last if the first is not in it. */
export const listRange = <Id>(ids: ArrayLike<Id>, from: Id, to: Id): Id[] => {
  const [a, b] = [Array.prototype.indexOf.call(ids, from), Array.prototype.indexOf.call(ids, to)];
  return a < 0 || b < 0
    ? [to]
    : Array.from({ length: Math.abs(a - b) + 1 }, (_, at) => ids[Math.min(a, b) + at]!);
};

/** The selected rows of a list, by their ids. It survives another search: rows that are not listed stay selected. */
export interface IdSelection<Id> extends RowSelection {
  readonly ids: ReadonlySet<Id>;
  /** Selects these rows, and no others. */
  readonly replace: (ids: Iterable<Id>) => void;
  readonly clear: () => void;
}

const none: ReadonlySet<never> = new Set<never>();

/** The selection of a list with these rows: one by one, a range from the row that was selected last, or all. */
export const useRowSelection = <Id>(listed: ArrayLike<Id>): IdSelection<Id> => {
  const [ids, setIds] = useState<ReadonlySet<Id>>(none);
  // As of the last key, which may come before its rows are drawn.
  const latest = useRef(ids);
  const anchor = useRef<Id>(undefined);
  const replace = useCallback((next: Iterable<Id>) => {
    latest.current = new Set(next);
    setIds(latest.current);
  }, []);
  const toggle = useCallback(
    (index: number, extend = false) => {
      const id = listed[index];
      if (id === undefined) return;
      const next = new Set(latest.current);
      // A range begins at the row that was selected last, unless its selection was removed since.
      const isHeld = anchor.current !== undefined && next.has(anchor.current);
      if (!extend || !isHeld) anchor.current = id;
      if (extend) for (const one of listRange(listed, anchor.current!, id)) next.add(one);
      else if (!next.delete(id)) next.add(id);
      replace(next);
    },
    [listed, replace],
  );
  const all = useMemo(
    () =>
      listed.length > 0 &&
      ids.size >= listed.length &&
      Array.prototype.every.call(listed, (id: Id) => ids.has(id)),
    [listed, ids],
  );
  return useMemo(
    () => ({
      ids,
      toggle,
      all,
      has: (index) => index < listed.length && ids.has(listed[index]!),
      toggleAll: () => {
        const shown = new Set(Array.from(listed));
        replace(all ? [...ids].filter((id) => !shown.has(id)) : [...ids, ...shown]);
      },
      replace,
      clear: () => replace(none),
    }),
    [ids, toggle, all, listed, replace],
  );
};

import { useCallback, useMemo, useState } from "react";
import type { ProductMatches } from "#web/api/product-search/product-query.ts";
import type { RowSelection } from "#web/ui/table-head.tsx";

export interface ProductSelection extends RowSelection {
  /** The ids of the selected products, in the order of the matches if they are among them. */
  readonly ids: ReadonlySet<number>;
  readonly clear: () => void;
}

const none: ReadonlySet<number> = new Set();

/** The selection of products. It survives another search, so that products of several searches can be selected. */
export const useProductSelection = (matches: ProductMatches | undefined): ProductSelection => {
  const [ids, setIds] = useState(none);
  const found = matches?.ids;
  const toggle = useCallback(
    (index: number) => {
      const id = found?.[index];
      if (id === undefined) return;
      setIds((old) => {
        const next = new Set(old);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [found],
  );
  const all = useMemo(
    () =>
      found !== undefined &&
      found.length > 0 &&
      ids.size >= found.length &&
      found.every((id) => ids.has(id)),
    [found, ids],
  );
  return useMemo(
    () => ({
      ids,
      all,
      toggle,
      has: (index) => ids.has(found?.[index] ?? Number.NaN),
      toggleAll: () => setIds(all ? none : new Set([...ids, ...(found ?? [])])),
      clear: () => setIds(none),
    }),
    [ids, all, toggle, found],
  );
};

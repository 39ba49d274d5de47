import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ProductMatches } from "#web/api/product-search/product-query.ts";
import type { TableHandle } from "#web/ui/table.tsx";
import { findRowPlace } from "#web/ui/use-row-focus.ts";

/** The index of the row whose link has the focus. */
const focusedRow = (): number | undefined => {
  const link = document.activeElement?.closest("[data-row-link]");
  return link ? findRowPlace(link)?.index : undefined;
};

/**
 * Moves the focus along with its product when products before it are added, removed or sorted differently: rows share
 * elements, so Enter would open the product that is now at the same place.
 */
export const useFocusedProduct = (
  matches: ProductMatches | undefined,
  table: RefObject<TableHandle | null>,
): void => {
  const before = useRef(matches);
  useLayoutEffect(() => {
    const index = before.current === matches ? undefined : focusedRow();
    const id = index === undefined ? undefined : before.current?.ids[index];
    before.current = matches;
    const now = id === undefined ? -1 : (matches?.ids.indexOf(id) ?? -1);
    if (now >= 0 && now !== index) table.current?.goTo({ index: now });
  }, [matches, table]);
};

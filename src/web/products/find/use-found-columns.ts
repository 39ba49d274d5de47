import type { ProductRow } from "#web/api/product-search/product-query.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { createMediaQuery, useMedia } from "#web/ui/use-media.ts";
import { foundColumns } from "./found-columns.tsx";

type Columns = readonly Column<ProductRow>[];

/** Fewer default columns: the others are one click away, and hiding them leaves more space for titles. */
const without = (...ids: string[]): Columns =>
  foundColumns.map((one) => {
    if (one.main) return { ...one, width: 250 };
    return ids.includes(one.id) ? { ...one, optional: true } : one;
  });

/**
 * The widths up to which a window shows that many columns, starting above the width of cards; the brand is usually
 * also at the start of the title.
 */
const fewest = without("brand", "belowMap");
const fewer = without("brand");
const narrow = createMediaQuery("(min-width: 48rem) and (max-width: 79.99rem)");
const middling = createMediaQuery("(min-width: 80rem) and (max-width: 99.99rem)");

/** The search's columns: by default as many as are visible without scrolling. */
export const useFoundColumns = (): Columns => {
  const isNarrow = useMedia(narrow);
  const isMiddling = useMedia(middling);
  if (isNarrow) return fewest;
  return isMiddling ? fewer : foundColumns;
};

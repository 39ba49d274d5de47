import type { ProductRow } from "#web/api/product-search/product-query.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { mediaQuery, useMedia } from "#web/ui/use-media.ts";
import { foundColumns } from "./found-columns.tsx";

type Columns = readonly Column<ProductRow>[];

/** Fewer columns that show by themselves: those left out are a press away, and with them there titles may be shorter. */
const without = (...ids: string[]): Columns =>
  foundColumns.map((one) => {
    if (one.main) return { ...one, width: 250 };
    return ids.includes(one.id) ? { ...one, optional: true } : one;
  });

/** From cards on, the widths up to which a window shows so many; a brand is mostly what a title begins with. */
const fewest = without("brand", "belowMap");
const fewer = without("brand");
const narrow = mediaQuery("(min-width: 48rem) and (max-width: 79.99rem)");
const middling = mediaQuery("(min-width: 80rem) and (max-width: 99.99rem)");

/** The search's columns: so many that none is out of sight unless somebody wants more of them. */
export const useFoundColumns = (): Columns => {
  const isNarrow = useMedia(narrow);
  const isMiddling = useMedia(middling);
  if (isNarrow) return fewest;
  return isMiddling ? fewer : foundColumns;
};

import type { ProductRow } from "#web/api/product-search/product-query.ts";
import { writeAmount } from "#web/base/amounts.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import { rowName } from "./find-words.ts";
import { BelowMap, FoundName, Highlighted, Range, Stock, Words } from "./found-cells.tsx";

const column = createColumnHelper<ProductRow>();
const optional = { optional: true };

/** A range of amounts, exported and sorted by its lower end. */
const range = (id: "price" | "sale" | "map", header: string, width: number, hidden = optional) =>
  column.text(id, header, width, {
    of: (row) => writeAmount(row[id]?.[0]),
    align: "end",
    cell: (row) => <Range of={row[id]} />,
    ...hidden,
  });

/** The columns of the search; a search can be sorted by each id. */
export const foundColumns: readonly Column<ProductRow>[] = [
  column.text("title", "Product", 300, {
    of: rowName,
    main: true,
    grow: true,
    cell: (row) => <FoundName row={row} />,
  }),
  column.text("sku", "SKU", 140, {
    cell: (row) => (
      <bdi className="code">
        <Highlighted text={row.sku} />
      </bdi>
    ),
  }),
  column.text("brand", "Brand", 150, { cell: (row) => <Words text={row.brand} /> }),
  column.text("category", "Category", 170, {
    of: (row) => row.categories.join(" > "),
    cell: (row) => <Words text={row.categories.at(-1) ?? null} />,
    ...optional,
  }),
  range("price", "Price", 126, { optional: false }),
  column.quantity("stock", "Stock", 72, { cell: (row) => <Stock row={row} /> }),
  column.text("belowMap", "Below MAP", 90, {
    of: ({ belowMap, variants }) => `${belowMap} of ${variants}`,
    cell: (row) => <BelowMap row={row} />,
  }),
  range("sale", "Sale price", 136),
  range("map", "MAP", 136),
  column.quantity("variants", "Variants", 90, optional),
  column.date("updated_at", "Updated", 116),
  column.date("inserted_at", "Created", 130, optional),
  column.date("readAt", "Prices updated", 130, {
    of: (row) => new Date(row.readAt).toISOString(),
    ...optional,
  }),
  column.code("id", "ID", 90, optional),
];

/** The columns of an export besides the visible ones: the other end of each range, and missing data. */
export const exportColumns: readonly Pick<Column<ProductRow>, "header" | "value">[] = [
  { header: "Highest price", value: (row) => writeAmount(row.price?.[1]) },
  { header: "Missing", value: (row) => row.missing.join(", ") },
  {
    header: "Removed since",
    value: (row) => (row.goneAt === null ? null : new Date(row.goneAt).toISOString()),
  },
];

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

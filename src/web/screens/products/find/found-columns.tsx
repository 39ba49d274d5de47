import type { ProductRow } from "#web/api/product-search/product-query.ts";
import { writeAmount } from "#web/base/amount.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { createMediaQuery, useMedia } from "#web/base/use-media.ts";
import { Code, Moment, Quantity } from "#web/kit/values.tsx";
import { rowName } from "./find-words.ts";
import { BelowMap, FoundName, Highlighted, Range, Stock, Words } from "./found-cells.tsx";

/** The columns of the search; a search can be sorted by each id. */
export const foundColumns: readonly Column<ProductRow>[] = [
  {
    id: "title",
    header: "Product",
    width: 300,
    main: true,
    grow: true,
    value: rowName,
    cell: (row) => <FoundName row={row} />,
  },
  {
    id: "sku",
    header: "SKU",
    width: 140,
    value: (row) => row.sku,
    cell: (row) => (
      <bdi className="code">
        <Highlighted text={row.sku} />
      </bdi>
    ),
  },
  {
    id: "brand",
    header: "Brand",
    width: 150,
    value: (row) => row.brand,
    cell: (row) => <Words text={row.brand} />,
  },
  {
    id: "category",
    header: "Category",
    width: 170,
    optional: true,
    value: (row) => row.categories.join(" > "),
    cell: (row) => <Words text={row.categories.at(-1) ?? null} />,
  },
  {
    id: "price",
    header: "Price",
    width: 126,
    align: "end",
    value: (row) => writeAmount(row.price?.[0]),
    cell: (row) => <Range of={row.price} />,
  },
  {
    id: "stock",
    header: "Stock",
    width: 72,
    align: "end",
    value: (row) => row.stock,
    cell: (row) => <Stock row={row} />,
  },
  {
    id: "belowMap",
    header: "Below MAP",
    width: 90,
    value: ({ belowMap, variants }) => `${belowMap} of ${variants}`,
    cell: (row) => <BelowMap row={row} />,
  },
  {
    id: "sale",
    header: "Sale price",
    width: 136,
    align: "end",
    optional: true,
    value: (row) => writeAmount(row.sale?.[0]),
    cell: (row) => <Range of={row.sale} />,
  },
  {
    id: "map",
    header: "MAP",
    width: 136,
    align: "end",
    optional: true,
    value: (row) => writeAmount(row.map?.[0]),
    cell: (row) => <Range of={row.map} />,
  },
  {
    id: "variants",
    header: "Variants",
    width: 90,
    optional: true,
    align: "end",
    value: (row) => row.variants,
    cell: (row) => <Quantity amount={row.variants} />,
  },
  {
    id: "updated_at",
    header: "Updated",
    width: 116,
    value: (row) => row.updated_at,
    cell: (row) => <Moment at={row.updated_at} />,
  },
  {
    id: "inserted_at",
    header: "Created",
    width: 130,
    optional: true,
    value: (row) => row.inserted_at,
    cell: (row) => <Moment at={row.inserted_at} />,
  },
  {
    id: "readAt",
    header: "Prices updated",
    width: 130,
    optional: true,
    value: (row) => new Date(row.readAt).toISOString(),
    cell: (row) => <Moment at={new Date(row.readAt).toISOString()} />,
  },
  {
    id: "id",
    header: "ID",
    width: 90,
    optional: true,
    value: (row) => row.id,
    cell: (row) => <Code value={row.id} />,
  },
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

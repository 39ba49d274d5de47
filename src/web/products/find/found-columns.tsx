import { Link } from "@tanstack/react-router";
import { ProductPicture } from "#web/products/product-picture.tsx";
import type { ProductRow, Spread } from "#web/products/search/product-query.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { money, nothing, quantity } from "#web/ui/format.ts";
import { listSearch } from "#web/ui/list-search.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code, Moment, Quantity } from "#web/ui/values.tsx";
import { Marked } from "./marked.tsx";

/** What a product is called in a row. */
export const rowName = ({ title, sku, id }: ProductRow): string => title || sku || `Product ${id}`;

const spread = (of: Spread | null): string => {
  if (of === null) return nothing;
  return of[0] === of[1] ? money(of[0]) : `${money(of[0])}–${money(of[1])}`;
};

const codeNames = { sku: "SKU", mpn: "MPN", upc: "UPC", ean: "EAN", asin: "ASIN" } as const;

/** Why the row is here, where its own cells do not show it. */
const Because = ({ row }: { row: ProductRow }) => {
  const [variant, ...others] = row.matchedVariants;
  if (variant && variant.value !== row.sku)
    return (
      <span className="found__because">
        {codeNames[variant.field]}{" "}
        <bdi>
          <Marked text={variant.value} />
        </bdi>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    );
  return row.matched.length === 1 && row.matched[0] === "attributes" ? (
    <span className="found__because">in its attributes or options</span>
  ) : null;
};

const Name = ({ row }: { row: ProductRow }) => (
  <span className="product__name">
    <ProductPicture url={row.image} alt="" size="small" />
    <span className="found__name">
      <Link
        to="/products/$id"
        params={{ id: String(row.id) }}
        search={
          ((old: object) => listSearch({ channel: (old as { channel?: string }).channel })) as never
        }
        title={rowName(row)}
        data-row-link
      >
        <bdi>
          <Marked text={rowName(row)} />
        </bdi>
      </Link>
      {row.goneAt !== null && <StatusBadge label="Gone" tone="bad" />}
      <Because row={row} />
    </span>
  </span>
);

const BelowMap = ({ row }: { row: ProductRow }) =>
  row.belowMap === 0 ? (
    <span className="faint">–</span>
  ) : (
    <StatusBadge label={`${quantity(row.belowMap)} of ${quantity(row.variants)}`} tone="waiting" />
  );

const Stock = ({ row }: { row: ProductRow }) =>
  row.stock === 0 ? <span className="product__out">Out</span> : <Quantity amount={row.stock} />;

const Words = ({ text }: { text: string | null }) =>
  text ? (
    <bdi title={text}>
      <Marked text={text} />
    </bdi>
  ) : (
    nothing
  );

/** The columns of the search; each id is what the search can sort by. */
export const foundColumns: readonly Column<ProductRow>[] = [
  {
    id: "title",
    header: "Product",
    width: 300,
    main: true,
    value: rowName,
    cell: (row) => <Name row={row} />,
  },
  {
    id: "sku",
    header: "SKU",
    width: 140,
    value: (row) => row.sku,
    cell: (row) => (
      <bdi className="code">
        <Marked text={row.sku} />
      </bdi>
    ),
  },
  {
    id: "brand",
    header: "Brand",
    width: 115,
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
    width: 130,
    align: "end",
    value: (row) => row.price?.[0],
    cell: (row) => spread(row.price),
  },
  {
    id: "sale",
    header: "Sale price",
    width: 120,
    align: "end",
    optional: true,
    value: (row) => row.sale?.[0],
    cell: (row) => spread(row.sale),
  },
  {
    id: "map",
    header: "MAP",
    width: 120,
    align: "end",
    optional: true,
    value: (row) => row.map?.[0],
    cell: (row) => spread(row.map),
  },
  {
    id: "belowMap",
    header: "Below MAP",
    width: 105,
    value: (row) => row.belowMap,
    cell: (row) => <BelowMap row={row} />,
  },
  {
    id: "stock",
    header: "Stock",
    width: 75,
    align: "end",
    value: (row) => row.stock,
    cell: (row) => <Stock row={row} />,
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
    header: "Changed",
    width: 115,
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
    header: "Prices as of",
    width: 130,
    optional: true,
    value: (row) => new Date(row.readAt).toISOString(),
    cell: (row) => <Moment at={new Date(row.readAt).toISOString()} />,
  },
  {
    id: "id",
    header: "Id",
    width: 90,
    optional: true,
    value: (row) => row.id,
    cell: (row) => <Code value={row.id} />,
  },
];

/** What an export holds beside the columns that show: the range's other end, and what is missing. */
export const exportColumns: readonly Pick<Column<ProductRow>, "header" | "value">[] = [
  { header: "Highest price", value: (row) => row.price?.[1] },
  { header: "Missing", value: (row) => row.missing.join(", ") },
  {
    header: "Gone since",
    value: (row) => (row.goneAt === null ? null : new Date(row.goneAt).toISOString()),
  },
];

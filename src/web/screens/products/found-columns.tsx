import { createContext, Fragment, use } from "react";
import { findMarkRanges } from "#catalog/mark-ranges.ts";
import type { ProductRow, Spread } from "#contract/catalog.ts";
import { writeAmount } from "#web/base/amounts.ts";
import { formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import type { Column } from "#web/kit/columns.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Quantity } from "#web/kit/values.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { rowName } from "./find-words.ts";
import "./product.css";

/** The searched words and their corrections, which every cell highlights. */
export const SearchedText = createContext("");

/** A text with the searched words highlighted. */
const Highlighted = ({ text }: { text: string }) => {
  const words = use(SearchedText);
  const ranges = findMarkRanges(text, words);
  if (ranges.length === 0) return text;
  return ranges.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(ranges[index - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {index === ranges.length - 1 && text.slice(end)}
    </Fragment>
  ));
};

/** The channel whose products are shown; links to products contain it. */
export const ShownChannel = createContext(0);

const codeNames = { sku: "SKU", mpn: "MPN", upc: "UPC", ean: "EAN", asin: "ASIN" } as const;

/** The number of a title's characters that are visible, in any window and in a wider one. */
const visibleLength = { any: 30, wider: 46 } as const;
const wider = createMediaQuery("(min-width: 90rem)");

/** The matching part of a long title, where it may be cut off. */
const DistantMatch = ({ title }: { title: string }) => {
  // Not `useMedia`: a table has many rows, and a window that is made wider shows a little too much.
  const length = wider.matches() ? visibleLength.wider : visibleLength.any;
  const ranges = findMarkRanges(title, use(SearchedText));
  const far = ranges.find(({ end }) => end > length);
  // What is visible is not repeated.
  if (far === undefined || far !== ranges[0] || title.length <= length + 8) return null;
  const from = title.lastIndexOf(" ", Math.max(0, far.start - 12)) + 1;
  return (
    <span className="found__because">
      {from > 0 && "… "}
      <bdi>
        <Highlighted text={title.slice(from)} />
      </bdi>
    </span>
  );
};

/** The reason for a match that no other cell of the row shows. */
const MatchReason = ({ row }: { row: ProductRow }) => {
  const [variant, ...others] = row.matchedVariants;
  if (variant && variant.value !== row.sku)
    return (
      <span className="found__because">
        {codeNames[variant.field]}{" "}
        <bdi>
          <Highlighted text={variant.value} />
        </bdi>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    );
  return row.matched.length === 1 && row.matched[0] === "attributes" ? (
    <span className="found__because">in an attribute or option</span>
  ) : (
    <DistantMatch title={row.title} />
  );
};

/** The cell of a product's name: picture, title, and the match where no other cell shows it. */
const FoundName = ({ row }: { row: ProductRow }) => (
  <span className="product__name">
    <ProductPicture url={row.image} alt="" size="small" />
    <span className="found__name">
      <span className="found__title">
        <a
          href={`/products/${row.id}?channel=${use(ShownChannel)}`}
          title={rowName(row)}
          data-row-link
        >
          <bdi>
            <Highlighted text={rowName(row)} />
          </bdi>
        </a>
        {row.goneAt !== null && <StatusBadge label="Removed" tone="bad" />}
      </span>
      <MatchReason row={row} />
    </span>
  </span>
);

const spread = (of: Spread | null): string => {
  if (of === null) return nothing;
  return of[0] === of[1] ? formatMoney(of[0]) : `${formatMoney(of[0])}–${formatMoney(of[1])}`;
};

/** Cuts the cents of large amounts; the tooltip has the full range. */
const Range = ({ of }: { of: Spread | null }) => {
  const text = spread(of);
  return text.length > 14 && of !== null ? (
    <span title={text}>{of.map((amount) => formatQuantity(Math.round(amount))).join("–")}</span>
  ) : (
    text
  );
};

const BelowMap = ({ row }: { row: ProductRow }) =>
  row.belowMap === 0 ? (
    <span className="faint">–</span>
  ) : (
    <StatusBadge
      label={`${formatQuantity(row.belowMap)} of ${formatQuantity(row.variants)}`}
      tone="waiting"
    />
  );

const Stock = ({ row }: { row: ProductRow }) =>
  row.stock === 0 ? <span className="product__out">Out</span> : <Quantity amount={row.stock} />;

const Words = ({ text }: { text: string | null }) =>
  text ? (
    <bdi>
      <Highlighted text={text} />
    </bdi>
  ) : (
    nothing
  );

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
    width: 185,
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
const narrow = createMediaQuery("(min-width: 48rem) and (max-width: 95.99rem)");
const middling = createMediaQuery("(min-width: 96rem) and (max-width: 109.99rem)");

/** The search's columns: by default as many as are visible without scrolling. */
export const useFoundColumns = (): Columns => {
  const isNarrow = useMedia(narrow);
  const isMiddling = useMedia(middling);
  if (isNarrow) return fewest;
  return isMiddling ? fewer : foundColumns;
};

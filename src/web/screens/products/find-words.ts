import type { MissingKind, ProductQuery, ProductRow, StockState } from "#contract/catalog.ts";
import { formatCount, formatMoney, formatQuantity } from "#web/base/format.ts";
import { findFilterDay } from "#web/base/days.ts";

export const rowName = ({ title, sku, id }: Pick<ProductRow, "title" | "sku" | "id">): string =>
  title || sku || `Product ${id}`;

export const stockNames: Readonly<Record<StockState, string>> = {
  in: "In stock",
  out: "Out of stock",
  unknown: "Unknown",
};

export const missingNames: Readonly<Record<MissingKind, string>> = {
  image: "Image",
  description: "Description",
  brand: "Brand",
  price: "Price",
  upc: "UPC",
  dimensions: "Dimensions",
  category: "Category",
};

/** "No image", "No UPC". */
export const missingInWords = (kind: MissingKind): string =>
  `No ${kind === "upc" ? missingNames.upc : missingNames[kind].toLowerCase()}`;

export interface ActiveFilter {
  readonly label: string;
  readonly name: string;
  /** The rest of the address's list; empty if this was the only value. */
  readonly without: readonly string[];
}

const each = <T extends string>(
  name: string,
  chosen: readonly T[],
  labelOf: (value: T) => string,
): ActiveFilter[] =>
  chosen.map((value) => ({
    label: labelOf(value),
    name,
    without: chosen.filter((one) => one !== value),
  }));

const one = (name: string, label: string | undefined): ActiveFilter[] =>
  label === undefined ? [] : [{ name, label, without: [] }];

const priceLabel = ({ from, to }: ProductQuery["price"]): string | undefined => {
  if (from === null && to === null) return undefined;
  if (to === null) return `Price ${formatMoney(from)} or more`;
  return from === null
    ? `Price up to ${formatMoney(to)}`
    : `Price ${formatMoney(from)} to ${formatMoney(to)}`;
};

/** "$10 to $20", "$50 or more". */
export const formatPriceBand = ({ from, to }: { from: number; to: number | null }): string =>
  to === null ? `${formatMoney(from)} or more` : `${formatMoney(from)} to ${formatMoney(to)}`;

/** "10 to 19 units", "none in stock". */
export const unitsInWords = ({ from, to }: ProductQuery["units"]): string => {
  if (to === null) return `${formatQuantity(from ?? 0)} units or more`;
  if (to <= 0) return "None in stock";
  const least = Math.max(0, from ?? 0);
  return least === to
    ? formatCount(to, "unit")
    : `${formatQuantity(least)} to ${formatCount(to, "unit")}`;
};

/** The person's last day before a moment. */
export const lastDay = (before: string): string =>
  findFilterDay(new Date(Date.parse(before) - 1).toISOString());

/** All filters of a search as short texts, each of which can be removed. */
export const listActiveFilters = (
  query: ProductQuery,
  categoryName: (key: string) => string,
): ActiveFilter[] => [
  ...each("stock", query.stock, (value) => stockNames[value]),
  ...one(
    "units",
    query.units.from === null && query.units.to === null ? undefined : unitsInWords(query.units),
  ),
  ...each("brand", query.brands, (value) => value),
  ...each("category", query.categories, categoryName),
  ...one("price", priceLabel(query.price)),
  ...each("missing", query.missing, missingInWords),
  ...one("map", query.belowMap ? "Below MAP" : undefined),
  ...one("gone", query.gone === "only" ? "Removed from the channel" : undefined),
  ...one(
    "since",
    query.changedSince ? `Updated since ${findFilterDay(query.changedSince)}` : undefined,
  ),
  ...one(
    "until",
    query.changedBefore ? `Updated until ${lastDay(query.changedBefore)}` : undefined,
  ),
];

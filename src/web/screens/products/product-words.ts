import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import { readTime } from "#contract/read-time.ts";
import { dimensionUnits, weightUnits } from "#contract/units.ts";
import { isBelowMap } from "#catalog/read-product.ts";
import type { ProductPlace } from "#web/api/products.ts";
import { formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import { parseChannelId } from "#web/base/last-channel.ts";
import type { ListSearch } from "#web/base/list-search.ts";

/** The id of the channel in an address; undefined if it is invalid. */
export const getChannelId = (search: ListSearch): number | undefined =>
  parseChannelId(search["channel"]);

/** The place in an address at which a product can be read. */
export const parsePlace = (search: ListSearch): ProductPlace | undefined => {
  const channelId = getChannelId(search);
  const after = search["after"] ?? "";
  return channelId === undefined || Number.isNaN(Date.parse(after))
    ? undefined
    : { channelId, after: new Date(after).toISOString() };
};

/** The parameters of a link to a product that make one request enough to read it. */
export const toPlaceSearch = (product: ResellerProductParent): ListSearch => {
  const after = justBefore(product.updated_at);
  return { channel: String(product.channel_id), ...(after === undefined ? {} : { after }) };
};

type Amount = number | null | undefined;

export const productName = (product: ResellerProductParent): string =>
  product.title || product.sku || `Product ${product.id ?? ""}`.trim();

/** The name of a variant: the values of its options, else its title, else its SKU. */
export const variantName = (variant: ResellerProductVariant): string =>
  variant.option_values
    .map(({ value }) => value)
    .filter(Boolean)
    .join(" / ") ||
  variant.title ||
  variant.sku ||
  `Variant ${variant.id ?? ""}`.trim();

/** The number of a product's variants offered below their minimum advertised price. */
export const countBelowMap = (product: ResellerProductParent): number =>
  product.variants.filter(isBelowMap).length;

/** The lowest and the highest amount; undefined if there are none. */
const findRange = (amounts: readonly Amount[]): readonly [number, number] | undefined => {
  const known = amounts.filter((one): one is number => typeof one === "number");
  return known.length === 0 ? undefined : [Math.min(...known), Math.max(...known)];
};

/** "129.00–275.00", or one price if all are equal. */
export const formatPriceRange = (amounts: readonly Amount[]): string => {
  const [low, high] = findRange(amounts) ?? [];
  if (low === undefined || high === undefined) return nothing;
  return low === high ? formatMoney(low) : `${formatMoney(low)}–${formatMoney(high)}`;
};

/** The units in stock over all variants; undefined if none has a quantity. */
export const sumStock = (product: ResellerProductParent): number | undefined => {
  const known = product.variants.flatMap(({ quantity: units }) =>
    typeof units === "number" ? [units] : [],
  );
  return known.length === 0 ? undefined : known.reduce((sum, units) => sum + units, 0);
};

/** The abbreviation of a unit; an unknown unit is shown as it came. */
const shortUnit = (
  units: Readonly<Record<string, string>>,
  handle: string | null | undefined,
): string => units[handle ?? ""] ?? handle ?? "";

/** "0.6 lb". */
export const formatWeight = (amount: Amount, unit: string | null | undefined): string =>
  formatQuantity(amount, amount === null ? null : shortUnit(weightUnits, unit));

/** "13.05 × 5.78 × 3.39 in", as length, width and height; a missing side is shown as a dash. */
export const formatSize = (variant: ResellerProductVariant): string => {
  const sides = [variant.length, variant.width, variant.height];
  if (sides.every((side) => side === null || side === undefined)) return nothing;
  const unit = shortUnit(dimensionUnits, variant.dimension_unit);
  return `${sides.map((side) => formatQuantity(side)).join(" × ")} ${unit}`.trim();
};

/** The categories from the top level down. */
export const categoryPath = (
  product: Pick<ResellerProductParent, "category_one" | "category_two" | "category_three">,
): string[] =>
  [product.category_one, product.category_two, product.category_three].flatMap((category) =>
    category ? [category.name || `Category ${category.id ?? ""}`.trim()] : [],
  );

/** The moment before a change, so that a filter "changed after" still includes the changed record. */
export const justBefore = (moment: string | null | undefined): string | undefined => {
  const time = readTime(moment);
  return Number.isNaN(time) ? undefined : new Date(time - 1).toISOString();
};

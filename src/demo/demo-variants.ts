import type { ResellerProductVariant } from "#contract/products.ts";
import { createCodes } from "./demo-codes.ts";
import { listPictures } from "./demo-images.ts";
import type { Choice } from "./demo-options.ts";
import { iso } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import { dollars, shelfPrice, twoDecimals } from "./money.ts";
import type { Random } from "./random.ts";
import { remembered } from "./remembered.ts";
import type { Leaf } from "./vocabulary/leaf.ts";

/** The common data of all variants of one product. */
export interface ProductBase {
  parentId: number;
  channelId: number;
  sku: string;
  brand: string;
  leaf: Leaf;
  options: readonly { id: number; name: string }[];
  /** Cents of the smallest variant. */
  price: number;
  /** Cents below the whole dollar at which this brand's prices end. */
  below: number;
  weight: number;
  size: readonly [length: number, width: number, height: number];
  metric: boolean;
  hasMap: boolean;
  hasPictures: boolean;
  insertedAt: number;
  updatedAt: number;
}

/** The part of a SKU for the choice: `Matte Black`, `12 in` is `MAB-12IN`. */
const skuPart = remembered((value: string): string =>
  value
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9. ]/g, "")
    .split(" ")
    .filter((word) => word !== "")
    .map((word, index, words) =>
      words.length === 1 || /\d/.test(word) ? word.slice(0, 5) : word.slice(0, index === 0 ? 2 : 1),
    )
    .join("")
    .replaceAll(".", "")
    .toUpperCase(),
);

const createPrices = (random: Random, base: ProductBase, step: number) => {
  const price = shelfPrice(base.price * (1 + 0.22 * step), base.below);
  const belowMap = random.chance(0.03);
  const map = base.hasMap
    ? shelfPrice(price * (belowMap ? 1.06 : 0.86 + 0.1 * random.next()), base.below)
    : undefined;
  const sale = random.chance(0.15)
    ? shelfPrice(price * (0.76 + 0.15 * random.next()), base.below)
    : undefined;
  const msrp = random.chance(0.93)
    ? shelfPrice(price * (1.06 + 0.24 * random.next()), 1)
    : undefined;
  const optional = (cents: number | undefined) => (cents === undefined ? null : dollars(cents));
  return {
    price: dollars(price),
    sale_price: optional(sale !== undefined && sale < price ? sale : undefined),
    msrp: optional(msrp),
    map: optional(map === undefined || belowMap ? map : Math.min(map, price)),
  };
};

/** The USPS formula: cubic inches by 166, in pounds (api 2.3). */
const dimensionalWeight = (
  length: number,
  width: number,
  height: number,
  unit: "inch" | "centimeter",
): number => twoDecimals((length * width * height) / (unit === "inch" ? 1 : 2.54 ** 3) / 166);

const createMeasures = (random: Random, base: ProductBase, step: number) => {
  const growth = 1 + 0.16 * step;
  const weight =
    base.weight *
    growth *
    (base.metric ? (base.leaf.weightUnit === "pound" ? 0.453592 : 28.3495) : 1);
  const [length, width, height] = base.size.map((edge) =>
    twoDecimals(edge * (1 + 0.06 * step) * (base.metric ? 2.54 : 1)),
  );
  const unit = base.metric ? ("centimeter" as const) : ("inch" as const);
  const weighed = random.chance(0.97);
  const measured =
    random.chance(0.95) && length !== undefined && width !== undefined && height !== undefined;
  const smallMetric = base.leaf.weightUnit === "pound" ? ("kilogram" as const) : ("gram" as const);
  return {
    weight: weighed ? twoDecimals(weight) : null,
    length: measured ? length : null,
    width: measured ? width : null,
    height: measured ? height : null,
    weight_unit: weighed ? (base.metric ? smallMetric : base.leaf.weightUnit) : null,
    dimension_unit: measured ? unit : null,
    dimensional_weight: measured ? dimensionalWeight(length, width, height, unit) : null,
  };
};

/** Most goods have some stock, a few a lot, one in nine none. */
const pickStock = (random: Random): number =>
  random.chance(0.11) ? 0 : Math.ceil(-Math.log(1 - random.next()) * 55);

const createShipping = (random: Random, pounds: number) => ({
  estimated_shipping_cost: random.chance(0.6) ? dollars(Math.round(495 + pounds * 62)) : null,
  estimated_dropship_fee: random.chance(0.25) ? random.pick([1.5, 2, 2.5, 3.75]) : null,
});

const createOptionValues = (ids: Ids, base: ProductBase, choice: Choice) =>
  base.options.map((option, index) => ({
    id: ids.next("variantOptionValue"),
    reseller_product_parent_option_id: option.id,
    name: option.name,
    value: choice.values[index] ?? "",
  }));

/** One variant of a product: the item that a customer buys (api 2.3). */
export const demoVariant = (
  random: Random,
  ids: Ids,
  base: ProductBase,
  choice: Choice,
  title: string,
) => {
  const id = ids.next("variant");
  const updatedAt = base.insertedAt + random.next() * (base.updatedAt - base.insertedAt);
  const pounds = base.leaf.weightUnit === "pound" ? base.weight : base.weight / 16;
  const pictures = base.hasPictures ? listPictures(base.leaf, choice.color, 2) : [];
  return {
    id,
    account_id: 1,
    channel_id: base.channelId,
    reseller_product_parent_id: base.parentId,
    sku: [base.sku, ...choice.values.map(skuPart)].join("-"),
    ...createPrices(random, base, choice.step),
    ...createShipping(random, pounds),
    title: [title, ...choice.values].join(", "),
    ...createCodes(random, base.brand, id),
    ...createMeasures(random, base, choice.step),
    quantity: pickStock(random),
    inserted_at: iso(base.insertedAt),
    updated_at: iso(updatedAt),
    option_values: createOptionValues(ids, base, choice),
    images: pictures.map((picture, index) => ({
      id: ids.next("variantImage"),
      reseller_product_variant_id: id,
      ...picture,
      sort_order: index + 1,
    })),
    parent: null,
    description: null,
    category_one: null,
    category_two: null,
    category_three: null,
  } satisfies ResellerProductVariant;
};

import type { ResellerProductVariant } from "#contract/products.ts";
import type { ColorName } from "./demo-image.ts";
import type { Ids, Random } from "./random.ts";
import { dollars, iso, remembered, twoDecimals } from "./values.ts";

/** One variant's choices: a value for each option of its product. */
export interface Choice {
  values: readonly string[];
  color: ColorName;
  /** Its size rank above the smallest: 0, 1, 2 … */
  step: number;
}

/** The common data of all variants of one product. */
export interface ProductBase {
  parentId: number;
  channelId: number;
  sku: string;
  brand: string;
  weightUnit: "pound" | "ounce";
  options: readonly { id: number; name: string }[];
  /** Cents of the smallest variant. */
  price: number;
  /** Cents below the whole dollar at which this brand's prices end. */
  below: number;
  weight: number;
  /** Length, width and height. */
  size: readonly number[];
  metric: boolean;
  hasMap: boolean;
  /** The pictures in one color. */
  pictures: (color: ColorName) => { url: string; md5_checksum: string }[];
  insertedAt: number;
  updatedAt: number;
}

/** The part of a SKU for the choice: `Matte Black`, `12 in` is `MAB-12IN`. */
const skuPart = remembered((value) =>
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

/** `Åsen & Dal` is `ASD`, `Lumenhof` is `LUM`: the prefix of a brand's part numbers. */
export const brandCode = remembered((brand) => {
  const [first = "GEN", second = ""] = brand
    .normalize("NFD")
    .replaceAll("Ø", "O")
    .replaceAll("ø", "o")
    .replaceAll(/[^A-Za-z ]/g, "")
    .toUpperCase()
    .split(" ")
    .filter((word) => word !== "");
  return (first.slice(0, second === "" ? 3 : 2) + second.slice(0, 1)).padEnd(3, "X");
});

const hash = remembered((text) => {
  let value = 7;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
});

/** The GS1 check digit of a number without it: weights 3 and 1 from the right. */
export const checkDigit = (digits: string): number => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    sum += (digits.charCodeAt(digits.length - 1 - place) - 48) * (place % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
};

/** A brand's own company prefix (six digits), then the item's number: unique while serials stay below 100,000 a brand. */
const createUpc = (brand: string, serial: number): string => {
  const prefix = 600_000 + ((hash(brand) + Math.floor(serial / 100_000) * 7919) % 260_000);
  const digits = `${prefix}${String(serial % 100_000).padStart(5, "0")}`;
  return `${digits}${checkDigit(digits)}`;
};

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The product codes of a variant; `serial` makes them unique. */
const createCodes = (random: Random, brand: string, serial: number) => {
  const code = (length: number) => {
    let text = "";
    while (text.length < length) text += letters[random.int(0, letters.length - 1)];
    return text;
  };
  const upc = random.chance(0.94) ? createUpc(brand, serial) : null;
  return {
    mpn: random.chance(0.97)
      ? `${brandCode(brand)}-${String(serial).padStart(5, "0")}${code(1)}`
      : null,
    upc,
    ean: upc !== null && random.chance(0.4) ? `0${upc}` : null,
    asin: random.chance(0.55) ? `B0${code(8)}` : null,
  };
};

/** A retail price near `cents`: whole dollars, or just below them. */
const shelfPrice = (cents: number, below: number): number =>
  Math.max(100, Math.ceil(cents / 100) * 100) - below;

const createPrices = (
  random: Random,
  { price: plain, below, hasMap }: ProductBase,
  step: number,
) => {
  const price = shelfPrice(plain * (1 + 0.22 * step), below);
  const belowMap = random.chance(0.03);
  const map = hasMap
    ? shelfPrice(price * (belowMap ? 1.06 : random.between(0.86, 0.96)), below)
    : null;
  const sale = random.chance(0.15) ? shelfPrice(price * random.between(0.76, 0.91), below) : price;
  const msrp = random.chance(0.93) ? shelfPrice(price * random.between(1.06, 1.3), 1) : null;
  return {
    price: dollars(price),
    sale_price: sale < price ? dollars(sale) : null,
    msrp: msrp === null ? null : dollars(msrp),
    map: map === null ? null : dollars(belowMap ? map : Math.min(map, price)),
  };
};

const metricUnits = {
  pound: { unit: "kilogram", factor: 0.453592 },
  ounce: { unit: "gram", factor: 28.3495 },
} as const;

const createMeasures = (random: Random, base: ProductBase, step: number) => {
  const { unit, factor } = base.metric
    ? metricUnits[base.weightUnit]
    : { unit: base.weightUnit, factor: 1 };
  const edges = base.size.map((edge) =>
    twoDecimals(edge * (1 + 0.06 * step) * (base.metric ? 2.54 : 1)),
  );
  const weighed = random.chance(0.97);
  const measured = random.chance(0.95);
  const [length = null, width = null, height = null] = measured ? edges : [];
  // The USPS formula: cubic inches by 166, in pounds (api 2.3).
  const volume = edges.reduce((product, edge) => product * edge) / (base.metric ? 2.54 ** 3 : 1);
  return {
    weight: weighed ? twoDecimals(base.weight * (1 + 0.16 * step) * factor) : null,
    length,
    width,
    height,
    weight_unit: weighed ? unit : null,
    dimension_unit: measured ? (base.metric ? ("centimeter" as const) : ("inch" as const)) : null,
    dimensional_weight: measured ? twoDecimals(volume / 166) : null,
  };
};

/** Most goods have some stock, a few a lot, one in nine none. */
const pickStock = (random: Random): number =>
  random.chance(0.11) ? 0 : Math.ceil(-Math.log(1 - random.next()) * 55);

/** One variant of a product: the item that a customer buys (api 2.3). */
export const demoVariant = (
  random: Random,
  ids: Ids,
  base: ProductBase,
  choice: Choice,
  title: string,
) => {
  const id = ids.next("variant");
  const updatedAt = random.between(base.insertedAt, base.updatedAt);
  const pounds = base.weightUnit === "pound" ? base.weight : base.weight / 16;
  return {
    id,
    account_id: 1,
    channel_id: base.channelId,
    reseller_product_parent_id: base.parentId,
    sku: [base.sku, ...choice.values.map(skuPart)].join("-"),
    ...createPrices(random, base, choice.step),
    estimated_shipping_cost: random.chance(0.6) ? dollars(Math.round(495 + pounds * 62)) : null,
    estimated_dropship_fee: random.chance(0.25) ? random.pick([1.5, 2, 2.5, 3.75]) : null,
    title: [title, ...choice.values].join(", "),
    ...createCodes(random, base.brand, id),
    ...createMeasures(random, base, choice.step),
    quantity: pickStock(random),
    inserted_at: iso(base.insertedAt),
    updated_at: iso(updatedAt),
    option_values: base.options.map((option, index) => ({
      id: ids.next("variantOptionValue"),
      reseller_product_parent_option_id: option.id,
      name: option.name,
      value: choice.values[index] ?? "",
    })),
    images: base
      .pictures(choice.color)
      .slice(0, 2)
      .map((picture, index) => ({
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

import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import { readTime } from "#contract/read-time.ts";
import { codeDigits, foldWords, toFoldedWords } from "./fold-words.ts";
import { type MissingKind, missingKinds, type Spread } from "#contract/catalog.ts";

/** The price that a buyer pays: the sale price if there is one, else the price. A sale price of zero is no sale. */
export const effectivePrice = ({
  price,
  sale_price: sale,
}: ResellerProductVariant): number | null | undefined =>
  sale !== null && sale !== undefined && sale > 0 ? sale : price;

/** Whether a variant is offered for less than its minimum advertised price (api 2.3, map). */
export const isBelowMap = (variant: ResellerProductVariant): boolean => {
  const price = effectivePrice(variant);
  const { map } = variant;
  return price !== null && price !== undefined && map !== null && map !== undefined && price < map;
};

export interface ReadCategory {
  /** Its id, or its name if it has none. */
  readonly key: string;
  readonly name: string;
  readonly level: 1 | 2 | 3;
  readonly within: string | null;
}

export interface ReadProduct {
  readonly id: number;
  readonly title: string;
  readonly brand: string | null;
  readonly categories: readonly ReadCategory[];
  readonly image: string | null;
  /** Its SKU, then the SKU, MPN, UPC, EAN and ASIN of each variant, with a line break around each. */
  readonly codes: string;
  readonly foldedCodes: string;
  /** Folded words of the titles and the brand. */
  readonly titleWords: readonly string[];
  /** Folded words of attributes and options that are not in the titles. */
  readonly detailWords: readonly string[];
  readonly price: Spread | null;
  readonly sale: Spread | null;
  readonly map: Spread | null;
  readonly belowMap: number;
  readonly stock: number | null;
  readonly stocked: boolean;
  /** The price of each variant in whole cents; NaN if unknown. */
  readonly variantPrices: readonly number[];
  readonly missing: readonly MissingKind[];
  readonly updatedAt: number;
  readonly insertedAt: number;
}

/** The codes of a variant, in index order. */
export const variantCodes = ["sku", "mpn", "upc", "ean", "asin"] as const;

const oneLine = (text: string | null | undefined): string =>
  (text ?? "").replace(/\s+/g, " ").trim();

const toSpread = (amounts: readonly (number | null | undefined)[]): Spread | null => {
  let [low, high] = [Infinity, -Infinity];
  for (const amount of amounts) {
    if (typeof amount !== "number") continue;
    if (amount < low) low = amount;
    if (amount > high) high = amount;
  }
  return low > high ? null : [low, high];
};

const getSalePrice = ({ sale_price: sale }: ResellerProductVariant): number | null =>
  typeof sale === "number" && sale > 0 ? sale : null;

const readCategories = (product: ResellerProductParent): ReadCategory[] => {
  const read: ReadCategory[] = [];
  const levels = [product.category_one, product.category_two, product.category_three];
  levels.forEach((category, at) => {
    const key = String(category?.id ?? category?.name ?? "");
    if (category === null || category === undefined || key === "") return;
    // A category on two levels counts once.
    if (read.some((wider) => wider.key === key)) return;
    const within = read.at(-1)?.key ?? null;
    const level = at === 0 ? 1 : at === 1 ? 2 : 3;
    read.push({ key, name: category.name ?? `Category ${key}`, level, within });
  });
  return read;
};

type Lacks = (product: ResellerProductParent) => boolean;

const someVariant =
  (lacks: (variant: ResellerProductVariant) => boolean): Lacks =>
  ({ variants }) =>
    variants.length === 0 || variants.some(lacks);

const isNothing = (value: unknown): boolean => value === null || value === undefined;

const lacks: Readonly<Record<MissingKind, Lacks>> = {
  image: ({ images, variants }) =>
    images.length === 0 && variants.every((variant) => variant.images.length === 0),
  description: ({ description, variants }) =>
    !description?.trim() && !variants.some((variant) => variant.description?.trim()),
  brand: ({ brand }) => !brand?.trim(),
  price: someVariant((variant) => isNothing(effectivePrice(variant))),
  upc: someVariant(({ upc }) => !upc?.trim()),
  dimensions: someVariant(({ length, width, height }) => [length, width, height].some(isNothing)),
  category: (product) => readCategories(product).length === 0,
};

const sumStock = (variants: readonly ResellerProductVariant[]) => {
  const known = variants.flatMap(({ quantity }) => (typeof quantity === "number" ? quantity : []));
  return {
    stock: known.length === 0 ? null : known.reduce((sum, units) => sum + units, 0),
    stocked: known.some((units) => units > 0),
  };
};

const toCents = (variant: ResellerProductVariant): number => {
  const price = effectivePrice(variant);
  return typeof price === "number" ? Math.round(price * 100) : Number.NaN;
};

const readTexts = (product: ResellerProductParent) => {
  const { title, brand, attributes, options, variants } = product;
  const titles = [...new Set([title, brand, ...variants.map((variant) => variant.title)])];
  const titleWords = toFoldedWords(titles.join(" "));
  const details = new Set<string | null | undefined>();
  for (const attribute of attributes) details.add(attribute.name).add(attribute.value);
  for (const { name } of options) details.add(name);
  for (const { option_values: values } of variants)
    for (const { name, value } of values) details.add(name).add(value);
  const inTitle = new Set(titleWords);
  const detailWords = toFoldedWords([...details].join(" ")).filter((word) => !inTitle.has(word));
  return { titleWords, detailWords };
};

const joinCodes = ({ sku, variants }: ResellerProductParent): string => {
  const lines = variants.map((variant) =>
    variantCodes.map((code) => oneLine(variant[code])).join("\n"),
  );
  return `\n${[oneLine(sku), ...lines].join("\n")}\n`;
};

/** The digits of codes with hyphens or spaces; leading zeros do no harm, because a code is also found inside another. */
const writeSpellings = (codes: string): string =>
  [...new Set(codes.split("\n"))]
    .flatMap((code) => (/\d[-\u2010-\u2015\s]/.test(code) ? (codeDigits(code) ?? []) : []))
    .map((digits) => `${digits}\n`)
    .join("");

/** Reads the indexed data of a product; undefined without an id. */
export const readProduct = (product: ResellerProductParent): ReadProduct | undefined => {
  const { id, variants } = product;
  if (typeof id !== "number") return undefined;
  const codes = joinCodes(product);
  const image = product.images[0] ?? variants.flatMap((variant) => variant.images)[0];
  return {
    id,
    title: oneLine(product.title),
    brand: oneLine(product.brand) || null,
    categories: readCategories(product),
    image: image?.url ?? null,
    codes,
    foldedCodes: foldWords(codes) + writeSpellings(codes),
    ...readTexts(product),
    price: toSpread(variants.map(effectivePrice)),
    sale: toSpread(variants.map(getSalePrice)),
    map: toSpread(variants.map((variant) => variant.map)),
    belowMap: variants.filter(isBelowMap).length,
    ...sumStock(variants),
    variantPrices: variants.map(toCents),
    missing: missingKinds.filter((kind) => lacks[kind](product)),
    updatedAt: readTime(product.updated_at),
    insertedAt: readTime(product.inserted_at),
  };
};

import { codeDigits, foldWords } from "#web/base/fold-words.ts";
import {
  type MatchedField,
  type MatchedVariant,
  missingKinds,
  type ProductRow,
  type Spread,
} from "./product-query.ts";
import type { ProductRows } from "./product-rows.ts";
import { variantCodes } from "./read-product.ts";
import { getCodes, getTitle } from "./row-orders.ts";
import { categoryColumns } from "./row-columns.ts";
import { getText } from "./text-pages.ts";

/** The maximum number of reported variants; the record has them all. */
const maxVariants = 5;

const toSpread = (low: number | undefined, high: number | undefined): Spread | null =>
  low === undefined || high === undefined || Number.isNaN(low) ? null : [low, high];

const toKnown = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const toMoment = (time: number | undefined): string | null =>
  time === undefined || Number.isNaN(time) ? null : new Date(time).toISOString();

const getImage = ({ base, waiting }: ProductRows, row: number): string | null => {
  const waits = row < base.rows ? undefined : waiting[row - base.rows];
  return (waits ? waits.read.image : getText(base.images, row)) || null;
};

/** The alternatives of a typed word: itself, and its corrections. */
export type FoundWord = readonly string[];

const holds = (text: string, word: FoundWord): boolean => word.some((one) => text.includes(one));

/** Finds the fields and variants whose codes contain one of the words. */
const findInCodes = (codes: readonly string[], words: readonly FoundWord[]) => {
  const fields = new Set<MatchedField>();
  const variants: MatchedVariant[] = [];
  const unfound = new Set(words);
  let lastVariant = -1;
  codes.forEach((value, at) => {
    const folded = `${foldWords(value)}\n${codeDigits(value) ?? ""}`;
    const found = words.filter((word) => holds(folded, word));
    if (found.length === 0) return;
    for (const word of found) unfound.delete(word);
    const field = at === 0 ? "sku" : (variantCodes[(at - 1) % variantCodes.length] ?? "sku");
    fields.add(field);
    const variant = Math.floor((at - 1) / variantCodes.length);
    if (at === 0 || variant === lastVariant || variants.length === maxVariants) return;
    lastVariant = variant;
    variants.push({ sku: codes[1 + variant * variantCodes.length] ?? "", field, value });
  });
  return { fields, variants, unfound };
};

const findMatches = (
  rows: ProductRows,
  row: number,
  brand: string,
  words: readonly FoundWord[],
) => {
  if (words.length === 0) return { matched: [], matchedVariants: [] };
  const codes = getCodes(rows, row).slice(1, -1).split("\n");
  const { fields, variants, unfound } = findInCodes(codes, words);
  const texts = { title: foldWords(getTitle(rows, row)), brand: foldWords(brand) };
  for (const field of ["title", "brand"] as const) {
    for (const word of words.filter((one) => holds(texts[field], one))) {
      fields.add(field);
      unfound.delete(word);
    }
  }
  // A word outside the row's own fields is in an attribute, an option or a variant's title.
  if (unfound.size > 0) fields.add("attributes");
  // If the parent's SKU matches all words, its variants are not reported.
  const sku = `${foldWords(codes[0] ?? "")}\n${codeDigits(codes[0] ?? "") ?? ""}`;
  const parentAlone = words.every((word) => holds(sku, word));
  return { matched: [...fields], matchedVariants: parentAlone ? [] : variants };
};

/** Builds the table row; `words` are the folded search words. */
export const showRow = (
  rows: ProductRows,
  row: number,
  words: readonly FoundWord[],
): ProductRow => {
  const { columns, names } = rows;
  const brand = names.brands.values[columns.brand[row] ?? 0] ?? "";
  const missing = columns.missing[row] ?? 0;
  const codes = getCodes(rows, row);
  return {
    id: columns.id[row] ?? 0,
    sku: codes.slice(1, codes.indexOf("\n", 1)),
    title: getTitle(rows, row),
    brand: brand || null,
    categories: categoryColumns.flatMap((column) => {
      const category = names.categories.values[columns[column][row] ?? 0];
      return category === undefined || category.key === "" ? [] : category.name;
    }),
    price: toSpread(columns.priceLow[row], columns.priceHigh[row]),
    sale: toSpread(columns.saleLow[row], columns.saleHigh[row]),
    map: toSpread(columns.mapLow[row], columns.mapHigh[row]),
    belowMap: columns.belowMap[row] ?? 0,
    stock: toKnown(columns.stock[row]),
    variants: columns.variants[row] ?? 0,
    missing: missingKinds.filter((_, at) => ((missing >> at) & 1) === 1),
    image: getImage(rows, row),
    updated_at: toMoment(columns.updatedAt[row]),
    inserted_at: toMoment(columns.insertedAt[row]),
    readAt: columns.readAt[row] ?? 0,
    goneAt: toKnown(columns.goneAt[row]),
    ...findMatches(rows, row, brand, words),
  };
};

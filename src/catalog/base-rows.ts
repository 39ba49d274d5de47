import { forEachGram, gramCount } from "./text-store.ts";
import {
  createAdditions,
  noPostings,
  type Postings,
  renumberPostings,
  withAdditions,
  withPart,
} from "./text-store.ts";
import type { ReadProduct } from "./read-product.ts";
import { noTerms, countTerms, type TermList, numberTerms, withTerms } from "./text-store.ts";
import { noTexts, sharePages, type TextPages, getText, withTexts } from "./text-store.ts";

/*
 * The immutable, searchable texts of most rows: words by terms, codes by trigrams. Changes are collected separately
 * (`product-rows.ts`) and added in batches.
 */

export interface BaseRows {
  readonly rows: number;
  readonly terms: TermList;
  readonly titlePostings: Postings;
  readonly detailPostings: Postings;
  /** In parts; each part covers later rows than the previous one. */
  readonly codePostings: readonly Postings[];
  readonly titles: TextPages;
  readonly codes: TextPages;
  readonly foldedCodes: TextPages;
  readonly images: TextPages;
  /**
   * Prices of the variants in cents; those of a row start at `askedStarts[row]`. Both names are part of saved
   * snapshots.
   */
  readonly asked: Float64Array;
  readonly askedStarts: Uint32Array;
}

export const noRows: BaseRows = {
  rows: 0,
  terms: noTerms,
  titlePostings: noPostings(0),
  detailPostings: noPostings(0),
  codePostings: [],
  titles: noTexts,
  codes: noTexts,
  foldedCodes: noTexts,
  images: noTexts,
  asked: new Float64Array(0),
  askedStarts: Uint32Array.of(0),
};

const createNumbering = (terms: TermList) => {
  const numbers = numberTerms(terms);
  const fresh: string[] = [];
  return {
    fresh,
    numberOf: (word: string): number => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(word, number);
      fresh.push(word);
      return number;
    },
  };
};

const rowsPerStep = 150;

function* collectAdditions(base: BaseRows, added: readonly ReadProduct[]) {
  const { fresh, numberOf } = createNumbering(base.terms);
  const titles = createAdditions(added.length * 12);
  const details = createAdditions(added.length * 16);
  const grams = createAdditions(added.length * 128);
  const lastRow = new Uint32Array(gramCount);
  for (const [index, product] of added.entries()) {
    if (index % rowsPerStep === 0) yield;
    const row = base.rows + index;
    for (const word of product.titleWords) titles.add(numberOf(word), row);
    for (const word of product.detailWords) details.add(numberOf(word), row);
    forEachGram(product.foldedCodes, (key) => {
      if (lastRow[key] === row + 1) return;
      lastRow[key] = row + 1;
      grams.add(key, row);
    });
  }
  return { fresh, titles, details, grams };
}

/** The immutable part of a base; its prices may be changed in place. */
export type BaseTexts = Omit<BaseRows, "asked" | "askedStarts">;

/** Appends rows to the texts, in steps short enough to run between two keystrokes. */
export function* withRows(
  base: BaseRows,
  added: readonly ReadProduct[],
): Generator<void, BaseTexts> {
  const { fresh, titles, details, grams } = yield* collectAdditions(base, added);
  const terms = withTerms(base.terms, fresh);
  yield;
  const titlePostings = yield* withAdditions(base.titlePostings, countTerms(terms), titles);
  yield;
  const detailPostings = yield* withAdditions(base.detailPostings, countTerms(terms), details);
  yield;
  const codePostings = yield* withPart(base.codePostings, gramCount, grams);
  yield;
  const texts = (old: TextPages, textFrom: (product: ReadProduct) => string) =>
    withTexts(old, added.map(textFrom));
  const codes = texts(base.codes, (product) => product.codes);
  const folded = texts(base.foldedCodes, (product) => product.foldedCodes);
  return {
    rows: base.rows + added.length,
    terms,
    titlePostings,
    detailPostings,
    codePostings,
    titles: texts(base.titles, (product) => product.title),
    codes,
    foldedCodes: { ...folded, pages: sharePages(folded.pages, codes.pages) },
    images: texts(base.images, (product) => product.image ?? ""),
  };
}

export const withPrices = (base: BaseRows, added: readonly ReadProduct[]) => {
  const askedStarts = new Uint32Array(base.rows + added.length + 1);
  askedStarts.set(base.askedStarts);
  let at = base.asked.length;
  added.forEach((product, index) => {
    at += product.variantPrices.length;
    askedStarts[base.rows + index + 1] = at;
  });
  const asked = new Float64Array(at);
  asked.set(base.asked);
  added.forEach((product, index) => {
    asked.set(product.variantPrices, askedStarts[base.rows + index]);
  });
  return { asked, askedStarts };
};

const pickTexts = (old: TextPages, kept: readonly number[]): TextPages =>
  withTexts(
    noTexts,
    kept.map((row) => getText(old, row)),
  );

/** Renumbers the rows; rows with a negative number are removed. */
export const renumberRows = (base: BaseRows, numbers: Int32Array): BaseRows => {
  const kept: number[] = [];
  for (let row = 0; row < base.rows; row++) if ((numbers[row] ?? -1) >= 0) kept.push(row);
  const askedStarts = new Uint32Array(kept.length + 1);
  const readAsked = (row: number) =>
    base.asked.subarray(base.askedStarts[row], base.askedStarts[row + 1]);
  kept.forEach((row, at) => {
    askedStarts[at + 1] = (askedStarts[at] ?? 0) + readAsked(row).length;
  });
  const asked = new Float64Array(askedStarts[kept.length] ?? 0);
  kept.forEach((row, at) => asked.set(readAsked(row), askedStarts[at]));
  const codes = pickTexts(base.codes, kept);
  const folded = pickTexts(base.foldedCodes, kept);
  return {
    rows: kept.length,
    terms: base.terms,
    titlePostings: renumberPostings(base.titlePostings, numbers),
    detailPostings: renumberPostings(base.detailPostings, numbers),
    codePostings: base.codePostings.map((part) => renumberPostings(part, numbers)),
    titles: pickTexts(base.titles, kept),
    codes,
    foldedCodes: { ...folded, pages: sharePages(folded.pages, codes.pages) },
    images: pickTexts(base.images, kept),
    asked,
    askedStarts,
  };
};

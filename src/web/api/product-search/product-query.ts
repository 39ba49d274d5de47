/*
 * What is asked of a channel's copied catalogue, and what it answers. All of it can be posted between a worker and its
 * page as it is; the ids of an answer can be transferred.
 */

/** What a product may lack. A price, code or size is missing where one variant lacks it, or there is no variant. */
export const missingKinds = [
  "image",
  "description",
  "brand",
  "price",
  "upc",
  "dimensions",
  "category",
] as const;
export type MissingKind = (typeof missingKinds)[number];

/** `in`: some variant has units; `out`: those that say have none; `unknown`: no variant says. */
export const stockStates = ["in", "out", "unknown"] as const;
export type StockState = (typeof stockStates)[number];

/** What rows can be ordered by: every column, and how well a row matches the text. */
export const productSortKeys = [
  "relevance",
  "id",
  "sku",
  "title",
  "brand",
  "category",
  "price",
  "sale",
  "map",
  "belowMap",
  "stock",
  "variants",
  "updated_at",
  "inserted_at",
  "readAt",
] as const;
export type ProductSortKey = (typeof productSortKeys)[number];

export interface ProductSort {
  readonly by: ProductSortKey;
  readonly direction: "asc" | "desc";
}

/** Within one list any choice is enough; all lists must be met. An empty list asks nothing. */
export interface ProductQuery {
  /** Words between spaces; each must be somewhere in the product or its variants. */
  readonly text: string;
  /** No nearly equal words, even where few products match. */
  readonly exact: boolean;
  /** Brands as they are written. */
  readonly brands: readonly string[];
  /** Keys of categories, as `ProductFacets` gives them. */
  readonly categories: readonly string[];
  readonly stock: readonly StockState[];
  /** At least and at most so many units over all variants. */
  readonly units: { readonly from: number | null; readonly to: number | null };
  /** Some variant is asked at least `from` and at most `to` for, both included. */
  readonly price: { readonly from: number | null; readonly to: number | null };
  readonly missing: readonly MissingKind[];
  /** Only products with a variant below its minimum advertised price. */
  readonly belowMap: boolean;
  /** Only products whose `updated_at` is this moment or later. */
  readonly changedSince: string | null;
  /** Only products whose `updated_at` is before this moment. */
  readonly changedBefore: string | null;
  /** Products that the channel no longer has: among the others, alone, or left out. */
  readonly gone: "any" | "only" | "none";
  readonly sort: ProductSort;
}

/** Everything: what a query is when nothing was asked yet. */
export const everyProduct: ProductQuery = {
  text: "",
  exact: false,
  brands: [],
  categories: [],
  stock: [],
  units: { from: null, to: null },
  price: { from: null, to: null },
  missing: [],
  belowMap: false,
  changedSince: null,
  changedBefore: null,
  gone: "any",
  sort: { by: "relevance", direction: "desc" },
};

/** A choice of a facet, and how many products it would leave; the facet's own choices are not counted against it. */
export interface FacetCount<Value = string> {
  readonly value: Value;
  readonly count: number;
}

/** A category by its key; `level` 1 is the widest. */
export interface CategoryCount extends FacetCount {
  readonly name: string;
  readonly level: 1 | 2 | 3;
  /** Key of the wider category it stands in. */
  readonly within: string | null;
}

/** Products with a variant asked at least `from` and at most `to` for; the last has no end. As a price filter it finds as many. */
export interface PriceCount {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

export interface ProductFacets {
  /** The commonest first, up to `facetLimit`; chosen ones always. */
  readonly brands: readonly FacetCount[];
  /** How many different brands there are to choose from. */
  readonly brandTotal: number;
  readonly categories: readonly CategoryCount[];
  readonly stock: readonly FacetCount<StockState>[];
  /** Price bands from the lowest to the highest that any product has, empty ones between included. */
  readonly prices: readonly PriceCount[];
  readonly missing: readonly FacetCount<MissingKind>[];
  readonly belowMap: number;
  readonly gone: number;
}

export const facetLimit = 500;

/** A word that was found nearly, and the words taken for it. */
export interface CorrectedWord {
  readonly typed: string;
  readonly used: readonly string[];
}

export interface ProductMatches {
  readonly total: number;
  /** Of all matches, in order. Ids may be larger than 32 bits hold. */
  readonly ids: Float64Array;
  readonly facets: ProductFacets;
  /** There when words were found nearly; the query with `exact` leaves those matches out. */
  readonly corrected?: readonly CorrectedWord[];
  readonly tookMs: number;
}

/** Where a word of the text was found. */
export type MatchedField =
  | "sku"
  | "mpn"
  | "upc"
  | "ean"
  | "asin"
  | "title"
  | "brand"
  | "attributes";

/** A variant that a word of the text was found in. */
export interface MatchedVariant {
  readonly sku: string;
  readonly field: Exclude<MatchedField, "title" | "brand" | "attributes">;
  /** The code itself, as it is written. */
  readonly value: string;
}

/** Lowest and highest. */
export type Spread = readonly [low: number, high: number];

/** What a row of the table shows, without the record. */
export interface ProductRow {
  readonly id: number;
  readonly sku: string;
  /** Empty where there is none. */
  readonly title: string;
  readonly brand: string | null;
  /** Names from the widest to the narrowest. */
  readonly categories: readonly string[];
  /** What buyers are asked: the sale price where there is one. */
  readonly price: Spread | null;
  readonly sale: Spread | null;
  readonly map: Spread | null;
  /** Variants below their minimum advertised price. */
  readonly belowMap: number;
  /** Units over all variants; null where none says. */
  readonly stock: number | null;
  readonly variants: number;
  readonly missing: readonly MissingKind[];
  readonly image: string | null;
  /** ISO moments in UTC. */
  readonly updated_at: string | null;
  readonly inserted_at: string | null;
  /** When prices and stock were read, in milliseconds since 1970. */
  readonly readAt: number;
  readonly goneAt: number | null;
  /** Fields that the text was found in; empty without a text. */
  readonly matched: readonly MatchedField[];
  /** Variants it was found in by a code, up to 5. */
  readonly matchedVariants: readonly MatchedVariant[];
}

/*
 * Queries on a channel's local copy and their results. All of them can be posted between a worker and its page; the ids
 * of a result can be transferred.
 */

/** The kinds of missing data. A price, code or size is missing if one variant lacks it, or if there are no variants. */
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

/**
 * `in`: at least one variant has units; `out`: the variants with a known quantity have none; `unknown`: no variant has
 * a known quantity.
 */
export const stockStates = ["in", "out", "unknown"] as const;
export type StockState = (typeof stockStates)[number];

/** The sort keys: each column, and the relevance for the search text. */
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

/** Within one list any value may match; all lists must match. An empty list does not filter. */
export interface ProductQuery {
  /** Words separated by spaces; each must occur in the product or its variants. */
  readonly text: string;
  /** No corrected words, even if few products match. */
  readonly exact: boolean;
  /** Brands as written in the records. */
  readonly brands: readonly string[];
  /** Category keys, as in `ProductFacets`. */
  readonly categories: readonly string[];
  readonly stock: readonly StockState[];
  /** The minimum and maximum total units of all variants. */
  readonly units: { readonly from: number | null; readonly to: number | null };
  /** At least one variant's price is from `from` to `to`, both inclusive. */
  readonly price: { readonly from: number | null; readonly to: number | null };
  readonly missing: readonly MissingKind[];
  readonly belowMap: boolean;
  readonly changedSince: string | null;
  readonly changedBefore: string | null;
  /** Whether products that the channel no longer has are included, shown alone, or excluded. */
  readonly gone: "any" | "only" | "none";
  readonly sort: ProductSort;
}

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

/** A facet value and the number of products it would match; other values of the same facet do not limit the count. */
export interface FacetCount<Value = string> {
  readonly value: Value;
  readonly count: number;
}

/** A category by its key; `level` 1 is the broadest. */
export interface CategoryCount extends FacetCount {
  readonly name: string;
  readonly level: 1 | 2 | 3;
  readonly within: string | null;
}

/**
 * The number of products with a variant's price from `from` to `to`; the last band has no end. A price filter with
 * these values matches the same number.
 */
export interface PriceCount {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

export interface ProductFacets {
  /** The most frequent first, up to `facetLimit`; selected ones are always included. */
  readonly brands: readonly FacetCount[];
  readonly brandTotal: number;
  readonly categories: readonly CategoryCount[];
  readonly stock: readonly FacetCount<StockState>[];
  /** Price bands from the lowest to the highest with products, including empty ones between. */
  readonly prices: readonly PriceCount[];
  readonly missing: readonly FacetCount<MissingKind>[];
  readonly belowMap: number;
  readonly gone: number;
}

export const facetLimit = 500;

/** A typed word without exact matches, and the similar words used instead. */
export interface CorrectedWord {
  readonly typed: string;
  readonly used: readonly string[];
}

export interface ProductMatches {
  readonly total: number;
  /** The ids of all matches, in order. Ids may exceed 32 bits. */
  readonly ids: Float64Array;
  /** Present if words were corrected; the same query with `exact` excludes those matches. */
  readonly corrected?: readonly CorrectedWord[];
}

/** The fields in which a word of the search text can match. */
export type MatchedField =
  | "sku"
  | "mpn"
  | "upc"
  | "ean"
  | "asin"
  | "title"
  | "brand"
  | "attributes";

/** A variant that a word of the search text matches. */
export interface MatchedVariant {
  readonly sku: string;
  readonly field: Exclude<MatchedField, "title" | "brand" | "attributes">;
  /** The code as written in the record. */
  readonly value: string;
}

export type Spread = readonly [low: number, high: number];

/** The data of a table row, without the record. */
export interface ProductRow {
  readonly id: number;
  readonly sku: string;
  /** Empty if there is none. */
  readonly title: string;
  readonly brand: string | null;
  readonly categories: readonly string[];
  /** The prices that buyers pay: the sale price if there is one. */
  readonly price: Spread | null;
  readonly sale: Spread | null;
  readonly map: Spread | null;
  readonly belowMap: number;
  /** The total units of all variants; null if unknown. */
  readonly stock: number | null;
  readonly variants: number;
  readonly missing: readonly MissingKind[];
  readonly image: string | null;
  /** ISO timestamps in UTC. */
  readonly updated_at: string | null;
  readonly inserted_at: string | null;
  /** When prices and stock were loaded, in milliseconds since 1970. */
  readonly readAt: number;
  readonly goneAt: number | null;
  /** The fields that match the search text; empty without a text. */
  readonly matched: readonly MatchedField[];
  /** Up to 5 variants whose codes match the search text. */
  readonly matchedVariants: readonly MatchedVariant[];
}

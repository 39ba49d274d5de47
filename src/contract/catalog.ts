import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import { body, pathId, record } from "./primitives.ts";
import { ResellerProductParent } from "./products.ts";

/*
 * The catalog: the gateway's copy of a reseller channel's products, which it keeps up to date and searches, since the
 * API has no search. One copy serves all people. These operations are the gateway's own; no upstream has them. Times are
 * milliseconds since 1970 by the gateway's clock.
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

/** The longest search text, in characters. */
export const maxSearchLength = 200;

/** The most values of one facet in a query. */
const maxChosen = 200;

const chosen = () => z.readonly(z.array(z.string()).check(z.maxLength(maxChosen)));
const range = () =>
  z.readonly(z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()) }));

/** Within one list any value may match; all lists must match. An empty list does not filter. */
export const ProductQuery = body({
  /** Words separated by spaces; each must occur in the product or its variants. */
  text: z.string().check(z.maxLength(maxSearchLength)),
  /** No corrected words, even if few products match. */
  exact: z.boolean(),
  /** Brands as written in the records. */
  brands: chosen(),
  /** Category keys, as in `ProductFacets`. */
  categories: chosen(),
  stock: z.readonly(z.array(z.enum(stockStates))),
  /** The minimum and maximum total units of all variants. */
  units: range(),
  /** At least one variant's price is from `from` to `to`, both inclusive. */
  price: range(),
  missing: z.readonly(z.array(z.enum(missingKinds))),
  belowMap: z.boolean(),
  changedSince: z.nullable(z.string()),
  changedBefore: z.nullable(z.string()),
  /** Whether products that the channel no longer has are included, shown alone, or excluded. */
  gone: z.enum(["any", "only", "none"]),
  sort: z.readonly(z.object({ by: z.enum(productSortKeys), direction: z.enum(["asc", "desc"]) })),
});
export type ProductQuery = Readonly<z.infer<typeof ProductQuery>>;
export type ProductSort = ProductQuery["sort"];

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

const count = () => z.number();

/** A facet value and the number of products it would match; other values of the same facet do not limit the count. */
const facetCounts = () => z.readonly(z.array(z.object({ value: z.string(), count: count() })));

export const ProductFacets = record({
  /** The most frequent first, up to `facetLimit`; selected ones are always included. */
  brands: facetCounts(),
  brandTotal: count(),
  /** Categories by key; `level` 1 is the broadest. */
  categories: z.readonly(
    z.array(
      z.object({
        value: z.string(),
        count: count(),
        name: z.string(),
        level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        within: z.nullable(z.string()),
      }),
    ),
  ),
  stock: z.readonly(z.array(z.object({ value: z.enum(stockStates), count: count() }))),
  /** Price bands from the lowest to the highest with products, including empty ones between; the last has no end. */
  prices: z.readonly(
    z.array(z.object({ from: z.number(), to: z.nullable(z.number()), count: count() })),
  ),
  missing: z.readonly(z.array(z.object({ value: z.enum(missingKinds), count: count() }))),
  belowMap: count(),
  gone: count(),
});
export type ProductFacets = Readonly<z.infer<typeof ProductFacets>>;
export type CategoryCount = ProductFacets["categories"][number];
export type PriceCount = ProductFacets["prices"][number];

export interface FacetCount<Value = string> {
  readonly value: Value;
  readonly count: number;
}

export const facetLimit = 500;

/** A typed word without exact matches, and the similar words used instead. */
const CorrectedWord = z.object({ typed: z.string(), used: z.readonly(z.array(z.string())) });
export type CorrectedWord = Readonly<z.infer<typeof CorrectedWord>>;

/** The fields in which a word of the search text can match. */
const matchedFields = ["sku", "mpn", "upc", "ean", "asin", "title", "brand", "attributes"] as const;
export type MatchedField = (typeof matchedFields)[number];

/** A variant that a word of the search text matches; `value` is the code as written in the record. */
const MatchedVariant = z.object({
  sku: z.string(),
  field: z.enum(["sku", "mpn", "upc", "ean", "asin"]),
  value: z.string(),
});
export type MatchedVariant = Readonly<z.infer<typeof MatchedVariant>>;

const spread = () => z.nullable(z.readonly(z.tuple([z.number(), z.number()])));
export type Spread = readonly [low: number, high: number];

/** The data of a table row, without the record. */
export const ProductRow = z.object({
  id: z.number(),
  sku: z.string(),
  /** Empty if there is none. */
  title: z.string(),
  brand: z.nullable(z.string()),
  categories: z.readonly(z.array(z.string())),
  /** The prices that buyers pay: the sale price if there is one. */
  price: spread(),
  sale: spread(),
  map: spread(),
  belowMap: count(),
  /** The total units of all variants; null if unknown. */
  stock: z.nullable(z.number()),
  variants: count(),
  missing: z.readonly(z.array(z.enum(missingKinds))),
  image: z.nullable(z.string()),
  /** ISO timestamps in UTC. */
  updated_at: z.nullable(z.string()),
  inserted_at: z.nullable(z.string()),
  /** When prices and stock were loaded. */
  readAt: z.number(),
  goneAt: z.nullable(z.number()),
  /** The fields that match the search text; empty without a text. */
  matched: z.readonly(z.array(z.enum(matchedFields))),
  /** Up to 5 variants whose codes match the search text. */
  matchedVariants: z.readonly(z.array(MatchedVariant)),
});
export type ProductRow = Readonly<z.infer<typeof ProductRow>>;

/**
 * loading: reads all products. checking: looks for changes. fresh: up to date until the next check. waiting: continues
 * by itself after a problem. stopped: a person has to mend something. off: this gateway copies nothing.
 */
const catalogPhases = ["loading", "checking", "fresh", "waiting", "stopped", "off"] as const;

/** Why a catalog waits or is stopped. */
const CatalogProblem = z.object({
  /** limit: 429. offline: no answer. token: refused. channel: not readable. storage: the gateway's database. */
  kind: z.enum(["limit", "upstream", "offline", "token", "channel", "storage"]),
  /** The API's status; 0 without an answer. */
  status: z.number(),
  /** What the API said. */
  detail: z.string(),
});
export type CatalogProblem = Readonly<z.infer<typeof CatalogProblem>>;

/** The state of a channel's catalog. */
export const CatalogState = record({
  phase: z.enum(catalogPhases),
  /** The number of products, including gone ones. */
  products: count(),
  /** Changes with every change of the catalog: earlier answers may be out of date. */
  epoch: z.string(),
  /** The index is being built from the stored products; until then searches find what it has so far. */
  opening: z.nullable(z.object({ done: count(), total: count() })),
  /** The reading of all products that is under way. */
  sweep: z.nullable(
    z.object({
      /** The first one: products may be missing until it ends. */
      first: z.boolean(),
      pages: count(),
      seen: count(),
      /** As the upstream counts them; null if it doesn't. */
      total: z.nullable(z.number()),
      startedAt: z.number(),
      /** Estimated milliseconds until the end. */
      leftMs: z.nullable(z.number()),
    }),
  ),
  /** When the last reading of all products started and ended: prices and stock are at least as new as its start. */
  sweptFrom: z.nullable(z.number()),
  sweptAt: z.nullable(z.number()),
  /** Changes of products are known up to this time. */
  checkedAt: z.nullable(z.number()),
  nextCheckAt: z.nullable(z.number()),
  /** When it continues, while it waits. */
  waitingUntil: z.nullable(z.number()),
  problem: z.nullable(CatalogProblem),
  /** Records of the upstream without an ID; they cannot be stored. */
  unreadable: count(),
});
export type CatalogState = Readonly<z.infer<typeof CatalogState>>;

/** The most rows of one answer. */
export const maxCatalogRows = 1_000;

/** The most whole records of one answer. */
export const maxSamples = 2_000;

/** The most codes of one request for lines. */
export const maxLineCodes = 200;

const position = () => z.int().check(z.gte(0), z.lte(10_000_000));

const SearchRequest = body({
  query: ProductQuery,
  /** The position of the first row, from 0, and the number of rows. */
  first: position(),
  count: z.int().check(z.gte(0), z.lte(maxCatalogRows)),
  /** Facets of all matches, too: for a pause in typing. */
  facets: z.optional(z.boolean()),
});

export const CatalogMatches = record({
  state: CatalogState,
  total: count(),
  first: count(),
  rows: z.readonly(z.array(ProductRow)),
  /** Present if words were corrected; the same query with `exact` excludes those matches. */
  corrected: z.optional(z.readonly(z.array(CorrectedWord))),
  facets: z.optional(ProductFacets),
});
export type CatalogMatches = Readonly<z.infer<typeof CatalogMatches>>;

export const ChannelOverview = record({
  facets: ProductFacets,
  total: count(),
  gone: count(),
  /** From the lowest stock of any product to the highest. A filter with these values matches the same number. */
  units: z.readonly(
    z.array(z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()), count: count() })),
  ),
  /** The number of products last updated on each day of the time zone, oldest first; other days are left out. */
  updatedByDay: z.readonly(z.array(z.object({ day: z.string(), count: count() }))),
});
export type ChannelOverview = Readonly<z.infer<typeof ChannelOverview>>;

export const CatalogProduct = record({
  product: ResellerProductParent,
  /** When it was loaded; prices and stock are as of then. */
  readAt: z.number(),
  /** Before its last change that the catalog saw. */
  previous: z.nullable(z.object({ product: ResellerProductParent, readAt: z.number() })),
  goneAt: z.nullable(z.number()),
});
export type CatalogProduct = Readonly<z.infer<typeof CatalogProduct>>;

/** Numbers from `low` to `high` in bars of equal width; the last one has the higher ones, too. */
const NumberSpread = z.object({ low: z.number(), high: z.number(), counts: z.array(count()) });
export type NumberSpread = z.infer<typeof NumberSpread>;

/** The values of a field that match a text, each with the number of products that have it. */
const FieldValues = z.object({
  /** How many products were counted. */
  products: count(),
  /** Those that fit best; empty if there are too many different ones to select from. */
  values: z.array(z.object({ value: z.string(), count: count() })),
  isTooMany: z.boolean(),
  /** Null where the values are no numbers, or all the same. */
  numbers: z.nullable(NumberSpread),
});
export type FieldValues = z.infer<typeof FieldValues>;

/** What the line of an order, an RMA or a return shows of its product. */
const CatalogLine = z.object({
  channelId: z.number(),
  productId: z.number(),
  title: z.string(),
  picture: z.nullable(z.string()),
  /** Like "Terracotta / Set of 4"; empty if there are none. */
  options: z.string(),
});
export type CatalogLine = Readonly<z.infer<typeof CatalogLine>>;

const shared = {
  section: "neighbours",
  tokens: tokenTypes,
  changesState: false,
  role: "viewer",
  extension: true,
} as const;
const params = z.object({ channelId: pathId() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const catalogOperations = {
  getCatalog: operation({
    ...shared,
    method: "GET",
    path: "/catalog/{channelId}",
    summary:
      "Read the state of a channel's catalog; the first look at a channel starts its catalog",
    params,
    response: CatalogState,
  }),
  checkCatalog: operation({
    ...shared,
    method: "POST",
    path: "/catalog/{channelId}/check",
    summary: "Look for changed products now, or read all products again",
    params,
    body: body({ everything: z.boolean() }),
    response: CatalogState,
  }),
  searchCatalog: operation({
    ...shared,
    method: "POST",
    path: "/catalog/{channelId}/search",
    summary: "Search a channel's products",
    params,
    body: SearchRequest,
    response: CatalogMatches,
  }),
  getCatalogOverview: operation({
    ...shared,
    method: "GET",
    path: "/catalog/{channelId}/overview",
    summary: "Summarize a channel's products",
    params,
    query: z.object({ timeZone: z.optional(z.string().check(z.maxLength(100))) }),
    response: ChannelOverview,
  }),
  getCatalogProduct: operation({
    ...shared,
    method: "GET",
    path: "/catalog/{channelId}/products/{id}",
    summary: "Read one product as it was last loaded, and as it was before its last change",
    params: z.object({ channelId: pathId(), id: pathId() }),
    response: CatalogProduct,
  }),
  listCatalogSamples: operation({
    ...shared,
    method: "POST",
    path: "/catalog/{channelId}/samples",
    summary: "Read whole products, those that were not updated for the longest time first",
    params,
    body: body({
      first: position(),
      count: z.int().check(z.gte(1), z.lte(maxSamples)),
    }),
    response: record({
      state: CatalogState,
      total: count(),
      products: z.array(ResellerProductParent),
    }),
  }),
  findFieldValues: operation({
    ...shared,
    method: "POST",
    path: "/catalog/{channelId}/values",
    summary: "Find the values that a channel's products have in a field, with their counts",
    params,
    body: body({
      /** The object and its field, as in formulas: `product.brand`. */
      field: z.string().check(z.maxLength(maxSearchLength)),
      /** The name of an attribute, an option or another named value of the field. */
      entry: z.nullable(z.string().check(z.maxLength(maxSearchLength))),
      text: z.string().check(z.maxLength(maxSearchLength)),
    }),
    /** Null until the values are counted, which a first request starts. */
    response: z.nullable(FieldValues),
  }),
  findCatalogLines: operation({
    ...shared,
    method: "POST",
    path: "/catalog/lines",
    summary: "Find products by the SKUs of lines, in all catalogs, the given channel first",
    body: body({
      skus: z
        .array(z.string().check(z.maxLength(maxSearchLength)))
        .check(z.maxLength(maxLineCodes)),
      channelId: z.optional(z.nullable(z.int())),
    }),
    response: z.record(z.string(), CatalogLine),
  }),
};

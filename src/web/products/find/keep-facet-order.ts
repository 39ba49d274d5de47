import type { ProductFacets } from "#web/api/product-search/product-query.ts";

type Named = { readonly value: string };

/** Known values keep their order, and new ones follow. */
const keepOrder = <T extends Named>(before: readonly Named[], now: readonly T[]): T[] => {
  const places = new Map(before.map(({ value }, place) => [value, place]));
  const findIndex = ({ value }: T) => places.get(value) ?? before.length;
  return now.toSorted((a, b) => findIndex(a) - findIndex(b));
};

/** Facets whose choices keep their previous order: while a copy loads, no choice moves away from the pointer. */
export const keepFacetOrder = (
  before: ProductFacets | undefined,
  now: ProductFacets,
): ProductFacets =>
  before === undefined
    ? now
    : {
        ...now,
        brands: keepOrder(before.brands, now.brands),
        categories: keepOrder(before.categories, now.categories),
      };

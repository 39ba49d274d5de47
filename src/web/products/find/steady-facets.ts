import type { ProductFacets } from "#web/api/product-search/product-query.ts";

type Named = { readonly value: string };

/** Known values keep their order, and new ones follow. */
const inOrderOf = <T extends Named>(before: readonly Named[], now: readonly T[]): T[] => {
  const places = new Map(before.map(({ value }, place) => [value, place]));
  const placeOf = ({ value }: T) => places.get(value) ?? before.length;
  return now.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Facets whose choices keep their previous order: while a copy loads, no choice moves away from the pointer. */
export const steadyFacets = (
  before: ProductFacets | undefined,
  now: ProductFacets,
): ProductFacets =>
  before === undefined
    ? now
    : {
        ...now,
        brands: inOrderOf(before.brands, now.brands),
        categories: inOrderOf(before.categories, now.categories),
      };

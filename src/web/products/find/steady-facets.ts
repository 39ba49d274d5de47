import type { ProductFacets } from "#web/api/product-search/product-query.ts";

type Named = { readonly value: string };

/** What was there keeps its order, and what is new comes after it. */
const inOrderOf = <T extends Named>(before: readonly Named[], now: readonly T[]): T[] => {
  const places = new Map(before.map(({ value }, place) => [value, place]));
  const placeOf = ({ value }: T) => places.get(value) ?? before.length;
  return now.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Facets with the choices in the order that they had: while a copy fills, nothing jumps away from below the pointer. */
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

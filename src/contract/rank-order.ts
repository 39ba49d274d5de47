/** Sorts parts in the order they run (api 2.15, rank); parts without a rank keep their order at the end. */
export const inRankOrder = <P extends { readonly rank?: number | null | undefined }>(
  parts: readonly P[],
): P[] => parts.toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0);

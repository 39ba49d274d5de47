/** The starts of the stock bands: out of stock, 1, 5, 10, 20, 50 ... 100,000. */
const edges = [
  Number.NEGATIVE_INFINITY,
  1,
  5,
  ...[10, 100, 1_000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  100_000,
];

/** The number of products with `from` to `to` total units. A filter with these values matches the same number. */
export interface UnitCount {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

/** Counts products by their units, from the first band with products to the last. */
export const createUnitBands = () => {
  const counts = edges.map(() => 0);
  return {
    add: (units: number): void => {
      const band = edges.findLastIndex((edge) => units >= edge);
      if (band >= 0) counts[band] = (counts[band] ?? 0) + 1;
    },
    bands: (): UnitCount[] =>
      counts
        .map((count, band) => {
          const [edge, next] = [edges[band] ?? 0, edges[band + 1]];
          return {
            from: Number.isFinite(edge) ? edge : null,
            to: next === undefined ? null : next - 1,
            count,
          };
        })
        .slice(
          Math.max(
            0,
            counts.findIndex((count) => count > 0),
          ),
          counts.findLastIndex((count) => count > 0) + 1,
        ),
  };
};

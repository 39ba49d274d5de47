/** The starts of the price bands, in cents; as amounts: 0, 1, 2, 5, 10, 20, 50 ... 100,000. */
const edges = [
  0,
  ...[1, 10, 100, 1_000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  100_000,
].map((amount) => amount * 100);

export const bandCount = edges.length;

/** The first and the last amount of a band, both inclusive; the last band has no end. */
export const getBandEnds = (band: number): { from: number; to: number | null } => {
  const next = edges[band + 1];
  return { from: (edges[band] ?? 0) / 100, to: next === undefined ? null : (next - 1) / 100 };
};

/** Sets a bit for each band that contains one of the amounts in cents. Negative amounts are in no band. */
export const toBandBits = (amounts: readonly number[]): number => {
  let bits = 0;
  for (const amount of amounts) {
    for (let band = bandCount - 1; band >= 0; band--) {
      if (amount < (edges[band] ?? 0) || Number.isNaN(amount)) continue;
      bits |= 1 << band;
      break;
    }
  }
  return bits >>> 0;
};

import { type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import { readTime } from "#contract/read-time.ts";

const createdAt = (rma: Rma): number => {
  const time = readTime(rma.createdAt);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};

/** Waiting RMAs, counted from those that were read. */
export interface Waiting {
  /** RMAs with undecided units, the oldest first: a line split to the last unit stays Partially Approved. */
  open: readonly Rma[];
  units: number;
  /** The number of read RMAs without undecided units, which their status alone does not show. */
  decided: number;
}

/** Sums up waiting RMAs. */
export const summarizeWaiting = (rmas: readonly Rma[]): Waiting => {
  const open = rmas.filter((rma) => rma.items.some((item) => countUndecidedUnits(item) > 0));
  return {
    open: open.toSorted((a, b) => createdAt(a) - createdAt(b)),
    units: open
      .flatMap((rma) => rma.items)
      .reduce((sum, item) => sum + countUndecidedUnits(item), 0),
    decided: rmas.length - open.length,
  };
};

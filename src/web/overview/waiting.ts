import { type Rma, undecidedUnits } from "#contract/rmas.ts";

/** How long RMAs have waited, in steps that a returns desk thinks in. */
export const ageSteps = [
  { label: "Under a day", days: 1 },
  { label: "1 to 3 days", days: 3 },
  { label: "3 to 7 days", days: 7 },
  { label: "1 to 2 weeks", days: 14 },
  { label: "Longer", days: Number.POSITIVE_INFINITY },
] as const;

const dayMs = 86_400_000;

const createdAt = (rma: Rma): number => {
  const time = new Date(rma.createdAt ?? "").getTime();
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};

/** What waits, counted from the RMAs that were read. */
export interface Waiting {
  /** Those that waited longest with units still undecided: a line split to the last unit stays Partially Approved. */
  oldest: readonly Rma[];
  units: number;
  /** How many RMAs are in each step of `ageSteps`; one without a date counts as new. */
  byAge: readonly number[];
  /** How many have undecided units, and how many of those read have none: their status alone does not say it. */
  count: number;
  decided: number;
}

const stepOf = (rma: Rma, now: number): number => {
  const days = (now - createdAt(rma)) / dayMs;
  return ageSteps.findIndex((step) => days < step.days);
};

/** Sums up waiting RMAs; one that was read twice (it moved between pages) counts once. */
export const waitingOf = (read: readonly Rma[], now: number, shown = 8): Waiting => {
  const rmas = [...new Map(read.map((rma) => [rma.id, rma])).values()];
  const open = rmas.filter((rma) => rma.items.some((item) => undecidedUnits(item) > 0));
  const byAge = ageSteps.map(() => 0);
  for (const rma of open) {
    const step = Math.max(0, stepOf(rma, now));
    byAge[step] = (byAge[step] ?? 0) + 1;
  }
  return {
    oldest: open.toSorted((a, b) => createdAt(a) - createdAt(b)).slice(0, shown),
    units: open.flatMap((rma) => rma.items).reduce((sum, item) => sum + undecidedUnits(item), 0),
    byAge,
    count: open.length,
    decided: rmas.length - open.length,
  };
};

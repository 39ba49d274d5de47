import { readTime } from "#contract/read-time.ts";
import type { Rma } from "#contract/rmas.ts";
import { countUndecided } from "#web/records/rma-status.tsx";

/** The ages of waiting records, in steps that a returns desk works with. */
export const ageSteps = [
  { label: "Under a day", days: 1 },
  { label: "1 to 3 days", days: 3 },
  { label: "3 to 7 days", days: 7 },
  { label: "1 to 2 weeks", days: 14 },
  { label: "Longer", days: Number.POSITIVE_INFINITY },
] as const;

/** The index of the first step that counts as late. */
export const lateFrom = 3;

const dayMs = 86_400_000;

const findMoment = (days: number | undefined, now: number): string | undefined =>
  days === undefined || days === Number.POSITIVE_INFINITY
    ? undefined
    : new Date(now - days * dayMs).toISOString();

/** The range of dates that a step of `ageSteps` counts, as a filter. */
export const findAgeRange = (step: number, now: number): { after?: string; before?: string } => {
  const after = findMoment(ageSteps[step]?.days, now);
  const before = findMoment(ageSteps[step - 1]?.days, now);
  return { ...(after && { after }), ...(before && { before }) };
};

/** The number of dates in each step of `ageSteps`. What has no valid date is in none, as in the lists of the steps. */
export const countByAge = (
  dates: readonly (string | null | undefined)[],
  now: number,
): number[] => {
  const counts = ageSteps.map(() => 0);
  for (const at of dates) {
    const days = (now - readTime(at)) / dayMs;
    const step = ageSteps.findIndex((one) => days < one.days);
    if (step >= 0) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

/** One without a date is the newest. */
const createdTime = ({ createdAt }: Rma): number => readTime(createdAt) || Number.MAX_VALUE;

/** Waiting RMAs, counted from those that were read. */
export interface WaitingRmas {
  /** RMAs with undecided units, the oldest first: a line split to the last unit stays Partially Approved. */
  open: readonly Rma[];
  units: number;
  /** The number of read RMAs without undecided units, which their status alone does not show. */
  decided: number;
}

/** Sums up waiting RMAs. */
export const summarizeWaiting = (rmas: readonly Rma[]): WaitingRmas => {
  const open = rmas.filter((rma) => countUndecided(rma) > 0);
  return {
    open: open.toSorted((a, b) => createdTime(a) - createdTime(b)),
    units: open.reduce((sum, rma) => sum + countUndecided(rma), 0),
    decided: rmas.length - open.length,
  };
};

import { ageLimits } from "#contract/figures.ts";
import { readTime } from "#contract/read-time.ts";

const dayMs = 86_400_000;

const findMoment = (days: number | undefined, now: number): string | undefined =>
  days === undefined || days === Infinity ? undefined : new Date(now - days * dayMs).toISOString();

/** The range of dates that an age counts, as a filter. */
export const findAgeRange = (step: number, now: number): { after?: string; before?: string } => {
  const after = findMoment(ageLimits[step], now);
  const before = findMoment(ageLimits[step - 1], now);
  return { ...(after && { after }), ...(before && { before }) };
};

/** The number of dates of each age. What has no valid date is in none, as in the lists of the ages. */
export const countByAge = (
  dates: readonly (string | null | undefined)[],
  now: number,
): number[] => {
  const counts = ageLimits.map(() => 0);
  for (const at of dates) {
    const days = (now - readTime(at)) / dayMs;
    const step = ageLimits.findIndex((limit) => days < limit);
    if (step >= 0) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

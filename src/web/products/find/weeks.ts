/** A stretch of time that ends now, and how many products were last changed in it. */
export interface Week {
  readonly label: string;
  /** Its first day in UTC, as the address has it. */
  readonly since: string;
  readonly count: number;
}

const day = 86_400_000;
/** Days back from the newest change, the nearest first. */
const steps = [
  [1, "in the last day"],
  [7, "in the last 7 days"],
  [30, "in the last 30 days"],
  [90, "in the last 90 days"],
  [365, "in the last year"],
] as const;

/**
 * How many products changed within the last day, week, month and so on, each with all that is nearer. Steps that add
 * nothing are left out. `now` in milliseconds since 1970.
 */
export const weeksOf = (
  byDay: readonly { readonly day: string; readonly count: number }[],
  now = Date.now(),
): Week[] => {
  const total = byDay.reduce((sum, { count }) => sum + count, 0);
  const recent = steps.map(([days, label]) => {
    const since = new Date(now - days * day).toISOString().slice(0, 10);
    const count = byDay.reduce((sum, one) => sum + (one.day >= since ? one.count : 0), 0);
    return { label, since, count };
  });
  const ever = { label: "ever", since: "", count: total };
  return [...recent, ever].filter(({ count }, index, all) => count !== all[index - 1]?.count);
};

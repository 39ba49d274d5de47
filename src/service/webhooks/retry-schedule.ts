const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between tries that Standard Webhooks proposes: the first try is immediate, the tenth after three days. */
const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Up to this share is added, so that what failed together isn't tried together. */
const jitter = 0.2;

/** A receiver can't ask for a longer pause (Retry-After). */
export const longestPauseMs = hour;

/** Milliseconds from a failed try to the next one; undefined after the last one. */
export const delayAfter = (
  tries: number,
  delays: readonly number[] = retryDelays,
  random: () => number = Math.random,
): number | undefined => {
  const delay = delays[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + jitter * random()));
};

/** The times of the attempts that follow as long as each one fails, after `tries` of them; without the added share. */
export const plannedTimes = (
  tries: number,
  nextTryAt: Date | undefined,
  delays: readonly number[] = retryDelays,
): Date[] => {
  if (nextTryAt === undefined) return [];
  const times = [nextTryAt];
  for (const delay of delays.slice(tries))
    times.push(new Date((times.at(-1) ?? nextTryAt).getTime() + delay));
  return times;
};

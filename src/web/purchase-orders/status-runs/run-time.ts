import { counted, formatDuration } from "#web/ui/format.ts";

/** The time for that many requests at the upstream's rate limit; undefined without a limit. */
export const secondsAtRate = (
  requests: number,
  rateLimit: number | undefined,
): number | undefined => (rateLimit ? Math.ceil(requests / rateLimit) : undefined);

/** The duration of a run, shown before it starts: one request for each order, at the rate limit. */
export const runTime = (orders: number, rateLimit: number | undefined): string => {
  const seconds = secondsAtRate(orders, rateLimit);
  return seconds === undefined
    ? "One request per order, one after another."
    : `One request per order, at up to ${counted(rateLimit ?? 0, "request")} per second: about ${formatDuration(seconds)}.`;
};

/** The remaining seconds: by the rate limit, or by the pace so far if that is slower. */
export const secondsLeft = (
  open: number,
  rateLimit: number | undefined,
  pace: { readonly done: number; readonly ms: number },
): number | undefined => {
  const allowed = rateLimit ? 1 / rateLimit : 0;
  const measured = pace.done > 0 ? pace.ms / 1000 / pace.done : 0;
  const each = Math.max(allowed, measured);
  return each === 0 ? undefined : open * each;
};

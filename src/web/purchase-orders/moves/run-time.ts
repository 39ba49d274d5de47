import { counted, timeInWords } from "#web/ui/format.ts";

/** How long so many requests take at the rate that the upstream allows; undefined where it sets none. */
export const secondsAtRate = (
  requests: number,
  rateLimit: number | undefined,
): number | undefined => (rateLimit ? Math.ceil(requests / rateLimit) : undefined);

/** Said before a run begins: one request for each order, at the rate of the connection. */
export const runTime = (orders: number, rateLimit: number | undefined): string => {
  const seconds = secondsAtRate(orders, rateLimit);
  return seconds === undefined
    ? "One request per order, one after another."
    : `One request per order, at up to ${counted(rateLimit ?? 0, "request")} per second: about ${timeInWords(seconds)}.`;
};

/** Seconds that are left: by the allowed rate, or by the pace so far where that is slower. */
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

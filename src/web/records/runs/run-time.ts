import { formatCount, formatDuration } from "#web/base/format.ts";

/** The time for that many requests at the upstream's rate limit; undefined without a limit. */
export const secondsAtRate = (
  requests: number,
  rateLimit: number | undefined,
): number | undefined => (rateLimit ? Math.ceil(requests / rateLimit) : undefined);

/** The duration of a run, shown before it starts: the requests for each record, at the rate limit. */
export const runTime = (
  { noun, requests: each }: { readonly noun: string; readonly requests: number },
  count: number,
  rateLimit: number | undefined,
): string => {
  const seconds = secondsAtRate(count * each, rateLimit);
  const requests = `${each === 1 ? "One request" : formatCount(each, "request")} per ${noun}`;
  return seconds === undefined
    ? `${requests}, one after another.`
    : `${requests}, at up to ${formatCount(rateLimit ?? 0, "request")} per second: about ${formatDuration(seconds)}.`;
};

/** The remaining seconds: by the rate limit, or by the pace so far if that is slower. */
export const secondsLeft = (
  { open, requests }: { readonly open: number; readonly requests: number },
  rateLimit: number | undefined,
  pace: { readonly done: number; readonly ms: number },
): number | undefined => {
  const allowed = rateLimit ? requests / rateLimit : 0;
  const measured = pace.done > 0 ? pace.ms / 1000 / pace.done : 0;
  const each = Math.max(allowed, measured);
  return each === 0 ? undefined : open * each;
};

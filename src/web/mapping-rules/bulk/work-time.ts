import { counted, formatDuration } from "#web/ui/format.ts";

/** The time that a number of requests takes at the upstream's rate, in words; shown before a run starts. */
export const workTime = (requests: number, rateLimit: number | undefined): string => {
  const made = counted(requests, "request");
  if (!rateLimit) return `${made}, one after another`;
  return `${made}: about ${formatDuration(requests / rateLimit)}, because the API allows ${rateLimit} per second`;
};

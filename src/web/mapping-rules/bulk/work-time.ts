import { counted } from "#web/ui/format.ts";

/** How long so many requests take at the upstream's rate, in words: said before the work begins. */
export const workTime = (requests: number, rateLimit: number | undefined): string => {
  const made = counted(requests, "request");
  if (!rateLimit) return `${made}, one after the other`;
  const seconds = Math.ceil(requests / rateLimit);
  const time =
    seconds < 90 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
  return `${made}: about ${time}, because the API takes ${rateLimit} a second`;
};

import { counted, timeInWords } from "#web/ui/format.ts";

/** How long so many requests take at the upstream's rate, in words: said before the work begins. */
export const workTime = (requests: number, rateLimit: number | undefined): string => {
  const made = counted(requests, "request");
  if (!rateLimit) return `${made}, one after another`;
  return `${made}: about ${timeInWords(requests / rateLimit)}, because the API allows ${rateLimit} a second`;
};

import { readTime } from "#contract/read-time.ts";
import { formatCount } from "#web/base/format.ts";
import { settings } from "#web/base/settings.ts";
import { findZoneShift } from "#web/base/wall-clock.ts";

const dayMs = 86_400_000;
const soonDays = 30;

/** The state of a license's expiry, in words, and its urgency. */
export interface Expiry {
  readonly words: string;
  readonly tone: "good" | "waiting" | "bad" | "still";
}

/** The days from 1970 to a time, in the user's time zone; in UTC for times that clocks don't reach. */
const countDays = (at: number): number => {
  const shift = findZoneShift(at, settings.get().timeZone);
  return Math.floor((at + (Math.abs(shift) < dayMs ? shift : 0)) / dayMs);
};

/** The time until a license expires (api 2.10), in days of the user's time zone. */
export const licenseExpiry = (expiresAt: string | null | undefined, now: number): Expiry => {
  const at = readTime(expiresAt);
  if (Number.isNaN(at)) return { words: "Expiration unknown", tone: "still" };
  const left = countDays(at) - countDays(now);
  if (at < now) {
    const ago = left === 0 ? "today" : `${formatCount(-left, "day")} ago`;
    return { words: `Expired ${ago}`, tone: "bad" };
  }
  const words = left === 0 ? "Expires today" : `${formatCount(left, "day")} left`;
  return { words, tone: left < soonDays ? "waiting" : "good" };
};

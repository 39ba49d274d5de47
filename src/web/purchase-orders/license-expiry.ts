const dayMs = 86_400_000;
const soonDays = 30;

/** The state of a license's expiry, in words, and its urgency. */
export interface Expiry {
  readonly words: string;
  readonly tone: "good" | "waiting" | "bad" | "still";
}

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** The time until a license expires (api 2.10), in days of the user's time zone. */
export const licenseExpiry = (expiresAt: string | null | undefined, now: number): Expiry => {
  const at = Date.parse(expiresAt ?? "");
  if (Number.isNaN(at)) return { words: "Expiration unknown", tone: "still" };
  const whole = Math.floor(Math.abs(at - now) / dayMs);
  if (at < now) {
    return { words: whole === 0 ? "Expired today" : `Expired ${days(whole)} ago`, tone: "bad" };
  }
  const words = whole === 0 ? "Expires within a day" : `${days(whole)} left`;
  return { words, tone: whole < soonDays ? "waiting" : "good" };
};

import { countedDays, type WebhookDayCount } from "#contract/webhook-deliveries.ts";
import { type WebhookEventLog, webhookDisabledEvent } from "#contract/webhooks.ts";

/** The events of one day by result. */
export type DayCount = Omit<WebhookDayCount, "configurationId">;

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** The person's day of a time: YYYY-MM-DD. */
const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

/** The last 14 days, the oldest first; days without events have zeros. */
export const lastDays = (counts: readonly DayCount[], now: Date): DayCount[] => {
  const byDay = new Map(counts.map((count) => [count.day, count]));
  return Array.from({ length: countedDays }, (_, index) => {
    const back = countedDays - 1 - index;
    const day = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
    return byDay.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 };
  });
};

const resultOf = ({ status }: WebhookEventLog): "delivered" | "failed" | "waiting" => {
  if (status === "published") return "delivered";
  return status?.endsWith("failure") ? "failed" : "waiting";
};

/** Counts the entries of an event log by day, for an upstream that doesn't count them. */
export const countLogs = (logs: readonly WebhookEventLog[]): DayCount[] => {
  const byDay = new Map<string, DayCount>();
  for (const log of logs) {
    const at = Date.parse(log.createdAt ?? "");
    if (Number.isNaN(at) || log.eventType === webhookDisabledEvent) continue;
    const day = dayOf(new Date(at));
    const count = byDay.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 };
    count[resultOf(log)] += 1;
    byDay.set(day, count);
  }
  return [...byDay.values()];
};

/** The sum of some days. */
export const sumDays = (days: readonly DayCount[]): Omit<DayCount, "day"> => ({
  delivered: days.reduce((sum, { delivered }) => sum + delivered, 0),
  failed: days.reduce((sum, { failed }) => sum + failed, 0),
  waiting: days.reduce((sum, { waiting }) => sum + waiting, 0),
});

import { countedDays, type WebhookDayCount } from "#contract/webhooks.ts";
import { type WebhookEventLog, webhookDisabledEvent } from "#contract/webhooks.ts";
import { readTime } from "#contract/read-time.ts";
import { findDay } from "#web/base/wall-clock.ts";

/** The events of one day by result. */
export type DayCount = Omit<WebhookDayCount, "configurationId">;

const dayMs = 86_400_000;

/** The last 14 days in a time zone, the oldest first; days without events have zeros. */
export const lastDays = (
  counts: readonly DayCount[],
  now: number,
  timeZone: string,
): DayCount[] => {
  const noon = Date.parse(`${findDay(now, timeZone)}T12:00:00Z`);
  const byDay = new Map(counts.map((count) => [count.day, count]));
  return Array.from({ length: countedDays }, (_, index) => {
    const back = countedDays - 1 - index;
    const day = findDay(noon - back * dayMs, "UTC");
    return byDay.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 };
  });
};

const classifyResult = ({ status }: WebhookEventLog): "delivered" | "failed" | "waiting" => {
  if (status === "published") return "delivered";
  return status?.endsWith("failure") ? "failed" : "waiting";
};

/** Counts the entries of an event log by the day in a time zone, for an upstream that doesn't count them. */
export const countLogs = (logs: readonly WebhookEventLog[], timeZone: string): DayCount[] => {
  const byDay = new Map<string, DayCount>();
  for (const log of logs) {
    const at = readTime(log.createdAt);
    if (Number.isNaN(at) || log.eventType === webhookDisabledEvent) continue;
    const day = findDay(at, timeZone);
    const count = byDay.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 };
    count[classifyResult(log)] += 1;
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

import type { CSSProperties } from "react";
import { groupBy } from "#contract/group-by.ts";
import { readTime } from "#contract/read-time.ts";
import {
  countedDays,
  type WebhookDayCount,
  webhookDisabledEvent,
  type WebhookEventLog,
} from "#contract/webhooks.ts";
import { formatQuantity } from "#web/base/format.ts";
import { findDay } from "#contract/wall-clock.ts";
import "./webhook.css";

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

/** Returns what a webhook delivered in the last 14 days; undefined while that is unknown. */
export type CountsOf = (id: number) => ReturnType<typeof sumDays> | undefined;

/** Sums the counts of all webhooks by webhook; those without events have zeros. */
export const sumByWebhook = (counts: readonly WebhookDayCount[]): CountsOf => {
  const byId = groupBy(counts, ({ configurationId }) => configurationId);
  return (id) => sumDays(byId.get(id) ?? []);
};

type Counts = ReturnType<CountsOf>;

/** "120 delivered", or "3 of 123 failed"; undefined while the counts are unknown. */
export const describeDeliveries = (counts: Counts): string | undefined => {
  if (counts === undefined) return undefined;
  const { delivered, failed } = counts;
  return failed > 0
    ? `${formatQuantity(failed)} of ${formatQuantity(delivered + failed)} failed`
    : `${formatQuantity(delivered)} delivered`;
};

/** The order of webhooks by their deliveries: those without failures by what they delivered, then by failures. */
export const rankDeliveries = (counts: Counts): number | undefined =>
  counts && (counts.failed > 0 ? counts.failed : -counts.delivered);

/** The deliveries as a text, with a bar of the delivered share. */
export const RecentDeliveries = ({ counts }: { counts: Counts }) => {
  const text = describeDeliveries(counts);
  if (!counts || counts.delivered + counts.failed === 0)
    return <span className="faint">{text ?? "–"}</span>;
  const share = (counts.delivered / (counts.delivered + counts.failed)) * 100;
  return (
    <span>
      <span
        className="webhook__share"
        style={{ "--share": `${share}%` } as CSSProperties}
        aria-hidden="true"
      />
      <span className={counts.failed > 0 ? "webhook__failed" : undefined}>{text}</span>
    </span>
  );
};

import "./webhook.css";
import type { WebhookDayCount } from "#contract/webhooks.ts";
import { formatQuantity } from "#web/base/format.ts";
import { sumDays } from "./count-days.ts";

/** Returns what a webhook delivered in the last 14 days; undefined while that is unknown. */
export type CountsOf = (id: number) => ReturnType<typeof sumDays> | undefined;

/** Sums the counts of all webhooks by webhook; those without events have zeros. */
export const sumByWebhook = (counts: readonly WebhookDayCount[]): CountsOf => {
  const byId = new Map<number, WebhookDayCount[]>();
  for (const count of counts)
    byId.set(count.configurationId, [...(byId.get(count.configurationId) ?? []), count]);
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

/** The deliveries as a text, in the color of failures if one failed. */
export const RecentDeliveries = ({ counts }: { counts: Counts }) => {
  const text = describeDeliveries(counts);
  if (counts && counts.failed > 0) return <span className="webhook__failed">{text}</span>;
  return <span className={counts?.delivered ? undefined : "faint"}>{text ?? "–"}</span>;
};

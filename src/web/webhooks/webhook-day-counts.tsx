import "./webhook.css";
import type { WebhookDayCount } from "#contract/webhook-deliveries.ts";
import { formatQuantity } from "#web/ui/format.ts";
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

/** "120 delivered", or "3 of 123 failed" in the color of failures. */
export const RecentDeliveries = ({ counts }: { counts: ReturnType<CountsOf> }) => {
  if (counts === undefined) return <span className="faint">–</span>;
  const { delivered, failed } = counts;
  if (failed > 0)
    return (
      <span className="webhook__failed">
        {formatQuantity(failed)} of {formatQuantity(delivered + failed)} failed
      </span>
    );
  return (
    <span className={delivered > 0 ? undefined : "faint"}>
      {formatQuantity(delivered)} delivered
    </span>
  );
};

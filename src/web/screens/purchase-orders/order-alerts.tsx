import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import { formatDateTime } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import type { Tone } from "#web/kit/status-badge.tsx";
import { useNow } from "#web/base/use-now.ts";
import { licenseExpiry } from "./license-expiry.ts";

/** A problem of an order, shown above everything else. */
export interface OrderAlert {
  readonly title: string;
  readonly text?: string;
  readonly tone: Tone;
}

type MaybeAlert = OrderAlert | false | undefined;

const reasonAlert = (title: string, text: string | null | undefined): MaybeAlert =>
  text ? { title, text, tone: "bad" } : undefined;

const holdAlert = (until: string | null | undefined, now: number): MaybeAlert =>
  readTime(until) > now && {
    title: `On hold until ${formatDateTime(until)}`,
    tone: "waiting",
  };

const licenseAlert = ({ orderFFL, fflInfoRequired }: PurchaseOrder, now: number): MaybeAlert => {
  if (!orderFFL)
    return (
      fflInfoRequired === true && {
        title: "Firearm license required but missing",
        tone: "waiting",
      }
    );
  const { words, tone } = licenseExpiry(orderFFL.expiresAt, now);
  return tone === "bad" && { title: `Firearm license: ${words.toLowerCase()}`, tone };
};

/** The problems of an order, the worst first. */
export const orderAlerts = (order: PurchaseOrder, now: number): OrderAlert[] =>
  [
    reasonAlert("Processing error", order.processingErrorReason),
    reasonAlert("Canceled", order.cancelReason),
    reasonAlert("Voided", order.voidedReason),
    licenseAlert(order, now),
    holdAlert(order.holdUntil, now),
  ].filter((alert) => alert !== false && alert !== undefined);

export const OrderAlerts = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  return orderAlerts(order, now).map(({ title, text, tone }) => (
    <Notice key={title} title={title} tone={tone}>
      {text && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
    </Notice>
  ));
};

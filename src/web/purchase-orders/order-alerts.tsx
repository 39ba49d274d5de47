import { useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Tone } from "#web/ui/status-badge.tsx";
import { licenseExpiry } from "./license-expiry.ts";

/** A problem of an order, shown above everything else. */
export interface OrderAlert {
  readonly title: string;
  readonly text?: string;
  readonly tone: Tone;
}

type Told = OrderAlert | false | undefined;

const reason = (title: string, text: string | null | undefined): Told =>
  text ? { title, text, tone: "bad" } : undefined;

const held = (until: string | null | undefined, now: number): Told =>
  Date.parse(until ?? "") > now && {
    title: `On hold until ${dateTime(until)}`,
    tone: "waiting",
  };

const license = ({ orderFFL, fflInfoRequired }: PurchaseOrder, now: number): Told => {
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
    reason("Processing error", order.processingErrorReason),
    reason("Canceled", order.cancelReason),
    reason("Voided", order.voidedReason),
    license(order, now),
    held(order.holdUntil, now),
  ].filter((alert) => alert !== false && alert !== undefined);

export const OrderAlerts = ({ order }: { order: PurchaseOrder }) => {
  const [now] = useState(() => Date.now());
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

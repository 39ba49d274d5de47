import { useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { age, dateTime } from "#web/ui/format.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { timelineOf } from "./timeline.ts";

/** Everything that an order's dates tell, in the order of time; what is still to come is hollow. */
export const OrderTimeline = ({ order }: { order: PurchaseOrder }) => {
  const [now] = useState(() => Date.now());
  const told = timelineOf(order);
  return (
    <Sheet title="Timeline">
      {told.length === 0 ? (
        <p className="faint">No date is known.</p>
      ) : (
        <ol className="order__timeline">
          {told.map(({ label, at, reason, tone }, index) => (
            <li key={index} data-tone={tone} data-ahead={Date.parse(at) > now || undefined}>
              <strong>{label}</strong>
              <time dateTime={at}>{dateTime(at)}</time>
              <span>{age(at, now)}</span>
              {reason && (
                <span>
                  <bdi>{reason}</bdi>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
};

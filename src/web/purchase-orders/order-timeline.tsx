import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import { Events } from "#web/ui/events.tsx";
import { formatAge, formatDateTime } from "#web/ui/format.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { createTimeline } from "./timeline.ts";

/** All dates of an order in chronological order; future ones are hollow. */
export const OrderTimeline = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  const events = createTimeline(order);
  return (
    <Sheet title="Timeline">
      {events.length === 0 ? (
        <p className="faint">No dates.</p>
      ) : (
        <Events
          reached={events.filter(({ at }) => readTime(at) <= now).length}
          events={events.map(({ label, at, reason, tone }, index) => ({
            key: String(index),
            title: label,
            tone,
            children: (
              <>
                <time dateTime={at}>{formatDateTime(at)}</time>{" "}
                <span className="faint">{formatAge(at, now)}</span>
                {reason && (
                  <p className="faint">
                    <bdi>{reason}</bdi>
                  </p>
                )}
              </>
            ),
          }))}
        />
      )}
    </Sheet>
  );
};

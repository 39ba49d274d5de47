import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { runOfOrder } from "#web/api/received-orders.ts";
import { formatAge, formatDateTime } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";
import { Events } from "#web/kit/events.tsx";
import { FirstRows } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { createTimeline } from "./order-model.ts";

const ReceivedBy = ({ run: { id, requestedBy } }: { run: ReceivedOrdersRun }) => (
  <Link to="/received-orders/$id" params={{ id: String(id) }}>
    {requestedBy ? (
      <>
        Received by <bdi>{requestedBy}</bdi>
      </>
    ) : (
      "Received here"
    )}
  </Link>
);

/** All dates of an order the newest first; future ones are hollow. */
export const OrderTimeline = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  const { data: run } = useQuery({ ...runOfOrder(order.id ?? 0), enabled: Boolean(order.id) });
  const events = createTimeline(order, run).toReversed();
  return (
    <Sheet title="Timeline">
      {events.length === 0 ? (
        <p className="faint">No dates.</p>
      ) : (
        <FirstRows label="Search events" of="event" rows={events}>
          {(shown) => (
            <Events
              reached={shown.filter(({ at }) => readTime(at) <= now).length}
              events={shown.map(({ label, at, reason, tone, run: received }, index) => ({
                key: String(index),
                title: received ? <ReceivedBy run={received} /> : label,
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
        </FirstRows>
      )}
    </Sheet>
  );
};

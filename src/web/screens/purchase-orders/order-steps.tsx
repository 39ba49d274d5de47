import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { formatAge, formatDateTime, formatQuantity } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";

/** A step of an order's way from its source to its invoice. */
export interface OrderStep {
  readonly label: string;
  /** done; part: begun; next: the first one that isn't done; open: after it; bad: where the way ended. */
  readonly state: "done" | "part" | "next" | "open" | "bad";
  readonly at?: string | undefined;
  /** What is known beside the time: "4 of 6 units". */
  readonly note?: string | undefined;
}

const last = (times: readonly (string | null | undefined)[]): string | undefined =>
  times.flatMap((time) => time || []).toSorted()[times.length - 1];

const findShipped = (
  order: PurchaseOrder,
): Omit<OrderStep, "label" | "state"> & { isDone: boolean; isPart: boolean } => {
  const handle = order.purchaseOrderFulfillmentStatus?.handle;
  const isPart = handle === "partially_shipped" || order.shipments.length > 0;
  return {
    isDone: handle === "shipped",
    isPart,
    at: last(order.shipments.map(({ shippedAt, insertedAt }) => shippedAt ?? insertedAt)),
    ...(isPart &&
      handle !== "shipped" &&
      order.totalQuantity && {
        note: `${formatQuantity(order.shippedQuantity ?? 0)} of ${formatQuantity(order.totalQuantity)} units`,
      }),
  };
};

/** An order's way: what was done and when, and the next step. A canceled or voided one ends there. */
export const listOrderSteps = (order: PurchaseOrder): OrderStep[] => {
  const { isDone: isShipped, isPart, ...shipped } = findShipped(order);
  const ways = [
    { label: "Generated", at: order.generatedAt ?? undefined, isDone: Boolean(order.generatedAt) },
    { label: "Sent", at: order.sentAt ?? undefined, isDone: Boolean(order.sentAt) },
    {
      label: "Acknowledged",
      at: order.acknowledgedAt ?? undefined,
      isDone: Boolean(order.acknowledgedAt) || order.purchaseOrderStatus?.handle === "acknowledged",
    },
    { label: "Shipped", ...shipped, isDone: isShipped },
    {
      label: "Invoiced",
      at: last(order.invoices.map(({ invoiceDate, insertedAt }) => invoiceDate ?? insertedAt)),
      isDone: order.invoices.length > 0,
    },
  ];
  const end = order.canceledAt
    ? { label: "Canceled", at: order.canceledAt, state: "bad" as const }
    : order.voidedAt && { label: "Voided", at: order.voidedAt, state: "bad" as const };
  // A step without a time was done too, if a later one was.
  const reached = ways.findLastIndex(({ isDone }) => isDone);
  const steps = ways.map(({ isDone, ...step }, place): OrderStep => ({
    ...step,
    state:
      step.label === "Shipped" && isPart && !isShipped
        ? "part"
        : isDone || place < reached
          ? "done"
          : place === reached + 1
            ? "next"
            : "open",
  }));
  return end ? [...steps.filter(({ state }) => state === "done" || state === "part"), end] : steps;
};

/** The way of an order, one step beside the other; on a phone one below the other. */
export const OrderSteps = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  return (
    <ol className="sheet order-steps" aria-label="Progress">
      {listOrderSteps(order).map(({ label, state, at, note }) => (
        <li
          key={label}
          data-state={state}
          aria-current={state === "next" || state === "part" ? "step" : undefined}
        >
          <strong>{label}</strong>
          {at && (
            <time dateTime={at} title={formatAge(at, now)}>
              {formatDateTime(at)}
            </time>
          )}
          {note && <span>{note}</span>}
          {!at && !note && (
            <span>{state === "next" ? "Next" : state === "done" ? "Done" : "–"}</span>
          )}
        </li>
      ))}
    </ol>
  );
};

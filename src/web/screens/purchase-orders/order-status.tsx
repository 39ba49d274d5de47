import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  type CurrentName,
  getOrderStatus,
  getOrderType,
  OrderStatusBadge,
} from "#web/records/order-names.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

const fulfillmentTones: Readonly<Record<string, Tone>> = {
  awaiting_shipment: "still",
  partially_shipped: "partial",
  shipped: "good",
};

const Was = ({ was }: { was: CurrentName["was"] | undefined }) =>
  was ? <span className="faint order__was"> formerly {was}</span> : null;

/** An order's status; a deprecated name is shown after the name that replaces it. */
export const OrderStatus = ({ order }: { order: PurchaseOrder }) => (
  <>
    <OrderStatusBadge order={order} />
    <Was was={getOrderStatus(order).was} />
  </>
);

/** The shipped part of an order. */
export const FulfillmentBadge = ({ order }: { order: PurchaseOrder }) => {
  const { name, handle } = order.purchaseOrderFulfillmentStatus ?? {};
  return name || handle ? (
    <StatusBadge label={name ?? handle} tone={fulfillmentTones[handle ?? ""]} />
  ) : (
    <>–</>
  );
};

/** The type of an order, the newest name first. */
export const OrderType = ({ order }: { order: PurchaseOrder }) => {
  const { label, was } = getOrderType(order);
  return (
    <>
      <bdi>{label || "–"}</bdi>
      <Was was={was} />
    </>
  );
};

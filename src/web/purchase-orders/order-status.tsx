import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { StatusBadge, type Tone } from "#web/ui/status-badge.tsx";
import { statusOf, typeOf, type Worded } from "./order-words.ts";

const tones: Readonly<Record<string, Tone>> = {
  processing: "waiting",
  processed: "calm",
  acknowledged: "good",
  additional_info_required: "waiting",
  po_number_exceeds_max_length: "bad",
  duplicate: "bad",
  processing_error: "bad",
  cross_docked: "calm",
  transferred: "calm",
};

const fulfillmentTones: Readonly<Record<string, Tone>> = {
  awaiting_shipment: "still",
  partially_shipped: "partial",
  shipped: "good",
};

const Was = ({ was }: { was: Worded["was"] | undefined }) =>
  was ? <span className="faint order__was"> formerly {was}</span> : null;

/** Where an order stands with its source; a deprecated name is told beside the one that replaces it. */
export const OrderStatusBadge = ({ order, full }: { order: PurchaseOrder; full?: boolean }) => {
  const { label, was } = statusOf(order);
  return (
    <>
      <StatusBadge
        label={label}
        tone={tones[order.purchaseOrderStatus?.handle ?? ""]}
        {...(was === undefined ? {} : { title: `Came as “${was}”, a deprecated name` })}
      />
      {full && <Was was={was} />}
    </>
  );
};

/** How much of an order has shipped. */
export const FulfillmentBadge = ({ order }: { order: PurchaseOrder }) => {
  const { name, handle } = order.purchaseOrderFulfillmentStatus ?? {};
  return name || handle ? (
    <StatusBadge label={name ?? handle} tone={fulfillmentTones[handle ?? ""]} />
  ) : (
    <>–</>
  );
};

/** What kind of order it is, the newest name first. */
export const OrderType = ({ order }: { order: PurchaseOrder }) => {
  const { label, was } = typeOf(order);
  return (
    <>
      <bdi>{label || "–"}</bdi>
      <Was was={was} />
    </>
  );
};

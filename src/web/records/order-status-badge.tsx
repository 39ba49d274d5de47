import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { getOrderStatus } from "./order-names.ts";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

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

/** Shows an order's status by its current name; the title shows a deprecated name. */
export const OrderStatusBadge = ({ order }: { order: PurchaseOrder }) => {
  const { label, was } = getOrderStatus(order);
  return (
    <StatusBadge
      label={label}
      tone={tones[order.purchaseOrderStatus?.handle ?? ""]}
      title={was === undefined ? label : `The API sent the deprecated name “${was}”`}
    />
  );
};

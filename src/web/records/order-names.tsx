import {
  deprecatedPurchaseOrderStatusNames,
  purchaseOrderStatusNameByHandle,
} from "#contract/purchase-order-states.ts";
import {
  deprecatedPurchaseOrderTypeAbbreviations,
  deprecatedPurchaseOrderTypeNames,
} from "#contract/purchase-order-types.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { sentenceCase } from "#web/base/format.ts";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

/** A current API name, with the deprecated name that the record has, if any. */
export interface CurrentName {
  label: string;
  was?: string;
}

const toCurrentName = (came: string, newer: Readonly<Record<string, string>>): CurrentName => {
  const label = newer[came];
  return label === undefined ? { label: came } : { label, was: came };
};

/** The name of an order. */
export const orderName = (order: PurchaseOrder): string =>
  order.purchaseOrderNumber || `Order ${order.id ?? ""}`.trim();

/** An order's status by its current name (api 3, 9); a handle without a name gets its current name. */
export const getOrderStatus = ({ purchaseOrderStatus }: PurchaseOrder): CurrentName => {
  const { name, handle } = purchaseOrderStatus ?? {};
  if (name) return toCurrentName(name, deprecatedPurchaseOrderStatusNames);
  const known: Readonly<Record<string, string>> = purchaseOrderStatusNameByHandle;
  return { label: known[handle ?? ""] ?? handle ?? "" };
};

/** An order's type with its abbreviation: "Fulfillment Order (FO)", and its deprecated name, if any. */
export const getOrderType = ({ purchaseOrderType }: PurchaseOrder): CurrentName => {
  const { name, abbreviation } = purchaseOrderType ?? {};
  const full = toCurrentName(name ?? "", deprecatedPurchaseOrderTypeNames);
  const short = toCurrentName(abbreviation ?? "", deprecatedPurchaseOrderTypeAbbreviations);
  const label = short.label === "" ? full.label : `${full.label} (${short.label})`.trim();
  const was = [full.was, short.was && `(${short.was})`].filter((part) => part).join(" ");
  return was === "" ? { label } : { label, was };
};

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
      title={
        was === undefined ? sentenceCase(label) : `This order still has the older name “${was}”`
      }
    />
  );
};

import { groupBy } from "#contract/group-by.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { addKnown, completeSum } from "#web/base/amounts.ts";

/** The ordered and the shipped units of a line; undefined where the order does not give them. */
export interface OrderedUnits {
  readonly ordered: number | undefined;
  readonly shipped: number | undefined;
}

/** The line of a return or an RMA that is looked up in its order. */
interface Returned {
  readonly orderItemId?: number | null | undefined;
  readonly sku?: string | null | undefined;
}

/** Another order has the units of these. */
const replaced = new Set(["canceled", "voided", "transferred", "duplicate"]);

/**
 * A function that finds the units of a returned line in the purchase orders of its order: by orderItemId, otherwise by a
 * SKU that only one order line has. It returns undefined if no order line matches.
 */
export const createOrderedUnits = (
  orders: readonly PurchaseOrder[],
): ((line: Returned) => OrderedUnits | undefined) => {
  const items = orders
    .filter(({ purchaseOrderStatus }) => !replaced.has(purchaseOrderStatus?.handle ?? ""))
    .flatMap(({ purchaseOrderItems }) => purchaseOrderItems);
  const itemsById = groupBy(items, (item) => item.orderItemId);
  const itemsBySku = groupBy(items, (item) => item.sku);
  return ({ orderItemId, sku }) => {
    const byId = (orderItemId && itemsById.get(orderItemId)) || [];
    const bySku = (sku && itemsBySku.get(sku)) || [];
    const lines = new Set(bySku.map((item) => item.orderItemId ?? item));
    const isOneLine = lines.size === 1;
    const matched = byId.length > 0 ? byId : !orderItemId && isOneLine ? bySku : [];
    return matched.length === 0
      ? undefined
      : {
          ordered: completeSum(addKnown(matched.map(({ quantity }) => quantity))),
          shipped: completeSum(addKnown(matched.map(({ shippedQuantity }) => shippedQuantity))),
        };
  };
};

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { isUnserved } from "#web/base/api-error.ts";
import type { WantedOrders } from "#web/api/find-orders.ts";
import { returnBesideRma } from "#web/api/returns.ts";
import { createOrderedUnits, type OrderedUnits } from "#web/records/ordered-units.ts";
import { type OrderSearch, useOrderSearch } from "#web/records/searched-order.tsx";

/** The order of an RMA's lines. */
export interface LineOrder {
  readonly search: OrderSearch;
  readonly units: ReadonlyMap<RmaItem, OrderedUnits | undefined>;
}

/** The order item of each key, of the first entry that has the key. */
const mapOrderItemIds = <T extends { readonly orderItemId?: number | null | undefined }>(
  entries: readonly T[],
  keyOf: (entry: T) => number | null | undefined,
) => new Map(entries.toReversed().map((entry) => [keyOf(entry), entry.orderItemId]));

/**
 * Finds the ordered and shipped units of all lines of an RMA: by the order item of a line in the return, otherwise in a
 * shipment that contains it.
 */
export const mapOrderedUnits = (
  rma: Pick<Rma, "items" | "rmaShipments">,
  record: Pick<ReturnModel, "items"> | undefined,
  orders: OrderSearch["orders"],
): ReadonlyMap<RmaItem, OrderedUnits | undefined> => {
  const unitsOf = createOrderedUnits(orders);
  const returned = mapOrderItemIds(record?.items ?? [], ({ id }) => id);
  const shipped = mapOrderItemIds(
    rma.rmaShipments.flatMap(({ shipment }) => shipment?.shipmentItems ?? []),
    ({ rmaItemId }) => rmaItemId,
  );
  return new Map(
    rma.items.map((item) => {
      const inReturn = item.returnItemId ? returned.get(item.returnItemId) : undefined;
      const inShipment = item.id ? shipped.get(item.id) : undefined;
      return [item, unitsOf({ orderItemId: inReturn ?? inShipment, sku: item.sku })];
    }),
  );
};

/** The purchase orders of an RMA's lines, as far as the RMA and its return name them. */
export const listWantedOrders = (
  rma: Rma,
  record: ReturnModel | undefined,
): Partial<WantedOrders> => {
  const shipments = rma.rmaShipments.flatMap(({ shipment }) => shipment ?? []);
  const orderId = record?.orderId || shipments.find((shipment) => shipment.orderId)?.orderId;
  const named = shipments.map(
    ({ fulfillmentRequestId, purchaseOrderId }) => fulfillmentRequestId || purchaseOrderId,
  );
  return {
    ...(orderId ? { orderId } : {}),
    sourceIds: rma.sourceId ? [rma.sourceId] : [],
    named: [...new Set(named)].filter((id) => typeof id === "number" && id > 0) as number[],
  };
};

/** All RMAs of the return, this one as it is on the screen. */
export const listReturnRmas = (rma: Rma, record: ReturnModel | undefined): Rma[] => [
  ...(record?.rmas ?? []).map((one) => (one.id === rma.id ? rma : one)),
  ...(record?.rmas.some(({ id }) => id === rma.id) ? [] : [rma]),
];

const describeMissing = (returnId: Rma["returnId"], error: unknown): string =>
  isUnserved(error)
    ? `Return ${returnId} and its other RMAs are not shown, because the service can't load them here. Open the return to see them.`
    : `Couldn't load return ${returnId}, so its other RMAs are not shown.`;

/** The return of an RMA and its order: secondary content, with one request each after the RMA is loaded. */
export const useRmaReturn = (rma: Rma | undefined) => {
  const returnId = rma?.returnId;
  const query = useQuery({ ...returnBesideRma(returnId ?? 0), enabled: Boolean(returnId) });
  const record = query.data?.value;
  const isLoading = rma === undefined || (Boolean(returnId) && query.isPending);
  const search = useOrderSearch(isLoading ? undefined : listWantedOrders(rma, record));
  const units = useMemo(
    () => (rma ? mapOrderedUnits(rma, record, search.orders) : new Map()),
    [rma, record, search.orders],
  );
  return {
    order: { search, units },
    record,
    isLoading,
    // What was loaded stays when it can't be loaded again.
    missing: query.isLoadingError ? [describeMissing(returnId, query.error)] : [],
  };
};

import type { ReturnModel } from "#contract/returns.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { formatQuantity } from "#web/base/format.ts";
import { createOrderedUnits, type OrderedUnits } from "#web/records/ordered-units.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import type { OrderSearch } from "#web/records/use-ordered-units.ts";

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

const Ordered = ({ item, order }: { item: RmaItem; order: LineOrder }) => {
  const units = order.units.get(item);
  if (order.search.state === "loading") return <Skeleton width={18} />;
  return (
    <>
      <span>Ordered {formatQuantity(units?.ordered)}</span>{" "}
      <span>Shipped {formatQuantity(units?.shipped)}</span>{" "}
    </>
  );
};

/** The units of a line: ordered and shipped, where the order is searched, and received of those to return. */
export const LineUnits = ({ item, order }: { item: RmaItem; order: LineOrder | undefined }) => {
  const { receivedQuantity: received, quantity } = item;
  const isPart = (received ?? 0) > 0 && (received ?? 0) < (quantity ?? 0);
  return (
    <span className="line__brief line__counts">
      {order && <Ordered item={item} order={order} />}
      <span data-part={isPart || undefined}>
        {received === null || received === undefined
          ? "Received –"
          : `Received ${formatQuantity(received)} of ${formatQuantity(quantity)}`}
      </span>
    </span>
  );
};

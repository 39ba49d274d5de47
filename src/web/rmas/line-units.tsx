import type { ReturnModel } from "#contract/returns.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { findOrderedUnits, type OrderedUnits } from "#web/ui/ordered-units.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { OrderSearch } from "#web/ui/use-ordered-units.ts";

/** The order of an RMA's lines. */
export interface LineOrder {
  readonly search: OrderSearch;
  readonly units: ReadonlyMap<RmaItem, OrderedUnits | undefined>;
}

/** The order item of an RMA line: of its line in the return, otherwise of a shipment that contains it. */
const findOrderItemId = (
  item: RmaItem,
  rma: Pick<Rma, "rmaShipments">,
  record: Pick<ReturnModel, "items"> | undefined,
): number | undefined => {
  const returned = item.returnItemId
    ? record?.items.find(({ id }) => id === item.returnItemId)
    : undefined;
  const shipped = item.id
    ? rma.rmaShipments
        .flatMap(({ shipment }) => shipment?.shipmentItems ?? [])
        .find(({ rmaItemId }) => rmaItemId === item.id)
    : undefined;
  return returned?.orderItemId ?? shipped?.orderItemId ?? undefined;
};

/** Finds the ordered and shipped units of all lines of an RMA. */
export const mapOrderedUnits = (
  rma: Pick<Rma, "items" | "rmaShipments">,
  record: Pick<ReturnModel, "items"> | undefined,
  orders: OrderSearch["orders"],
): ReadonlyMap<RmaItem, OrderedUnits | undefined> =>
  new Map(
    rma.items.map((item) => [
      item,
      findOrderedUnits({ orderItemId: findOrderItemId(item, rma, record), sku: item.sku }, orders),
    ]),
  );

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

import type { Shipment } from "#contract/shipments.ts";
import type { OrderLine } from "./demo-order-items.ts";
import { createTrackingNumber, createTrackingUrl, type Service } from "./demo-shipping.ts";
import { hour, iso } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import { dollars } from "./money.ts";
import type { Random } from "./random.ts";

/** The order or return of a parcel. */
export interface ParcelOwner {
  orderId: number;
  purchaseOrderId: number | null;
  rmaId: number | null;
  sourceId: number;
  crossDockPurchaseOrderId: number | null;
}

interface ParcelLine {
  line: OrderLine;
  quantity: number;
}

const digits = (random: Random) => (count: number) =>
  Array.from({ length: count }, () => random.int(0, 9)).join("");

const shipmentNotes = [
  "Left with the front desk",
  "Second carton follows by freight",
  "Leave at the side door",
  "Packed with the backordered lamp",
];

const fieldNames = [
  ["Pallet", "P-114"],
  ["Packed by", "Station 7"],
  ["Temperature class", "Ambient"],
] as const;

const syncErrors = [
  "The channel refused the tracking number: unknown carrier code",
  "The order is closed at the channel",
];

/** The common fields of a parcel of an order and one of a return. */
export const parcel = (
  random: Random,
  ids: Ids,
  owner: ParcelOwner,
  service: Service,
  shippedAt: number,
) => {
  const trackingNumber = createTrackingNumber(service, digits(random));
  const syncError = random.chance(0.04) ? random.pick(syncErrors) : null;
  return {
    id: ids.next("shipment"),
    orderId: owner.orderId,
    purchaseOrderId: owner.purchaseOrderId,
    fulfillmentRequestId: owner.purchaseOrderId,
    rmaId: owner.rmaId,
    sourceId: owner.sourceId,
    accountId: 1,
    crossDockPurchaseOrderId: owner.crossDockPurchaseOrderId,
    note: random.chance(0.12) ? random.pick(shipmentNotes) : null,
    trackingUrl: createTrackingUrl(service, trackingNumber),
    trackingNumber,
    carrier: service.carrier.name,
    method: service.method.name,
    syncError,
    shippedAt: iso(shippedAt),
    insertedAt: iso(shippedAt - hour * random.next()),
    updatedAt: iso(shippedAt + hour * 0.5 * random.next()),
    shippingCost: dollars(random.int(640, service.days > 5 ? 18_000 : 3_900)),
    suppressed: random.chance(0.03),
    syncedToChannel: syncError === null && random.chance(0.92),
    accountingSynced: random.chance(0.6),
    customFields: random.chance(0.18)
      ? random
          .some(fieldNames, random.int(1, 2))
          .map(([name, value]) => ({ id: ids.next("customField"), name, value }))
      : [],
  } satisfies Partial<Shipment>;
};

/** Splits the shipped units of an order into one parcel, or into two or three. */
const createParcels = (random: Random, lines: readonly OrderLine[]): ParcelLine[][] => {
  const count = random.chance(0.72) ? 1 : random.int(2, 3);
  const parcels: ParcelLine[][] = Array.from({ length: count }, () => []);
  lines
    .filter((line) => line.shipped > 0)
    .forEach((line, index) => {
      const half = count > 1 && line.shipped > 1 ? Math.floor(line.shipped / 2) : 0;
      parcels[index % count]?.push({ line, quantity: line.shipped - half });
      if (half > 0) parcels[(index + 1) % count]?.push({ line, quantity: half });
    });
  return parcels.filter((lines_) => lines_.length > 0);
};

const createItem = (ids: Ids, shipmentId: number, { line, quantity }: ParcelLine) => ({
  id: ids.next("shipmentItem"),
  shipmentId,
  inventoryVariantId: line.variant.id,
  orderItemId: line.record.orderItemId,
  purchaseOrderItemId: line.record.id,
  fulfillmentRequestItemId: line.record.id,
  committedStockReleasedQuantity: quantity,
  rmaItemId: null,
  quantity,
  sku: line.variant.sku,
  partial: quantity < line.quantity,
});

/** The parcels of an order; their units add up to the shipped units of its lines. */
export const orderShipments = (
  random: Random,
  ids: Ids,
  owner: ParcelOwner,
  service: Service,
  lines: readonly OrderLine[],
  shippedAt: number,
  now: number,
): Shipment[] =>
  createParcels(random, lines).map((parcelLines, index) => {
    const shipment = parcel(
      random,
      ids,
      owner,
      service,
      Math.min(now - hour, shippedAt + index * 20 * hour),
    );
    return {
      ...shipment,
      partial:
        parcelLines.some(({ line, quantity }) => quantity < line.quantity) ||
        parcelLines.length < lines.length,
      shipmentItems: parcelLines.map((line) => createItem(ids, shipment.id, line)),
    };
  });

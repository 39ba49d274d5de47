import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { type Rma, type RmaItem, type RmaShipment } from "#contract/rmas.ts";
import type { Shipment } from "#contract/shipments.ts";
import { readTime } from "#contract/read-time.ts";
import { formatCount, formatMoney, formatQuantity, sentenceCase } from "#web/base/format.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { returnName, returnStatusName } from "./return-name.ts";
import { rmaName } from "./rma-name.ts";
import { countUndecided } from "./rma-status.tsx";
import { addKnown } from "#web/base/amounts.ts";

/** The record that an event is about. */
interface Subject {
  readonly kind: RecordKind;
  readonly id: number | null | undefined;
  readonly name: string;
}

/** An event of a return, or a fact that the API gives no time for. */
export interface ReturnEvent {
  readonly subject: Subject;
  /** The event in words, after the record's name: "created". */
  readonly what: string;
  /** ISO 8601; undefined if the API gives none. */
  readonly at: string | undefined;
  readonly details: readonly string[];
  /** At least one of both. */
  readonly tracking?: Readonly<Record<"number" | "url", string | null | undefined>>;
  readonly tone?: "good" | "bad";
}

type Time = string | null | undefined;
type More = Partial<Pick<ReturnEvent, "tracking" | "tone">> & {
  readonly details?: readonly (string | false | null | undefined)[];
};

/** The events of one record; those without a time are left out. */
const createEvents =
  (subject: Subject) =>
  (what: string, at: Time, { details = [], ...more }: More = {}): ReturnEvent[] =>
    at
      ? [{ subject, what, at, details: details.filter((text) => !!text) as string[], ...more }]
      : [];

const sumUnits = (items: readonly RmaItem[], count: (item: RmaItem) => number | null | undefined) =>
  addKnown(items.map(count)).known;

/** The decided units; undefined if none is decided. */
const describeDecision = ({ items }: Rma): string | undefined => {
  const approved = sumUnits(items, (item) => item.approvedQuantity) ?? 0;
  const denied = sumUnits(items, (item) => item.deniedQuantity) ?? 0;
  const open = countUndecided({ items });
  return approved + denied === 0
    ? undefined
    : `${formatCount(approved, "unit")} approved, ${formatQuantity(denied)} denied, ${formatQuantity(open)} undecided`;
};

const describeService = ({ carrier, method }: Shipment): string =>
  [carrier, method].filter(Boolean).join(", ");

const toTracking = (shipment: Shipment | null | undefined): More =>
  shipment?.trackingNumber || shipment?.trackingUrl
    ? { tracking: { number: shipment.trackingNumber, url: shipment.trackingUrl } }
    : {};

const listRmaShipmentEvents = (rma: Rma, one: RmaShipment): ReturnEvent[] => {
  const add = createEvents({ kind: "rmas", id: rma.id, name: rmaName(rma) });
  const { shipment, attachments } = one;
  const files = attachments.length > 0 && formatCount(attachments.length, "attachment");
  const service = shipment && describeService(shipment);
  return [
    ...add("shipment created", one.createdAt, { details: [service, files] }),
    ...add("shipment sent", one.sentAt ?? shipment?.shippedAt, {
      details: [service],
      ...toTracking(shipment),
    }),
  ];
};

const changed = (updatedAt: Time, createdAt: Time): Time =>
  updatedAt === createdAt ? undefined : updatedAt;

const listRmaEvents = (rma: Rma): ReturnEvent[] => {
  const add = createEvents({ kind: "rmas", id: rma.id, name: rmaName(rma) });
  const units = sumUnits(rma.items, (item) => item.quantity);
  const credit = `Credit ${formatMoney(rma.creditTotal)}`;
  return [
    ...add("created", rma.createdAt, {
      details: [units !== undefined && `${formatCount(units, "unit")} to return`],
    }),
    ...rma.rmaShipments.flatMap((shipment) => listRmaShipmentEvents(rma, shipment)),
    ...add("last updated", changed(rma.updatedAt, rma.createdAt), {
      details: [rma.rmaStatus && `Now ${sentenceCase(rma.rmaStatus)}`],
    }),
    ...add("credit synced to the order", rma.creditLastSyncedAt, {
      details: [credit],
      tone: "good",
    }),
    ...add("synced to accounting", rma.accountingSyncedAt, { details: [credit], tone: "good" }),
  ];
};

const listReturnEvents = (record: ReturnModel): ReturnEvent[] => {
  const add = createEvents({ kind: "returns", id: record.id, name: returnName(record) });
  return [
    ...add("created", record.insertedAt, { details: [formatCount(record.items.length, "line")] }),
    ...add("last updated", changed(record.updatedAt, record.insertedAt), {
      details: [record.status && `Now ${returnStatusName(record.status)}`],
    }),
    ...add("refund synced to the order", record.refundLastSyncedAt, {
      details: [`Refund ${formatMoney(record.refundTotal)}`],
      tone: "good",
    }),
  ];
};

const listOrderEvents = (order: PurchaseOrder): ReturnEvent[] => {
  const name = order.purchaseOrderNumber || `Order ${order.id ?? ""}`;
  const add = createEvents({ kind: "purchase-orders", id: order.id, name });
  return [
    ...add("sent to the source", order.sentAt),
    ...order.shipments.flatMap((shipment) =>
      add("shipped to the customer", shipment.shippedAt, {
        details: [describeService(shipment)],
        ...toTracking(shipment),
      }),
    ),
  ];
};

const listUndated = (rma: Rma): ReturnEvent[] => {
  const subject = { kind: "rmas", id: rma.id, name: rmaName(rma) } as const;
  const received = sumUnits(rma.items, (item) => item.receivedQuantity);
  const units = sumUnits(rma.items, (item) => item.quantity);
  const add = (what: string, tone?: "bad"): ReturnEvent => ({
    subject,
    what,
    at: undefined,
    details: [],
    ...(tone ? { tone } : {}),
  });
  const decision = describeDecision(rma);
  return [
    ...(decision ? [add(decision)] : []),
    ...(received
      ? [add(`${formatQuantity(received)} of ${formatCount(units ?? 0, "unit")} received`)]
      : []),
    ...rma.rmaShipments
      .filter(({ rmaShipmentStatus }) => rmaShipmentStatus === "Shipment Voided")
      .map(() => add("a shipment was voided")),
    ...(rma.accountingError ? [add(`accounting error: ${rma.accountingError}`, "bad")] : []),
  ];
};

/** The history of a return as its records give it. */
export interface ReturnHistory {
  /** In chronological order. */
  readonly events: readonly ReturnEvent[];
  /** The events without a valid time from the API. */
  readonly undated: readonly ReturnEvent[];
}

const parseTime = ({ at }: ReturnEvent): number => readTime(at);

/** The records of a return, as far as they are known. */
export interface ReturnRecords {
  readonly record: ReturnModel | undefined;
  readonly rmas: readonly Rma[];
  readonly orders: readonly PurchaseOrder[];
}

/** The records, and events that were loaded apart from them. */
interface ReturnSources extends ReturnRecords {
  readonly others?: readonly ReturnEvent[];
}

/** Combines the events of a return, its RMAs and its orders. */
export const createReturnHistory = ({
  record,
  rmas,
  orders,
  others = [],
}: ReturnSources): ReturnHistory => {
  const all = [
    ...orders.flatMap(listOrderEvents),
    ...(record ? listReturnEvents(record) : []),
    ...rmas.flatMap(listRmaEvents),
    ...others,
  ];
  return {
    events: all
      .filter((event) => !Number.isNaN(parseTime(event)))
      .toSorted((a, b) => parseTime(a) - parseTime(b)),
    undated: [
      ...all
        .filter((event) => Number.isNaN(parseTime(event)))
        .map((event) => ({ ...event, what: `${event.what}: ${event.at}` })),
      ...rmas.flatMap(listUndated),
    ],
  };
};

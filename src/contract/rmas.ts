import * as z from "zod/mini";
import { Address } from "./address.ts";
import { OrderItemBundleComponent } from "./bundle-components.ts";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery, requestAmount, requestText } from "./request-fields.ts";
import {
  body,
  decimal,
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  pathId,
  queryInteger,
  queryTimestamp,
  record,
  text,
  timestamp,
} from "./primitives.ts";
import { Shipment } from "./shipments.ts";

/** rmaStatus (api 3). */
export const rmaStatuses = [
  "Waiting",
  "Approved",
  "Voided",
  "Denied",
  "Partially Approved",
  "Canceled",
] as const;
export type RmaStatus = (typeof rmaStatuses)[number];

/** rmaShipmentStatus (api 3). */
const rmaShipmentStatuses = [
  "Shipment Created",
  "Shipment Sent",
  "Shipment Received",
  "Shipment Partially Received",
  "Shipment Voided",
] as const;

/** shipmentReceivedStatus of RMAs and returns (api 3). */
export const shipmentReceivedStatuses = [
  "not_received",
  "partially_received",
  "fully_received",
] as const;

/** One line of an RMA (api 2.11). Quantities are units; cost and creditedAmount are money in the account's currency. */
export const RmaItem = record(
  {
    id: int64(),
    returnItemId: int64(),
    rmaId: int64(),
    quantity: integer(
      "Units requested for return; locked once approvedQuantity or deniedQuantity was updated",
    ),
    approvedQuantity: integer("Editable only while rmaStatus is Waiting or Partially Approved"),
    deniedQuantity: integer("Editable only while rmaStatus is Waiting or Partially Approved"),
    receivedQuantity: integer(),
    voidedQuantity: integer(),
    sku: text(),
    title: text(),
    returnReason: text(),
    returnCondition: text(),
    note: text(),
    cost: decimal(),
    creditedAmount: decimal(),
    bundleComponents: list(OrderItemBundleComponent),
  },
  "RmaItem",
);
export type RmaItem = z.infer<typeof RmaItem>;

/** A label or document of an RMA shipment (api 2.11). */
const RmaAttachment = record(
  {
    id: int64(),
    rmaId: int64(),
    rmaShipmentId: int64(),
    attachmentType: text(),
    attachmentUrl: text(),
  },
  "RmaAttachment",
);

/** A parcel from a customer to a source (api 2.11). */
export const RmaShipment = record(
  {
    id: int64(),
    rmaId: int64(),
    accountId: int64(),
    shipment: maybe(Shipment),
    shippingAddress: maybe(Address),
    attachments: list(RmaAttachment),
    createdAt: timestamp(),
    sentAt: timestamp(),
    rmaShipmentStatus: openEnum(rmaShipmentStatuses),
  },
  "RmaShipment",
);
export type RmaShipment = z.infer<typeof RmaShipment>;

/** A return merchandise authorization: the units that one source takes back (api 2.11). */
export const Rma = record(
  {
    id: int64(),
    returnId: int64(),
    sourceId: int64(),
    accountId: int64(),
    rmaNumber: text(),
    returnToAddress: maybe(Address),
    items: list(RmaItem),
    totalRmaItems: integer(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    rmaStatus: openEnum(rmaStatuses),
    rmaShipments: list(RmaShipment),
    creditSubtotal: decimal("Sum of creditedAmount over all lines"),
    creditAdjustment: decimal(),
    creditTotal: decimal("creditSubtotal plus creditAdjustment"),
    creditLastSyncedAt: timestamp(),
    accountingSyncedAt: timestamp(),
    syncCreditChangesToOrder: flag(),
    shipmentReceivedStatus: openEnum(shipmentReceivedStatuses),
    accountingError: text(),
  },
  "Rma",
);
export type Rma = z.infer<typeof Rma>;

/** Counts of units in a request: whole and not negative. */
const units = z.nullish(z.int().check(z.gte(0)));

/** One line's changes (api 4.4): only non-null fields are changed, so null and absent mean "no change". */
export const RmaItemUpdate = body(
  {
    id: z.int(),
    sku: z.nullish(requestText()),
    quantity: units,
    returnCondition: z.nullish(requestText()),
    returnReason: z.nullish(requestText()),
    note: z.nullish(requestText()),
    approvedQuantity: units,
    deniedQuantity: units,
    cost: z.nullish(requestAmount()),
    creditedAmount: z.nullish(requestAmount()),
  },
  "RmaItemUpdate",
);
export type RmaItemUpdate = z.infer<typeof RmaItemUpdate>;

/** The statuses in which lines can still be decided (api 3, guards). */
export const decidableRmaStatuses: readonly string[] = [
  "Waiting",
  "Partially Approved",
] satisfies RmaStatus[];

/**
 * Why approvedQuantity and deniedQuantity of an RMA's lines cannot change now (api 3, guards), or undefined when they
 * can. An unknown or missing status locks them: the service would refuse the change.
 */
export const whyApprovalLocked = (rma: Pick<Rma, "rmaStatus">): string | undefined =>
  decidableRmaStatuses.includes(rma.rmaStatus ?? "")
    ? undefined
    : `${rma.rmaStatus == null ? "This RMA has no status." : `This RMA is ${rma.rmaStatus}.`} Units can be approved or denied only while it is Waiting or Partially approved.`;

/** Why a line's quantity cannot change now (api 3, guards), or undefined when it can. */
export const whyQuantityLocked = (
  item: Pick<RmaItem, "approvedQuantity" | "deniedQuantity">,
): string | undefined =>
  (item.approvedQuantity ?? 0) > 0 || (item.deniedQuantity ?? 0) > 0
    ? "Units on this line were already approved or denied, so its quantity can't be changed."
    : undefined;

/**
 * Why this split of a line is impossible (neighbours: approved + denied <= quantity), or undefined when it is valid.
 */
export const whyOverdecided = (
  item: Pick<RmaItem, "quantity" | "approvedQuantity" | "deniedQuantity">,
): string | undefined => {
  const decided = (item.approvedQuantity ?? 0) + (item.deniedQuantity ?? 0);
  const quantity = item.quantity ?? 0;
  return decided > quantity
    ? `Approved and denied units total ${decided}, but this line has only ${quantity}.`
    : undefined;
};

/** The undecided units of a line. */
export const countUndecidedUnits = (
  item: Pick<RmaItem, "quantity" | "approvedQuantity" | "deniedQuantity">,
): number =>
  Math.max(0, (item.quantity ?? 0) - (item.approvedQuantity ?? 0) - (item.deniedQuantity ?? 0));

/** Whether an RMA has undecided units. Its status alone is not enough: a decided one can be Partially Approved. */
export const hasUndecidedUnits = (rma: Pick<Rma, "rmaStatus" | "items">): boolean =>
  decidableRmaStatuses.includes(rma.rmaStatus ?? "") &&
  rma.items.some((item) => countUndecidedUnits(item) > 0);

/** The status that follows from the lines (neighbours): a decision never changes Voided and Canceled. */
export const computeRmaStatus = (
  items: readonly Pick<RmaItem, "quantity" | "approvedQuantity" | "deniedQuantity">[],
): RmaStatus => {
  const sum = (field: "quantity" | "approvedQuantity" | "deniedQuantity") =>
    items.reduce((total, item) => total + (item[field] ?? 0), 0);
  const [quantity, approved, denied] = [
    sum("quantity"),
    sum("approvedQuantity"),
    sum("deniedQuantity"),
  ];
  if (approved + denied === 0) return "Waiting";
  if (approved === quantity) return "Approved";
  if (denied === quantity) return "Denied";
  return "Partially Approved";
};

/** RMA credit in whole cents first, so that sums of money stay exact (neighbours). */
export const computeCreditTotals = (
  items: readonly Pick<RmaItem, "creditedAmount">[],
  adjustment: number | null | undefined,
): { creditSubtotal: number; creditTotal: number } => {
  const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);
  const subtotal = items.reduce((total, item) => total + cents(item.creditedAmount), 0);
  return { creditSubtotal: subtotal / 100, creditTotal: (subtotal + cents(adjustment)) / 100 };
};

export const rmaOperations = {
  listRmas: operation({
    method: "GET",
    path: "/rma",
    summary: "List RMAs, newest first",
    section: "neighbours",
    query: z.object({
      returnId: z.optional(queryInteger()),
      sourceId: z.optional(queryInteger()),
      rmaNumbers: z.optional(z.string().check(z.describe("Comma-separated RMA numbers"))),
      status: z.optional(z.string().check(z.describe("Comma-separated rmaStatus values"))),
      createdAfter: z.optional(queryTimestamp()),
      updatedAfter: z.optional(queryTimestamp()),
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: z.array(Rma),
    tokens: tokenMatrix.returns,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getRma: operation({
    method: "GET",
    path: "/rma/{id}",
    summary: "Read one RMA",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: Rma,
    tokens: tokenMatrix.returns,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  updateRmaItems: operation({
    method: "PATCH",
    path: "/rmas/{rmaId}/items",
    summary: "Update RMA items",
    description:
      "Only non-null fields of each supplied item are changed. approvedQuantity and deniedQuantity are editable only while rmaStatus is Waiting or Partially Approved; quantity is locked once either was updated. An empty array changes nothing and returns the RMA.",
    section: "api 4.4",
    params: z.object({ rmaId: pathId() }),
    body: z.array(RmaItemUpdate),
    response: Rma,
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "decide RMAs",
    readsWith: "[]",
    extension: false,
  }),
};

import * as z from "zod/mini";
import { OrderItemBundleComponent } from "./bundle-components.ts";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery, requestAmount } from "./request-fields.ts";
import {
  body,
  decimal,
  flag,
  int64,
  integer,
  list,
  openEnum,
  pathId,
  queryFlag,
  queryInteger,
  queryTimestamp,
  record,
  text,
  timestamp,
} from "./primitives.ts";
import { Rma, shipmentReceivedStatuses } from "./rmas.ts";

/** Return status (api 3). */
export const returnStatuses = ["open", "closed", "cancelled"] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** One line of a return (api 2.12). salesPrice and refundedAmount are money in the account's currency. */
export const ReturnItem = record(
  {
    id: int64(),
    returnId: int64(),
    orderItemId: int64(),
    returnQuantity: integer(),
    sku: text(),
    returnReason: text(),
    returnCondition: text(),
    title: text(),
    salesPrice: decimal(),
    refundedAmount: decimal(),
    bundleComponents: list(OrderItemBundleComponent),
  },
  "ReturnItem",
);
export type ReturnItem = z.infer<typeof ReturnItem>;

/** A return: the goods of one order that a customer sends back, split by source into RMAs (api 2.12). */
export const ReturnModel = record(
  {
    id: int64(),
    orderId: int64(),
    accountId: int64(),
    channelId: int64(),
    totalReturnItems: integer(),
    totalRmas: integer(),
    returnNumber: text(),
    items: list(ReturnItem),
    rmas: list(Rma),
    returnTotal: decimal(),
    refundAdjustment: decimal(),
    refundSubtotal: decimal("Sum of refundedAmount over all return items"),
    refundTotal: decimal("refundSubtotal plus refundAdjustment"),
    status: openEnum(returnStatuses),
    insertedAt: timestamp(),
    updatedAt: timestamp(),
    refundLastSyncedAt: timestamp(),
    syncRefundChangesToOrder: flag(),
    shipmentReceivedStatus: openEnum(shipmentReceivedStatuses),
  },
  "ReturnModel",
);
export type ReturnModel = z.infer<typeof ReturnModel>;

/** A return's changes (api 4.5); null and absent leave a field as it is. */
export const ReturnUpdate = body(
  {
    returnStatus: z.nullish(z.enum(returnStatuses)),
    refundAdjustment: z.nullish(requestAmount()),
    syncRefundChangesToOrder: z.nullish(z.boolean()),
  },
  "ReturnUpdate",
);
export type ReturnUpdate = z.infer<typeof ReturnUpdate>;

export const returnOperations = {
  listReturns: operation({
    method: "GET",
    path: "/returns",
    summary: "List returns, newest first",
    section: "neighbours",
    query: z.object({
      orderId: z.optional(queryInteger()),
      channelId: z.optional(queryInteger()),
      status: z.optional(z.string().check(z.describe("Comma-separated return statuses"))),
      includeRmas: queryFlag("Return each return's RMAs; otherwise rmas is empty"),
      updatedAfter: z.optional(queryTimestamp()),
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: z.array(ReturnModel),
    tokens: tokenMatrix.returns,
    owner: { type: "channel", in: "query", name: "channelId" },
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getReturn: operation({
    method: "GET",
    path: "/returns/{id}",
    summary: "Read one return with its RMAs",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: ReturnModel,
    tokens: tokenMatrix.returns,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  updateReturn: operation({
    method: "PATCH",
    path: "/returns/{id}",
    summary: "Update a return",
    description:
      "Sets the status and the refund settings. An empty object changes nothing and returns the record.",
    section: "api 4.5",
    params: z.object({ id: pathId() }),
    body: ReturnUpdate,
    response: ReturnModel,
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "change returns",
    readsWith: "{}",
    extension: false,
  }),
};

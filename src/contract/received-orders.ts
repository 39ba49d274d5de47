import * as z from "zod/mini";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import {
  body,
  int64,
  integer,
  list,
  maybe,
  pathId,
  queryInteger,
  record,
  requiredFlag,
  requiredInt64,
  requiredInteger,
  requiredOpenEnum,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import { PurchaseOrder } from "./purchase-orders.ts";

/*
 * Receiving orders (api 4.3) through the gateway: GET /purchase-orders/processing changes records and cannot be
 * repeated, so the gateway records each such call before it sends it, and its orders before it responds to any client.
 * These operations are the gateway's own; no upstream has them.
 */

/**
 * The result of a run. dispatching: in progress, or its gateway has just ended. received: its orders are stored.
 * refused: nothing was moved. unknown: it may have moved orders, and it is unknown which. settled: it was unknown,
 * and a person found out.
 */
export const receivedOrdersStates = [
  "dispatching",
  "received",
  "refused",
  "unknown",
  "settled",
] as const;
export type ReceivedOrdersState = (typeof receivedOrdersStates)[number];

/**
 * How an unknown run was settled. found: its orders were found by comparing. nothing-moved: the upstream moved none.
 * recovered-elsewhere: the orders were obtained in another way.
 */
const settlementKinds = ["found", "nothing-moved", "recovered-elsewhere"] as const;

export const ReceivedOrdersSettlement = record({
  kind: requiredOpenEnum(settlementKinds),
  orderIds: list(z.int(), "The orders that were found; empty for other kinds"),
  note: text(),
  settledAt: requiredText(),
  settledBy: text("Null: without sign-in"),
});
export type ReceivedOrdersSettlement = z.infer<typeof ReceivedOrdersSettlement>;

const runFields = {
  id: requiredInt64(),
  sourceId: int64("Null: all sources"),
  state: requiredOpenEnum(receivedOrdersStates),
  requestedAt: requiredText("Recorded before the request was sent"),
  requestedBy: text("Null: without sign-in"),
  answeredAt: timestamp("When the API's response ended, successful or not"),
  orderCount: requiredInteger("Number of orders stored with this run"),
  orderIds: list(
    z.int(),
    "Ids of the stored orders; orders whose id is not a whole number are left out",
  ),
  reason: text("Explains why no orders were moved, or why the result is unknown"),
  keptBytes: integer("Size of the stored response if it could not be parsed as orders"),
  settlement: maybe(ReceivedOrdersSettlement),
};

/** One call for the orders in Processing, with its result. */
export const ReceivedOrdersRun = record(runFields);
export type ReceivedOrdersRun = z.infer<typeof ReceivedOrdersRun>;

/** A run with its orders, character by character as received from the upstream. */
export const ReceivedOrdersRunDetail = record({
  ...runFields,
  orders: list(PurchaseOrder),
  keptAnswer: text("Beginning of a response that could not be parsed as orders, as text"),
});
export type ReceivedOrdersRunDetail = z.infer<typeof ReceivedOrdersRunDetail>;

/** The orders that an unknown run may have moved. */
export const ReceivedOrdersCandidates = record({
  comparable: requiredFlag(
    "If false, the API has no list of orders, so the run must be checked manually",
  ),
  reason: text("Explains why comparing is not possible, or why the list is incomplete"),
  movedSince: timestamp(
    "Processed orders changed after this time, by the API's clock, were compared",
  ),
  whole: requiredFlag(
    "If false, there are more orders than are compared, or the list kept changing while it was compared",
  ),
  orders: list(
    PurchaseOrder,
    "Orders in Processed, changed since then, of that source and in no run",
  ),
});
export type ReceivedOrdersCandidates = z.infer<typeof ReceivedOrdersCandidates>;

/** The maximum number of characters shown of a response that could not be read. */
export const maxKeptAnswerShown = 256 * 1024;

/** The maximum length of a settlement's note, in characters. */
export const maxSettlementNote = 2_000;

/** The maximum number of orders found for one run: the embedded service returns at most 1,000 in a response. */
const maxFoundOrders = 10_000;

export const ReceiveOrdersRequest = body({ sourceId: z.nullable(z.int().check(z.gte(1))) });
export type ReceiveOrdersRequest = z.infer<typeof ReceiveOrdersRequest>;

const note = () => z.nullish(z.string().check(z.maxLength(maxSettlementNote)));

export const SettlementRequest = z.discriminatedUnion("kind", [
  body({
    kind: z.literal("found"),
    orderIds: z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(maxFoundOrders)),
    note: note(),
  }),
  body({ kind: z.literal("nothing-moved"), note: note() }),
  body({ kind: z.literal("recovered-elsewhere"), note: note() }),
]);
export type SettlementRequest = z.infer<typeof SettlementRequest>;

const byId = z.object({ id: pathId() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const receivedOrderOperations = {
  receiveOrders: operation({
    method: "POST",
    path: "/received-orders",
    summary: "Receive the orders in Processing and move them to Processed",
    description:
      "Returns the run, whatever its result, once it is stored durably. 409 while a run of that source, or of all sources, is in progress; runId in the problem identifies it. 503 if the run cannot be recorded; nothing was sent in that case.",
    section: "api 4.3",
    body: ReceiveOrdersRequest,
    response: ReceivedOrdersRun,
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "receive orders",
    extension: true,
  }),
  listReceivedOrders: operation({
    method: "GET",
    path: "/received-orders",
    summary: "List the runs, newest first",
    section: "api 4.3",
    query: z.object({
      state: z.optional(z.enum(receivedOrdersStates)),
      orderId: z.optional(queryInteger("Only runs that received this order")),
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: z.array(ReceivedOrdersRun),
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getReceivedOrders: operation({
    method: "GET",
    path: "/received-orders/{id}",
    summary: "Read one run with its orders",
    section: "api 4.3",
    params: byId,
    response: ReceivedOrdersRunDetail,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  listReceivedOrdersCandidates: operation({
    method: "GET",
    path: "/received-orders/{id}/candidates",
    summary: "Compare an unknown run with the API's list of orders",
    description:
      "409 while another run of that source, or of all sources, is in progress, because its orders can't be told apart yet; runId in the problem identifies it.",
    section: "api 4.3",
    params: byId,
    response: ReceivedOrdersCandidates,
    tokens: tokenMatrix.purchaseOrders,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  settleReceivedOrders: operation({
    method: "POST",
    path: "/received-orders/{id}/settlement",
    summary: "Settle an unknown run",
    description:
      "With kind found, the gateway compares again and stores the listed orders with the run. 409 if one of them is not a candidate, if the run is not unknown, or while another run of that source, or of all sources, is in progress.",
    section: "api 4.3",
    params: byId,
    body: SettlementRequest,
    response: ReceivedOrdersRun,
    tokens: tokenMatrix.purchaseOrders,
    changesState: true,
    role: "agent",
    act: "settle runs",
    extension: true,
  }),
};

import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import type { OperationName, Operations } from "./operations.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import { seeingChanges } from "./people.ts";
import {
  body,
  int64,
  integer,
  list,
  maybe,
  pathId,
  queryInteger,
  queryTimestamp,
  record,
  requiredFlag,
  requiredInt64,
  requiredInteger,
  requiredOpenEnum,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import { maxPersonId } from "./limits.ts";

/*
 * The record of changes: the gateway records each changing call before it is sent, and its result afterwards. These operations
 * are the gateway's own; no upstream has them.
 */

/**
 * The result of a change. pending: in progress, or its gateway has just ended. done: the upstream confirmed it.
 * refused: nothing was changed. unknown: it may have been made. settled: it was unknown, and a person found out.
 */
export const changeStates = ["pending", "done", "refused", "unknown", "settled"] as const;
export type ChangeState = (typeof changeStates)[number];

/** The kinds of records that changes belong to, named as their screens are. */
export const changedResources = [
  "rmas",
  "returns",
  "purchase-orders",
  "received-orders",
  "mapping-rules",
  "mapping-sets",
  "webhooks",
] as const;
export type ChangedResource = (typeof changedResources)[number];

type Changing<N extends OperationName> = Operations[N]["changesState"] extends true ? N : never;

/** The names of the operations that change records; the last two are the gateway's own (received-orders.ts). */
export type ChangeName =
  | { [N in OperationName]: Changing<N> }[OperationName]
  | "receiveOrders"
  | "settleReceivedOrders";

/** The kind of record that each operation changes. */
export const changeResources = {
  updateRmaItems: "rmas",
  updateReturn: "returns",
  retrieveProcessingPurchaseOrders: "purchase-orders",
  acknowledgePurchaseOrder: "purchase-orders",
  startPurchaseOrder: "purchase-orders",
  processPurchaseOrder: "purchase-orders",
  saveMappingRule: "mapping-rules",
  createMappingSet: "mapping-sets",
  updateMappingSet: "mapping-sets",
  saveMappingSetItems: "mapping-sets",
  createWebhookConfiguration: "webhooks",
  updateWebhookConfiguration: "webhooks",
  retryWebhookEvents: "webhooks",
  rotateWebhookSecret: "webhooks",
  sendWebhookTestEvent: "webhooks",
  receiveOrders: "received-orders",
  settleReceivedOrders: "received-orders",
} as const satisfies Record<ChangeName, ChangedResource>;

/** Whether a name is an operation that changes records. */
export const isChangeName = (name: string): name is ChangeName =>
  Object.hasOwn(changeResources, name);

const ChangedField = record({
  name: requiredText(),
  count: requiredInteger("In how many entries of the request it was set"),
});

const ChangeSettlement = record({
  made: requiredFlag("Whether the change was made"),
  settledAt: requiredText(),
  settledBy: text("Null: without sign-in"),
});

/** One changing call and its result, without what was sent. */
export const Change = record({
  id: requiredInt64(),
  requestedAt: requiredText("Recorded before the request was sent"),
  person: text("Null: without sign-in"),
  operation: requiredText(),
  resource: requiredOpenEnum(changedResources),
  recordId: int64("Null: of several records, or of one that was not created"),
  recordName: text("What people call the record: its number, or its name; null: not known"),
  recordStatus: text("The record's status in the response to the change"),
  fields: list(ChangedField, "The names of the changed fields; never their values"),
  state: requiredOpenEnum(changeStates),
  status: integer("The status of the response"),
  reason: text("Explains a refusal, or why the result is unknown"),
  endedAt: timestamp(),
  requestId: requiredText(),
  settlement: maybe(ChangeSettlement),
});
export type Change = z.infer<typeof Change>;

export const ChangeSettlementRequest = body({ made: z.boolean() });
export type ChangeSettlementRequest = z.infer<typeof ChangeSettlementRequest>;

/** The format of an Idempotency-Key. */
export const idempotencyKeyPattern = /^[\w.:-]{1,128}$/;

export const OwnChangeSettlementRequest = body({
  key: z.string().check(z.regex(idempotencyKeyPattern)),
  made: z.boolean(),
});

const page = { pageNumber: pageNumber(), pageSize: pageSizeQuery() };

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const auditOperations = {
  listChanges: operation({
    method: "GET",
    path: "/audit",
    summary: "List the changes made through this console, newest first",
    section: "api 4",
    query: z.object({
      person: z.optional(z.string().check(z.maxLength(200), z.describe("Part of a name or an ID"))),
      personId: z.optional(
        z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(maxPersonId),
            z.describe("The ID of one person, whose name may have changed"),
          ),
      ),
      operation: z.optional(z.string().check(z.maxLength(60))),
      resource: z.optional(z.enum(changedResources)),
      recordId: z.optional(queryInteger()),
      state: z.optional(z.enum(changeStates)),
      after: z.optional(queryTimestamp("Requested at this time or later")),
      before: z.optional(queryTimestamp("Requested before this time")),
      ...page,
    }),
    response: z.array(Change),
    tokens: tokenTypes,
    changesState: false,
    ...seeingChanges,
    extension: true,
  }),
  listRecordChanges: operation({
    method: "GET",
    path: "/audit/record",
    summary: "List the changes of one record, newest first",
    section: "api 4",
    query: z.object({ resource: z.enum(changedResources), recordId: queryInteger(), ...page }),
    response: z.array(Change),
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  settleOwnChange: operation({
    method: "POST",
    path: "/audit/settlement",
    summary: "Record whether one's own change with an unknown result was made, found by its key",
    description: "Returns the settled change; an empty list if there is none to settle.",
    section: "api 4",
    body: OwnChangeSettlementRequest,
    response: z.array(Change),
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "settle changes",
    extension: true,
  }),
  settleChange: operation({
    method: "POST",
    path: "/audit/{id}/settlement",
    summary: "Record whether a change with an unknown result was made",
    description: "409 if the change is not unknown.",
    section: "api 4",
    params: z.object({ id: pathId() }),
    body: ChangeSettlementRequest,
    response: Change,
    tokens: tokenTypes,
    changesState: true,
    role: "admin",
    act: "settle changes",
    extension: true,
  }),
};

import * as z from "zod/mini";
import { type ChangedResource, changedResources, changeResources } from "./audit.ts";
import { maxNameLength, maxTextLength } from "./limits.ts";
import { operation, tokenTypes } from "./operation.ts";
import {
  body,
  flag,
  integer,
  list,
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
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import { RmaItemUpdate } from "./rmas.ts";

/*
 * Bulk runs: one change of many records, which the gateway sends one after the other, behind people's clicks. They don't
 * depend on the browser that started them. These operations are the gateway's own; no upstream has them.
 */

/** The operations that a run can repeat. */
const bulkOperationNames = [
  "updateRmaItems",
  "acknowledgePurchaseOrder",
  "startPurchaseOrder",
  "processPurchaseOrder",
  "saveMappingRule",
] as const;
export type BulkOperationName = (typeof bulkOperationNames)[number];

/** The kind of record that a run changes. */
export const bulkResource = (name: BulkOperationName): ChangedResource => changeResources[name];

/** The most records of one run. */
export const maxBulkItems = 2_000;

/** running: the gateway works on it. ended: nothing is left to do. canceled: some records were not sent. */
const bulkRunStates = ["running", "paused", "ended", "canceled"] as const;
export type BulkRunState = (typeof bulkRunStates)[number];

/**
 * The result for one record. refused: unchanged, and it can be tried again. conflict: not sent, since the record is not as
 * in the preview. unknown: it may have been changed. skipped: the run was canceled first.
 */
export const bulkItemStates = [
  "waiting",
  "sending",
  "done",
  "refused",
  "conflict",
  "unknown",
  "skipped",
] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** A line of an RMA as the preview showed it: the fields on which the change depends. */
const SeenRmaItem = body({
  id: z.int(),
  quantity: integer(),
  approvedQuantity: integer(),
  deniedQuantity: integer(),
  cost: z.nullish(z.number()),
  creditedAmount: z.nullish(z.number()),
  returnCondition: text(),
  returnReason: text(),
  note: text(),
});

/** An RMA as the preview showed it. An absent field doesn't matter for the change. */
export const SeenRma = body({
  rmaStatus: text(),
  lineCount: integer("A new line changes the status to which a decision leads"),
  items: z.array(SeenRmaItem),
});
export type SeenRma = z.infer<typeof SeenRma>;

/** The changes of an RMA's lines, if it is still as it was seen. */
export const BulkRmaChange = body({
  items: z.array(RmaItemUpdate).check(z.minLength(1)),
  seen: SeenRma,
});
export type BulkRmaChange = z.infer<typeof BulkRmaChange>;

/** A rule is switched as it is then: everything else of it stays. */
export const BulkRuleChange = body({ enabled: z.boolean() });
export type BulkRuleChange = z.infer<typeof BulkRuleChange>;

const reportValues = z.nullish(z.record(z.string(), z.union([z.string(), z.number()])));

const NewBulkItem = body({
  recordId: requiredInt64(),
  name: z.string().check(z.maxLength(maxNameLength)),
  /** `BulkRmaChange` or `BulkRuleChange`; none for an order. */
  change: z.optional(z.unknown()),
  /** What the preview showed: "Waiting → Approved, 3 units approved". */
  planned: z.nullish(z.string().check(z.maxLength(maxNameLength * 2))),
  /** The same as columns of the report. */
  report: reportValues,
});

export const NewBulkRun = body({
  operation: z.enum(bulkOperationNames),
  title: z.string().check(z.minLength(1), z.maxLength(maxTextLength)),
  past: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  items: z.array(NewBulkItem).check(z.minLength(1), z.maxLength(maxBulkItems)),
});
export type NewBulkRun = z.infer<typeof NewBulkRun>;

const BulkItem = record({
  recordId: requiredInt64(),
  name: requiredText(),
  state: requiredOpenEnum(bulkItemStates),
  reason: text("Why it is in this state, if that says more"),
  planned: text(),
  report: reportValues,
});
export type BulkItem = z.infer<typeof BulkItem>;

const count = () => requiredInteger();

export const BulkRun = record({
  id: requiredInt64(),
  operation: requiredText(),
  resource: requiredOpenEnum(changedResources),
  title: requiredText('What is done: "Approve rest"'),
  past: requiredText('The same of a changed record: "approved"'),
  startedAt: requiredText(),
  startedBy: text("Null: without sign-in"),
  isOwn: requiredFlag("Whether the person who asks has started it"),
  state: requiredOpenEnum(bulkRunStates),
  reason: text("Why the gateway paused it"),
  changedBy: text("Who paused, continued or canceled it last"),
  endedAt: timestamp(),
  isWorking: flag("Whether a gateway works on it now"),
  counts: record({
    total: count(),
    waiting: count(),
    sending: count(),
    done: count(),
    refused: count(),
    conflict: count(),
    unknown: count(),
    skipped: count(),
  }),
  items: list(BulkItem, "Empty in lists, except for the record by which a list is filtered"),
});
export type BulkRun = z.infer<typeof BulkRun>;

const shared = { section: "neighbours", tokens: tokenTypes, extension: true } as const;
const readable = { ...shared, changesState: false, role: "viewer" } as const;

/** The role of the run's own operation is needed too. */
const changing = { ...shared, changesState: true, role: "agent" } as const;

const act = "change bulk runs";
const params = z.object({ id: pathId() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const bulkRunOperations = {
  startBulkRun: operation({
    ...changing,
    method: "POST",
    path: "/bulk-runs",
    summary: "Start a change of many records, which the gateway sends one after the other",
    body: NewBulkRun,
    response: BulkRun,
    act: "start bulk runs",
  }),
  listBulkRuns: operation({
    ...readable,
    method: "GET",
    path: "/bulk-runs",
    summary: "List bulk runs, newest first",
    query: z.object({
      resource: z.optional(z.enum(changedResources)),
      recordId: z.optional(queryInteger("Only runs with this record, with its result")),
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: z.array(BulkRun),
  }),
  getBulkRun: operation({
    ...readable,
    method: "GET",
    path: "/bulk-runs/{id}",
    summary: "Read one bulk run with its records",
    params,
    response: BulkRun,
  }),
  pauseBulkRun: operation({
    ...changing,
    method: "POST",
    path: "/bulk-runs/{id}/pause",
    summary: "Pause a bulk run after the current record",
    params,
    response: BulkRun,
    act,
  }),
  continueBulkRun: operation({
    ...changing,
    method: "POST",
    path: "/bulk-runs/{id}/continue",
    summary: "Continue a bulk run; unknown results are checked first",
    params,
    response: BulkRun,
    act,
  }),
  cancelBulkRun: operation({
    ...changing,
    method: "POST",
    path: "/bulk-runs/{id}/cancel",
    summary: "End a bulk run: what was not sent stays unsent",
    params,
    response: BulkRun,
    act,
  }),
  retryBulkRun: operation({
    ...changing,
    method: "POST",
    path: "/bulk-runs/{id}/retry",
    summary: "Try the refused records of a bulk run again",
    params,
    response: BulkRun,
    act,
  }),
};

import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import { pathIdPattern, record, requiredInt64 } from "./primitives.ts";
import { RecordCopyState } from "./copy-state.ts";
import { searchedKinds } from "./record-search.ts";

/*
 * What the gateway's copy of records tells of an RMA: the facts around it, and how lines like its own were decided. These
 * operations are the gateway's own; no upstream has them. What is unknown is absent, never 0. `seenAt` and other numbers
 * of times are milliseconds since 1970; times of the API are texts, as it wrote them. Money is in the account's currency.
 */

/** An ID of up to 64 bits in a query, as it is written. */
const queryId = () => z.coerce.string<string | number>().check(z.regex(pathIdPattern));

const count = () => z.number();
const maybeAmount = () => z.optional(z.number());
const maybeText = () => z.optional(z.string());

/** A record that a line of text can name and lead to. */
const EvidenceRecord = z.object({
  kind: z.enum(searchedKinds),
  id: requiredInt64(),
  /** Its number; empty if it has none. */
  name: z.string(),
  status: maybeText(),
  /** When it was created. */
  date: maybeText(),
  seenAt: z.number(),
});
export type EvidenceRecord = z.infer<typeof EvidenceRecord>;

/** A parcel to the customer. */
const EvidenceParcel = z.object({
  carrier: maybeText(),
  trackingNumber: maybeText(),
  /** As the API wrote it: not checked. */
  trackingUrl: maybeText(),
  shippedAt: maybeText(),
});
export type EvidenceParcel = z.infer<typeof EvidenceParcel>;

/** From `from` to below `to`; without `to`: any more. */
const Band = z.object({ from: z.number(), to: z.optional(z.number()) });
export type Band = z.infer<typeof Band>;

/** In what other lines are like this one. The reason always; the others were dropped until there were enough lines. */
const AlikeFeatures = z.object({
  /** As this line has it; compared without case, accents and spaces around it. */
  reason: z.string(),
  condition: maybeText(),
  sourceId: z.optional(requiredInt64()),
  /** The cost of one unit. */
  cost: z.optional(Band),
  /** Days from delivery, else dispatch, else order, to the RMA. */
  age: z.optional(Band),
});
export type AlikeFeatures = z.infer<typeof AlikeFeatures>;

/** How a line was decided, or is proposed to be. split: some units were approved, the others denied. */
const lineOutcomes = ["approve", "deny", "split"] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** The fewest decided lines that say anything. */
export const fewestAlike = 5;

/** A decision is proposed if at least this part of the lines alike was decided that way. */
export const clearMajority = 0.8;

const DecisionProposal = z.object({
  outcome: z.enum(["approve", "deny"]),
  /**
   * Of approved units, the credit in percent of their cost: 100 is the full cost, 0 none. Absent where lines were approved
   * with different credits, or without a known one, and of denied lines.
   */
  creditPercent: z.optional(z.number()),
  /** How many of the lines alike were decided this way. */
  agreed: count(),
});
export type DecisionProposal = z.infer<typeof DecisionProposal>;

/** How lines like a line were decided, those of its own RMA apart. */
const PastDecisions = z.object({
  alike: AlikeFeatures,
  /** At least `fewestAlike`. */
  total: count(),
  /** All units approved, all denied, or some of each. */
  approved: count(),
  denied: count(),
  split: count(),
  /** Absent where there is no clear majority. */
  proposal: z.optional(DecisionProposal),
});
export type PastDecisions = z.infer<typeof PastDecisions>;

/** A line of the RMA. */
const EvidenceLine = z.object({
  /** The RMA's line. */
  id: requiredInt64(),
  sku: maybeText(),
  /** What the customer paid for one unit. */
  pricePaid: maybeAmount(),
  /** What the customer was refunded, and what the source credited. */
  refunded: maybeAmount(),
  credited: maybeAmount(),
  /** The line of the purchase order. */
  ordered: z.optional(
    z.object({
      /** Among `orders`. */
      purchaseOrderId: requiredInt64(),
      units: maybeAmount(),
      shippedUnits: maybeAmount(),
      /** The source's price of one unit. */
      cost: maybeAmount(),
    }),
  ),
  /** Those that hold units of this line. */
  parcels: z.array(EvidenceParcel),
  /** The last of its parcels. */
  shippedAt: maybeText(),
  deliveredAt: maybeText(),
  /** Absent if fewer than `fewestAlike` lines alike are known. */
  past: z.optional(PastDecisions),
});
export type EvidenceLine = z.infer<typeof EvidenceLine>;

/** Returned against ordered units. Both numbers are of the same months. */
const ReturnRate = z.object({
  /** Lines of RMAs, without voided and canceled ones. */
  returns: count(),
  returnedUnits: count(),
  /** Absent if no order is known. */
  orderedUnits: maybeAmount(),
  /** The first day that is counted, as 2026-01-01. */
  from: z.string(),
  seenAt: z.optional(z.number()),
});
export type ReturnRate = z.infer<typeof ReturnRate>;

/** The other returns of a customer. */
const CustomerHistory = z.object({
  /** How the customer was recognized. */
  by: z.enum(["email", "name-and-address"]),
  /** All numbers are at least so many, if the customer has more orders or returns than are read. */
  hasMore: z.boolean(),
  orders: count(),
  returns: count(),
  rmas: count(),
  /** Units of the RMAs' lines, without voided and canceled RMAs. */
  units: count(),
  approvedUnits: count(),
  deniedUnits: count(),
  credited: maybeAmount(),
  /** The newest ten: RMAs, and returns that have none. */
  newest: z.array(EvidenceRecord),
});
export type CustomerHistory = z.infer<typeof CustomerHistory>;

const Evidence = record({
  /** How complete the copies are; `off`: this gateway keeps none. */
  copies: z.object({
    "purchase-orders": RecordCopyState,
    rmas: RecordCopyState,
    returns: RecordCopyState,
  }),
  /** Absent if the RMA is not copied: then everything else is empty. */
  rma: z.optional(EvidenceRecord),
  return: z.optional(EvidenceRecord),
  /** The purchase orders of the RMA's lines. */
  orders: z.array(
    z.object({
      ...EvidenceRecord.shape,
      fulfillmentStatus: maybeText(),
      sourceId: z.optional(requiredInt64()),
    }),
  ),
  lines: z.array(EvidenceLine),
  /** As the order's address names them. Absent if it is unknown or redacted. */
  customer: z.optional(
    z.object({
      name: maybeText(),
      email: maybeText(),
      phone: maybeText(),
      seenAt: z.number(),
      history: z.optional(CustomerHistory),
    }),
  ),
  /** By SKU, in the order of the lines; at most `maxEvidenceProducts`. */
  products: z.array(z.object({ sku: z.string(), ...ReturnRate.shape })),
  source: z.optional(z.object({ id: requiredInt64(), ...ReturnRate.shape })),
  otherRmas: z.array(EvidenceRecord),
});
export type Evidence = z.infer<typeof Evidence>;

export const maxEvidenceProducts = 50;

/** A decided line. */
const DecidedLine = z.object({
  rma: EvidenceRecord,
  lineId: requiredInt64(),
  sku: maybeText(),
  title: maybeText(),
  reason: maybeText(),
  condition: maybeText(),
  cost: maybeAmount(),
  quantity: count(),
  approved: count(),
  denied: count(),
  credited: maybeAmount(),
  outcome: z.enum(lineOutcomes),
  /** As in `DecisionProposal`; absent if it is no whole percentage. */
  creditPercent: z.optional(z.number()),
  /** When the RMA was changed to this decision; of one that was copied later, its last change by then. */
  decidedAt: z.number(),
});
export type DecidedLine = z.infer<typeof DecidedLine>;

/** How many of the lines alike can be listed. */
export const maxAlikeLines = 500;

/** The most lines of one page. */
export const maxAlikePage = 100;

const AlikeLines = record({
  /** As in the evidence; absent if there are no longer enough lines. */
  past: z.optional(PastDecisions),
  /** The newest decisions first. */
  lines: z.array(DecidedLine),
  hasMore: z.boolean(),
});
export type AlikeLines = z.infer<typeof AlikeLines>;

/** The decided lines for which proposals are checked. */
export const checkedDecisions = 500;

const ProposalCounts = {
  /** Decided lines that were checked. */
  lines: count(),
  /** Those for which something had been proposed, from the decisions before theirs. */
  proposed: count(),
  /** Those that were then decided as proposed. */
  agreed: count(),
};

const ProposalQuality = record({
  ...ProposalCounts,
  /** Most lines first. */
  reasons: z.array(z.object({ reason: z.string(), ...ProposalCounts })),
  /** The first and the last decision that was checked; absent if there is none. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  copy: RecordCopyState,
});
export type ProposalQuality = z.infer<typeof ProposalQuality>;

const page = (most: number) =>
  z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(most));

const shared = {
  section: "neighbours",
  tokens: tokenTypes,
  changesState: false,
  role: "viewer",
  extension: true,
} as const;

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const evidenceOperations = {
  getEvidence: operation({
    ...shared,
    method: "GET",
    path: "/evidence",
    summary: "What the copied records tell of an RMA, and how lines like its own were decided",
    query: z.object({ rmaId: queryId() }),
    response: Evidence,
  }),
  listAlikeLines: operation({
    ...shared,
    method: "GET",
    path: "/evidence/lines",
    summary: "List the decided lines that are like a line of an RMA",
    query: z.object({
      rmaId: queryId(),
      lineId: queryId(),
      first: z._default(
        z.coerce.number<string | number>().check(z.int(), z.gte(0), z.lt(maxAlikeLines)),
        0,
      ),
      count: z._default(page(maxAlikePage), 50),
    }),
    response: AlikeLines,
  }),
  getProposalQuality: operation({
    ...shared,
    method: "GET",
    path: "/evidence/quality",
    summary: "How often people decided as was proposed",
    response: ProposalQuality,
  }),
};

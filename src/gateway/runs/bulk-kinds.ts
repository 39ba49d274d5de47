import type * as z from "zod/mini";
import {
  BulkRmaChange,
  BulkRuleChange,
  type BulkOperationName,
  type SeenRma,
} from "#contract/bulk-runs.ts";
import { writeJsonExactly } from "#contract/exact-json.ts";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { Operation } from "#contract/operation.ts";
import {
  findPurchaseOrderStatusHandle,
  whyNotAcknowledgeable,
  whyNotProcessable,
  whyNotStartable,
} from "#contract/purchase-order-states.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { type Rma, type RmaItem, rmaOperations, whyApprovalLocked } from "#contract/rmas.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { ItemEnd } from "./bulk-store.ts";

/** A request that returns the record. */
interface ReadRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly body?: string;
}

/** How much of a change a record has. */
type Part = "all" | "none" | "some";

/** The differences between the operations of runs. `C`: what is sent, as the contract has it. */
export interface BulkKind<C, R> {
  readonly operation: Operation;
  /** Undefined: the operation alone says all. */
  readonly change: z.ZodMiniType<C> | undefined;
  /** The requests that return the record, the first that the API serves. */
  readonly read: (id: number) => readonly ReadRequest[];
  /** The record in an answer; undefined if the API doesn't have it. */
  readonly find: (answer: unknown) => R | undefined;
  readonly path: (id: number) => string;
  /** The body for the record as it is now, or the result if nothing has to be sent. */
  readonly plan: ((change: C, now: R) => { readonly body: string } | ItemEnd) | undefined;
  /** Undefined: the record doesn't show it. */
  readonly findPart: (change: C, now: R) => Part | undefined;
  /** Why a record without the change can't get it now. */
  readonly whyNot?: (now: R) => string | undefined;
}

const withId = ({ path }: Operation, id: number): string => path.replace(/\{\w+\}/, String(id));

const isSame = (one: unknown, other: unknown): boolean => (one ?? "") === (other ?? "");

/** Of an absent number and zero, both are nothing. */
const isSameUnits = (one: unknown, other: unknown): boolean => (one ?? 0) === (other ?? 0);

const fieldLabels = {
  quantity: "Quantity",
  approvedQuantity: "Approved",
  deniedQuantity: "Denied",
  cost: "Cost",
  creditedAmount: "Credit",
  returnCondition: "Condition",
  returnReason: "Reason",
  note: "Note",
} as const satisfies Partial<Record<keyof RmaItem, string>>;

const countedFields: ReadonlySet<string> = new Set([
  "quantity",
  "approvedQuantity",
  "deniedQuantity",
  "creditedAmount",
]);

const nameLine = ({ title, sku, id }: Partial<RmaItem>): string => title ?? sku ?? `Line ${id}`;

/** “Partially Approved” as the console shows it. */
const inWords = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase();

const listDifferences = ({ rmaStatus, lineCount, items }: SeenRma, now: Rma): string[] => {
  const show = (value: unknown) => (value === undefined || value === "" ? "–" : String(value));
  const found: string[] = [];
  if (rmaStatus != null && rmaStatus !== now.rmaStatus)
    found.push(`Status ${inWords(rmaStatus)} → ${inWords(now.rmaStatus ?? "–")}`);
  for (const { id, ...seen } of items) {
    const line = now.items.find((item) => item.id === id);
    if (line === undefined) {
      found.push(`a line was removed`);
      continue;
    }
    for (const [field, value] of Object.entries(seen)) {
      const current = line[field as keyof typeof fieldLabels];
      const same = countedFields.has(field) ? isSameUnits(value, current) : isSame(value, current);
      const [was, is] = [value, current].map((one) =>
        show(one ?? (countedFields.has(field) ? 0 : undefined)),
      );
      const label = fieldLabels[field as keyof typeof fieldLabels];
      if (!same) found.push(`${nameLine(line)}: ${label} ${was} → ${is}`);
    }
  }
  if (lineCount != null && lineCount < now.items.length) found.push("a new line");
  return found;
};

const mostDifferences = 3;

const describeDifferences = (found: readonly string[]): string => {
  const rest = found.length - mostDifferences;
  const shown = found.slice(0, mostDifferences).join("; ");
  return `Changed since the preview: ${shown}${rest > 0 ? `; ${rest} more` : ""}.`;
};

const already: ItemEnd = { state: "done", reason: "It was so already; nothing was sent." };

const findRmaPart = ({ items }: BulkRmaChange, now: Rma): Part => {
  const lines = new Map(now.items.map((item) => [item.id, item]));
  const fits = items.flatMap(({ id, ...changes }) =>
    Object.entries(changes).map(([field, value]) =>
      isSame(lines.get(id)?.[field as keyof RmaItem], value),
    ),
  );
  if (fits.every(Boolean)) return "all";
  return fits.some(Boolean) ? "some" : "none";
};

const decides = ({ items }: BulkRmaChange): boolean =>
  items.some((item) => item.approvedQuantity != null || item.deniedQuantity != null);

const rmas: BulkKind<BulkRmaChange, Rma> = {
  operation: rmaOperations.updateRmaItems,
  change: BulkRmaChange,
  // An API that documents no way to read an RMA returns it for an empty update.
  read: (id) => [
    { operation: rmaOperations.getRma, path: withId(rmaOperations.getRma, id) },
    {
      operation: rmaOperations.updateRmaItems,
      path: withId(rmaOperations.updateRmaItems, id),
      body: "[]",
    },
  ],
  find: (answer) => answer as Rma,
  path: (id) => withId(rmaOperations.updateRmaItems, id),
  plan: (change, now) => {
    if (findRmaPart(change, now) === "all") return already;
    const locked = decides(change) ? whyApprovalLocked(now) : undefined;
    if (locked !== undefined) return { state: "conflict", reason: locked };
    const found = listDifferences(change.seen, now);
    return found.length > 0
      ? { state: "conflict", reason: describeDifferences(found) }
      : { body: writeJsonExactly(change.items) };
  },
  findPart: findRmaPart,
};

const orders = (
  operation: Operation,
  handle: string,
  whyNot: (order: PurchaseOrder) => string | undefined,
): BulkKind<null, PurchaseOrder> => {
  const { getPurchaseOrder } = purchaseOrderOperations;
  return {
    operation,
    change: undefined,
    read: (id) => [{ operation: getPurchaseOrder, path: withId(getPurchaseOrder, id) }],
    find: (answer) => answer as PurchaseOrder,
    path: (id) => withId(operation, id),
    // The API refuses a second change, so orders are not read first.
    plan: undefined,
    findPart: (_, { purchaseOrderStatus: status }) =>
      (status?.handle ?? findPurchaseOrderStatusHandle(status?.name ?? "")) === handle
        ? "all"
        : "none",
    whyNot,
  };
};

/** Whether a rule is enabled; undefined if the API sent it without its tree. */
const isEnabled = ({ rule }: MappingRule): boolean | undefined =>
  rule ? (rule.enabled ?? true) : undefined;

const { listMappingRules, saveMappingRule } = mappingRuleOperations;

const rules: BulkKind<BulkRuleChange, MappingRule> = {
  operation: saveMappingRule,
  change: BulkRuleChange,
  read: (id) => [{ operation: listMappingRules, path: `${listMappingRules.path}?ids=${id}` }],
  // A save answers with the rule, a read with a list of it.
  find: (answer) => (Array.isArray(answer) ? answer[0] : answer) as MappingRule | undefined,
  path: () => saveMappingRule.path,
  // Each is saved whole: the API has no operation for the switch alone (api 4.6).
  plan: ({ enabled }, now) => {
    const request = toMappingRuleRequest(now);
    if (request === undefined)
      return {
        state: "refused",
        reason: "The API sent this rule without its conditions and actions.",
      };
    if (isEnabled(now) === enabled) return already;
    return { body: writeJsonExactly({ ...request, rule: { ...request.rule, enabled } }) };
  },
  findPart: ({ enabled }, now) => {
    const is = isEnabled(now);
    return is === undefined ? undefined : is === enabled ? "all" : "none";
  },
};

const { acknowledgePurchaseOrder, startPurchaseOrder, processPurchaseOrder } =
  purchaseOrderOperations;

/** The kinds of runs, each with its own change and record. */
export const bulkKinds = {
  updateRmaItems: rmas,
  acknowledgePurchaseOrder: orders(acknowledgePurchaseOrder, "acknowledged", whyNotAcknowledgeable),
  startPurchaseOrder: orders(startPurchaseOrder, "processing", whyNotStartable),
  processPurchaseOrder: orders(processPurchaseOrder, "processed", whyNotProcessable),
  saveMappingRule: rules,
} as unknown as Readonly<Record<BulkOperationName, BulkKind<unknown, unknown>>>;

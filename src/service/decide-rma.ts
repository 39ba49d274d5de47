import type { Issue } from "#contract/errors.ts";
import {
  computeCreditTotals,
  decidableRmaStatuses,
  computeRmaStatus,
  whyApprovalLocked,
  whyOverdecided,
  whyQuantityLocked,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
} from "#contract/rmas.ts";
import type { StoredRma } from "./store/rmas.ts";

type Field = Exclude<keyof RmaItemUpdate, "id">;

const decisionFields: readonly Field[] = ["approvedQuantity", "deniedQuantity"];
const unitFields: readonly Field[] = ["quantity", ...decisionFields];

/** The decided units of a line that was ever decided, for the guard of its quantity, whatever its units are now. */
const onceDecided = { approvedQuantity: 1, deniedQuantity: 0 };

/**
 * The result of a request: the changed RMA, or all reasons why nothing is changed. `changed` is false for a request
 * that equals the stored state.
 */
type RmaDecision =
  | { readonly issues: readonly Issue[] }
  | { readonly changed: boolean; readonly rma: StoredRma };

interface LineChange {
  readonly index: number;
  readonly before: RmaItem;
  readonly after: RmaItem;
  /** The fields whose value differs: a value equal to the stored one is no change, and no guard applies to it. */
  readonly fields: ReadonlySet<Field>;
}

/** A line without a number of approved or denied units has none of them. */
const presentValue = (item: RmaItem, field: Field) =>
  item[field] ?? (decisionFields.includes(field) ? 0 : undefined);

const createChange = (index: number, before: RmaItem, update: RmaItemUpdate): LineChange => {
  const wanted = Object.entries(update).filter(
    ([field, value]) =>
      value !== null && value !== undefined && presentValue(before, field as Field) !== value,
  );
  return {
    index,
    before,
    after: { ...before, ...Object.fromEntries(wanted) },
    fields: new Set(wanted.map(([field]) => field as Field)),
  };
};

/** Unknown ids and duplicate ids; it is ambiguous which of two changes applies. */
const idIssues = (items: readonly RmaItem[], updates: readonly RmaItemUpdate[]): Issue[] => {
  const known = new Set(items.map((item) => item.id));
  const firstAt = new Map<number, number>();
  return updates.flatMap(({ id }, index) => {
    const path = `${index}.id`;
    if (!known.has(id)) return [{ path, message: `This RMA has no item ${id}` }];
    const first = firstAt.get(id);
    if (first !== undefined)
      return [{ path, message: `Item ${id} appears twice, first at ${first}` }];
    firstAt.set(id, index);
    return [];
  });
};

/** Both guards of api 3 and the sum of neighbours, evaluated against the RMA before the request. */
const guardIssues = (
  { record, decidedItems }: StoredRma,
  { index, before, after, fields }: LineChange,
): Issue[] => {
  const at = (field: Field, message: string | undefined): Issue[] =>
    message === undefined ? [] : [{ path: `${index}.${field}`, message }];
  const quantityLocked = whyQuantityLocked(
    decidedItems.includes(before.id ?? 0) ? onceDecided : before,
  );
  const lastUnitField = unitFields.findLast((field) => fields.has(field));
  return [
    ...decisionFields.flatMap((field) =>
      fields.has(field) ? at(field, whyApprovalLocked(record)) : [],
    ),
    ...(fields.has("quantity") ? at("quantity", quantityLocked) : []),
    ...(lastUnitField === undefined ? [] : at(lastUnitField, whyOverdecided(after))),
  ];
};

/** Decisions neither set nor leave Voided and Canceled (neighbours). */
const followsItsLines = (rma: Rma): boolean =>
  [...decidableRmaStatuses, "Approved", "Denied"].includes(rma.rmaStatus ?? "");

/**
 * Applies a request's line changes to an RMA, all or none (api 4.4).
 *
 * The guards use the RMA as it was before the request, so that quantity and approvedQuantity of an undecided line may
 * change in one request; the sum is checked on the outcome. A line counts as decided from its first changed
 * approvedQuantity or deniedQuantity on, even if both are 0 again.
 */
export const decideRma = (
  stored: StoredRma,
  updates: readonly RmaItemUpdate[],
  now: Date,
): RmaDecision => {
  const { items } = stored.record;
  const unknown = idIssues(items, updates);
  const changes = updates.flatMap((update, index) => {
    const before = items.find((item) => item.id === update.id);
    return before === undefined ? [] : [createChange(index, before, update)];
  });
  const issues = [...unknown, ...changes.flatMap((change) => guardIssues(stored, change))];
  if (issues.length > 0) return { issues };
  if (changes.every(({ fields }) => fields.size === 0)) return { changed: false, rma: stored };
  return { changed: true, rma: applyChanges(stored, changes, now) };
};

const applyChanges = (
  { record, decidedItems }: StoredRma,
  changes: readonly LineChange[],
  now: Date,
): StoredRma => {
  const items = record.items.map(
    (item) => changes.find(({ before }) => before === item)?.after ?? item,
  );
  const decided = changes.filter(({ fields }) => decisionFields.some((field) => fields.has(field)));
  return {
    record: {
      ...record,
      items,
      ...computeCreditTotals(items, record.creditAdjustment),
      rmaStatus: followsItsLines(record) ? computeRmaStatus(items) : record.rmaStatus,
      updatedAt: now.toISOString(),
    },
    decidedItems: [...new Set([...decidedItems, ...decided.map(({ before }) => before.id ?? 0)])],
  };
};

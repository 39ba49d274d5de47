import { type RmaItem, whyOverdecided } from "#contract/rmas.ts";
import type { LineState, RmaDraft } from "./decision.ts";
import { typeField } from "./draft-changes.ts";
import { toCents } from "#web/base/amount.ts";
import { calculateCost, formatField, type LineField, readField } from "./line-fields.ts";

const formatCents = (amount: number): string => (amount / 100).toFixed(2);

const numbers = ["quantity", "approvedQuantity", "deniedQuantity", "cost"] as const;

const readNumber = (
  item: RmaItem,
  field: (typeof numbers)[number],
  line: RmaDraft[string],
): number | undefined => {
  const typed = line[field]?.text;
  // The record's own value needs no reading: its cost may have more decimals than can be typed.
  if (typed === undefined) return item[field] ?? 0;
  const reading = readField(field, typed);
  return "value" in reading ? Number(reading.value) : undefined;
};

/**
 * The proposed credit for a line's approved units; undefined if they did not change, cannot be saved, or have no cost to
 * calculate with. Units that are no longer approved take their credit back; a missing credit stays missing.
 */
const proposeCredit = (item: RmaItem, line: RmaDraft[string] = {}): string | undefined => {
  if (line.approvedQuantity === undefined) return undefined;
  const read = numbers.map((field) => [field, readNumber(item, field, line)] as const);
  const after = { ...item, ...Object.fromEntries(read) };
  if (after.approvedQuantity === undefined || whyOverdecided(after) !== undefined) return undefined;
  const amount = calculateCost(after);
  const hasCredit = amount > 0 || toCents(item.creditedAmount) > 0;
  return (after.cost ?? 0) > 0 && hasCredit ? formatCents(amount) : undefined;
};

/** An amount that the user entered is never replaced: only a proposed one, or none. */
const isUntouched = (item: RmaItem, line: RmaDraft[string] = {}): boolean =>
  line.creditedAmount === undefined
    ? [0, calculateCost(item)].includes(toCents(item.creditedAmount))
    : line.creditedAmount.text === proposeCredit(item, line);

/** Updates an untouched credit after an edit of its line. */
const updateCredit = (before: RmaDraft, after: RmaDraft, item: RmaItem): RmaDraft => {
  const id = item.id ?? 0;
  if (!isUntouched(item, before[id])) return after;
  const text = proposeCredit(item, after[id]) ?? formatField(item, "creditedAmount");
  return typeField(after, item, "creditedAmount", text);
};

/** Whether approved units of a line have a cost but no credit. */
export const lacksCredit = ({ after }: LineState): boolean =>
  toCents(after.creditedAmount) === 0 && calculateCost(after) > 0;

/** Credits a line's approved units at cost. */
export const fillCredit = (draft: RmaDraft, { item, after }: LineState): RmaDraft =>
  typeField(draft, item, "creditedAmount", formatCents(calculateCost(after)));

/** Types a text into a field, and updates a credit that was not typed. */
export const typeDecision = (
  draft: RmaDraft,
  item: RmaItem,
  field: LineField,
  text: string,
): RmaDraft => {
  const next = typeField(draft, item, field, text);
  return field === "creditedAmount" ? next : updateCredit(draft, next, item);
};

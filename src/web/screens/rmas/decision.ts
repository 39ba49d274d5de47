import {
  computeCreditTotals,
  decidableRmaStatuses,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  computeRmaStatus,
  countUndecidedUnits,
  whyApprovalLocked,
  whyOverdecided,
  whyQuantityLocked,
} from "#contract/rmas.ts";
import { toCents } from "#web/base/amount.ts";
import {
  formatField,
  type LineField,
  lineFields,
  readField,
  whyUnusualCredit,
} from "./line-fields.ts";

/** The text typed into a field, and the field's value when it was typed. @public */
export interface Typed {
  text: string;
  was: string;
}

/** The unsaved texts by line id and field. Fields with their saved value are not included. */
export type RmaDraft = Readonly<Record<string, Readonly<Partial<Record<LineField, Typed>>>>>;

interface FieldState {
  text: string;
  changed: boolean;
  /** The reason why the typed text is invalid. */
  problem: string | undefined;
  /** The reason why the field cannot be changed now. */
  locked: string | undefined;
}

/** One line with its typed texts. */
export interface LineState {
  item: RmaItem;
  id: number;
  /** The line after saving: with the valid typed values. */
  after: RmaItem;
  fields: Readonly<Record<LineField, FieldState>>;
  /** Units that would still be undecided. */
  remaining: number;
  /** What is unusual about the credit, though it can be saved. */
  unusualCredit: string | undefined;
}

/** Everything that the decision screen computes. Money is in whole cents. */
export interface Decision {
  lines: readonly LineState[];
  changes: readonly RmaItemUpdate[];
  problems: readonly { id: number; field: LineField; problem: string }[];
  undecided: { before: number; after: number };
  approved: { before: number; after: number };
  denied: { before: number; after: number };
  subtotal: { before: number; after: number };
  adjustment: number;
  total: { before: number; after: number };
  status: { before: string; after: string };
  /** True if saving ends the statuses in which lines can be decided, which the API cannot undo. */
  closes: boolean;
  /** True if saving asks first: it closes the RMA, or a changed line's credit is unusual. */
  asks: boolean;
}

/** Guards check the saved line, as the service does: typed values do not lock a field. */
const locks: Partial<Record<LineField, (rma: Rma, item: RmaItem) => string | undefined>> = {
  approvedQuantity: whyApprovalLocked,
  deniedQuantity: whyApprovalLocked,
  quantity: (_, item) => whyQuantityLocked(item),
};

const getFieldState = (
  rma: Rma,
  item: RmaItem,
  field: LineField,
  typed: Typed | undefined,
  forbidden: string | undefined,
): FieldState => {
  const original = formatField(item, field);
  const text = typed?.text ?? original;
  const changed = text !== original;
  const reading = changed ? readField(field, text) : undefined;
  return {
    text,
    changed,
    problem: reading && "problem" in reading ? reading.problem : undefined,
    locked: forbidden ?? locks[field]?.(rma, item),
  };
};

const applyFields = (item: RmaItem, fields: LineState["fields"]): RmaItem => {
  const wanted = lineFields.flatMap((field) => {
    if (!fields[field].changed) return [];
    const reading = readField(field, fields[field].text);
    return "value" in reading ? [[field, reading.value] as const] : [];
  });
  return { ...item, ...Object.fromEntries(wanted) };
};

const decisionFields = ["approvedQuantity", "deniedQuantity", "quantity"] as const;

/** Too many units are reported at the field typed last, where the user is. */
const reportOverdecided = (
  fields: LineState["fields"],
  after: RmaItem,
  typed: RmaDraft[string],
): LineState["fields"] => {
  const problem = whyOverdecided(after);
  const last = Object.keys(typed).toReversed();
  const at = last
    .flatMap((name) => decisionFields.filter((field) => field === name))
    .find((field) => fields[field].changed && fields[field].problem === undefined);
  return problem === undefined || at === undefined
    ? fields
    : { ...fields, [at]: { ...fields[at], problem } };
};

/**
 * Units beyond a line's quantity do not count: until the error is corrected, the totals show the record's own units.
 */
const restoreUnits = (item: RmaItem, after: RmaItem): RmaItem => ({
  ...after,
  quantity: item.quantity,
  approvedQuantity: item.approvedQuantity,
  deniedQuantity: item.deniedQuantity,
});

const createLineState = (
  rma: Rma,
  item: RmaItem,
  draft: RmaDraft,
  forbidden: string | undefined,
): LineState => {
  const id = item.id ?? 0;
  const typed = draft[id] ?? {};
  const entries = lineFields.map(
    (field) => [field, getFieldState(rma, item, field, typed[field], forbidden)] as const,
  );
  const read = Object.fromEntries(entries) as Record<LineField, FieldState>;
  const typedIn = applyFields(item, read);
  const fields = reportOverdecided(read, typedIn, typed);
  const after = whyOverdecided(typedIn) === undefined ? typedIn : restoreUnits(item, typedIn);
  const remaining = countUndecidedUnits(after);
  return { item, id, after, fields, remaining, unusualCredit: whyUnusualCredit(after) };
};

const listChanges = ({ id, after, fields }: LineState): RmaItemUpdate[] => {
  const changed = lineFields.filter((field) => fields[field].changed);
  return changed.length === 0
    ? []
    : [{ id, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }];
};

/** A decision neither leads to Voided or Canceled nor leaves them (neighbours). */
const derivedStatuses = new Set([...decidableRmaStatuses, "Approved", "Denied"]);

const statusAfter = (rma: Rma, lines: readonly LineState[]): string => {
  const before = rma.rmaStatus ?? "";
  const decided = lines.some(({ fields }) => decisionFields.some((field) => fields[field].changed));
  return decided && derivedStatuses.has(before)
    ? computeRmaStatus(lines.map(({ after }) => after))
    : before;
};

const sumUnits = (items: readonly RmaItem[], field: "approvedQuantity" | "deniedQuantity") =>
  items.reduce((sum, item) => sum + (item[field] ?? 0), 0);

/**
 * The credit in whole cents, before and after. A total that the API lacks is calculated from the lines; one that no line
 * changes stays the API's own, even if the calculation gives another.
 */
const calculateCredit = (rma: Rma, lines: readonly LineState[]) => {
  const calculate = (items: readonly RmaItem[]) => computeCreditTotals(items, rma.creditAdjustment);
  const lineTotals = calculate(rma.items);
  const changes = lines.some(
    ({ item, after }) => toCents(item.creditedAmount) !== toCents(after.creditedAmount),
  );
  const subtotal = toCents(rma.creditSubtotal ?? lineTotals.creditSubtotal);
  const adjustment = toCents(rma.creditAdjustment);
  const total = rma.creditTotal == null ? subtotal + adjustment : toCents(rma.creditTotal);
  if (!changes)
    return {
      subtotal: { before: subtotal, after: subtotal },
      adjustment,
      total: { before: total, after: total },
    };
  const next = calculate(lines.map(({ after }) => after));
  return {
    subtotal: { before: subtotal, after: toCents(next.creditSubtotal) },
    adjustment,
    total: { before: total, after: toCents(next.creditTotal) },
  };
};

const listProblems = ({ id, fields }: LineState) =>
  lineFields.flatMap((field) => {
    const { problem } = fields[field];
    return problem === undefined ? [] : [{ id, field, problem }];
  });

const isDecidable = (status: string): boolean => decidableRmaStatuses.includes(status);

const creditFields = ["creditedAmount", "approvedQuantity", "cost"] as const;

/** The lines whose credit this draft changes, or what it pays for, to something unusual. */
export const listUnusual = (lines: readonly LineState[]): readonly LineState[] =>
  lines.filter(
    ({ fields, unusualCredit }) =>
      unusualCredit !== undefined && creditFields.some((field) => fields[field].changed),
  );

/**
 * The result of a draft: every line, the request, the totals before and after, and the status. `forbidden` is why the
 * person's role locks all fields.
 */
export const calculateDecision = (rma: Rma, draft: RmaDraft, forbidden?: string): Decision => {
  const lines = rma.items.map((item) => createLineState(rma, item, draft, forbidden));
  const after = lines.map((line) => line.after);
  const problems = lines.flatMap(listProblems);
  const before = rma.rmaStatus ?? "";
  // Invalid values lead to no status.
  const status = { before, after: problems.length > 0 ? before : statusAfter(rma, lines) };
  const closes = isDecidable(before) && !isDecidable(status.after);
  const both = <T>(of: (items: readonly RmaItem[]) => T) => ({
    before: of(rma.items),
    after: of(after),
  });
  return {
    lines,
    changes: lines.flatMap(listChanges),
    problems,
    undecided: both((items) => items.reduce((sum, item) => sum + countUndecidedUnits(item), 0)),
    approved: both((items) => sumUnits(items, "approvedQuantity")),
    denied: both((items) => sumUnits(items, "deniedQuantity")),
    ...calculateCredit(rma, lines),
    status,
    closes,
    asks: closes || listUnusual(lines).length > 0,
  };
};

import {
  creditTotalsOf,
  decidableRmaStatuses,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  rmaStatusOf,
  undecidedUnits,
  whyApprovalLocked,
  whyOverdecided,
  whyQuantityLocked,
} from "#contract/rmas.ts";
import { type LineField, lineFields, readField, textOf } from "./line-fields.ts";

/** What is typed into one field, and what stood there when it was typed. */
export interface Typed {
  text: string;
  was: string;
}

/** What is typed and not yet sent, by line id and field. Fields that read as they did before are not in it. */
export type RmaDraft = Readonly<Record<string, Readonly<Partial<Record<LineField, Typed>>>>>;

/** One field of one line, as the screen shows it. */
export interface FieldState {
  text: string;
  changed: boolean;
  /** Why what is typed will not do. */
  problem: string | undefined;
  /** Why the field cannot change now. */
  locked: string | undefined;
}

/** One line with what is typed into it. */
export interface LineState {
  item: RmaItem;
  id: number;
  /** The line as it would be: what is typed where it can be read, else as it is. */
  after: RmaItem;
  fields: Readonly<Record<LineField, FieldState>>;
  /** Units that would still be undecided. */
  remaining: number;
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
  /** True when the save would leave the statuses in which lines can be decided: the API cannot take that back. */
  closes: boolean;
}

/** Guards look at the line as it is, as the service does: what is typed beside it does not lock a field. */
const locks: Partial<Record<LineField, (rma: Rma, item: RmaItem) => string | undefined>> = {
  approvedQuantity: whyApprovalLocked,
  deniedQuantity: whyApprovalLocked,
  quantity: (_, item) => whyQuantityLocked(item),
};

const fieldOf = (
  rma: Rma,
  item: RmaItem,
  field: LineField,
  typed: Typed | undefined,
): FieldState => {
  const original = textOf(item, field);
  const text = typed?.text ?? original;
  const changed = text !== original;
  const reading = readField(field, text);
  return {
    text,
    changed,
    problem: changed && "problem" in reading ? reading.problem : undefined,
    locked: locks[field]?.(rma, item),
  };
};

const afterOf = (item: RmaItem, fields: LineState["fields"]): RmaItem => {
  const wanted = lineFields.flatMap((field) => {
    const reading = readField(field, fields[field].text);
    return fields[field].changed && "value" in reading ? [[field, reading.value] as const] : [];
  });
  return { ...item, ...Object.fromEntries(wanted) };
};

const decisionFields = ["approvedQuantity", "deniedQuantity", "quantity"] as const;

/** Too many units are told at the field that was typed last, where the person is. */
const withOverdecided = (
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

/** More units than a line has count for nothing: until the error is corrected, the totals show the record's own units. */
const withUnitsOf = (item: RmaItem, after: RmaItem): RmaItem => ({
  ...after,
  quantity: item.quantity,
  approvedQuantity: item.approvedQuantity,
  deniedQuantity: item.deniedQuantity,
});

const lineOf = (rma: Rma, item: RmaItem, draft: RmaDraft): LineState => {
  const id = item.id ?? 0;
  const typed = draft[id] ?? {};
  const entries = lineFields.map(
    (field) => [field, fieldOf(rma, item, field, typed[field])] as const,
  );
  const read = Object.fromEntries(entries) as Record<LineField, FieldState>;
  const typedIn = afterOf(item, read);
  const fields = withOverdecided(read, typedIn, typed);
  const after = whyOverdecided(typedIn) === undefined ? typedIn : withUnitsOf(item, typedIn);
  return { item, id, after, fields, remaining: undecidedUnits(after) };
};

const changeOf = ({ id, after, fields }: LineState): RmaItemUpdate[] => {
  const changed = lineFields.filter((field) => fields[field].changed);
  return changed.length === 0
    ? []
    : [{ id, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }];
};

const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);

/** Voided and Canceled are neither reached nor left by a decision (neighbours). */
const followsItsLines = new Set([...decidableRmaStatuses, "Approved", "Denied"]);

const statusAfter = (rma: Rma, lines: readonly LineState[]): string => {
  const before = rma.rmaStatus ?? "";
  const decided = lines.some(({ fields }) => decisionFields.some((field) => fields[field].changed));
  return decided && followsItsLines.has(before)
    ? rmaStatusOf(lines.map(({ after }) => after))
    : before;
};

const sumOf = (items: readonly RmaItem[], field: "approvedQuantity" | "deniedQuantity") =>
  items.reduce((sum, item) => sum + (item[field] ?? 0), 0);

const problemsOf = ({ id, fields }: LineState) =>
  lineFields.flatMap((field) => {
    const { problem } = fields[field];
    return problem === undefined ? [] : [{ id, field, problem }];
  });

/** What a draft makes of an RMA: every line, what would be sent, the totals before and after, and what follows. */
export const decisionOf = (rma: Rma, draft: RmaDraft): Decision => {
  const lines = rma.items.map((item) => lineOf(rma, item, draft));
  const after = lines.map((line) => line.after);
  const totals = creditTotalsOf(after, rma.creditAdjustment);
  const problems = lines.flatMap(problemsOf);
  const before = rma.rmaStatus ?? "";
  // What cannot be saved leads to no status.
  const status = { before, after: problems.length > 0 ? before : statusAfter(rma, lines) };
  const decidable = (one: string) => decidableRmaStatuses.includes(one);
  const both = <T>(of: (items: readonly RmaItem[]) => T) => ({
    before: of(rma.items),
    after: of(after),
  });
  return {
    lines,
    changes: lines.flatMap(changeOf),
    problems,
    undecided: both((items) => items.reduce((sum, item) => sum + undecidedUnits(item), 0)),
    approved: both((items) => sumOf(items, "approvedQuantity")),
    denied: both((items) => sumOf(items, "deniedQuantity")),
    // "Before" is what the API says; "after" is what follows from the lines (neighbours).
    subtotal: { before: cents(rma.creditSubtotal), after: cents(totals.creditSubtotal) },
    adjustment: cents(rma.creditAdjustment),
    total: { before: cents(rma.creditTotal), after: cents(totals.creditTotal) },
    status,
    closes: decidable(status.before) && !decidable(status.after),
  };
};

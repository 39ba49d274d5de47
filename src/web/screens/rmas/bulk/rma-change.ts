import type { BulkRmaChange, NewBulkRun, SeenRma } from "#contract/bulk-runs.ts";
import {
  countUndecidedUnits,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  whyApprovalLocked,
} from "#contract/rmas.ts";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import {
  calculateDecision,
  changeLines,
  type Decision,
  decideRest,
  formatField,
  type LineDraft,
  type RmaDraft,
  type Side,
  typeField,
} from "#web/screens/rmas/decision.ts";

/** The commands on selected RMAs. */
export type BulkAction = "approve" | "deny" | "condition" | "reason" | "note";

/** The change of every RMA of a run. */
export interface RmaChange {
  readonly action: BulkAction;
  /** The new condition or reason, or the note to add; optional for a decision. */
  readonly text: string;
  /** If not empty, only lines with this text in their SKU, title, reason or condition are changed. */
  readonly only: string;
}

/** The result of a change for one RMA. */
export type RmaPlan =
  | { readonly kind: "changes"; readonly draft: RmaDraft; readonly decision: Decision }
  /** A guard forbids it. */
  | { readonly kind: "blocked"; readonly why: string }
  /** There is nothing to change. */
  | { readonly kind: "same"; readonly why: string };

const sides: Partial<Record<BulkAction, Side>> = {
  approve: "approvedQuantity",
  deny: "deniedQuantity",
};

/** Whether a change decides units: then the guard of the RMA's status applies. */
export const decides = ({ action }: Pick<RmaChange, "action">): boolean => action in sides;

const fold = (text: string) => text.trim().toLowerCase();

/** Whether a line is among those that a change is for. */
const isMeant = (item: RmaItem, only: string): boolean =>
  Boolean(item.id) &&
  [item.sku, item.title, item.returnReason, item.returnCondition].some((text) =>
    fold(text ?? "").includes(fold(only)),
  );

/** A note is added to an earlier one, which is never lost. A note that is already there is not added again. */
const addNote = (item: RmaItem, text: string): string => {
  const now = formatField(item, "note");
  if (now === "") return text;
  return now === text || now.endsWith(`; ${text}`) ? now : `${now}; ${text}`;
};

/** The field that an action's text changes. */
export const textFields = {
  condition: "returnCondition",
  reason: "returnReason",
  note: "note",
  approve: "note",
  deny: "note",
} as const satisfies Record<BulkAction, keyof RmaItem>;

const typeText = (line: LineDraft, item: RmaItem, { action, text }: RmaChange): LineDraft => {
  const field = textFields[action];
  const typed = text.trim();
  if (typed === "") return line;
  return typeField(line, item, field, field === "note" ? addNote(item, typed) : typed);
};

const createDraft = (change: RmaChange, rma: Rma, items: readonly RmaItem[]): RmaDraft => {
  const ids = new Set(items.map(({ id }) => id));
  const lines = calculateDecision(rma, {}).lines.filter(({ item }) => ids.has(item.id));
  const side = sides[change.action];
  const decided = side === undefined ? {} : decideRest({}, lines, side);
  return changeLines(decided, items, (line, item) => typeText(line, item, change));
};

/** Computes the result of a change for an RMA with the decision screen's own functions, so both give the same result. */
export const planRma = (change: RmaChange, rma: Rma): RmaPlan => {
  const meant = rma.items.filter((item) => isMeant(item, change.only));
  if (meant.length === 0) return { kind: "same", why: "No line matches." };
  const locked = decides(change) ? whyApprovalLocked(rma) : undefined;
  if (locked !== undefined) return { kind: "blocked", why: locked };
  const items = decides(change) ? meant.filter((item) => countUndecidedUnits(item) > 0) : meant;
  if (items.length === 0) return { kind: "same", why: "All units are already decided." };
  const draft = createDraft(change, rma, items);
  const decision = calculateDecision(rma, draft);
  const [problem] = decision.problems;
  if (problem) return { kind: "blocked", why: problem.problem };
  return decision.changes.length === 0
    ? { kind: "same", why: "All lines already have this value." }
    : { kind: "changes", draft, decision };
};

/** What a change does. */
interface Amounts {
  readonly approved: number;
  readonly denied: number;
  readonly lines: number;
  /** The change of the credit total, in cents. */
  readonly credit: number;
}

/** The RMA after the change, as the preview and the report show it: its status before and after. */
export interface Becomes extends Amounts {
  readonly from: string;
  readonly to: string;
}

/** What a run does with an RMA. */
export interface PlannedRma {
  readonly before: Rma;
  readonly changes: readonly RmaItemUpdate[];
  readonly becomes: Becomes;
}

interface Left {
  readonly rma: Rma;
  readonly why: string;
}

/** The RMAs of a run before it starts, by what happens to them. */
export interface RmaPreview {
  readonly open: readonly PlannedRma[];
  /** Those that the change closes, which the API cannot undo. */
  readonly closing: readonly PlannedRma[];
  readonly blocked: readonly Left[];
  readonly same: readonly Left[];
}

const describeChange = ({ status, approved, denied, total, changes }: Decision): Becomes => ({
  from: status.before,
  to: status.after,
  approved: approved.after - approved.before,
  denied: denied.after - denied.before,
  lines: changes.length,
  credit: total.after - total.before,
});

/** Sorts RMAs by what a change makes of them. An RMA without an id cannot be sent. */
export const previewChange = (change: RmaChange, rmas: readonly Rma[]): RmaPreview => {
  const preview = {
    open: [] as PlannedRma[],
    closing: [] as PlannedRma[],
    blocked: [] as Left[],
    same: [] as Left[],
  };
  for (const rma of rmas) {
    const plan = rma.id
      ? planRma(change, rma)
      : ({ kind: "blocked", why: "This RMA has no ID." } as const);
    if (plan.kind !== "changes") preview[plan.kind].push({ rma, why: plan.why });
    else
      preview[plan.decision.closes ? "closing" : "open"].push({
        before: rma,
        changes: plan.decision.changes,
        becomes: describeChange(plan.decision),
      });
  }
  return preview;
};

/** The sum over RMAs. */
export const sumBecomes = (planned: readonly PlannedRma[]): Amounts => {
  const sum = (field: keyof Amounts) =>
    planned.reduce((total, { becomes }) => total + becomes[field], 0);
  const [approved, denied] = [sum("approved"), sum("denied")];
  return { approved, denied, lines: sum("lines"), credit: sum("credit") };
};

/** The amounts of a change, in words: "3 units approved, credit +120.00". */
export const describeAmounts = ({ approved, denied, lines, credit }: Amounts): string =>
  [
    approved > 0 && `${formatCount(approved, "unit")} approved`,
    denied > 0 && `${formatCount(denied, "unit")} denied`,
    approved + denied === 0 && formatCount(lines, "line"),
    credit !== 0 && `credit ${credit > 0 ? "+" : ""}${formatMoney(credit / 100)}`,
  ]
    .filter(Boolean)
    .join(", ");

/** The changed RMA in words: "Waiting → Approved, 3 units approved, credit +120.00". */
export const describeBecomes = (becomes: Becomes): string =>
  [becomes.from !== becomes.to && `${becomes.from} → ${becomes.to}`, describeAmounts(becomes)]
    .filter(Boolean)
    .join(", ");

/** The fields on which the change of a line depends: those that it changes, and for a credit the cost. */
const seenFields = (changes: Partial<RmaItemUpdate>) => {
  const { id: _, ...fields } = changes;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return fields.creditedAmount == null ? names : [...names, "cost" as const];
};

/** What the preview showed: the gateway sends a change only to an RMA that is still so. */
const seeRma = (change: RmaChange, { before, changes }: PlannedRma): SeenRma => {
  const byLine = new Map(changes.map((one) => [one.id, one]));
  const isDecision = decides(change);
  const items = before.items.flatMap((item) => {
    const { id, quantity = null, approvedQuantity = null, deniedQuantity = null } = item;
    const changed = byLine.get(id ?? 0);
    if (id == null || (!isDecision && changed === undefined)) return [];
    const fields = seenFields(changed ?? {}).map((field) => [field, item[field] ?? null] as const);
    const units = isDecision ? { quantity, approvedQuantity, deniedQuantity } : {};
    return [{ ...Object.fromEntries(fields), ...units, id }];
  });
  return isDecision
    ? { rmaStatus: before.rmaStatus ?? null, lineCount: before.items.length, items }
    : { items };
};

/** The records with which a run starts. */
export const runItems = (change: RmaChange, planned: readonly PlannedRma[]): NewBulkRun["items"] =>
  planned.map((one) => ({
    recordId: one.before.id ?? 0,
    name: rmaName(one.before),
    change: { items: [...one.changes], seen: seeRma(change, one) } satisfies BulkRmaChange,
    planned: describeBecomes(one.becomes),
    report: {
      "Status before": one.becomes.from,
      "Status after": one.becomes.to,
      "Units approved": one.becomes.approved,
      "Units denied": one.becomes.denied,
      "Lines changed": one.becomes.lines,
    },
  }));

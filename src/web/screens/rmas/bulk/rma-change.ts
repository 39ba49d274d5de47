import { type Rma, type RmaItem, countUndecidedUnits, whyApprovalLocked } from "#contract/rmas.ts";
import { decideRestOfAll, type Side } from "#web/screens/rmas/decide.ts";
import { calculateDecision, type Decision, type RmaDraft } from "#web/screens/rmas/decision.ts";
import { typeField } from "#web/screens/rmas/draft-changes.ts";
import { formatField } from "#web/screens/rmas/line-fields.ts";

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

const typeText = (draft: RmaDraft, item: RmaItem, { action, text }: RmaChange): RmaDraft => {
  const field = textFields[action];
  const typed = text.trim();
  if (typed === "") return draft;
  return typeField(draft, item, field, field === "note" ? addNote(item, typed) : typed);
};

const createDraft = (change: RmaChange, rma: Rma, items: readonly RmaItem[]): RmaDraft => {
  const ids = new Set(items.map(({ id }) => id));
  const lines = calculateDecision(rma, {}).lines.filter(({ item }) => ids.has(item.id));
  const side = sides[change.action];
  const decided = side === undefined ? {} : decideRestOfAll({}, lines, side);
  return items.reduce((draft, item) => typeText(draft, item, change), decided);
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

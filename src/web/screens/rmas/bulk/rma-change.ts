import {
  countUndecidedUnits,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  whyApprovalLocked,
} from "#contract/rmas.ts";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import type { RunKind } from "#web/records/runs/run-line.ts";
import {
  calculateDecision,
  changeLines,
  type Decision,
  decideRest,
  formatField,
  type LineDraft,
  type LineField,
  type RmaDraft,
  rmaFields,
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

/** The data of a run about each RMA: the record of the preview, to compare with, and the RMA after the change. */
export interface PlannedRma {
  readonly before: Rma;
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

/** Only the fields that are compared: no addresses and no parcels are stored in this browser. */
const withoutParcels = (rma: Rma): Rma => {
  const { returnToAddress: _, ...rest } = rma;
  return { ...rest, rmaShipments: [] };
};

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
        before: withoutParcels(rma),
        becomes: describeChange(plan.decision),
      });
  }
  return preview;
};

/** The records with which a run starts. */
export const runRecords = (planned: readonly PlannedRma[]) =>
  planned.map((data) => ({ id: data.before.id ?? 0, name: rmaName(data.before), data }));

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

/** Changes of many RMAs: a request carries the changed fields of the changed lines. */
type RmaRunKind = RunKind<RmaChange, PlannedRma, RmaItemUpdate[], Rma>;

type Changes = Extract<RmaPlan, { kind: "changes" }>;

/**
 * Whether a change still does what the preview showed: the same texts over the same values, and a decision leads to the
 * same status.
 */
const isSame = (change: RmaChange, before: Changes, now: Changes): boolean =>
  JSON.stringify(before.draft) === JSON.stringify(now.draft) &&
  (!decides(change) || before.decision.status.after === now.decision.status.after);

/** How much of a request whose response was lost is in the current record. */
const findSavedPart = (sent: readonly RmaItemUpdate[], now: Rma): "all" | "none" | "some" => {
  const items = new Map(now.items.map((item) => [item.id, item]));
  const fields = sent.flatMap(({ id, ...changes }) =>
    Object.entries(changes).map(
      ([field, value]) => (items.get(id)?.[field as LineField] ?? "") === (value ?? ""),
    ),
  );
  if (fields.every(Boolean)) return "all";
  return fields.some(Boolean) ? "some" : "none";
};

const mostPlaces = 3;

const describeDifferences = (before: Rma, now: Rma): string => {
  const places = rmaFields
    .diff({}, before, now)
    .map((one) => `${one.label} ${one.was || "–"} → ${one.now || "–"}`);
  const rest = places.length - mostPlaces;
  return [
    `Changed since the preview: ${places.slice(0, mostPlaces).join("; ")}`,
    rest > 0 ? `; ${rest} more` : "",
    ".",
  ].join("");
};

/** The next step for an RMA, from its record as it is now. */
const planAgain = (change: RmaChange, { before }: PlannedRma, now: Rma) => {
  const planned = planRma(change, before);
  if (planned.kind !== "changes") return { kind: "skipped", why: planned.why } as const;
  const sent = [...planned.decision.changes];
  if (findSavedPart(sent, now) === "all") return { kind: "already" } as const;
  const fresh = planRma(change, now);
  if (fresh.kind === "blocked") return { kind: "skipped", why: fresh.why } as const;
  return fresh.kind === "changes" && isSame(change, planned, fresh)
    ? ({ kind: "ready", sent } as const)
    : ({ kind: "skipped", why: describeDifferences(before, now) } as const);
};

/** The change of RMAs with these requests: each is read and compared with its preview before it is sent. */
export const createRmaKind = ({ read, send }: Pick<RmaRunKind, "read" | "send">): RmaRunKind => ({
  read,
  send,
  prepare: async (change, { data }, readNow) => planAgain(change, data, await readNow()),
  afterResponse: (_, rma, sent) =>
    findSavedPart(sent, rma) === "all"
      ? { kind: "done" }
      : {
          kind: "refused",
          why: "The API accepted the request, but the RMA doesn't have all the changes.",
        },
  afterRefusal: ({ status }) =>
    status === 412
      ? {
          kind: "skipped",
          why: "Another person changed this RMA right before the save. Nothing was changed.",
        }
      : undefined,
  afterLoss: (_, rma, sent, why) => {
    const found = findSavedPart(sent, rma);
    if (found === "all") return { kind: "found" };
    return found === "none"
      ? { kind: "unmoved", why }
      : {
          kind: "skipped",
          why: "The response was lost, and the RMA has only part of the changes. Another person may have changed it. Check the RMA.",
        };
  },
});

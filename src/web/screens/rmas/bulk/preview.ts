import type { Rma } from "#contract/rmas.ts";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import type { Decision } from "#web/screens/rmas/decision.ts";
import { planRma, type RmaChange } from "./rma-change.ts";

/** The RMA after the change, as the preview and the report show it. */
export interface Becomes {
  readonly from: string;
  readonly to: string;
  readonly approved: number;
  readonly denied: number;
  readonly lines: number;
  /** The change of the credit total, in cents. */
  readonly credit: number;
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

/** The sum over RMAs, without statuses. */
export const sumBecomes = (planned: readonly PlannedRma[]): Becomes => {
  const sum = (field: "approved" | "denied" | "lines" | "credit") =>
    planned.reduce((total, { becomes }) => total + becomes[field], 0);
  return {
    from: "",
    to: "",
    approved: sum("approved"),
    denied: sum("denied"),
    lines: sum("lines"),
    credit: sum("credit"),
  };
};

/** The amounts of a change, in words: "3 units approved, credit +120.00". */
export const describeAmounts = ({ approved, denied, lines, credit }: Becomes): string =>
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

import { useMemo, useRef } from "react";
import {
  hasUndecidedUnits,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  rmaOperations,
  whyApprovalLocked,
} from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, readRma, rmaDetail, sendRmaItems } from "#web/api/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount, formatQuantity, sentenceCase } from "#web/base/format.ts";
import { useWhyForbidden, whyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { type Editing, findEditing } from "#web/editing/editing.ts";
import { type Choices, type EditingPlan, isAtRest, isBusy } from "#web/editing/editing-plan.ts";
import { notifySaved, whyNotSaved } from "#web/editing/report-save.ts";
import { useEditing } from "#web/editing/use-editing.ts";
import { notify } from "#web/kit/notify.ts";
import { rmaName } from "#web/records/rma-name.ts";
import {
  calculateDecision,
  decideRest,
  type LineField,
  lineFields,
  type RmaDraft,
  rmaFields,
  type Side,
  typeInto,
} from "./decision.ts";
import { acceptProposals, listProposed, type Proposals } from "./proposal.ts";

/** The decision on one RMA: its draft and its save. */
export type DecisionEditing = Editing<Rma, RmaDraft, RmaItemUpdate[]>;

export const decisionKey = (id: number): string => `rma.${id}`;

/** The decision on an RMA, if it is open: on a screen, or not saved yet. */
export const findDecision = (id: number): DecisionEditing | undefined =>
  findEditing(decisionKey(id)) as DecisionEditing | undefined;

/** An RMA as this browser knows it. */
export const findRma = (id: number): Rma | undefined =>
  queryClient.getQueryData(rmaDetail(id).queryKey)?.value;

/** Called when a save has arrived, with the words for it. `found`: its answer was lost. */
type OnSaved = (words: string, found: boolean, rma: Rma) => void;

const sumOf = (rma: Rma, field: "approvedQuantity" | "deniedQuantity"): number =>
  rma.items.reduce((sum, item) => sum + (item[field] ?? 0), 0);

/** "RMA-30110 decided: 2 approved, 1 denied", or how much of it was saved. */
const describeSaved = (rma: Rma, lines: number): string => {
  if (hasUndecidedUnits(rma) || !decidedStatuses.has(rma.rmaStatus ?? ""))
    return `${rmaName(rma)} saved: ${formatCount(lines, "line")}. Status: ${sentenceCase(rma.rmaStatus ?? "")}`;
  const parts = [
    [sumOf(rma, "approvedQuantity"), "approved"],
    [sumOf(rma, "deniedQuantity"), "denied"],
  ] as const;
  const words = parts.flatMap(([units, word]) =>
    units > 0 ? `${formatQuantity(units)} ${word}` : [],
  );
  return `${rmaName(rma)} decided: ${words.join(", ")}`;
};

const decidedStatuses: ReadonlySet<string> = new Set(["Approved", "Denied", "Partially Approved"]);

/** How the decision on an RMA is edited and saved. */
export const createDecisionPlan = (
  id: number,
  rma: Rma,
  onSaved: OnSaved = notifySaved,
): EditingPlan<Rma, RmaDraft, RmaItemUpdate[]> => {
  const base = () => findRma(id) ?? rma;
  return {
    ...rmaFields,
    key: decisionKey(id),
    base,
    read: () => readRma(id),
    keep: (answer) => cacheRma(id, answer),
    ready: (draft) => {
      const { problems, changes } = calculateDecision(base(), draft);
      return (
        whyForbidden(rmaOperations.updateRmaItems) === undefined &&
        problems.length === 0 &&
        changes.length > 0 &&
        rmaFields.diff(draft, base(), base()).length === 0
      );
    },
    // A save that closes the RMA cannot be undone, and an unusual credit may be a slip.
    asks: (draft) => calculateDecision(base(), draft).asks,
    toRequest: (draft, now) => ({ request: [...calculateDecision(now, draft).changes] }),
    send: (lines, sending) => sendRmaItems(id, lines, sending),
    saved: ({ value }, { parts, found }) => {
      const lines = new Set(parts.flatMap(Object.keys).map((key) => key.split(".")[0]));
      onSaved(describeSaved(value, lines.size), found, value);
    },
    screen: () => ({ title: rmaName(base()), path: `/rmas/${id}` }),
  };
};

/** Refusals by line and field. The paths of the issues contain the index of the sent line: `0.approvedQuantity`. */
const groupRefusals = (
  error: unknown,
  sent: readonly RmaItemUpdate[],
): Readonly<Record<string, string>> => {
  if (!(error instanceof ApiError)) return {};
  const pairs = error.issues.flatMap(({ path, message }): [string, string][] => {
    const [, index, field] = /(?:^|\.)(\d+)\.(\w+)$/.exec(path) ?? [];
    const line = sent[Number(index)];
    return line && lineFields.some((known) => known === field)
      ? [[`${line.id}.${field}`, message]]
      : [];
  });
  return Object.fromEntries(pairs);
};

/** Takes back a save that isn't sent yet, or else the last change. Returns whether there was one. */
export const undoDecision = ({ state, document, back }: DecisionEditing): boolean => {
  const { phase } = state.get();
  const isHeld = phase.kind === "holding";
  const canUndo = isHeld || (document.canUndo() && !isBusy(phase));
  if (isHeld) back();
  else if (canUndo) document.undo();
  return canUndo;
};

/** Discards the changes of a decision, and offers to undo that until something else is typed. */
const discardDecision = ({ document, state, discard }: DecisionEditing): void => {
  if (isBusy(state.get().phase)) return;
  discard();
  const edited = new AbortController();
  const stop = document.subscribe(() => {
    stop();
    edited.abort();
  });
  notify("Changes discarded", { label: "Undo", act: document.undo, until: edited.signal });
};

/** The decision on one RMA: the draft, its results, and how it is saved. */
export const useDecision = (id: number, rma: Rma, onSaved: OnSaved = notifySaved) => {
  const then = useRef<() => void>(undefined);
  const plan = createDecisionPlan(id, rma, onSaved);
  const { editing, state } = useEditing({
    ...plan,
    saved: (answer, how) => {
      plan.saved(answer, how);
      // What was found later opens no other RMA.
      if (!how.found) then.current?.();
      then.current = undefined;
    },
  });
  const { phase } = state;
  const draft = useValue(editing.document);
  const forbidden = useWhyForbidden(rmaOperations.updateRmaItems);
  const decision = useMemo(() => calculateDecision(rma, draft, forbidden), [rma, draft, forbidden]);
  const differences = useMemo(() => {
    if (phase.kind === "conflict")
      return rmaFields.diff(draft, phase.before, phase.now?.value ?? rma);
    // A draft that is older than the RMA, which a reload in the background may have brought, is a conflict, too.
    return isAtRest(phase) ? rmaFields.diff(draft, rma, rma) : [];
  }, [rma, draft, phase]);
  const saving =
    phase.kind === "conflict" || differences.length > 0
      ? ({ kind: "conflict", differences } as const)
      : phase;
  const dirty = decision.changes.length > 0;
  const locked = forbidden ?? whyApprovalLocked(rma);
  /** Fields are read-only during a save. A change of one that isn't sent yet takes it back. */
  const sending = isBusy(phase) && phase.kind !== "holding";
  const change = (next: RmaDraft, burst?: string) => {
    if (!sending) editing.document.change(next, burst);
  };
  const refusals = phase.kind === "refused" ? groupRefusals(phase.error, phase.sent.request) : {};
  return {
    id,
    editing,
    draft,
    decision,
    /** Why the role of the person forbids to decide. */
    forbidden,
    saving,
    /** Why no unit can be decided: the role, or the status of the RMA. */
    locked,
    /** Why no unit is left to decide. */
    whyNoRest: locked ?? (decision.undecided.after === 0 ? "All units are decided" : undefined),
    whyNotSaved: forbidden ?? whyNotSaved(saving.kind, dirty, decision.problems.length),
    change,
    type: (item: RmaItem, field: LineField, text: string) =>
      change(typeInto(editing.document.get(), item, field, text), `${item.id ?? 0}.${field}`),
    /** Decides what remains of a line, or of all. */
    decideRest: (side: Side, line?: number) => {
      const lines = decision.lines.filter(({ id: one }) => line === undefined || one === line);
      if (locked === undefined) change(decideRest(draft, lines, side));
    },
    /** Decides a line, or all, as is proposed. Returns whether anything is. */
    accept: (proposals: Proposals, line?: number): boolean => {
      const lines = decision.lines.filter(({ id: one }) => line === undefined || one === line);
      const isProposed = locked === undefined && listProposed(lines, proposals).length > 0;
      if (isProposed) change(acceptProposals(draft, lines, proposals));
      return isProposed;
    },
    dirty,
    /** Whether this browser keeps the draft, and whether another tab edits it, too. */
    kept: state.stored !== "refused",
    elsewhere: state.elsewhere,
    sending,
    /** The API's refusals of the last save, by line and field. */
    refusals,
    canUndo: phase.kind === "holding" || (editing.document.canUndo() && !sending),
    undo: () => void undoDecision(editing),
    /** Saves, then calls `next`; a save that has to be checked first does not call it. */
    save: (next?: () => void) => {
      // A click during a save must not add what follows it.
      if (!sending) then.current = next;
      void editing.save();
    },
    confirm: () => void editing.confirm(),
    check: () => void editing.check(),
    back: editing.back,
    /** Discards the changes, which can be undone. */
    discard: () => discardDecision(editing),
    /** Takes the current RMA, with the draft as the person chose. */
    resolve: (choices: Choices) => editing.resolve(differences, choices),
  };
};

/** The result of `useDecision`. */
export type DecisionState = ReturnType<typeof useDecision>;

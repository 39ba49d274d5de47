import { useEffect, useMemo } from "react";
import { type Rma, rmaOperations, whyApprovalLocked } from "#contract/rmas.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { notifySaved, useReportUnsaved, whyNotSaved } from "#web/editing/report-save.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import { notify } from "#web/kit/notify.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { decideRestOfAll, type Side } from "./decision.ts";
import {
  type DecisionStore,
  getDecisionStore,
  viewDecision,
  viewSaving,
} from "./decision-store.ts";

/** Discards the changes of a decision, and offers to undo that until something else is typed. */
export const discardDecision = ({ unsent, saving, change, discard }: DecisionStore): void => {
  if (isBusy(saving.get())) return;
  const { draft } = unsent.get();
  discard();
  const edited = new AbortController();
  const stop = unsent.subscribe(() => {
    stop();
    edited.abort();
  });
  notify("Changes discarded", { label: "Undo", act: () => change(draft), until: edited.signal });
};

/** Returns a function that announces a decision that wasn't saved, unless a screen shows it. */
export const useReportDecision = () => {
  const report = useReportUnsaved();
  return (id: number, { saving, record, isShown }: DecisionStore): void => {
    if (isShown()) return;
    report({ title: rmaName(record()), path: `/rmas/${id}` })(saving.get().kind);
  };
};

/** The decision on one RMA: the draft, its results, and how it is saved. */
export const useDecision = (id: number, rma: Rma) => {
  const store = getDecisionStore(id);
  const { draft: stored, refusals, past } = useValue(store.unsent);
  const state = useValue(store.saving);
  useEffect(() => store.show(), [store]);
  const report = useReportDecision();
  const reportEnd = () => report(id, store);
  const forbidden = useWhyForbidden(rmaOperations.updateRmaItems);
  const { draft, decision, stale } = useMemo(
    () => viewDecision(rma, stored, forbidden),
    [rma, stored, forbidden],
  );
  const saving = useMemo(() => viewSaving(state, draft, stale), [state, draft, stale]);
  const dirty = decision.changes.length > 0;
  const locked = forbidden ?? whyApprovalLocked(rma);
  return {
    ...store,
    store,
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
    /** Decides what remains of a line, or of all. */
    decideRest: (side: Side, line?: number) => {
      const lines = decision.lines.filter(({ id: one }) => line === undefined || one === line);
      if (locked === undefined) store.change(decideRestOfAll(draft, lines, side));
    },
    dirty,
    sending: isBusy(state),
    refusals,
    canUndo: past.length > 0 && !isBusy(state),
    /** Saves, then calls `next`; a save that has to be checked first does not call it. */
    save: (next?: () => void) =>
      forbidden === undefined &&
      store
        .save((words, found) => {
          notifySaved(words, found);
          next?.();
        })
        .then(reportEnd),
    send: () => store.send().then(reportEnd),
    check: () => store.check(notifySaved).then(reportEnd),
  };
};

/** The result of `useDecision`. */
export type DecisionState = ReturnType<typeof useDecision>;

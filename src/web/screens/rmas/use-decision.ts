import { useEffect, useMemo } from "react";
import { type Rma, rmaOperations } from "#contract/rmas.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import { notifySaved } from "#web/editing/notify-saved.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import { useValue } from "#web/base/value-store.ts";
import { viewDecision, viewSaving } from "./decision-plan.ts";
import { getDesk } from "./decision-desks.ts";
import { useReportDecision } from "./use-report-decision.ts";

/** The decision on one RMA: the draft, its results, and how it is saved. */
export const useDecision = (id: number, rma: Rma) => {
  const desk = getDesk(id);
  const { draft: stored, refusals, steps } = useValue(desk.unsent);
  const state = useValue(desk.saving);
  useEffect(() => desk.show(), [desk]);
  const report = useReportDecision();
  const reportEnd = () => report(id, desk);
  const forbidden = useWhyForbidden(rmaOperations.updateRmaItems);
  const { draft, decision, stale } = useMemo(
    () => viewDecision(rma, stored, forbidden),
    [rma, stored, forbidden],
  );
  const saving = useMemo(() => viewSaving(state, draft, stale), [state, draft, stale]);
  return {
    ...desk,
    desk,
    draft,
    decision,
    /** Why the role of the person forbids to decide. */
    forbidden,
    saving,
    dirty: decision.changes.length > 0,
    sending: isBusy(state),
    refusals,
    canUndo: steps.past.length > 0 && !isBusy(state),
    /** Saves, then calls `next`; a save that has to be checked first does not call it. */
    save: (next?: () => void) =>
      forbidden === undefined &&
      desk
        .save((words, found) => {
          notifySaved(words, found);
          next?.();
        })
        .then(reportEnd),
    send: () => desk.send().then(reportEnd),
    check: () => desk.check(notifySaved).then(reportEnd),
  };
};

/** The result of `useDecision`. */
export type DecisionState = ReturnType<typeof useDecision>;

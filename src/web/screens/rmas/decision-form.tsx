import { useNavigate } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import type { Rma } from "#contract/rmas.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { CloseQuestion } from "./close-question.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionLines, whyLinesLocked, whyNothingToDecide } from "./decision-lines.tsx";
import { decideRestOfAll, type Side } from "./decide.ts";
import { useDecisionKeys } from "./decision-keys.ts";
import { discardDecision } from "./discard-decision.ts";
import { createLineActs } from "./line-acts.ts";
import type { LineOrder } from "./line-units.tsx";
import { useQueueKeys } from "#web/screens/rmas/queue/use-queue-keys.ts";
import type { QueueState } from "./rma-queue.ts";
import { SaveOutcome } from "./save-outcome.tsx";
import { useDecision } from "./use-decision.ts";

interface DecisionFormProps {
  id: number;
  rma: Rma;
  /** The next RMA to decide; undefined if there is none. */
  next: number | undefined;
  queue: QueueState;
  order: LineOrder;
  /** The rest of the RMA's screen, above the bar, which stays visible. */
  children: ReactNode;
}

/** A function that opens the next RMA while this one is on the screen: a save that waited may arrive much later. */
const useOpenNext = (next: number | undefined): (() => void) => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return () => {
    if (isShown())
      void navigate({ to: "/rmas/$id", params: { id: String(next) }, ignoreBlocker: true });
  };
};

/** The decision on one RMA: its lines, the totals, and the result of saving it. */
export const DecisionForm = ({ id, rma, next, queue, order, children }: DecisionFormProps) => {
  const state = useDecision(id, rma);
  const openNext = useOpenNext(next);
  const save = (then?: () => void) => {
    if (state.decision.problems.length > 0)
      document.querySelector<HTMLElement>(".decision [aria-invalid=true]")?.focus();
    else state.save(then);
  };
  const onNext = next === undefined ? undefined : () => save(openNext);
  const approveAll = () => {
    state.change(decideRestOfAll(state.draft, state.decision.lines, "approvedQuantity"));
    state.save(openNext);
  };
  const untouched = !state.dirty && state.saving.kind === "editing";
  const onApproveAll =
    onNext && untouched && whyNothingToDecide(rma, state) === undefined ? approveAll : undefined;
  const rest = (side: Side, at?: number) => {
    if (whyLinesLocked(rma, state) !== undefined) return;
    const lines = state.decision.lines.filter(({ id: line }) => at === undefined || line === at);
    state.change(decideRestOfAll(state.draft, lines, side));
  };
  useDecisionKeys({
    onSave: onNext ?? save,
    onApproveAll,
    onRest: rest,
  });
  useQueueKeys({
    ...createLineActs(state, rest),
    leave: (field) => field.closest<HTMLElement>("[data-line]")?.focus({ preventScroll: true }),
  });
  const locked = state.forbidden;
  const canSave = state.dirty && !state.sending;
  useScreenActions([
    onApproveAll !== undefined && { label: "Approve all and next", run: onApproveAll },
    canSave && { label: "Save decision", run: () => save(), locked },
    canSave && onNext !== undefined && { label: "Save and next", run: onNext, locked },
    state.canUndo && { label: "Undo the last change", run: state.undo },
    canSave && { label: "Discard changes", run: () => discardDecision(state.desk) },
  ]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form className="decision stack" onSubmit={onSubmit} noValidate data-saves-on-enter>
      <SaveOutcome state={state} />
      <CloseQuestion state={state} />
      <DecisionLines rma={rma} state={state} order={order} />
      {children}
      <DecisionBar state={state} queue={queue} onNext={onNext} onApproveAll={onApproveAll} />
      <UnsavedGuard dirty={state.dirty} saving={state.sending} onDiscard={state.discard} />
    </form>
  );
};

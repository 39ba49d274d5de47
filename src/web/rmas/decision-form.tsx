import "./decision.css";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { type Rma, type RmaItem, whyApprovalLocked } from "#contract/rmas.ts";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionLine } from "./decision-line.tsx";
import { decideRestOfAll, type Side } from "./decide.ts";
import { useDecisionKeys } from "./decision-keys.ts";
import { RestButton } from "./rest-buttons.tsx";
import { SaveOutcome } from "./save-outcome.tsx";
import { useCopiedLines } from "./use-copied-lines.ts";
import { type DecisionState, useDecision } from "./use-decision.ts";

const Suggestions = ({
  id,
  of,
  items,
}: {
  id: string;
  of: "returnCondition" | "returnReason";
  items: readonly RmaItem[];
}) => (
  <datalist id={id}>
    {[...new Set(items.map((item) => item[of]).filter(Boolean))].map((value) => (
      <option key={value}>{value}</option>
    ))}
  </datalist>
);

/** The reason why no line has undecided units; undefined if one has. */
const whyNothingToDecide = (rma: Rma, state: DecisionState): string | undefined =>
  whyApprovalLocked(rma) ??
  (state.decision.undecided.after === 0 ? "All units are decided" : undefined);

const Lines = ({ rma, state }: { rma: Rma; state: DecisionState }) => {
  const locked = whyApprovalLocked(rma);
  const why = whyNothingToDecide(rma, state);
  const products = useCopiedLines(rma);
  const onRest = (side: Side) =>
    state.change(decideRestOfAll(state.draft, state.decision.lines, side));
  return (
    <section className="sheet" aria-label="Lines">
      <div className="sheet__head">
        <h2>Lines</h2>
        <div className="row">
          <RestButton side="approvedQuantity" of="all" why={why} onRest={onRest} />
          <RestButton side="deniedQuantity" of="all" why={why} onRest={onRest} />
        </div>
      </div>
      {locked && <p className="lines__lock">{locked}</p>}
      {rma.items.length === 0 && <p className="sheet__body">This RMA has no lines.</p>}
      <ol>
        {state.decision.lines.map((line) => (
          <DecisionLine
            key={line.id}
            line={line}
            state={state}
            product={products?.get(line.item.sku ?? "")}
          />
        ))}
      </ol>
      <Suggestions id="line-conditions" of="returnCondition" items={rma.items} />
      <Suggestions id="line-reasons" of="returnReason" items={rma.items} />
    </section>
  );
};

interface DecisionFormProps {
  id: number;
  rma: Rma;
  /** The next RMA to decide; undefined if there is none. */
  next: number | undefined;
  /** The rest of the RMA's screen, above the bar, which stays visible. */
  children: ReactNode;
}

/** The decision on one RMA: its lines, the totals, and the result of saving it. */
export const DecisionForm = ({ id, rma, next, children }: DecisionFormProps) => {
  const state = useDecision(id, rma);
  const navigate = useNavigate();
  const save = (then?: () => void) => {
    if (state.decision.problems.length > 0)
      document.querySelector<HTMLElement>(".decision [aria-invalid=true]")?.focus();
    else state.save(then);
  };
  const openNext = () =>
    void navigate({ to: "/rmas/$id", params: { id: String(next) }, ignoreBlocker: true });
  const onNext = next === undefined ? undefined : () => save(openNext);
  const approveAll = () => {
    // Saving uses the draft of the latest render.
    flushSync(() =>
      state.change(decideRestOfAll(state.draft, state.decision.lines, "approvedQuantity")),
    );
    state.save(openNext);
  };
  const untouched = !state.dirty && state.saving.kind === "editing";
  const onApproveAll =
    onNext && untouched && whyNothingToDecide(rma, state) === undefined ? approveAll : undefined;
  useDecisionKeys({
    onSave: onNext ?? save,
    onApproveAll,
    onRest: (side, at) => {
      const lines = state.decision.lines.filter(({ id: line }) => at === "all" || line === at);
      if (whyApprovalLocked(rma) === undefined)
        state.change(decideRestOfAll(state.draft, lines, side));
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form className="decision stack" onSubmit={onSubmit} noValidate>
      <SaveOutcome state={state} />
      <Lines rma={rma} state={state} />
      {children}
      <DecisionBar state={state} onNext={onNext} onApproveAll={onApproveAll} />
      <UnsavedGuard dirty={state.dirty} onDiscard={state.discard} />
    </form>
  );
};

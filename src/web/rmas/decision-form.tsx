import "./decision.css";
import { type FormEvent, useRef } from "react";
import { type Rma, type RmaItem, whyApprovalLocked } from "#contract/rmas.ts";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionLine } from "./decision-line.tsx";
import { decideRestOfAll } from "./draft-changes.ts";
import { RestButtons } from "./rest-buttons.tsx";
import { SaveOutcome } from "./save-outcome.tsx";
import { type DecisionState, useDecision } from "./use-decision.ts";

const headings = [
  "Line",
  "Quantity",
  "Approve",
  "Deny",
  "Remaining",
  "Received",
  "Voided",
  "Credited amount",
];

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

const AllLines = ({ state, locked }: { state: DecisionState; locked: string | undefined }) => {
  const open = state.decision.undecided.after;
  const why = locked ?? (open === 0 ? "Every unit is decided." : undefined);
  return (
    <div className="row">
      <RestButtons
        of="all lines"
        spelled
        why={why}
        onRest={(side) => state.change(decideRestOfAll(state.draft, state.decision.lines, side))}
      />
    </div>
  );
};

const Lines = ({ rma, state }: { rma: Rma; state: DecisionState }) => {
  const locked = whyApprovalLocked(rma);
  return (
    <section className="sheet" aria-label="Lines">
      <div className="sheet__head">
        <h2>Lines</h2>
        <AllLines state={state} locked={locked} />
      </div>
      {locked && <p className="lines__lock">{locked}</p>}
      <div className="lines__head" aria-hidden="true">
        {headings.map((heading) => (
          <span key={heading} className="label">
            {heading}
          </span>
        ))}
      </div>
      {rma.items.length === 0 && <p className="sheet__body">This RMA has no lines.</p>}
      <ol>
        {state.decision.lines.map((line) => (
          <DecisionLine key={line.id} line={line} state={state} />
        ))}
      </ol>
      <Suggestions id="line-conditions" of="returnCondition" items={rma.items} />
      <Suggestions id="line-reasons" of="returnReason" items={rma.items} />
    </section>
  );
};

/** The decision on one RMA: its lines, what the decision comes to, and what became of saving it. */
export const DecisionForm = ({ id, rma }: { id: number; rma: Rma }) => {
  const state = useDecision(id, rma);
  const form = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state.decision.problems.length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    else state.save();
  };
  return (
    <form ref={form} className="decision stack" onSubmit={onSubmit} noValidate>
      <SaveOutcome state={state} />
      <Lines rma={rma} state={state} />
      <DecisionBar state={state} />
      <UnsavedGuard dirty={state.dirty} onDiscard={state.discard} />
    </form>
  );
};

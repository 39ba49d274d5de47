import { Button } from "@mantine/core";
import { counted, money, quantity } from "#web/ui/format.ts";
import { RmaStatusBadge } from "#web/ui/rma-status.tsx";
import { whyNotSaved } from "#web/ui/why-not-saved.ts";
import { calculateCost, fillCredit, lacksCredit } from "./credit.ts";
import type { DecisionState } from "./use-decision.ts";

interface Change {
  before: number;
  after: number;
}

const Figure = ({
  label,
  change,
  show,
  minor,
}: {
  label: string;
  change: Change;
  show: (value: number) => string;
  /** Hidden if space is short. */
  minor?: boolean;
}) => (
  <div data-changed={change.before !== change.after || undefined} data-minor={minor}>
    <dt className="label">{label}</dt>
    <dd>
      {change.before !== change.after && (
        <>
          <s>
            <span className="visually-hidden">was </span>
            {show(change.before)}
          </s>
          <span aria-hidden="true"> → </span>
        </>
      )}
      <strong>{show(change.after)}</strong>
    </dd>
  </div>
);

const formatCents = (cents: number) => money(cents / 100);

/** Credits at cost all approved units without credit. */
const FillCredit = ({ state }: { state: DecisionState }) => {
  const lines = state.decision.lines.filter(lacksCredit);
  const amount = lines.reduce((sum, { after }) => sum + calculateCost(after), 0);
  if (amount === 0) return null;
  return (
    <Button
      disabled={state.sending}
      onClick={() => state.change(lines.reduce(fillCredit, state.draft))}
    >
      Fill credit {formatCents(amount)}
    </Button>
  );
};

const saveLabel = ({ sending, decision }: DecisionState): string => {
  if (sending) return "Saving…";
  const lines = decision.changes.length;
  return lines > 0 ? `Save ${counted(lines, "line")}` : "Save decision";
};

/** Always visible: the totals before and after, and the button that saves. */
export const DecisionBar = ({
  state,
  onNext,
  onApproveAll,
}: {
  state: DecisionState;
  /** Saves and opens the next RMA; undefined if there is none. */
  onNext: (() => void) | undefined;
  /** Approves all remaining units first; undefined once anything is decided, or if nothing remains. */
  onApproveAll: (() => void) | undefined;
}) => {
  const { decision } = state;
  const { status, undecided, approved, denied, subtotal, adjustment, total } = decision;
  const why = whyNotSaved(state.saving.kind, decision.changes.length > 0, decision.problems.length);
  const unchanged = !state.dirty || state.sending;
  const locked = {
    "aria-disabled": why !== undefined,
    "data-disabled": why !== undefined,
    "aria-describedby": "why-not",
  };
  return (
    <div className="decision-bar">
      <dl className="decision-bar__figures">
        <Figure label="Undecided" change={undecided} show={quantity} />
        <Figure minor label="Approved" change={approved} show={quantity} />
        <Figure minor label="Denied" change={denied} show={quantity} />
        <Figure minor label="Credit subtotal" change={subtotal} show={formatCents} />
        <Figure
          minor
          label="Adjustment"
          change={{ before: adjustment, after: adjustment }}
          show={formatCents}
        />
        <Figure label="Credit total" change={total} show={formatCents} />
        <div>
          <dt className="label">Status {status.before !== status.after && "after saving"}</dt>
          <dd>
            <RmaStatusBadge status={status.after} />
          </dd>
        </div>
      </dl>
      <p className="visually-hidden" role="status">
        {state.dirty &&
          `${counted(undecided.after, "unit")} undecided, credit total ${formatCents(total.after)}, status ${status.after}`}
      </p>
      <div className="decision-bar__acts">
        <span className="decision-bar__why" id="why-not">
          {why}
        </span>
        <div className="decision-bar__buttons">
          {onApproveAll && (
            <Button
              className="decision-bar__all"
              title="Ctrl+Shift+Enter, or Cmd+Shift+Enter on a Mac"
              aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
              // This button appears when a decision is saved, under the second click of a double click on Save.
              onClick={({ detail }) => detail < 2 && onApproveAll()}
            >
              Approve all and next
            </Button>
          )}
          <FillCredit state={state} />
          <Button
            aria-disabled={unchanged}
            data-disabled={unchanged}
            onClick={() => unchanged || state.discard()}
          >
            Discard
          </Button>
          <Button type="submit" variant={onNext ? "default" : "filled"} {...locked}>
            {saveLabel(state)}
          </Button>
          {onNext && (
            <Button
              variant="filled"
              title="Ctrl+Enter, or Cmd+Enter on a Mac"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              {...locked}
              onClick={onNext}
            >
              Save and next
            </Button>
          )}
        </div>
      </div>
    </div>
  );
};

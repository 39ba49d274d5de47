import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { formatCount, formatMoney, formatQuantity, sentenceCase } from "#web/base/format.ts";
import type { PhaseKind } from "#web/editing/editing-plan.ts";
import { SaveStatus, VersionChoice } from "#web/editing/save-outcome.tsx";
import { Counting } from "#web/kit/counting.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { RmaStatusBadge } from "#web/records/rma-status.tsx";
import {
  calculateCost,
  changeLines,
  type Decision,
  fillCredit,
  lacksCredit,
  lineName,
  listUnusual,
} from "./decision.ts";
import type { DecisionState } from "./use-decision.ts";

/** Credits at cost all approved units without credit. */
export const FillCredit = ({ state }: { state: DecisionState }) => {
  const lines = state.decision.lines.filter(lacksCredit);
  const amount = lines.reduce((sum, { after }) => sum + calculateCost(after), 0);
  if (amount === 0) return null;
  return (
    <Button
      disabled={state.sending || state.forbidden !== undefined}
      onClick={() => state.change(changeLines(state.draft, lines, fillCredit))}
    >
      Fill credit {formatMoney(amount / 100)}
    </Button>
  );
};

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
  /** Left out on a phone. */
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
      <strong>
        <Counting value={change.after} show={show} />
      </strong>
    </dd>
  </div>
);

const formatCents = (cents: number) => formatMoney(cents / 100);

/** The totals of a decision: what is open and credited, and before and after what else it changes. */
export const DecisionFigures = ({ decision, dirty }: { decision: Decision; dirty: boolean }) => {
  const { status, undecided, approved, denied, adjustment, total } = decision;
  const changed = (change: Change) => change.before !== change.after;
  return (
    <>
      <dl className="decision-figures">
        {changed(approved) && (
          <Figure minor label="Approved" change={approved} show={formatQuantity} />
        )}
        {changed(denied) && <Figure minor label="Denied" change={denied} show={formatQuantity} />}
        <Figure label="Undecided" change={undecided} show={formatQuantity} />
        {adjustment !== 0 && (
          <Figure
            minor
            label="Adjustment"
            change={{ before: adjustment, after: adjustment }}
            show={formatCents}
          />
        )}
        <Figure label="Credit total" change={total} show={formatCents} />
        <div>
          <dt className="label">Status {status.before !== status.after && "after saving"}</dt>
          <dd>
            <RmaStatusBadge status={status.after} />
          </dd>
        </div>
      </dl>
      <p className="visually-hidden" role="status">
        {dirty &&
          `${formatCount(undecided.after, "unit")} undecided, credit total ${formatCents(total.after)}, status ${sentenceCase(status.after)}`}
      </p>
    </>
  );
};

const OutcomeContent = ({ decision }: { decision: DecisionState }) => {
  const { saving: state } = decision;
  if (state.kind === "conflict")
    return (
      <VersionChoice
        noun="RMA"
        record={{ resource: "rmas", id: decision.id }}
        differences={state.differences}
        onResolve={decision.resolve}
      />
    );
  const count = Object.keys(decision.refusals).length;
  return (
    <SaveStatus
      noun="RMA"
      state={state}
      canCheck
      onCheck={decision.check}
      onAcknowledge={decision.back}
    >
      {count > 0 && ` See the ${formatCount(count, "highlighted field")}.`}
    </SaveStatus>
  );
};

const shownKinds = new Set<PhaseKind>([
  "unknown",
  "conflict",
  "lost",
  "refused",
  "unread",
  "waiting",
]);

/** The result of the last save, and the next step. When it appears, it scrolls into view and takes the focus. */
export const SaveOutcome = ({ state }: { state: DecisionState }) => {
  const { kind } = state.saving;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shownKinds.has(kind)) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, [kind]);
  return shownKinds.has(kind) ? (
    <div ref={place} className="decision__outcome" tabIndex={-1}>
      <OutcomeContent decision={state} />
    </div>
  ) : null;
};

/** The number of approved units that would be closed without credit. */
export const countUncredited = ({ lines }: Decision): number =>
  lines.filter(lacksCredit).reduce((sum, { after }) => sum + (after.approvedQuantity ?? 0), 0);

/** Lines whose credit is unusual, to check before saving. */
const UnusualCredits = ({ decision }: { decision: Decision }) => {
  const lines = listUnusual(decision.lines);
  return (
    lines.length > 0 && (
      <Notice title="Check the credit" tone="waiting">
        <ul>
          {lines.map(({ id, item, after, unusualCredit }) => (
            <li key={id}>
              {lineName(item)}: {formatMoney(after.creditedAmount)}. {unusualCredit}.
            </li>
          ))}
        </ul>
      </Notice>
    )
  );
};

/** Asks before a save that closes the RMA, or that credits an unusual amount. */
export const CloseQuestion = ({ state }: { state: DecisionState }) => {
  const { decision } = state;
  if (state.saving.kind !== "confirming") return null;
  const decided = decision.lines.filter(
    ({ fields }) => fields.approvedQuantity.changed || fields.deniedQuantity.changed,
  );
  if (!decision.closes)
    return (
      <ConfirmDialog
        title="Save this credit?"
        onCancel={state.back}
        choices={[{ label: "Save decision", onChoose: state.confirm }]}
      >
        <UnusualCredits decision={decision} />
      </ConfirmDialog>
    );
  const uncredited = countUncredited(decision);
  return (
    <ConfirmDialog
      title={`Close this RMA as ${decision.status.after}?`}
      onCancel={state.back}
      choices={[{ label: "Save and close", first: true, onChoose: state.confirm }]}
    >
      <p>Credit total: {formatMoney(decision.total.after / 100)}</p>
      <UnusualCredits decision={decision} />
      {uncredited > 0 && (
        <Notice title={`${formatCount(uncredited, "approved unit")} without credit`} tone="waiting">
          <p>The credit of these units is {formatMoney(0)}. Fill it before you close the RMA.</p>
        </Notice>
      )}
      <p>This can't be undone: units of a closed RMA can't be approved or denied.</p>
      <ul>
        {decided.map((line) => (
          <li key={line.id}>
            <strong>{lineName(line.item)}</strong>: {line.after.approvedQuantity ?? 0} approved,{" "}
            {line.after.deniedQuantity ?? 0} denied of {line.after.quantity ?? 0}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
};

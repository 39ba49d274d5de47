import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { lacksCredit } from "./credit.ts";
import { type Decision, listUnusual } from "./decision.ts";
import { lineName } from "./line-fields.ts";
import type { DecisionState } from "./use-decision.ts";

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
  if (state.saving.kind !== "reviewing") return null;
  const decided = decision.lines.filter(
    ({ fields }) => fields.approvedQuantity.changed || fields.deniedQuantity.changed,
  );
  if (!decision.closes)
    return (
      <ConfirmDialog
        title="Save this credit?"
        onCancel={state.back}
        choices={[{ label: "Save decision", onChoose: state.send }]}
      >
        <UnusualCredits decision={decision} />
      </ConfirmDialog>
    );
  const uncredited = countUncredited(decision);
  return (
    <ConfirmDialog
      title={`Close this RMA as ${decision.status.after}?`}
      onCancel={state.back}
      choices={[{ label: "Save and close", first: true, onChoose: state.send }]}
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

import { useEffect, useRef } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted, money } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { SaveKind } from "#web/ui/save-machine.ts";
import { SaveStatus } from "#web/ui/save-status.tsx";
import { VersionChoice } from "#web/ui/version-choice.tsx";
import { getKey } from "./conflict.ts";
import { lacksCredit } from "./credit.ts";
import { lineName } from "./line-fields.ts";
import type { DecisionState } from "./use-decision.ts";

const Confirm = ({ state }: { state: DecisionState }) => {
  const { decision } = state;
  const decided = decision.lines.filter(
    ({ fields }) => fields.approvedQuantity.changed || fields.deniedQuantity.changed,
  );
  const uncredited = decision.lines
    .filter(lacksCredit)
    .reduce((sum, { after }) => sum + (after.approvedQuantity ?? 0), 0);
  return (
    <ConfirmDialog
      title={`Close this RMA as ${decision.status.after}?`}
      onCancel={state.back}
      choices={[{ label: "Save and close", first: true, onChoose: state.send }]}
    >
      <p>Credit total: {money(decision.total.after / 100)}</p>
      {uncredited > 0 && (
        <Notice title={`${counted(uncredited, "approved unit")} without credit`} tone="waiting">
          <p>The credit of these units is {money(0)}. Fill it before you close the RMA.</p>
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

const OutcomeContent = ({ decision }: { decision: DecisionState }) => {
  const { saving: state } = decision;
  if (state.kind === "conflict")
    return (
      <VersionChoice
        noun="RMA"
        differences={state.conflict.differences.map((one) => ({
          ...one,
          field: getKey(one),
          label: one.place,
        }))}
        onResolve={(choices) => decision.resolve(state.conflict, choices)}
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
      {count > 0 && ` See the ${counted(count, "highlighted field")}.`}
    </SaveStatus>
  );
};

const shownKinds = new Set<SaveKind>(["unknown", "conflict", "lost", "refused", "unread"]);

/** The result of the last save, and the next step. When it appears, it scrolls into view and takes the focus. */
export const SaveOutcome = ({ state }: { state: DecisionState }) => {
  const { kind } = state.saving;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shownKinds.has(kind)) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, [kind]);
  if (kind === "reviewing") return <Confirm state={state} />;
  return shownKinds.has(kind) ? (
    <div ref={place} className="decision__outcome" tabIndex={-1}>
      <OutcomeContent decision={state} />
    </div>
  ) : null;
};

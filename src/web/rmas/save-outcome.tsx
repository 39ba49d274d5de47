import { useEffect, useRef } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted } from "#web/ui/format.ts";
import { SaveTold } from "#web/ui/save-told.tsx";
import { VersionChoice } from "#web/ui/version-choice.tsx";
import { keyOf } from "./conflict.ts";
import { lineName } from "./decision-line.tsx";
import type { DecisionState } from "./use-decision.ts";

const Confirm = ({ state }: { state: DecisionState }) => {
  const { decision } = state;
  const decided = decision.lines.filter(
    ({ fields }) => fields.approvedQuantity.changed || fields.deniedQuantity.changed,
  );
  return (
    <ConfirmDialog
      title={`This closes the RMA as ${decision.status.after}`}
      cancelLabel="Go back"
      onCancel={state.backToEditing}
      choices={[{ label: `Save and close as ${decision.status.after}`, onChoose: state.send }]}
    >
      <p>
        After this, no unit can be approved or denied any more: the API changes quantities only
        while an RMA is Waiting or Partially Approved, and it has no way back.
      </p>
      <ul>
        {decided.map((line) => (
          <li key={line.id}>
            <strong>{lineName(line)}</strong>: {line.after.approvedQuantity ?? 0} approved,{" "}
            {line.after.deniedQuantity ?? 0} denied of {line.after.quantity ?? 0}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
};

const Told = ({ state }: { state: DecisionState }) => {
  const { phase } = state;
  if (phase.kind === "conflict") {
    const { differences } = phase;
    return (
      <VersionChoice
        noun="RMA"
        differences={differences.map((one) => ({ ...one, field: keyOf(one), label: one.place }))}
        onResolve={(choices) => state.resolve(differences, choices)}
      />
    );
  }
  if (phase.kind !== "failed" && phase.kind !== "unknown" && phase.kind !== "lost") return null;
  const count = Object.keys(state.refusals).length;
  return (
    <SaveTold
      noun="RMA"
      end={phase}
      canCheck
      onCheck={state.check}
      onAcknowledge={state.backToEditing}
    >
      {count > 0 && ` The reasons stand at ${counted(count, "field")} below.`}
    </SaveTold>
  );
};

const told = new Set(["unknown", "conflict", "lost", "failed"]);

/** What became of the last save, and what to do about it. It comes into sight and takes the focus when it comes up. */
export const SaveOutcome = ({ state }: { state: DecisionState }) => {
  const { kind } = state.phase;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!told.has(kind)) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, [kind]);
  if (kind === "confirming") return <Confirm state={state} />;
  return told.has(kind) ? (
    <div ref={place} className="decision__outcome" tabIndex={-1}>
      <Told state={state} />
    </div>
  ) : null;
};

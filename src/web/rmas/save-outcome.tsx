import { useEffect, useRef } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
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

const Unknown = ({ state }: { state: DecisionState }) => {
  if (state.phase.kind !== "unknown") return null;
  const { error, checking } = state.phase;
  return (
    <Notice
      title="Nobody knows yet whether this was saved"
      tone="waiting"
      alert
      actions={
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={checking}
          onClick={state.check}
        >
          {checking ? "Checking…" : "Check what is there now"}
        </button>
      }
    >
      <p>
        The change was sent, but its answer did not come back
        {error instanceof Error ? ` (${error.message})` : ""}. It may have been carried out, so it
        is not sent again by itself. What you typed is kept. Checking reads the RMA and compares.
      </p>
    </Notice>
  );
};

const Told = ({ state }: { state: DecisionState }) => {
  const { phase } = state;
  if (phase.kind === "unknown") return <Unknown state={state} />;
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
  if (phase.kind === "lost") {
    return (
      <Notice title="Nothing of it arrived" tone="waiting" alert>
        <p>The RMA is as it was before. What you typed is still here; save again when you like.</p>
      </Notice>
    );
  }
  if (phase.kind !== "failed") return null;
  const count = Object.keys(state.refusals).length;
  return (
    <ErrorNotice error={phase.error}>
      <p>
        Nothing was changed, and everything you typed is still here.
        {count > 0 && ` The reasons stand at ${counted(count, "field")} below.`}
      </p>
    </ErrorNotice>
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

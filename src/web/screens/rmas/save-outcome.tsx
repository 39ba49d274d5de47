import { useEffect, useRef } from "react";
import { formatCount } from "#web/base/format.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { SaveStatus, VersionChoice } from "#web/editing/save-outcome.tsx";
import { getKey } from "./conflict.ts";
import type { DecisionState } from "./use-decision.ts";

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
      {count > 0 && ` See the ${formatCount(count, "highlighted field")}.`}
    </SaveStatus>
  );
};

const shownKinds = new Set<SaveKind>([
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

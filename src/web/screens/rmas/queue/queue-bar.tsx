import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { whyNotSaved } from "#web/editing/why-not-saved.ts";
import { countUncredited } from "#web/screens/rmas/close-question.tsx";
import { DecisionFigures } from "#web/screens/rmas/decision-figures.tsx";
import { listUnusual } from "#web/screens/rmas/decision.ts";
import { FillCredit } from "#web/screens/rmas/fill-credit.tsx";
import { KeyHint } from "#web/screens/rmas/key-hint.tsx";
import { lineName } from "#web/screens/rmas/line-fields.ts";
import type { DecisionState } from "#web/screens/rmas/use-decision.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";

/** The consequence of closing the RMA, or what is unusual about its credit, shown before it is confirmed. */
const Question = ({ name, state: { decision } }: { name: string; state: DecisionState }) => {
  const uncredited = countUncredited(decision);
  const unusual = listUnusual(decision.lines).map(
    ({ item, unusualCredit }) => `${lineName(item)}: ${unusualCredit?.toLowerCase()}. `,
  );
  return (
    <>
      <strong>
        {decision.closes ? `Close ${name} as ${decision.status.after}?` : `Save this credit?`}
      </strong>{" "}
      Credit total: {formatMoney(decision.total.after / 100)}. {unusual}
      {decision.closes && uncredited > 0
        ? `${formatCount(uncredited, "approved unit")} without credit. `
        : ""}
      {decision.closes && "This can't be undone."}
    </>
  );
};

interface QueueBarProps {
  name: string;
  state: DecisionState;
  /** The button that saves: it has the focus while it asks. */
  main: RefObject<HTMLButtonElement | null>;
  onSave: () => void;
}

/** Always visible: the totals before and after, undo, and the button that saves and goes on. */
export const QueueBar = ({ name, state, main, onSave }: QueueBarProps) => {
  const { decision, saving } = state;
  const asks = saving.kind === "reviewing";
  const why =
    state.forbidden ??
    whyNotSaved(saving.kind, decision.changes.length > 0, decision.problems.length);
  return (
    <div className="decision-bar queue-bar" ref={trackBottomBar} data-asks={asks || undefined}>
      <DecisionFigures decision={decision} dirty={state.dirty} />
      <div className="decision-bar__acts">
        <p className="decision-bar__why queue-bar__why faint small" id="queue-why">
          {asks ? <Question name={name} state={state} /> : why}
        </p>
        <div className="decision-bar__buttons">
          <FillCredit state={state} />
          <LockableButton
            locked={!state.canUndo}
            aria-keyshortcuts="U"
            title="Undo the last unsaved change (U)"
            onClick={() => state.undo()}
          >
            Undo <KeyHint>U</KeyHint>
          </LockableButton>
          <Button
            ref={main}
            variant="filled"
            className="queue-bar__main"
            aria-disabled={why !== undefined}
            data-disabled={why !== undefined}
            aria-describedby="queue-why"
            aria-keyshortcuts="Enter"
            title={why}
            // Also while it is locked, to show the first problem.
            // The next RMA appears under the second click of a double click.
            onClick={({ detail }) => detail < 2 && onSave()}
          >
            {asks && decision.closes
              ? `Save and close as ${decision.status.after}`
              : "Save and next"}{" "}
            <KeyHint>↵</KeyHint>
          </Button>
        </div>
      </div>
    </div>
  );
};

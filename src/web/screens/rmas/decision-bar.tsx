import { Button } from "@mantine/core";
import { formatCount } from "#web/base/format.ts";
import { whyNotSaved } from "#web/editing/why-not-saved.ts";
import { discardDecision } from "./discard-decision.ts";
import { DecisionFigures } from "./decision-figures.tsx";
import { FillCredit } from "./fill-credit.tsx";
import type { QueueState } from "./rma-queue.ts";
import type { DecisionState } from "./use-decision.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";

const saveLabel = ({ sending, decision }: DecisionState): string => {
  if (sending) return "Saving…";
  const lines = decision.changes.length;
  return lines > 0 ? `Save ${formatCount(lines, "line")}` : "Save decision";
};

const whyNoNext = {
  loading: "The RMAs to decide are loading",
  known: "This is the last RMA in the queue",
};

/**
 * Always visible: the totals before and after, and the buttons that save. "Save and next" is there before the next
 * RMA is known: it must not appear under the pointer of a person who clicks Save.
 */
export const DecisionBar = ({
  state,
  queue,
  onNext,
  onApproveAll,
}: {
  state: DecisionState;
  queue: QueueState;
  /** Saves and opens the next RMA; undefined if there is none. */
  onNext: (() => void) | undefined;
  /** Approves all remaining units first; undefined once anything is decided, or if nothing remains. */
  onApproveAll: (() => void) | undefined;
}) => {
  const { decision } = state;
  const why =
    state.forbidden ??
    whyNotSaved(state.saving.kind, decision.changes.length > 0, decision.problems.length);
  // A click shows the first problem.
  const locked = {
    "aria-disabled": why !== undefined,
    "data-disabled": why !== undefined,
    "aria-describedby": "why-not",
  };
  return (
    <div className="decision-bar" ref={trackBottomBar}>
      <DecisionFigures decision={decision} dirty={state.dirty} />
      <div className="decision-bar__acts">
        <span className="decision-bar__why faint small" id="why-not">
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
          <LockableButton
            locked={!state.dirty || state.sending}
            onClick={() => discardDecision(state.desk)}
          >
            Discard
          </LockableButton>
          <Button type="submit" variant={onNext ? "default" : "filled"} {...locked}>
            {saveLabel(state)}
          </Button>
          {queue !== "none" && (
            <Button
              variant="filled"
              title={onNext ? "Ctrl+Enter, or Cmd+Enter on a Mac" : whyNoNext[queue]}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              {...(onNext ? locked : { "aria-disabled": true, "data-disabled": true })}
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

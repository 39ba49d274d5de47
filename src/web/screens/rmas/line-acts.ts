import type { Side } from "./decide.ts";
import {
  focusCurrentLine,
  focusedLine,
  focusLine,
  focusLineField,
  readLineId,
  stepUnits,
} from "#web/screens/rmas/queue/queue-actions.ts";
import type { QueueActs } from "#web/screens/rmas/queue/use-queue-keys.ts";
import type { DecisionState } from "./use-decision.ts";

/** What the single keys do in the lines of a decision. `rest` decides what remains of a line, or of all. */
export const createLineActs = (
  state: DecisionState,
  rest: (side: Side, line?: number) => void,
): QueueActs => {
  const stepLine = (by: number) => {
    const at = focusCurrentLine();
    const line = state.decision.lines.find(({ id }) => id === at);
    if (line) state.change(stepUnits(state.draft, line, by));
  };
  return {
    approve: () => rest("approvedQuantity", readLineId(focusedLine())),
    deny: () => rest("deniedQuantity", readLineId(focusedLine())),
    more: () => stepLine(1),
    less: () => stepLine(-1),
    line: focusLine,
    note: () => focusLineField("note"),
    reason: () => focusLineField("reason"),
    undo: () => state.undo(),
  };
};

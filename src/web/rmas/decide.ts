import { typeDecision } from "./credit.ts";
import type { LineState, RmaDraft } from "./decision.ts";

export type Side = "approvedQuantity" | "deniedQuantity";

/** How many units a side of a line can take. */
export const mostUnits = ({ after, remaining }: LineState, side: Side): number =>
  (after[side] ?? 0) + remaining;

/** Puts every unit of a line that nobody decided yet on one side. */
export const decideRest = (draft: RmaDraft, line: LineState, side: Side): RmaDraft =>
  line.remaining === 0
    ? draft
    : typeDecision(draft, line.item, side, String(mostUnits(line, side)));

/** The same for every line. */
export const decideRestOfAll = (
  draft: RmaDraft,
  lines: readonly LineState[],
  side: Side,
): RmaDraft => lines.reduce((now, line) => decideRest(now, line, side), draft);

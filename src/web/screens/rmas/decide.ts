import { typeDecision } from "./credit.ts";
import type { LineState, RmaDraft } from "./decision.ts";
import { changeLines } from "./draft-changes.ts";

export type Side = "approvedQuantity" | "deniedQuantity";

/** The most units of a line that can be approved or denied. */
export const countAvailable = ({ after, remaining }: LineState, side: Side): number =>
  (after[side] ?? 0) + remaining;

/** Approves or denies all undecided units of a line. */
export const decideRest = (draft: RmaDraft, line: LineState, side: Side): RmaDraft =>
  line.remaining === 0
    ? draft
    : typeDecision(draft, line.item, side, String(countAvailable(line, side)));

/** Approves or denies all undecided units of all lines. */
export const decideRestOfAll = (
  draft: RmaDraft,
  lines: readonly LineState[],
  side: Side,
): RmaDraft => {
  const open = lines.filter(({ remaining }) => remaining > 0);
  return open.length === 0
    ? draft
    : changeLines(draft, open, (now, line) => decideRest(now, line, side));
};

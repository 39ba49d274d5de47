import { flushSync } from "react-dom";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { childKeysOf } from "#web/mapping-rules/builder/part.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { say } from "./rule-moves.ts";
import { canFold, foldableKeys, goToRow, outerKeys } from "./shown-rows.ts";

const isFolded = ({ builder }: RuleMoves, key: PartKey): boolean =>
  builder.view.get(key)?.collapsed === true;

/** Folds a row or unfolds it. */
export const turnFold = (moves: RuleMoves, key: PartKey): void => {
  const { view, draft } = moves.builder;
  if (!canFold(draft.get(key))) return;
  flushSync(() => view.collapse([key], !isFolded(moves, key)));
  goToRow(moves, key);
};

/** Left: folds the row; where there is nothing to fold, goes to the one around it. */
export const foldRow = (moves: RuleMoves, key: PartKey): void => {
  const { draft } = moves.builder;
  if (canFold(draft.get(key)) && !isFolded(moves, key)) {
    turnFold(moves, key);
    return;
  }
  const root = moves.root.get() ?? null;
  const outer = outerKeys(draft, key).find((other) => rowElement(root, other));
  if (outer !== undefined) goToRow(moves, outer);
};

/** Right: unfolds the row, or goes to the first one inside it. */
export const unfoldRow = (moves: RuleMoves, key: PartKey): void => {
  const part = moves.builder.draft.get(key);
  if (canFold(part) && isFolded(moves, key)) {
    turnFold(moves, key);
    return;
  }
  const [inner] = part ? childKeysOf(part) : [];
  if (inner !== undefined) goToRow(moves, inner);
};

/** Folds everything that can be folded, or unfolds it. The focus stays where it is, or goes to what hides it now. */
export const foldAll = (moves: RuleMoves, folded: boolean): void => {
  const { view, draft } = moves.builder;
  flushSync(() => view.collapse(foldableKeys(draft), folded));
  const active = view.active();
  const hiding =
    active !== undefined && folded
      ? outerKeys(draft, active).findLast((key) => isFolded(moves, key))
      : undefined;
  if (hiding !== undefined) view.activate(hiding);
  say(moves, folded ? "All groups and inner rules are folded." : "Everything is unfolded.");
};

import { flushSync } from "react-dom";
import { neighbourTarget } from "#web/mapping-rules/builder/neighbour-target.ts";
import type { MoveDirection } from "#web/mapping-rules/builder/neighbour-target.ts";
import type { Target } from "#web/mapping-rules/builder/edit-draft.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { childrenIn } from "#web/mapping-rules/builder/part.ts";
import { capital } from "#web/ui/capital.ts";
import { notify } from "#web/ui/notify.ts";
import {
  canMoveAll,
  duplicateParts,
  moveParts,
  outermost,
  partsAt,
  removeParts,
} from "./edit-parts.ts";
import { partSentence, partsWords, placeWords } from "./part-words.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { say } from "./rule-moves.ts";
import { goToRow, rowAfterRemoval, shownKeys } from "./shown-rows.ts";
import { stepHistory } from "./step-history.ts";

/* What keys, buttons, menus and dragging do. Each says what became of it and leaves the focus where the work goes on. */

/** What a command on a row is about: the rows chosen together when it is one of them, else itself. */
export const chosenWith = ({ builder, picked }: RuleMoves, key: PartKey): PartKey[] => {
  const set = picked.get();
  return outermost(builder.draft, set.has(key) ? set : [key]);
};

/** Forgets which rows were chosen together. */
export const pickNone = ({ picked }: RuleMoves): void => {
  if (picked.get().size > 0) picked.set(new Set());
};

/** Moves parts to a place and says where they are now. */
export const moveTo = (
  moves: RuleMoves,
  keys: readonly PartKey[],
  target: Target,
  focus: PartKey | undefined = keys[0],
): boolean => {
  const { draft } = moves.builder;
  let moved = false;
  flushSync(() => {
    moved = moveParts(draft, keys, target);
  });
  if (focus !== undefined) goToRow(moves, focus);
  if (!moved) return false;
  const [first] = keys;
  const words = capital(partsWords(partsAt(draft, keys)));
  say(moves, `${words} moved to ${placeWords(draft, first ?? -1)}.`);
  return true;
};

const edgeWords: Readonly<Record<MoveDirection, string>> = {
  up: "Already at the top.",
  down: "Already at the bottom.",
  left: "Already at the top level.",
  right: "It can't go into the row before it.",
};

/** Moves the chosen parts one place. */
export const moveOn = (moves: RuleMoves, key: PartKey, direction: MoveDirection): void => {
  const { draft, workflow } = moves.builder;
  const keys = chosenWith(moves, key);
  const lead = direction === "down" || direction === "left" ? keys.at(-1) : keys[0];
  const target = lead === undefined ? undefined : neighbourTarget(draft, lead, direction, workflow);
  if (!target || !canMoveAll(draft, keys, target)) say(moves, edgeWords[direction]);
  else moveTo(moves, keys, target, key);
};

const undoIfLast = (moves: RuleMoves, version: number) => () => {
  // The button that offered it is gone after this, so the focus goes to what came back.
  if (moves.builder.draft.history().version === version) stepHistory(moves, "undo", true);
  else say(moves, "The rule has changed since. Use Undo to reverse the changes one at a time.");
};

/** Deletes the chosen parts, and offers to take that back. */
export const deleteParts = (moves: RuleMoves, key: PartKey): void => {
  const { builder } = moves;
  const keys = chosenWith(moves, key);
  const [first] = keys;
  if (first === undefined) {
    say(moves, "The rule itself can't be deleted here.");
    return;
  }
  const words = partsWords(partsAt(builder.draft, keys));
  const sentence = keys.length === 1 ? `: ${partSentence(builder, first)}` : "";
  const next = rowAfterRemoval(builder, shownKeys(moves.root.get()), keys);
  flushSync(() => {
    if (keys.includes(builder.view.editing() ?? -1)) builder.view.edit(undefined);
    removeParts(builder.draft, keys);
  });
  pickNone(moves);
  if (next !== undefined) goToRow(moves, next);
  const { version } = builder.draft.history();
  notify(`Deleted ${words}${sentence}`, { label: "Undo", act: undoIfLast(moves, version) });
};

/** Puts copies behind the chosen parts. */
export const duplicateChosen = (moves: RuleMoves, key: PartKey): void => {
  const { builder } = moves;
  const keys = chosenWith(moves, key);
  const words = capital(partsWords(partsAt(builder.draft, keys)));
  let copies: PartKey[] = [];
  flushSync(() => {
    copies = duplicateParts(builder, keys);
  });
  const [first] = copies;
  if (first === undefined) {
    say(moves, "These parts can't be duplicated together.");
    return;
  }
  if (keys.length > 1) moves.picked.set(new Set(copies));
  goToRow(moves, first);
  say(moves, `${words} duplicated: ${placeWords(builder.draft, first)}.`);
};

/** Chooses rows together, from one to another, or all in the list of one. */
export const pick = (moves: RuleMoves, keys: readonly PartKey[]): void => {
  moves.picked.set(new Set(keys));
  const parts = partsAt(moves.builder.draft, outermost(moves.builder.draft, keys));
  say(moves, parts.length === 1 ? "1 row selected." : `${partsWords(parts)} selected.`);
};

/** All that stand in the same list. */
export const pickSiblings = (moves: RuleMoves, key: PartKey): void => {
  const { draft } = moves.builder;
  const part = draft.get(key);
  if (part?.parent !== undefined && part.slot && part.slot !== "rule")
    pick(moves, childrenIn(draft.get(part.parent), part.slot));
};

/** Asks where to. */
export const askWhere = (moves: RuleMoves, key: PartKey): void => {
  const keys = chosenWith(moves, key);
  if (keys.length > 0) moves.dialog.set({ kind: "move", keys });
};

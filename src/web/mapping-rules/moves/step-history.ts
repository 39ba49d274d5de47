import { flushSync } from "react-dom";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { say } from "./rule-moves.ts";
import { showRow } from "./show-row.ts";
import { goToRow, shownKeys } from "./shown-rows.ts";

/** The row that an undo or redo is about: what came back; where what is gone was; else what changed. */
export const rowOfStep = (
  { builder: { draft, view } }: Pick<RuleMoves, "builder">,
  changed: readonly PartKey[],
  before: readonly PartKey[],
): PartKey | undefined => {
  const known = new Set(before);
  const parts = changed.flatMap((key) => draft.get(key) ?? []);
  const back = parts.filter(({ key }) => !known.has(key));
  const top = back.find(({ parent }) => back.every(({ key }) => key !== parent));
  // A group without a line of its own was never among the rows.
  if (top && top.key !== headKey && top.kind !== "group") return top.key;
  const active = view.active();
  if (active !== undefined && !draft.get(active))
    return before.slice(0, Math.max(0, before.indexOf(active))).findLast((key) => draft.get(key));
  const inner = parts.find(({ kind }) => kind === "condition" || kind === "action");
  return inner?.key ?? active;
};

/** Whether the focus may go where the change is: it was in the rows, or nowhere. */
const mayTakeFocus = ({ root }: RuleMoves): boolean => {
  const { activeElement } = document;
  return (
    !activeElement ||
    activeElement === document.body ||
    root.get()?.contains(activeElement) === true
  );
};

/** Takes one step back or forth and shows what it changed. Typing goes on where it is. */
export const stepHistory = (
  moves: RuleMoves,
  by: "undo" | "redo",
  takesFocus = mayTakeFocus(moves),
): void => {
  const { draft, view } = moves.builder;
  const label = draft.history()[by];
  if (label === undefined) {
    say(moves, by === "undo" ? "Nothing to undo." : "Nothing to redo.");
    return;
  }
  const before = shownKeys(moves.root.get());
  const editing = view.editing();
  let changed: readonly PartKey[] = [];
  let key: PartKey | undefined;
  flushSync(() => {
    changed = draft[by]();
    key = rowOfStep(moves, changed, before);
    if (editing !== undefined && !draft.get(editing)) view.edit(undefined);
    moves.picked.set(new Set());
  });
  say(moves, `${by === "undo" ? "Undone" : "Redone"}: ${label}.`);
  const typesHere = editing !== undefined && changed.includes(editing) && draft.get(editing);
  if (key === undefined || typesHere) return;
  if (takesFocus) goToRow(moves, key);
  else showRow(moves, key);
};

import { flushSync } from "react-dom";
import type { PartKey } from "#rule-model/draft/part.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { EditorState } from "./editor-state.ts";
import { announce } from "./editor-state.ts";
import { showRow } from "./show-row.ts";
import { goToRow, shownKeys } from "./shown-rows.ts";

/**
 * The row that an undo or redo leads to: the restored part, else the place of the deleted one, else the changed part.
 */
const rowOfStep = (
  { builder: { draft, view } }: Pick<EditorState, "builder">,
  changed: readonly PartKey[],
  before: readonly PartKey[],
): PartKey | undefined => {
  const known = new Set(before);
  const parts = changed.flatMap((key) => draft.get(key) ?? []);
  const back = parts.filter(({ key }) => !known.has(key));
  const top = back.find(({ parent }) => back.every(({ key }) => key !== parent));
  // A group without a line of its own never had a row.
  if (top && top.key !== headKey && top.kind !== "group") return top.key;
  const active = view.active();
  if (active !== undefined && !draft.get(active))
    return before.slice(0, Math.max(0, before.indexOf(active))).findLast((key) => draft.get(key));
  const inner = parts.find(({ kind }) => kind === "condition" || kind === "action");
  return inner?.key ?? active;
};

/** Whether the focus may move to the change: it was in the rows, or nowhere. */
const mayTakeFocus = ({ root }: EditorState): boolean => {
  const { activeElement } = document;
  return (
    !activeElement ||
    activeElement === document.body ||
    root.get()?.contains(activeElement) === true
  );
};

/** Undoes or redoes one step and shows the change. Typing continues where it is. */
export const stepHistory = (
  editor: EditorState,
  by: "undo" | "redo",
  takesFocus = mayTakeFocus(editor),
): void => {
  const { draft, view } = editor.builder;
  const label = draft.history()[by];
  if (label === undefined) {
    announce(editor, by === "undo" ? "Nothing to undo." : "Nothing to redo.");
    return;
  }
  const before = shownKeys(editor.root.get());
  const editing = view.editing();
  let changed: readonly PartKey[] = [];
  let key: PartKey | undefined;
  flushSync(() => {
    changed = draft[by]();
    key = rowOfStep(editor, changed, before);
    if (editing !== undefined && !draft.get(editing)) view.edit(undefined);
    editor.selected.set(new Set());
  });
  announce(editor, `${by === "undo" ? "Undone" : "Redone"}: ${label}.`);
  const typesHere = editing !== undefined && changed.includes(editing) && draft.get(editing);
  if (key === undefined || typesHere) return;
  if (takesFocus) goToRow(editor, key);
  else showRow(editor, key);
};

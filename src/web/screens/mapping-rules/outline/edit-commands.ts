import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import { describePart, describeParts, describePlace } from "#rule-model/describe/describe-parts.ts";
import type { Target } from "#rule-model/draft/draft-rule.ts";
import {
  canMoveAll,
  moveParts,
  outermost,
  partsAt,
  removeParts,
} from "#rule-model/draft/edit-draft.ts";
import { type MoveDirection, neighbourTarget } from "#rule-model/draft/move-places.ts";
import { childrenIn, headKey, type PartKey } from "#rule-model/draft/part.ts";
import { capital } from "#web/base/capital.ts";
import { notify } from "#web/kit/notify.ts";
import { announce, type EditorState } from "./editor-state.ts";
import { goToRow, rowAfterRemoval, shownKeys, showRow } from "./shown-rows.ts";

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

/*
 * The commands of keys, buttons, menus and dragging. Each announces its result and sets the focus where work
 * continues.
 */

/** The target of a command on a row: the selected rows if it is one of them, else the row itself. */
export const selectionWith = ({ builder, selected }: EditorState, key: PartKey): PartKey[] => {
  const set = selected.get();
  return outermost(builder.draft, set.has(key) ? set : [key]);
};

export const clearSelection = ({ selected }: EditorState): void => {
  if (selected.get().size > 0) selected.set(new Set());
};

/** Moves parts to a place and announces the new place. */
export const moveTo = (
  editor: EditorState,
  keys: readonly PartKey[],
  target: Target,
  focus: PartKey | undefined = keys[0],
): boolean => {
  const { draft } = editor.builder;
  let moved = false;
  flushSync(() => {
    moved = moveParts(draft, keys, target);
  });
  if (focus !== undefined) goToRow(editor, focus);
  if (!moved) return false;
  const [first] = keys;
  const words = capital(describeParts(partsAt(draft, keys)));
  announce(editor, `${words} moved to ${describePlace(draft, first ?? -1)}.`);
  return true;
};

const edgeWords: Readonly<Record<MoveDirection, string>> = {
  up: "Already at the top.",
  down: "Already at the bottom.",
  left: "Already at the top level.",
  right: "It can't be moved into the row before it.",
};

/** Moves the selected parts one place. */
export const moveOn = (editor: EditorState, key: PartKey, direction: MoveDirection): void => {
  const { draft, workflow } = editor.builder;
  const keys = selectionWith(editor, key);
  const lead = direction === "down" || direction === "left" ? keys.at(-1) : keys[0];
  const target = lead === undefined ? undefined : neighbourTarget(draft, lead, direction, workflow);
  if (!target || !canMoveAll(draft, keys, target)) announce(editor, edgeWords[direction]);
  else moveTo(editor, keys, target, key);
};

const undoIfLast = (editor: EditorState, version: number) => () => {
  // The button that offered it is gone now, so the focus goes to the restored part.
  if (editor.builder.draft.history().version === version) stepHistory(editor, "undo", true);
  else
    announce(editor, "The rule has changed since. Use Undo to reverse the changes one at a time.");
};

/** Ends when the editor leaves the screen. */
const untilLeft = ({ root }: EditorState): AbortSignal => {
  const left = new AbortController();
  const stop = root.subscribe(() => {
    stop();
    left.abort();
  });
  return left.signal;
};

/** Deletes the selected parts, and offers to undo that while the rule is on the screen. */
export const deleteParts = (editor: EditorState, key: PartKey): void => {
  const { builder } = editor;
  const keys = selectionWith(editor, key);
  const [first] = keys;
  if (first === undefined) {
    announce(editor, "The rule itself can't be deleted here.");
    return;
  }
  const words = describeParts(partsAt(builder.draft, keys));
  const sentence = keys.length === 1 ? `: ${describePart(builder, first)}` : "";
  const next = rowAfterRemoval(builder, shownKeys(editor.root.get()), keys);
  flushSync(() => {
    if (keys.includes(builder.view.editing() ?? -1)) builder.view.edit(undefined);
    removeParts(builder.draft, keys);
  });
  clearSelection(editor);
  if (next !== undefined) goToRow(editor, next);
  const { version } = builder.draft.history();
  const act = undoIfLast(editor, version);
  notify(`Deleted ${words}${sentence}`, { label: "Undo", act, until: untilLeft(editor) });
};

/** A command that changes the selected rows, and returns the keys of the result. */
interface RowEdit {
  /** One step of undo; returns no keys where it does not apply. */
  readonly edit: (builder: Builder, keys: readonly PartKey[]) => readonly PartKey[];
  /** As the result is announced: “duplicated”. */
  readonly done: string;
  /** The announcement where it does not apply. */
  readonly refused: string;
}

/** Makes a command of an edit: it applies to the selected rows, focuses the first result and announces it. */
export const makeCommand =
  ({ edit, done, refused }: RowEdit) =>
  (editor: EditorState, key: PartKey): void => {
    const { builder } = editor;
    const keys = selectionWith(editor, key);
    const words = capital(describeParts(partsAt(builder.draft, keys)));
    let results: readonly PartKey[] = [];
    flushSync(() => {
      results = edit(builder, keys);
    });
    const [first] = results;
    if (first === undefined) {
      announce(editor, refused);
      return;
    }
    if (keys.length > 1) editor.selected.set(new Set(results));
    goToRow(editor, first);
    announce(editor, `${words} ${done}: ${describePlace(builder.draft, first)}.`);
  };

/** Selects rows, from one to another, or all in the list of one. */
export const selectRows = (editor: EditorState, keys: readonly PartKey[]): void => {
  editor.selected.set(new Set(keys));
  const parts = partsAt(editor.builder.draft, outermost(editor.builder.draft, keys));
  announce(editor, parts.length === 1 ? "1 row selected." : `${describeParts(parts)} selected.`);
};

/** Selects all parts of the same list. */
export const selectSiblings = (editor: EditorState, key: PartKey): void => {
  const { draft } = editor.builder;
  const part = draft.get(key);
  if (part?.parent !== undefined && part.slot && part.slot !== "rule")
    selectRows(editor, childrenIn(draft.get(part.parent), part.slot));
};

/** Opens the dialog that asks for the place. */
export const openMoveDialog = (editor: EditorState, key: PartKey): void => {
  const keys = selectionWith(editor, key);
  if (keys.length > 0) editor.dialog.set({ kind: "move", keys });
};

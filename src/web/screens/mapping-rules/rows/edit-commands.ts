import { flushSync } from "react-dom";
import { readParts, serializeParts } from "#rule-model/clipboard.ts";
import { describePart, describeParts, describePlace } from "#rule-model/describe-parts.ts";
import type { Builder } from "#rule-model/builder.ts";
import { canFold, foldableKeys, outerKeys, type Target } from "#rule-model/draft-rule.ts";
import { type MoveDirection, neighbourTarget, treesToPaste } from "#rule-model/move-places.ts";
import {
  addTrees,
  canMoveAll,
  duplicateParts,
  moveParts,
  outermost,
  partsAt,
  removeParts,
} from "#rule-model/edit-draft.ts";
import { childrenIn, headKey, listChildKeys, type PartKey } from "#rule-model/part.ts";
import { capital } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import {
  announce,
  type EditorState,
  goToRow,
  idleKey,
  isSelectingText,
  rowAfterRemoval,
  rowElement,
  shownKeys,
  showRow,
} from "./shown-rows.ts";

/**
 * The row that an undo or redo leads to: the restored part, else the place of the deleted one, else the changed part.
 */
const rowOfStep = (
  { draft, view }: Builder,
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
  const focused = document.activeElement ?? document.body;
  return focused === document.body || root.get()?.contains(focused) === true;
};

/** Undoes or redoes one step and shows the change. Typing continues where it is. */
export const stepHistory = (
  editor: EditorState,
  by: "undo" | "redo",
  takesFocus = mayTakeFocus(editor),
): void => {
  const { draft, view } = editor.builder;
  const label = draft.history()[by];
  if (label === undefined) return announce(editor, `Nothing to ${by}.`);
  const before = shownKeys(editor.root.get());
  const editing = view.editing();
  const { changed, key } = flushSync(() => {
    const keys = draft[by]();
    const row = rowOfStep(editor.builder, keys, before);
    if (editing !== undefined && !draft.get(editing)) view.edit(undefined);
    editor.selected.set(new Set());
    return { changed: keys, key: row };
  });
  announce(editor, `${by === "undo" ? "Undone" : "Redone"}: ${label}.`);
  const typesHere = editing !== undefined && changed.includes(editing) && draft.get(editing);
  if (key === undefined || typesHere) return;
  if (takesFocus) goToRow(editor, key);
  else showRow(editor, key);
};

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
  const moved = flushSync(() => moveParts(draft, keys, target));
  if (focus !== undefined) goToRow(editor, focus);
  if (!moved) return false;
  const words = capital(describeParts(partsAt(draft, keys)));
  announce(editor, `${words} moved to ${describePlace(draft, keys[0] ?? -1)}.`);
  return true;
};

const edgeWords: Readonly<Record<MoveDirection, string>> = {
  up: "Already at the top.",
  down: "Already at the bottom.",
  left: "Already at the top level.",
  right: "It can't be moved into the row before it.",
};

export const moveOn = (editor: EditorState, key: PartKey, direction: MoveDirection): void => {
  const { draft, workflow } = editor.builder;
  const keys = selectionWith(editor, key);
  const lead = direction === "down" || direction === "left" ? keys.at(-1) : keys[0];
  const target = lead === undefined ? undefined : neighbourTarget(draft, lead, direction, workflow);
  if (!target || !canMoveAll(draft, keys, target)) announce(editor, edgeWords[direction]);
  else moveTo(editor, keys, target, key);
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
  if (first === undefined) return announce(editor, "The rule itself can't be deleted here.");
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
  const act = () => {
    // The button that offered it is gone now, so the focus goes to the restored part.
    if (builder.draft.history().version === version) stepHistory(editor, "undo", true);
    else
      announce(
        editor,
        "The rule has changed since. Use Undo to reverse the changes one at a time.",
      );
  };
  notify(`Deleted ${words}${sentence}`, { label: "Undo", act, until: untilLeft(editor) });
};

export const duplicate = (editor: EditorState, key: PartKey): void => {
  const { builder } = editor;
  const keys = selectionWith(editor, key);
  const words = capital(describeParts(partsAt(builder.draft, keys)));
  const copies = flushSync(() => duplicateParts(builder, keys));
  const [first] = copies;
  if (first === undefined) return announce(editor, "These parts can't be duplicated together.");
  if (keys.length > 1) editor.selected.set(new Set(copies));
  goToRow(editor, first);
  announce(editor, `${words} duplicated: ${describePlace(builder.draft, first)}.`);
};

/** Selects rows, from one to another, or all in the list of one. */
export const selectRows = (editor: EditorState, keys: readonly PartKey[]): void => {
  editor.selected.set(new Set(keys));
  const parts = partsAt(editor.builder.draft, outermost(editor.builder.draft, keys));
  announce(editor, parts.length === 1 ? "1 row selected." : `${describeParts(parts)} selected.`);
};

export const selectSiblings = (editor: EditorState, key: PartKey): void => {
  const { draft } = editor.builder;
  const part = draft.get(key);
  if (part?.parent !== undefined && part.slot && part.slot !== "rule")
    selectRows(editor, childrenIn(draft.get(part.parent), part.slot));
};

export const openMoveDialog = (editor: EditorState, key: PartKey): void => {
  const keys = selectionWith(editor, key);
  if (keys.length > 0) editor.dialog.set(keys);
};

const isFolded = ({ builder }: EditorState, key: PartKey): boolean =>
  builder.view.get(key)?.collapsed === true;

/** Folds a row or unfolds it. Commands never apply to rows out of view, so the selection ends. */
export const toggleFold = (editor: EditorState, key: PartKey): void => {
  const { view, draft } = editor.builder;
  if (!canFold(draft.get(key))) return;
  clearSelection(editor);
  flushSync(() => view.collapse([key], !isFolded(editor, key)));
  goToRow(editor, key);
};

/** Left: folds the row; where it cannot fold, goes to the row around it. */
export const foldRow = (editor: EditorState, key: PartKey): void => {
  const { draft } = editor.builder;
  if (canFold(draft.get(key)) && !isFolded(editor, key)) return toggleFold(editor, key);
  const root = editor.root.get() ?? null;
  const outer = outerKeys(draft, key).find((other) => rowElement(root, other));
  if (outer !== undefined) goToRow(editor, outer);
};

/** Right: unfolds the row, or goes to the first one inside it. */
export const unfoldRow = (editor: EditorState, key: PartKey): void => {
  const part = editor.builder.draft.get(key);
  if (canFold(part) && isFolded(editor, key)) return toggleFold(editor, key);
  const [inner] = part ? listChildKeys(part) : [];
  if (inner !== undefined) goToRow(editor, inner);
};

const rowsAtOnce = 200;

/** The rows on the screen first, then those below, then those above from the nearest on. */
const fromView = ({ root }: EditorState, keys: readonly PartKey[]): readonly PartKey[] => {
  const seen = [...(root.get()?.querySelectorAll("[data-block-key]") ?? [])].find(
    (block) => block.getBoundingClientRect().bottom > 0,
  );
  const at = keys.indexOf(Number(seen?.getAttribute("data-block-key") ?? -1));
  return at < 0 ? keys : [...keys.slice(at), ...keys.slice(0, at).toReversed()];
};

/**
 * Unfolds the visible rows at once and the rest right after, piece by piece, so that thousands of rows cause no wait.
 */
const unfoldAll = (editor: EditorState): void => {
  const { view, draft } = editor.builder;
  const waiting = [
    ...fromView(
      editor,
      foldableKeys(draft).filter((key) => isFolded(editor, key)),
    ),
  ];
  const next = (): void => {
    if (waiting.length === 0) return;
    const piece: PartKey[] = [];
    for (let rows = 0; rows < rowsAtOnce && waiting.length > 0;) {
      const key = waiting.shift()!;
      piece.push(key);
      const part = draft.get(key);
      rows += part ? listChildKeys(part).length + 1 : 1;
    }
    flushSync(() => view.collapse(piece, false));
    editor.unfolding.set(setTimeout(next));
  };
  next();
};

/**
 * Folds everything that can be folded, or unfolds it. The focus stays where it is, or goes to the row that now hides
 * it. The selection ends.
 */
export const foldAll = (editor: EditorState, folded: boolean): void => {
  const { view, draft } = editor.builder;
  clearSelection(editor);
  clearTimeout(editor.unfolding.get());
  if (folded) flushSync(() => view.collapse(foldableKeys(draft), true));
  else unfoldAll(editor);
  const hiding = outerKeys(draft, view.active() ?? -1).findLast((key) => isFolded(editor, key));
  if (folded && hiding !== undefined) view.activate(hiding);
  announce(editor, folded ? "All collapsed." : "All expanded.");
};

/*
 * Copy, cut and paste through the browser's own events: they need no permission, and the browser's menus work too.
 * The copied text is JSON, which another rule, another tab or a text editor can take.
 */

/** The text of the selected parts; announces it where there is none. */
const textToCopy = (editor: EditorState, key: PartKey): string | undefined => {
  const text = serializeParts(editor.builder, selectionWith(editor, key));
  if (text === undefined) announce(editor, "Different kinds of rows can't be copied together.");
  else editor.copied.set(text);
  return text;
};

const announceCopied = (editor: EditorState, key: PartKey): void =>
  notify(`Copied ${describeParts(partsAt(editor.builder.draft, selectionWith(editor, key)))}`);

/** Inserts the parts in a text beside a row, or announces why it has none. */
const pasteText = (editor: EditorState, key: PartKey, text: string): void => {
  const { builder } = editor;
  const pasted = readParts(builder, text);
  if ("why" in pasted) return notify(`Nothing was pasted. ${pasted.why}`);
  const place = treesToPaste(builder.draft, pasted, key);
  if (!place) return notify("Nothing was pasted: this can't be pasted here.");
  const added = flushSync(() =>
    addTrees(builder.draft, place.trees, place.target, `paste ${place.words}`),
  );
  const [first] = added;
  if (first === undefined) return;
  clearSelection(editor);
  if (added.length > 1) editor.selected.set(new Set(added));
  goToRow(editor, first);
  const words = describeParts(partsAt(builder.draft, added));
  announce(editor, `Pasted ${words}: ${describePlace(builder.draft, first)}.`);
  if (pasted.notes.length > 0) notify(pasted.notes.join(" "));
};

/** From the menu: copies to the clipboard where the browser allows it, and always for this tab. */
const keepText = (editor: EditorState, key: PartKey): boolean => {
  const text = textToCopy(editor, key);
  // Without a secure connection there is no clipboard to write to; the copy still works in this tab.
  if (text !== undefined) navigator.clipboard?.writeText(text).catch(() => undefined);
  return text !== undefined;
};

export const copyFromMenu = (editor: EditorState, key: PartKey): void => {
  if (keepText(editor, key)) announceCopied(editor, key);
};

export const cutFromMenu = (editor: EditorState, key: PartKey): void => {
  if (keepText(editor, key)) deleteParts(editor, key);
};

/**
 * From the menu: pastes this tab's last copy; the browser's clipboard is only read with Ctrl+V, which needs no
 * permission.
 */
export const pasteFromMenu = (editor: EditorState, key: PartKey): void => {
  const text = editor.copied.get();
  if (text === undefined)
    notify("Nothing copied in this tab yet. Press Ctrl+V to paste from elsewhere.");
  else pasteText(editor, key, text);
};

/** Handles copy, cut and paste while a row has the focus. Selected text is copied as text. */
export const listenForClipboard = (
  editor: EditorState,
  root: HTMLElement,
  signal: AbortSignal,
): void => {
  const take = (event: ClipboardEvent) => {
    const key = idleKey(document.activeElement);
    if (key === undefined || isSelectingText() || !event.clipboardData) return;
    const text = textToCopy(editor, key);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") deleteParts(editor, key);
    else announceCopied(editor, key);
  };
  const paste = (event: ClipboardEvent) => {
    const key = idleKey(document.activeElement);
    if (key === undefined || !event.clipboardData) return;
    event.preventDefault();
    pasteText(editor, key, event.clipboardData.getData("text/plain"));
  };
  root.addEventListener("copy", take, { signal });
  root.addEventListener("cut", take, { signal });
  root.addEventListener("paste", paste, { signal });
};

import { flushSync } from "react-dom";
import type { PartKey } from "#rule-model/draft/part.ts";
import { readParts, serializeParts } from "#rule-model/clipboard/clipboard.ts";
import { addTrees, partsAt } from "#rule-model/draft/edit-draft.ts";
import { describeParts, describePlace } from "#rule-model/describe/describe-parts.ts";
import { treesToPaste } from "#rule-model/draft/drop-place.ts";
import { notify } from "#web/kit/notify.ts";
import { selectionWith, deleteParts, clearSelection } from "./edit-commands.ts";
import { type EditorState, announce } from "./editor-state.ts";
import { goToRow, keyOfRow } from "./shown-rows.ts";

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
  if ("why" in pasted) {
    notify(`Nothing was pasted. ${pasted.why}`);
    return;
  }
  const place = treesToPaste(builder.draft, pasted, key);
  if (!place) {
    notify("Nothing was pasted: this can't be pasted here.");
    return;
  }
  let added: readonly PartKey[] = [];
  flushSync(() => {
    added = addTrees(builder.draft, place.trees, place.target, `paste ${place.words}`);
  });
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

const rowAt = (): PartKey | undefined => {
  const row = document.activeElement;
  return row instanceof HTMLElement && !row.hasAttribute("data-row-form")
    ? keyOfRow(row)
    : undefined;
};

const isSelectingText = (): boolean => getSelection()?.isCollapsed === false;

/** Handles copy, cut and paste while a row has the focus. Selected text is copied as text. */
export const listenForClipboard = (editor: EditorState, root: HTMLElement): (() => void) => {
  const take = (event: ClipboardEvent) => {
    const key = rowAt();
    if (key === undefined || isSelectingText() || !event.clipboardData) return;
    const text = textToCopy(editor, key);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") deleteParts(editor, key);
    else announceCopied(editor, key);
  };
  const paste = (event: ClipboardEvent) => {
    const key = rowAt();
    if (key === undefined || !event.clipboardData) return;
    event.preventDefault();
    pasteText(editor, key, event.clipboardData.getData("text/plain"));
  };
  root.addEventListener("copy", take);
  root.addEventListener("cut", take);
  root.addEventListener("paste", paste);
  return () => {
    root.removeEventListener("copy", take);
    root.removeEventListener("cut", take);
    root.removeEventListener("paste", paste);
  };
};

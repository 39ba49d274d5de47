import { flushSync } from "react-dom";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { notify } from "#web/ui/notify.ts";
import { readParts, serializeParts } from "#web/mapping-rules/builder/clipboard.ts";
import { addTrees, partsAt } from "./edit-parts.ts";
import { selectionWith, deleteParts, clearSelection } from "./move-commands.ts";
import { describeParts, describePlace } from "./part-words.ts";
import { treesToPaste } from "./paste-place.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { announce } from "./rule-moves.ts";
import { goToRow, keyOfRow } from "./shown-rows.ts";

/*
 * Copy, cut and paste through the browser's own events: they need no permission, and the browser's menus work too.
 * The copied text is JSON, which another rule, another tab or a text editor can take.
 */

/** The text of the selected parts; announces it where there is none. */
const textToCopy = (moves: RuleMoves, key: PartKey): string | undefined => {
  const text = serializeParts(moves.builder, selectionWith(moves, key));
  if (text === undefined) announce(moves, "Different kinds of rows can't be copied together.");
  else moves.copied.set(text);
  return text;
};

const announceCopied = (moves: RuleMoves, key: PartKey): void =>
  notify(`Copied ${describeParts(partsAt(moves.builder.draft, selectionWith(moves, key)))}`);

/** Inserts the parts in a text beside a row, or announces why it has none. */
export const pasteText = (moves: RuleMoves, key: PartKey, text: string): void => {
  const { builder } = moves;
  const pasted = readParts(builder, text);
  if ("why" in pasted) {
    notify(`Nothing was pasted. ${pasted.why}`);
    return;
  }
  const place = treesToPaste(builder.draft, pasted, key);
  if (!place) {
    notify("Nothing was pasted: it doesn't go here.");
    return;
  }
  let added: readonly PartKey[] = [];
  flushSync(() => {
    added = addTrees(builder.draft, place.trees, place.target, `paste ${place.words}`);
  });
  const [first] = added;
  if (first === undefined) return;
  clearSelection(moves);
  if (added.length > 1) moves.selected.set(new Set(added));
  goToRow(moves, first);
  const words = describeParts(partsAt(builder.draft, added));
  announce(moves, `Pasted ${words}: ${describePlace(builder.draft, first)}.`);
  if (pasted.notes.length > 0) notify(pasted.notes.join(" "));
};

/** From the menu: copies to the clipboard where the browser allows it, and always for this tab. */
const keepText = (moves: RuleMoves, key: PartKey): boolean => {
  const text = textToCopy(moves, key);
  // Without a secure connection there is no clipboard to write to; the copy still works in this tab.
  if (text !== undefined) navigator.clipboard?.writeText(text).catch(() => undefined);
  return text !== undefined;
};

export const copyFromMenu = (moves: RuleMoves, key: PartKey): void => {
  if (keepText(moves, key)) announceCopied(moves, key);
};

export const cutFromMenu = (moves: RuleMoves, key: PartKey): void => {
  if (keepText(moves, key)) deleteParts(moves, key);
};

/**
 * From the menu: pastes this tab's last copy; the browser's clipboard is only read with Ctrl+V, which needs no
 * permission.
 */
export const pasteFromMenu = (moves: RuleMoves, key: PartKey): void => {
  const text = moves.copied.get();
  if (text === undefined)
    notify("Nothing copied in this tab yet. Press Ctrl+V to paste from elsewhere.");
  else pasteText(moves, key, text);
};

const rowAt = (): PartKey | undefined => {
  const row = document.activeElement;
  return row instanceof HTMLElement && !row.hasAttribute("data-row-form")
    ? keyOfRow(row)
    : undefined;
};

const isSelectingText = (): boolean => getSelection()?.isCollapsed === false;

/** Handles copy, cut and paste while a row has the focus. Selected text is copied as text. */
export const listenForClipboard = (moves: RuleMoves, root: HTMLElement): (() => void) => {
  const take = (event: ClipboardEvent) => {
    const key = rowAt();
    if (key === undefined || isSelectingText() || !event.clipboardData) return;
    const text = textToCopy(moves, key);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") deleteParts(moves, key);
    else announceCopied(moves, key);
  };
  const paste = (event: ClipboardEvent) => {
    const key = rowAt();
    if (key === undefined || !event.clipboardData) return;
    event.preventDefault();
    pasteText(moves, key, event.clipboardData.getData("text/plain"));
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

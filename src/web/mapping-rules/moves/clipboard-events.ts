import { flushSync } from "react-dom";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { notify } from "#web/ui/notify.ts";
import { readParts, serializeParts } from "#web/mapping-rules/builder/clipboard.ts";
import { addTrees, partsAt } from "./edit-parts.ts";
import { chosenWith, deleteParts, pickNone } from "./move-commands.ts";
import { partsWords, placeWords } from "./part-words.ts";
import { treesToPaste } from "./paste-place.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { say } from "./rule-moves.ts";
import { goToRow, keyOfRow } from "./shown-rows.ts";

/*
 * Copy, cut and paste by the browser's own events: no permission is asked, and the menus of the browser work too. What
 * is copied is JSON that another rule, another tab or an editor of text can take.
 */

/** The text of the chosen parts; says so where there is none. */
const textToCopy = (moves: RuleMoves, key: PartKey): string | undefined => {
  const text = serializeParts(moves.builder, chosenWith(moves, key));
  if (text === undefined) say(moves, "Different kinds of rows can't be copied together.");
  else moves.copied.set(text);
  return text;
};

const sayCopied = (moves: RuleMoves, key: PartKey): void =>
  notify(`Copied ${partsWords(partsAt(moves.builder.draft, chosenWith(moves, key)))}`);

/** Puts what a text holds beside a row, or says why nothing can be made of it. */
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
  pickNone(moves);
  if (added.length > 1) moves.picked.set(new Set(added));
  goToRow(moves, first);
  const words = partsWords(partsAt(builder.draft, added));
  say(moves, `Pasted ${words}: ${placeWords(builder.draft, first)}.`);
  if (pasted.notes.length > 0) notify(pasted.notes.join(" "));
};

/** From the menu: into the clipboard where the browser allows it, and in any case for this tab. */
const keepText = (moves: RuleMoves, key: PartKey): boolean => {
  const text = textToCopy(moves, key);
  // Without a secure connection there is no clipboard to write to; the copy serves this tab all the same.
  if (text !== undefined) navigator.clipboard?.writeText(text).catch(() => undefined);
  return text !== undefined;
};

export const copyFromMenu = (moves: RuleMoves, key: PartKey): void => {
  if (keepText(moves, key)) sayCopied(moves, key);
};

export const cutFromMenu = (moves: RuleMoves, key: PartKey): void => {
  if (keepText(moves, key)) deleteParts(moves, key);
};

/** From the menu: what this tab copied last; the browser's clipboard is read with Ctrl+V alone, which asks nothing. */
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

const marksText = (): boolean => getSelection()?.isCollapsed === false;

/** Hears copying, cutting and pasting while a row has the focus. Marked words are copied as words. */
export const listenForClipboard = (moves: RuleMoves, root: HTMLElement): (() => void) => {
  const take = (event: ClipboardEvent) => {
    const key = rowAt();
    if (key === undefined || marksText() || !event.clipboardData) return;
    const text = textToCopy(moves, key);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") deleteParts(moves, key);
    else sayCopied(moves, key);
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

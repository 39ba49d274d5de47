import { stepHistory } from "./step-history.ts";
import { pressed, rowCommand } from "./row-keys.ts";
import type { RuleMoves } from "./rule-moves.ts";

const historyKeys: Readonly<Record<string, "undo" | "redo">> = {
  "Mod+z": "undo",
  "Mod+Shift+z": "redo",
  "Mod+y": "redo",
};

const textFields =
  "input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]";

/** A field whose text is no part of the rule keeps the browser's own undo: a search, an open picker, what is in a dialog. */
const hasOwnUndo = (target: Element): boolean =>
  target.closest("[role=dialog], [popover], [role=combobox][aria-expanded=true]") !== null ||
  (target.matches(textFields) && target.closest("[data-rule-editor], [data-rule-draft]") === null);

const isOpen = (target: Element): boolean =>
  document.querySelector("[aria-modal=true]") !== null || target.closest("[role=dialog]") !== null;

/**
 * Undo and redo all over the screen, and `?` and `/` where nothing is written. What is typed into a row is in the draft
 * with every letter, so there the draft's undo stands in for the browser's.
 */
export const listenForHistory = (moves: RuleMoves): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    const { target } = event;
    if (
      event.defaultPrevented ||
      event.isComposing ||
      !(target instanceof Element) ||
      isOpen(target)
    )
      return;
    const name = pressed(event);
    const step = Object.hasOwn(historyKeys, name) ? historyKeys[name] : undefined;
    if (step && !hasOwnUndo(target)) {
      event.preventDefault();
      stepHistory(moves, step);
    } else if ((name === "?" || name === "/") && !target.closest(`${textFields}, select`)) {
      const command = rowCommand(name);
      if (!command) return;
      event.preventDefault();
      command(moves, moves.builder.view.active() ?? 0);
    }
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
};

import { stepHistory } from "./step-history.ts";
import { pressed, rowCommand } from "./row-keys.ts";
import type { EditorState } from "./editor-state.ts";

const textFields =
  "input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]";

/** A field whose text is not part of the rule keeps the browser's own undo: a search, an open picker, a dialog. */
const hasOwnUndo = (target: Element): boolean =>
  target.closest("[role=dialog], [role=menu], [popover], [role=combobox][aria-expanded=true]") !==
    null ||
  (target.matches(textFields) && target.closest("[data-rule-editor], [data-rule-draft]") === null);

const isOpen = (target: Element): boolean =>
  document.querySelector("[aria-modal=true]") !== null || target.closest("[role=dialog]") !== null;

interface Act {
  readonly allowedIn: (target: Element) => boolean;
  readonly run: (editor: EditorState) => void;
}

const history = (step: "undo" | "redo"): Act => ({
  allowedIn: (target) => !hasOwnUndo(target),
  run: (editor) => stepHistory(editor, step),
});

const single = (name: string): Act => ({
  allowedIn: (target) => !target.closest(`${textFields}, select`) && rowCommand(name) !== undefined,
  run: (editor) => rowCommand(name)?.(editor, editor.builder.view.active() ?? 0),
});

const actions: Readonly<Record<string, Act>> = {
  "Mod+z": history("undo"),
  "Mod+Shift+z": history("redo"),
  "Mod+y": history("redo"),
  "?": single("?"),
  "/": single("/"),
};

/**
 * Undo and redo on the whole screen, and `?` and `/` outside text fields. Every letter typed in a row is in the
 * draft, so there the draft's undo replaces the browser's.
 */
export const listenForHistory = (editor: EditorState): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
    const name = pressed(event);
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    // The page is searched for a dialog only on these keys, not on each letter that is typed.
    if (!act?.allowedIn(target) || isOpen(target)) return;
    event.preventDefault();
    act.run(editor);
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
};

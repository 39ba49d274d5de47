import { type RefObject, useEffect } from "react";
import type { PartKey } from "#rule-model/draft/part.ts";
import { useEditorState } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { watchKeys } from "#web/kit/watch-keys.ts";
import { listenForClipboard } from "./clipboard-events.ts";
import { dragRows } from "./drag-rows.ts";
import { clearSelection, stepHistory } from "./edit-commands.ts";
import type { EditorState } from "./editor-state.ts";
import { markSelected } from "./mark-selected.ts";
import { pressed, rowCommand } from "./row-keys.ts";
import { keyOfRow } from "./shown-rows.ts";

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
const listenForHistory = (editor: EditorState): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
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

/** The key of the row that has the focus itself; undefined while its controls have it. */
const focusedRow = (target: EventTarget | null): PartKey | undefined =>
  target instanceof HTMLElement && !target.hasAttribute("data-row-form")
    ? keyOfRow(target)
    : undefined;

const listenForKeys = (editor: EditorState, root: HTMLElement): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    const key = focusedRow(event.target);
    if (key === undefined || event.getModifierState("AltGraph")) return;
    const command = rowCommand(pressed(event));
    if (!command) return;
    event.preventDefault();
    command(editor, key);
  };
  root.addEventListener("keydown", listener);
  return () => root.removeEventListener("keydown", listener);
};

const findRow = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? (target.closest("[data-part-key]") ??
      target.closest("li")?.querySelector(":scope > [data-part-key]") ??
      null)
    : null;

const inTools = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-row-tools]") !== null;

/** While the menu of the tools, which is outside the editor, is open, the tools stay with their row. */
const inMenu = ({ children }: HTMLElement): boolean =>
  // A search of the whole editor would pass thousands of rows.
  Array.from(children)
    .find((child) => child.matches("[data-row-tools]"))
    ?.querySelector("[aria-expanded=true]") instanceof Element;

/**
 * Tracks the row under the pointer and the focused row, for the buttons beside it. A finger has no hover: it opens a
 * row.
 */
const followRows = (editor: EditorState, root: HTMLElement): (() => void) => {
  const stops = new AbortController();
  const { signal } = stops;
  const over = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== "mouse" || inTools(target) || inMenu(root)) return;
    const key = keyOfRow(findRow(target));
    if (key !== undefined) editor.hovered.set(key);
  };
  const focusIn = ({ target }: FocusEvent) => {
    if (!inTools(target)) editor.focused.set(keyOfRow(findRow(target)));
  };
  const focusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget)) && !inMenu(root))
      editor.focused.set(undefined);
  };
  root.addEventListener("pointerover", over, { signal });
  const leave = () => {
    if (!inMenu(root)) editor.hovered.set(undefined);
  };
  root.addEventListener("pointerleave", leave, { signal });
  root.addEventListener("focusin", focusIn, { signal });
  root.addEventListener("focusout", focusOut, { signal });
  return () => stops.abort();
};

/** Keys, the clipboard and dragging for the rows of an editor: listeners on its root, none on a row. */
export const useRowCommands = (rootRef: RefObject<HTMLElement | null>): void => {
  const editor = useEditorState();
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return undefined;
    editor.root.set(root);
    watchKeys();
    const stops = [
      listenForKeys(editor, root),
      listenForHistory(editor),
      listenForClipboard(editor, root),
      followRows(editor, root),
      markSelected(editor, root),
      dragRows(editor, root),
    ];
    return () => {
      for (const stop of stops) stop();
      // Rows that are drawn again later have no marks.
      clearSelection(editor);
      editor.root.set(undefined);
    };
  }, [editor, rootRef]);
};

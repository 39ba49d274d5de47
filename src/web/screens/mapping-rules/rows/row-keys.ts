import { IconArrowDown, IconArrowUp, IconCopyPlus, IconTrash } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { PartKey } from "#rule-model/part.ts";
import { pressedKey, singleKeysOn } from "#web/base/keys.ts";
import {
  clearSelection,
  copyFromMenu,
  cutFromMenu,
  deleteParts,
  duplicate,
  foldRow,
  moveOn,
  openMoveDialog,
  pasteFromMenu,
  selectRows,
  selectSiblings,
  toggleFold,
  unfoldRow,
} from "./edit-commands.ts";
import { type EditorState, goToRow, stepRow } from "./shown-rows.ts";

type RowCommand = (editor: EditorState, key: PartKey) => void;

/** The rows that Page up and Page down skip. */
const page = 10;

const walk =
  (by: number): RowCommand =>
  (editor, key) => {
    clearSelection(editor);
    const next = stepRow(editor.root.get(), key, by);
    if (next !== undefined) goToRow(editor, next);
  };

/** Moves and selects the rows on the way; moving back deselects them. */
const extend =
  (by: 1 | -1): RowCommand =>
  (editor, key) => {
    const next = stepRow(editor.root.get(), key, by);
    if (next === undefined || next === key) return;
    const set = editor.selected.get();
    const keys = set.has(next) ? [...set].filter((other) => other !== key) : [...set, key, next];
    goToRow(editor, next);
    selectRows(editor, keys);
  };

const focusSearch: RowCommand = (editor) => {
  const field = editor.searchField.get();
  field?.focus();
  field?.select();
};

const far = Number.MAX_SAFE_INTEGER;

/** The commands of keys while a row has the focus. `Mod` is Ctrl, and ⌘ on a Mac. */
const rowKeys: Readonly<Record<string, RowCommand>> = {
  ArrowDown: walk(1),
  ArrowUp: walk(-1),
  Home: walk(-far),
  End: walk(far),
  PageDown: walk(page),
  PageUp: walk(-page),
  ArrowLeft: foldRow,
  ArrowRight: unfoldRow,
  "Shift+ArrowDown": extend(1),
  "Shift+ArrowUp": extend(-1),
  "Mod+a": selectSiblings,
  Escape: (editor) => clearSelection(editor),
  "Alt+ArrowUp": (editor, key) => moveOn(editor, key, "up"),
  "Alt+ArrowDown": (editor, key) => moveOn(editor, key, "down"),
  "Alt+ArrowLeft": (editor, key) => moveOn(editor, key, "left"),
  "Alt+ArrowRight": (editor, key) => moveOn(editor, key, "right"),
  Delete: deleteParts,
  Backspace: deleteParts,
  "Mod+d": duplicate,
  "Mod+f": focusSearch,
};

/** Single characters, which can be turned off for all lists (WCAG 2.1.4). */
const singleKeys: Readonly<Record<string, RowCommand>> = {
  m: openMoveDialog,
  t: (editor) => editor.typing.set("asked"),
  "/": focusSearch,
};

/** The tables' name of the pressed keys. Shift is part of a character that is not a letter. */
export const pressed = (
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> & {
    readonly code?: string;
  },
): string => {
  const key = pressedKey(event);
  const character = key.length === 1;
  const letter = character && key.toLowerCase() !== key.toUpperCase();
  return [
    event.ctrlKey || event.metaKey ? "Mod" : "",
    event.altKey ? "Alt" : "",
    event.shiftKey && (letter || !character) ? "Shift" : "",
    character ? key.toLowerCase() : key,
  ]
    .filter((part) => part !== "")
    .join("+");
};

export const rowCommand = (name: string): RowCommand | undefined => {
  if (Object.hasOwn(rowKeys, name)) return rowKeys[name];
  return singleKeysOn() && Object.hasOwn(singleKeys, name) ? singleKeys[name] : undefined;
};

export const keyHelp = [
  {
    title: "Navigate",
    keys: [
      ["↓ ↑", "next and previous row"],
      ["Home End", "first and last row"],
      ["PageUp PageDown", "10 rows up or down"],
      ["← →", "collapse and expand; go to the outer or inner row"],
      ["Tab", "to the buttons and controls after the row"],
    ],
  },
  {
    title: "Edit",
    keys: [
      ["T", "type a rule in words"],
      ["Enter F2", "edit the row"],
      ["Esc", "close the row; clear the selection"],
      ["Ctrl+D", "duplicate"],
      ["Delete", "delete (you can undo it)"],
      ["Ctrl+Z", "undo, also while typing"],
      ["Ctrl+Shift+Z Ctrl+Y", "redo"],
    ],
  },
  {
    title: "Move",
    keys: [
      ["Alt+↑ Alt+↓", "move up and down, also into the next group"],
      ["Alt+← Alt+→", "move out of the outer row, into the row before"],
      ["M", "move to a place in a list"],
      ["Ctrl+C Ctrl+X Ctrl+V", "copy, cut and paste, also into another rule"],
      ["Shift+↓ Shift+↑", "select several rows"],
      ["Ctrl+A", "select all rows of the list"],
    ],
  },
  {
    title: "Find",
    keys: [
      ["/ Ctrl+F", "search in the rule"],
      ["Enter Shift+Enter", "next and previous match"],
    ],
  },
] as const;

/** A command as a button beside the row or as an item of its menu. */
interface RowAct {
  readonly label: string;
  readonly keys?: string;
  readonly icon?: ComponentType<{ "aria-hidden": "true" }>;
  readonly run: RowCommand;
}

export const rowButtons: readonly RowAct[] = [
  {
    label: "Move up",
    keys: "Alt+↑",
    icon: IconArrowUp,
    run: (editor, key) => moveOn(editor, key, "up"),
  },
  {
    label: "Move down",
    keys: "Alt+↓",
    icon: IconArrowDown,
    run: (editor, key) => moveOn(editor, key, "down"),
  },
  { label: "Duplicate", keys: "Ctrl+D", icon: IconCopyPlus, run: duplicate },
  { label: "Delete", keys: "Delete", icon: IconTrash, run: deleteParts },
];

/** The other items of its menu. */
export const rowMenu: readonly RowAct[] = [
  { label: "Move to…", keys: "M", run: openMoveDialog },
  { label: "Copy", keys: "Ctrl+C", run: copyFromMenu },
  { label: "Cut", keys: "Ctrl+X", run: cutFromMenu },
  { label: "Paste after", keys: "Ctrl+V", run: pasteFromMenu },
];

export const foldAct: RowAct = { label: "Collapse or expand", keys: "← →", run: toggleFold };

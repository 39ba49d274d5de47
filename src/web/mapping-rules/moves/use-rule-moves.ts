import type { RefObject } from "react";
import { useEffect } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import { listenForClipboard } from "./clipboard-events.ts";
import { dragRows } from "./drag-rows.ts";
import { listenForHistory } from "./history-keys.ts";
import { pressed, rowCommand } from "./row-keys.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { getRuleMoves } from "./rule-moves.ts";
import { keyOfRow } from "./shown-rows.ts";

/** The key of the row that has the focus itself; undefined while its controls have it. */
export const focusedRow = (target: EventTarget | null): PartKey | undefined =>
  target instanceof HTMLElement && !target.hasAttribute("data-row-form")
    ? keyOfRow(target)
    : undefined;

const listenForKeys = (moves: RuleMoves, root: HTMLElement): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    const key = focusedRow(event.target);
    if (key === undefined || event.isComposing || event.getModifierState("AltGraph")) return;
    const command = rowCommand(pressed(event));
    if (!command) return;
    event.preventDefault();
    command(moves, key);
  };
  root.addEventListener("keydown", listener);
  return () => root.removeEventListener("keydown", listener);
};

const rowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? (target.closest("[data-part-key]") ??
      target.closest("li")?.querySelector(":scope > [data-part-key]") ??
      null)
    : null;

const inTools = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-row-tools]") !== null;

/** While the menu of the tools, which is outside the editor, is open, the tools stay with their row. */
const inMenu = (root: HTMLElement): boolean =>
  root.querySelector("[data-row-tools] [aria-expanded=true]") !== null;

/**
 * Tracks the row under the pointer and the focused row, for the buttons beside it. A finger has no hover: it opens a
 * row.
 */
const followRows = (moves: RuleMoves, root: HTMLElement): (() => void) => {
  const stops = new AbortController();
  const { signal } = stops;
  const over = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== "mouse" || inTools(target) || inMenu(root)) return;
    const key = keyOfRow(rowOf(target));
    if (key !== undefined) moves.hovered.set(key);
  };
  const focusIn = ({ target }: FocusEvent) => {
    if (!inTools(target)) moves.focused.set(keyOfRow(rowOf(target)));
  };
  const focusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget)) && !inMenu(root))
      moves.focused.set(undefined);
  };
  root.addEventListener("pointerover", over, { signal });
  const leave = () => {
    if (!inMenu(root)) moves.hovered.set(undefined);
  };
  root.addEventListener("pointerleave", leave, { signal });
  root.addEventListener("focusin", focusIn, { signal });
  root.addEventListener("focusout", focusOut, { signal });
  return () => stops.abort();
};

/** Marks selected rows from outside, so that no row needs a listener. */
const markSelected = (moves: RuleMoves, root: HTMLElement): (() => void) => {
  const mark = () => {
    const selected = moves.selected.get();
    for (const row of root.querySelectorAll("[data-picked]"))
      if (!selected.has(keyOfRow(row) ?? -1)) row.removeAttribute("data-picked");
    for (const key of selected) rowElement(root, key)?.toggleAttribute("data-picked", true);
  };
  // Rows moved by an edit are other elements, which exist only after this.
  const markLater = () => {
    if (moves.selected.get().size > 0) queueMicrotask(mark);
  };
  const stops = [moves.selected.subscribe(mark), moves.builder.draft.watch(markLater)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Keys, the clipboard and dragging for the rows of an editor: listeners on its root, none on a row. */
export const useRuleMoves = (rootRef: RefObject<HTMLElement | null>): void => {
  const builder = useBuilder();
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return undefined;
    const moves = getRuleMoves(builder);
    moves.root.set(root);
    const stops = [
      listenForKeys(moves, root),
      listenForHistory(moves),
      listenForClipboard(moves, root),
      followRows(moves, root),
      markSelected(moves, root),
      dragRows(moves, root),
    ];
    return () => {
      for (const stop of stops) stop();
      moves.root.set(undefined);
    };
  }, [builder, rootRef]);
};

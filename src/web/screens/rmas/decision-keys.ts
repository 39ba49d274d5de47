import { useEffect } from "react";
import { isTyping, pressedKey, singleKeysOn } from "#web/base/keys.ts";
import type { Side } from "./decide.ts";
import { isInPanel } from "./key-place.ts";

interface DecisionKeys {
  /** On Ctrl+Enter. */
  onSave: () => void;
  /** On Ctrl+Shift+Enter; undefined if there is nothing to approve. */
  onApproveAll: (() => void) | undefined;
  /** On Shift+A or Shift+D: for all lines, also while one has the focus. */
  onRest: (side: Side) => void;
}

const sideByKey: Readonly<Record<string, Side>> = { a: "approvedQuantity", d: "deniedQuantity" };
const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

const lineAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;

const focusLine = (from: HTMLElement | null, step: number): void => {
  const lines = [...document.querySelectorAll<HTMLElement>("[data-line]")];
  const to = from ? lines.indexOf(from) + step : 0;
  lines[Math.min(Math.max(to, 0), lines.length - 1)]?.focus();
};

const handleLetter = (event: KeyboardEvent, { onRest }: DecisionKeys): boolean => {
  const key = pressedKey(event).toLowerCase();
  const line = lineAt(event.target);
  const side = sideByKey[key];
  if (key in steps) focusLine(line, steps[key] ?? 0);
  else if (side && event.shiftKey) onRest(side);
  else return false;
  return true;
};

const handleKey = (event: KeyboardEvent, keys: DecisionKeys): boolean => {
  if (event.defaultPrevented || event.altKey || isInPanel(event.target)) return false;
  if (document.querySelector("[aria-modal=true]")) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== "Enter" || event.repeat) return false;
    if (event.shiftKey) keys.onApproveAll?.();
    else keys.onSave();
    return true;
  }
  return !isTyping(event.target) && singleKeysOn() && handleLetter(event, keys);
};

/** The keys that only an RMA's own screen has: j and k move between lines, Shift+A and Shift+D decide all, Ctrl+Enter saves. */
export const useDecisionKeys = (keys: DecisionKeys): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (handleKey(event, keys)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
};

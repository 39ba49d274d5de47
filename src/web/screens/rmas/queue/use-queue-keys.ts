import { useEffect } from "react";
import { isTyping, pressedKey, singleKeysOn } from "#web/base/keys.ts";
import { isInPanel } from "#web/screens/rmas/key-place.ts";
import { watchKeys } from "#web/kit/watch-keys.ts";
import { findCommand, type QueueCommand } from "./queue-keys.ts";

/** The function of each command; `line` is the number of the line. */
export type QueueActs = Readonly<
  Partial<Record<QueueCommand, (line: number) => void>> & {
    /** On Escape in a field. */
    leave?: (field: HTMLElement) => void;
  }
>;

const controls = "a, button, input, select, [role=button]";

const isInControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(controls) !== null;

const findAct = (event: KeyboardEvent, acts: QueueActs): (() => void) | undefined => {
  if (event.defaultPrevented || event.altKey || isInPanel(event.target)) return;
  if (document.querySelector("[aria-modal=true]")) return;
  if (event.ctrlKey || event.metaKey)
    return event.key === "Enter" && !event.repeat && acts.save ? () => acts.save?.(0) : undefined;
  const { target } = event;
  if (isTyping(target)) {
    const leaves = event.key === "Escape" && acts.leave && target instanceof HTMLElement;
    return leaves ? () => acts.leave?.(target) : undefined;
  }
  const { shiftKey, repeat } = event;
  const found = findCommand({ key: pressedKey(event), shiftKey, repeat });
  const act = found && acts[found.command];
  if (!found || !act) return;
  // Enter on a button presses it, and is no single-letter shortcut.
  const isAllowed = found.command === "save" ? !isInControl(event.target) : singleKeysOn();
  return isAllowed ? () => act(found.line) : undefined;
};

/** Handles the queue's keys, except in fields, panels and dialogs. Several parts of the screen may each handle some. */
export const useQueueKeys = (acts: QueueActs): void => {
  useEffect(watchKeys, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = findAct(event, acts);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
};

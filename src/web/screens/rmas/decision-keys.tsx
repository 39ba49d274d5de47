import { Kbd } from "@mantine/core";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { consoleKeys, isTyping, pressedKey, singleKeysOn } from "#web/base/keys.ts";
import { watchKeys } from "#web/kit/watch-keys.ts";
import { countAvailable } from "./decision.ts";
import type { DecisionState } from "./use-decision.ts";

const commands = new Map(
  Object.entries({
    j: "next",
    k: "previous",
    J: "selectNext",
    K: "selectPrevious",
    x: "select",
    a: "approve",
    d: "deny",
    A: "approveAll",
    D: "denyAll",
    "+": "more",
    "=": "more",
    "-": "less",
    n: "note",
    r: "reason",
    u: "undo",
    s: "accept",
    Enter: "save",
  } as const),
);

type Command = NonNullable<ReturnType<typeof commands.get>> | "line";

/** Commands that a held key repeats. */
const repeating: ReadonlySet<Command> = new Set(["next", "previous", "more", "less"]);

const lineKeyWords = [
  ["A D", "approve or deny the rest: of the focused line, or else of all lines"],
  ["S", "accept what is proposed: for the focused line, or else for all lines"],
  ["1–9", "go to a line"],
  ["+ −", "approve one unit more or less"],
  ["N R", "type a note or a reason for the line"],
  ["Space", "look at a linked record: the focused one, or the one under the pointer"],
] as const;

/** The keys of an RMA's own screen in words, for the list of shortcuts. */
export const rmaKeyWords = [
  ...lineKeyWords,
  ["U", "undo the last unsaved change"],
  ["J K", "next and previous line"],
  ["⇧A ⇧D", "approve or deny the rest of all lines"],
  ["Esc", "leave a field"],
  ["Ctrl ↵", "save and open the next RMA, also from a field"],
  ["Ctrl ⇧ ↵", "approve all remaining, save and open the next RMA"],
  ...consoleKeys,
] as const;

/** The keys of the queue in words, for the list of shortcuts. */
export const queueKeyWords = [
  ["Enter", "save and go to the next RMA; confirm if it closes the RMA"],
  ...lineKeyWords,
  ["U", "undo the last unsaved change, or else the last save"],
  ["J K", "next and previous RMA"],
  ["X", "select the RMA"],
  ["⇧J ⇧K", "extend the selection"],
  ["/", "search in the queue"],
  ["Esc", "leave a field"],
  ["Ctrl ↵", "save and go on, also from a field"],
  ...consoleKeys,
] as const;

/** What the keys do; `line` is the number of the pressed key. */
type KeyActions = Readonly<
  Partial<Record<Command, (line: number) => void>> & {
    /** On Ctrl+Enter, also in a field; `all` with Shift. */
    submit?: (all: boolean) => void;
    /** On Escape in a field. */
    leave?: (field: HTMLElement) => void;
  }
>;

/** Panels and dialogs over the decision have keys of their own. */
const panels = "[role=dialog], [role=menu], [role=listbox]";
const controls = "a, button, input, select, [role=button]";

const findAction = (event: KeyboardEvent, actions: KeyActions): (() => void) | undefined => {
  const { target, repeat, shiftKey } = event;
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null;
  if (event.defaultPrevented || event.altKey || isIn(panels)) return;
  if (document.querySelector("[aria-modal=true]")) return;
  if (event.ctrlKey || event.metaKey) {
    const { submit } = actions;
    return event.key === "Enter" && !repeat && submit ? () => submit(shiftKey) : undefined;
  }
  if (isTyping(target)) {
    const { leave } = actions;
    return event.key === "Escape" && leave && target instanceof HTMLElement
      ? () => leave(target)
      : undefined;
  }
  const key = pressedKey(event);
  const command = /^[1-9]$/.test(key) ? "line" : commands.get(key);
  const act = command && actions[command];
  if (!act || (repeat && !repeating.has(command))) return;
  // Enter on a button presses it, and is no single-letter shortcut.
  return (command === "save" ? !isIn(controls) : singleKeysOn())
    ? () => act(Number(key))
    : undefined;
};

/** Handles the keys of a decision, except in fields, panels and dialogs. Several parts of a screen may each handle some. */
export const useDecisionKeys = (actions: KeyActions): void => {
  useEffect(watchKeys, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = findAction(event, actions);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
};

const listLines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-line]")];

const focusedLine = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-line]") ?? undefined;

let lastLine: HTMLElement | undefined;

/** The line that keys are for: the focused one, the one that had the focus last, or the first. */
const currentLine = (): HTMLElement | undefined => {
  lastLine = focusedLine() ?? (lastLine?.isConnected ? lastLine : listLines()[0]);
  return lastLine;
};

const focusLine = (line: HTMLElement | undefined): void => {
  lastLine = line ?? lastLine;
  line?.focus();
  line?.scrollIntoView({ block: "nearest" });
};

/** Focuses the line that is so many lines after the focused one; without one, the first. */
export const stepLine = (by: number): void => {
  const [lines, focused] = [listLines(), focusedLine()];
  const to = focused ? lines.indexOf(focused) + by : 0;
  focusLine(lines[Math.min(Math.max(to, 0), lines.length - 1)]);
};

/** Opens the details of the line that keys are for, and focuses a field there. */
const focusLineField = (field: "note" | "returnReason"): void => {
  const line = currentLine();
  const find = () => line?.querySelector<HTMLInputElement>(`.line__cell--${field} input`);
  if (!find())
    flushSync(() => line?.querySelector<HTMLElement>(".line__sku [aria-expanded=false]")?.click());
  find()?.focus();
  // A reason is replaced, a note is continued.
  if (field === "returnReason") find()?.select();
};

const readLineId = (line: HTMLElement | undefined): number | undefined =>
  line && Number(line.dataset["line"]);

/** Focuses the first field with an error. */
export const focusProblem = (): void =>
  document.querySelector<HTMLElement>(".decision [aria-invalid=true]")?.focus();

/** What the keys do in the lines of a decision. */
export const createLineActions = (
  state: DecisionState,
  {
    decideRest = state.decideRest,
    accept,
  }: {
    decideRest?: DecisionState["decideRest"];
    /** Accepts what is proposed for a line, or for all. */
    accept: (line?: number) => void;
  },
): KeyActions => {
  const approveMore = (by: number) => {
    const focused = currentLine();
    if (focused !== focusedLine()) focused?.focus();
    const line = state.decision.lines.find(({ id }) => id === readLineId(focused));
    if (!line || line.fields.approvedQuantity.locked !== undefined) return;
    const most = countAvailable(line, "approvedQuantity");
    const units = Math.min(Math.max((line.after.approvedQuantity ?? 0) + by, 0), most);
    state.type(line.item, "approvedQuantity", String(units));
  };
  return {
    approve: () => decideRest("approvedQuantity", readLineId(focusedLine())),
    deny: () => decideRest("deniedQuantity", readLineId(focusedLine())),
    more: () => approveMore(1),
    less: () => approveMore(-1),
    line: (number) => focusLine(listLines()[number - 1]),
    note: () => focusLineField("note"),
    reason: () => focusLineField("returnReason"),
    undo: () => state.undo(),
    accept: () => accept(readLineId(focusedLine())),
  };
};

/** A key beside the text of its button, on a screen with a keyboard. */
export const KeyHint = ({ children }: { children: string }) => (
  <Kbd className="key-hint" aria-hidden="true">
    {children}
  </Kbd>
);

import { consoleKeys } from "#web/base/key-words.ts";

/** The command of a key in the queue. */
export type QueueCommand =
  | "next"
  | "previous"
  | "selectNext"
  | "selectPrevious"
  | "select"
  | "approve"
  | "deny"
  | "more"
  | "less"
  | "note"
  | "reason"
  | "line"
  | "save"
  | "undo";

const commands: ReadonlyMap<string, QueueCommand> = new Map(
  Object.entries({
    j: "next",
    k: "previous",
    "Shift+j": "selectNext",
    "Shift+k": "selectPrevious",
    x: "select",
    a: "approve",
    d: "deny",
    "+": "more",
    "=": "more",
    "-": "less",
    n: "note",
    r: "reason",
    u: "undo",
    Enter: "save",
  } as const),
);

/** Commands that a held key repeats. */
const repeating: ReadonlySet<QueueCommand> = new Set(["next", "previous", "more", "less"]);

export interface QueueKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
}

/** The command of a key, with the number of the line; undefined if it has none. */
export const findCommand = ({
  key,
  shiftKey,
  repeat,
}: QueueKey): { command: QueueCommand; line: number } | undefined => {
  if (/^[1-9]$/.test(key)) return { command: "line", line: Number(key) };
  // With Caps Lock, letters are capital without Shift.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : key;
  const command = commands.get(shiftKey && letter !== key ? `Shift+${letter}` : letter);
  return command === undefined || (repeat && !repeating.has(command))
    ? undefined
    : { command, line: 0 };
};

const lineKeyWords = [
  ["A D", "approve or deny the rest: of the focused line, or else of all lines"],
  ["1–9", "go to a line"],
  ["+ −", "approve one unit more or less"],
  ["N R", "type a note or a reason for the line"],
  ["U", "undo the last unsaved change"],
] as const;

/** The keys of an RMA's own screen in words, for the list of shortcuts. */
export const rmaKeyWords = [
  ...lineKeyWords,
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
  ["J K", "next and previous RMA"],
  ["X", "select the RMA"],
  ["⇧J ⇧K", "extend the selection"],
  ["/", "search in the queue"],
  ["Esc", "leave a field"],
  ["Ctrl ↵", "save and go on, also from a field"],
  ...consoleKeys,
] as const;

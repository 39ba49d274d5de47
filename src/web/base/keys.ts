import { settings } from "./settings.ts";

/** The keys of every screen, in words. */
export const consoleKeys = [
  ["Ctrl K", "search screens, records and actions, from any screen"],
  ["?", "help with the screen"],
] as const;

/** The keys of a list, in words. */
export const listKeys = [
  ["↓ ↑", "next and previous row"],
  ["Home End", "first and last row"],
  ["Enter", "open the row"],
  ["J K", "go to the rows, then next and previous"],
  ["X", "select the row"],
  ["⇧X ⇧↓ ⇧↑", "select all rows from the last selected one"],
  ["/", "go to search"],
] as const;

/** The search field of the screen, to which “/” moves the focus; undefined while none is visible. */
export const findScreenSearch = (): HTMLInputElement | undefined =>
  [
    ...document.querySelectorAll<HTMLInputElement>('#main [type=search][aria-keyshortcuts="/"]'),
  ].find((field) => field.getClientRects().length > 0);

/**
 * Whether single-letter shortcuts (j, k, x, /) are on. Speech input and accidental keys can trigger them, so they can
 * be turned off (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => settings.get().singleKeys === "on";

/** Fields that accept letters; checkboxes and radio buttons do not. */
const fields = "input:not([type='checkbox'], [type='radio']), textarea, select";

/** Whether the focused element accepts letters. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));

/** A key event of the browser or of React. */
interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey?: boolean;
}

/** A letter or digit that is neither ASCII nor Latin, or the question mark of Arabic and Persian. */
const foreign = /^(?![ -~\p{Script=Latin}])[\p{L}\p{M}\p{N}؟]/u;

/**
 * The key that a shortcut is looked up by. A layout with other letters or digits than the Latin ones (Russian, Greek,
 * Persian) has none of them, so there the place of the key counts. Letters are capital with Shift only, also with Caps Lock.
 */
export const pressedKey = ({ key, code = "", shiftKey }: KeyPress): string => {
  const isForeign = foreign.test(key);
  if (isForeign && code === "Slash") return shiftKey ? "?" : "/";
  const named = (isForeign && /^(?:Key|Digit|Numpad)(.)$/.exec(code)?.[1]) || key;
  if (!/^[a-z]$/i.test(named)) return named;
  return shiftKey ? named.toUpperCase() : named.toLowerCase();
};

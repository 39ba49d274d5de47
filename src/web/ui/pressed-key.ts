/** A key event of the browser or of React. */
interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey?: boolean;
}

const isAscii = (key: string): boolean => /^[ -~]+$/.test(key);
const isLatin = (key: string): boolean => /^\p{Script=Latin}/u.test(key);

/** The key of a US keyboard at this place; undefined if shortcuts don't use the place. */
const keyAt = (code: string): string | undefined =>
  /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ??
  (code === "Slash" ? "/" : undefined);

/**
 * The key that a shortcut is looked up by. A layout with other letters or digits than the Latin ones (Russian, Greek,
 * Persian) has none of them, so there the place of the key counts. Letters are capital with Shift only, also with Caps Lock.
 */
export const pressedKey = ({ key, code = "", shiftKey = false }: KeyPress): string => {
  const isForeign = !isAscii(key) && !isLatin(key) && /^[\p{L}\p{M}\p{N}؟]/u.test(key);
  const named = (isForeign ? keyAt(code) : undefined) ?? key;
  if (named === "/" && isForeign) return shiftKey ? "?" : "/";
  if (!/^[a-z]$/i.test(named)) return named;
  return shiftKey ? named.toUpperCase() : named.toLowerCase();
};

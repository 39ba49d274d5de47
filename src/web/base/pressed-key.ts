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

import { useCallback, useState } from "react";

/** A text that is typed over one in the address. */
export interface TypedText {
  readonly text: string;
  /** The address's text below it. */
  readonly over: string;
  /** What was last written to the address, which takes a moment to arrive there. */
  readonly written?: string;
}

/**
 * The typed text when the address holds `held`: it stays over the text below it and over its own text on the way, for
 * what was typed since. Any other change of the address wins for good, by a link, a saved view, or going back.
 */
export const followAddress = (
  typed: TypedText | undefined,
  held: string,
): TypedText | undefined => {
  if (typed === undefined || typed.over === held) return typed;
  return held === typed.written && held !== typed.text
    ? { text: typed.text, over: held }
    : undefined;
};

/** The text of a search field that reaches the address later: when typing pauses, on Enter, or when it loses the focus. */
export const useTypedText = (held: string) => {
  const [stored, setTyped] = useState<TypedText>();
  const typed = followAddress(stored, held);
  if (typed !== stored) setTyped(typed);
  return {
    text: typed?.text ?? held,
    type: useCallback((text: string) => setTyped((old) => ({ ...old, text, over: held })), [held]),
    /** Call this with the text that is being written to the address. */
    markWritten: useCallback(
      (written: string) => setTyped((old) => old && { ...old, written }),
      [],
    ),
  };
};

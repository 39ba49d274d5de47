import { createContext, Fragment, useContext } from "react";
import type { Wording } from "#rules/describe-operands.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";
import "#web/screens/mapping-rules/list/mapping-rule.css";

/** The wording of the open rule's sentences; another object only when the rule's data type changes. */
export const EditorWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useEditorWording = (): Wording => useContext(EditorWording);

/**
 * The wording of sentences that are only read: with marks, except in long rules, where each mark would add an
 * element.
 */
export const SentenceWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useSentenceWording = (): Wording => useContext(SentenceWording);

/** A piece of a sentence: the words of a field or a value, or those between them. */
export interface Piece {
  readonly kind: "field" | "value" | "words";
  readonly text: string;
}

// Characters that have no meaning in any text of a rule.
const starts = { field: "\uE000", value: "\uE001" } as const;
const marked = /([\uE000\uE001])([^\uE002]*)\uE002/;
const reserved = /[\uE000-\uE002]/g;

/** A wording whose sentences `splitMarks` can split. */
export const withMarks = (wording: Wording): Wording => ({
  ...wording,
  mark: (kind, words) => `${starts[kind]}${words.replaceAll(reserved, "")}\uE002`,
});

/**
 * Rules with more parts show their sentences without marks, since each mark adds an element: they open as fast as
 * without.
 */
const mostMarked = 400;

export const wordingToRead = (wording: Wording, parts: number): Wording =>
  parts <= mostMarked ? withMarks(wording) : wording;

/** Splits a sentence made with `withMarks` into its pieces; any other is one piece. */
export const splitMarks = (sentence: string): readonly Piece[] => {
  const [first = "", ...rest] = sentence.split(marked);
  const pieces: Piece[] = [{ kind: "words", text: first }];
  for (let at = 0; at < rest.length; at += 3)
    pieces.push(
      { kind: rest[at] === starts.field ? "field" : "value", text: rest[at + 1] ?? "" },
      { kind: "words", text: rest[at + 2] ?? "" },
    );
  return pieces.filter(({ text }) => text !== "");
};

/** A sentence whose fields and values are highlighted, where its wording marks them. */
export const MarkedSentence = ({ text }: { text: string }) =>
  splitMarks(text).map((piece, at) =>
    piece.kind === "words" ? (
      <Fragment key={at}>{piece.text}</Fragment>
    ) : (
      <span key={at} data-word={piece.kind}>
        {piece.text}
      </span>
    ),
  );

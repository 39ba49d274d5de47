import "./marked-sentence.css";
import { Fragment } from "react";
import { splitMarks } from "./marked-words.ts";

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

import { memo, useState } from "react";
import type { PartKey } from "#rule-model/draft/part.ts";
import { PartRow } from "./part-row.tsx";
import type { RowChunk } from "./row-chunks.ts";
import { chunkRows } from "./row-chunks.ts";

/** The height of a row of one line, for lists that have not been drawn yet. */
const rowHeight = 34;

interface ListProps {
  kind: "condition" | "action";
  chunk: RowChunk;
  /** True for one of several lists that follow one another. */
  piece: boolean;
}

const sizes = ({ keys, from }: RowChunk, piece: boolean) => ({
  // Numbers continue from the list before, since a list that is drawn on its own cannot count the rows before it.
  ["--from" as string]: from,
  ...(piece
    ? {
        contentVisibility: "auto" as const,
        containIntrinsicBlockSize: `auto ${keys.length * rowHeight}px`,
      }
    : {}),
});

const List = memo(({ kind, chunk, piece }: ListProps) => {
  const { keys, from } = chunk;
  const Tag = kind === "action" ? "ol" : "ul";
  const all = kind === "action" ? "Actions" : "Conditions";
  return (
    <Tag
      className="rule-rows"
      data-of={kind}
      aria-label={piece ? `${all} ${from + 1} to ${from + keys.length}` : all}
      data-many={piece || undefined}
      style={sizes(chunk, piece)}
    >
      {keys.map((key, at) => (
        <PartRow key={key} partKey={key} first={from + at === 0} picked={false} />
      ))}
    </Tag>
  );
});

/** The conditions of a group, or the actions of a rule. */
export const RowList = ({
  kind,
  keys,
}: {
  kind: "condition" | "action";
  keys: readonly PartKey[];
}) => {
  const [chunks, setChunks] = useState(() => chunkRows(keys));
  const [cut, setCut] = useState(keys);
  // A changed list of rows is split along the existing pieces.
  if (cut !== keys) {
    setCut(keys);
    setChunks(chunkRows(keys, chunks));
  }
  const piece = chunks.length > 1;
  return chunks.map((chunk) => (
    <List key={piece ? (chunk.keys[0] ?? 0) : "whole"} kind={kind} chunk={chunk} piece={piece} />
  ));
};

import { useState } from "react";
import type { PartKey } from "#rule-model/draft/part.ts";

/** Up to this number of rows are one list. */
const oneList = 60;
/** A long list is split into pieces of this size, so that the browser draws only those that are visible. */
const usual = 40;
const most = 80;

/** Some consecutive rows. */
export interface RowChunk {
  readonly keys: readonly PartKey[];
  /** The number of rows before them. */
  readonly from: number;
}

const same = (one: readonly PartKey[], other: readonly PartKey[] | undefined): boolean =>
  one.length === other?.length && one.every((key, at) => key === other[at]);

/**
 * Splits a long list of rows into pieces. Pieces keep their first rows from one split to the next, so that an added
 * row changes only one of them and moves no row from piece to piece (which would lose its focus).
 */
export const chunkRows = (
  keys: readonly PartKey[],
  before: readonly RowChunk[] = [],
): readonly RowChunk[] => {
  if (keys.length <= oneList)
    return before.length === 1 && before[0]?.keys === keys ? before : [{ keys, from: 0 }];
  const known = new Map(before.map((chunk) => [chunk.keys[0], chunk]));
  const kept = before.length > 1;
  const chunks: RowChunk[] = [];
  let from = 0;
  const cut = (to: number) => {
    const cutKeys = keys.slice(from, to);
    const old = known.get(cutKeys[0]);
    chunks.push(old?.from === from && same(cutKeys, old.keys) ? old : { keys: cutKeys, from });
    from = to;
  };
  keys.forEach((key, at) => {
    const size = at - from;
    if (size > 0 && (kept ? known.has(key) || size >= most : size >= usual)) cut(at);
  });
  cut(keys.length);
  return chunks;
};

/** Splits a list of rows into pieces; when the list changes, along the existing ones. */
export const useRowChunks = (keys: readonly PartKey[]): readonly RowChunk[] => {
  const [chunks, setChunks] = useState(() => chunkRows(keys));
  const [cut, setCut] = useState(keys);
  if (cut !== keys) {
    setCut(keys);
    setChunks(chunkRows(keys, chunks));
  }
  return chunks;
};

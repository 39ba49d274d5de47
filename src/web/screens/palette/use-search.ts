import { useEffect, useState } from "react";

/** One letter matches nearly everything. */
const shortest = 2;
/** Keys that follow each other faster are one search. */
const pauseMs = 80;
/** A slow search must not block the other options. */
const patienceMs = 1_500;

/** Searches for a text; undefined while there is nothing to search in. The same function from one render to the next. */
export type Search<T> = ((text: string, signal: AbortSignal) => Promise<T>) | undefined;

/**
 * What is found while the user types: the latest text only. The result of the text before stays until the next one is
 * found, so that it doesn't flicker with each key.
 */
export const useSearch = <T>(
  text: string,
  search: Search<T>,
  nothing: T,
): { readonly found: T; readonly isPending: boolean } => {
  const [last, setLast] = useState({ text: "", found: nothing });
  const wanted = search === undefined || text.length < shortest ? "" : text;
  useEffect(() => {
    if (search === undefined || wanted === "") return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const take = (found: T) => {
      if (!signal.aborted) setLast({ text: wanted, found });
    };
    const patience = setTimeout(() => take(nothing), pauseMs + patienceMs);
    const find = async () => {
      // Without an answer, the rest of the palette works.
      const found = await search(wanted, signal).catch(() => nothing);
      clearTimeout(patience);
      take(found);
    };
    const pause = setTimeout(() => void find(), pauseMs);
    return () => {
      clearTimeout(pause);
      clearTimeout(patience);
      leaving.abort();
    };
  }, [wanted, search, nothing]);
  return wanted === ""
    ? { found: nothing, isPending: false }
    : { found: last.found, isPending: last.text !== wanted };
};

import { useCallback, useState } from "react";

/** Something typed and not yet saved, with what it was typed against. */
export interface Draft<T> {
  value: T;
  savedAt: number;
}

const prefix = "supercargo.draft.";

/** Where a draft is kept: in this browser until it is sent, or, for what may be secret, no longer than this tab is open. */
export type DraftPlace = "browser" | "tab";
const storageOf = (place: DraftPlace): Storage =>
  place === "browser" ? localStorage : sessionStorage;

/** The draft under a key, if this browser holds one that can be read. */
export const readDraft = <T>(key: string, place: DraftPlace = "browser"): Draft<T> | undefined => {
  try {
    const text = storageOf(place).getItem(prefix + key);
    return text === null ? undefined : (JSON.parse(text) as Draft<T>);
  } catch {
    return undefined;
  }
};

/**
 * Keeps a draft, or forgets it when there is nothing to keep. A full or forbidden storage costs the safety, not the
 * screen: then it says false.
 */
export const writeDraft = <T>(
  key: string,
  value: T | undefined,
  place: DraftPlace = "browser",
): boolean => {
  try {
    if (value === undefined) storageOf(place).removeItem(prefix + key);
    else
      storageOf(place).setItem(
        prefix + key,
        JSON.stringify({ value, savedAt: Date.now() } satisfies Draft<T>),
      );
    return true;
  } catch {
    return value === undefined;
  }
};

/** State that survives a reload: what is typed is written down at each change, until it is cleared with `undefined`. */
export const useDraft = <T>(
  key: string,
  place: DraftPlace = "browser",
): [T | undefined, (value: T | undefined) => void] => {
  const [kept, setKept] = useState(() => ({ key, value: readDraft<T>(key, place)?.value }));
  const keep = useCallback(
    (value: T | undefined) => {
      writeDraft(key, value, place);
      setKept({ key, value });
    },
    [key, place],
  );
  return [kept.key === key ? kept.value : readDraft<T>(key, place)?.value, keep];
};

import { useCallback, useState } from "react";
import { nameUpstream } from "#web/base/page-state.ts";
import { personalKey } from "#web/base/session.ts";

/** An unsaved input with the time of its last change. */
export interface Draft<T> {
  value: T;
  savedAt: number;
}

/** Each person has drafts of their own, on each upstream: the same ids are other records there. */
const storageKey = (key: string): string =>
  `supercargo.draft.${personalKey(key)} ${nameUpstream()}`;

/** The storage of a draft: in this browser until it is sent, or, for secrets, only while this tab is open. */
export type DraftPlace = "browser" | "tab";
const getStorage = (place: DraftPlace): Storage =>
  place === "browser" ? localStorage : sessionStorage;

/** Reads the draft of a key; undefined if there is none or it is unreadable. */
export const readDraft = <T>(key: string, place: DraftPlace = "browser"): Draft<T> | undefined => {
  try {
    const text = getStorage(place).getItem(storageKey(key));
    return text === null ? undefined : (JSON.parse(text) as Draft<T>);
  } catch {
    return undefined;
  }
};

/**
 * Stores a draft, or deletes it with `undefined`. Returns false if the storage is full or forbidden; the screen keeps
 * working.
 */
export const writeDraft = <T>(
  key: string,
  value: T | undefined,
  place: DraftPlace = "browser",
): boolean => {
  try {
    if (value === undefined) getStorage(place).removeItem(storageKey(key));
    else
      getStorage(place).setItem(
        storageKey(key),
        JSON.stringify({ value, savedAt: Date.now() } satisfies Draft<T>),
      );
    return true;
  } catch {
    return value === undefined;
  }
};

/** Calls back when another tab has stored or deleted the draft of a key, until the returned function is called. */
export const watchDraft = (key: string, listener: () => void): (() => void) => {
  const hear = ({ key: changed }: StorageEvent) => {
    // Null: everything was deleted.
    if (changed === null || changed === storageKey(key)) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
};

/** State that survives a reload: each change is stored, until it is cleared with `undefined`. */
export const useDraft = <T>(
  key: string,
  place: DraftPlace = "browser",
): [T | undefined, (value: T | undefined) => void] => {
  const read = () => readDraft<T>(key, place)?.value;
  const [stored, setStored] = useState(() => ({ key, value: read() }));
  const store = useCallback(
    (value: T | undefined) => {
      writeDraft(key, value, place);
      setStored({ key, value });
    },
    [key, place],
  );
  return [stored.key === key ? stored.value : read(), store];
};

import { useCallback, useState } from "react";
import { nameUpstream } from "#web/base/page-state.ts";
import { personalKey } from "#web/base/session.ts";
import type { FieldDraft, Typed } from "./field-draft.ts";

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

type Fields = FieldDraft<string>;

/** Converts a draft to its fields by a name, and back. */
export interface DraftFields<T> {
  readonly split: (draft: T) => Fields;
  readonly join: (fields: Fields) => T;
}

const isSame = (one: Typed | undefined, other: Typed | undefined): boolean =>
  one?.text === other?.text && one?.was === other?.was;

/**
 * Makes the changes between two drafts to a third one, in which another tab may have typed. A field that was removed
 * stays there if it has another text.
 */
const moveChanges = (before: Fields, after: Fields, onto: Fields): Fields => {
  const fields = new Map(Object.entries(onto));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, now] = [before[name], after[name]];
    if (isSame(was, now) || (!now && !isSame(onto[name], was))) continue;
    // The last one: the order of the fields shows which was typed last.
    fields.delete(name);
    if (now) fields.set(name, now);
  }
  return Object.fromEntries(fields);
};

/** A stored draft that several tabs may edit: each stores and deletes only what was changed in it. */
interface SharedDraft<T> {
  /** As it was stored when it was opened. */
  readonly opened: T;
  /** Stores the changes from what was stored before; what another tab has typed stays. */
  readonly store: (next: T) => void;
  /** Stores the fields with these names again: another tab may have replaced or deleted them. */
  readonly keep: (isKept: (name: string) => boolean) => void;
  /** Whether a field was typed here, and not only restored. */
  readonly isTypedHere: (name: string) => boolean;
}

/** Opens the draft that is stored under a key. */
export const openSharedDraft = <T>(
  key: string,
  place: DraftPlace,
  { split, join }: DraftFields<T>,
): SharedDraft<T> => {
  const read = (): Fields => {
    const draft = readDraft<T>(key, place);
    return draft ? split(draft.value) : {};
  };
  const write = (fields: Fields) =>
    writeDraft(key, Object.keys(fields).length === 0 ? undefined : join(fields), place);
  const opened = read();
  let own = opened;
  return {
    opened: join(opened),
    store: (next) => {
      const after = split(next);
      write(moveChanges(own, after, read()));
      own = after;
    },
    keep: (isKept) => {
      const names = Object.keys(own).filter(isKept);
      if (names.length === 0) return;
      const now = read();
      if (names.every((name) => isSame(now[name], own[name]))) return;
      const kept = Object.fromEntries(names.map((name) => [name, own[name]])) as Fields;
      write(moveChanges({}, kept, now));
    },
    isTypedHere: (name) => !isSame(opened[name], own[name]),
  };
};

/** Calls back when the page may be closed, until the returned function is called. */
export const whenPageHides = (callback: () => void): (() => void) => {
  const hide = () => {
    if (document.visibilityState === "hidden") callback();
  };
  addEventListener("pagehide", callback);
  document.addEventListener("visibilitychange", hide);
  return () => {
    removeEventListener("pagehide", callback);
    document.removeEventListener("visibilitychange", hide);
  };
};

import { parseJsonExactly, writeJsonExactly } from "#contract/exact-json.ts";
import { nameUpstream } from "#web/base/page-state.ts";
import { personalKey } from "#web/base/session.ts";

/** Where a draft is stored: in this browser until it is saved, or, for possible secrets, only while this tab is open. */
export type DraftPlace = "browser" | "tab";

/** A request that was sent, or is about to be, and has no answer yet. */
export interface SentRequest<D, S> {
  /** Its Idempotency-Key: the gateway carries out requests with the same key and body at most once. */
  readonly key: string;
  readonly request: S;
  /** The version that it changes, as an ETag. */
  readonly version?: string | null | undefined;
  /** The part of the draft that it saves. */
  readonly draft: D;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** What this browser keeps of unsaved changes. */
export interface StoredDraft<D, S> {
  readonly draft?: D;
  readonly sent?: SentRequest<D, S>;
  /** When it was stored, in milliseconds since 1970. */
  readonly at: number;
}

/** The format of what is stored. A draft in another format is dropped. */
const format = 2;

const getStorage = (place: DraftPlace): Storage =>
  place === "browser" ? localStorage : sessionStorage;

/** Each person has drafts of their own, on each upstream: the same IDs are other records there. */
const toStorageKey = (key: string): string =>
  `supercargo.draft.${personalKey(key)} ${nameUpstream()}`;

/** What is stored: a request that saves the whole draft is stored without it, since both may be large. */
interface StoredText<D, S> extends Omit<StoredDraft<D, S>, "sent"> {
  readonly v: unknown;
  readonly sent?: Omit<SentRequest<D, S>, "draft"> & { readonly draft?: D };
}

const toText = <D, S>({ draft, sent, at }: StoredDraft<D, S>): string => {
  const { draft: part, ...request } = sent ?? {};
  return writeJsonExactly({
    v: format,
    draft,
    sent: sent && (part === draft ? request : sent),
    at,
  } satisfies Record<keyof StoredText<D, S>, unknown>);
};

const parse = <D, S>(text: string | null): StoredDraft<D, S> | undefined => {
  try {
    const stored = parseJsonExactly(text ?? "null") as StoredText<D, S> | null;
    if (stored?.v !== format) return undefined;
    const { draft, sent, at } = stored;
    return {
      at,
      ...(draft !== undefined && { draft }),
      ...(sent && { sent: { ...sent, draft: sent.draft ?? draft! } }),
    };
  } catch {
    return undefined;
  }
};

/** Reads the draft of a key; undefined if there is none that can be read. */
export const readDraft = <D, S = never>(
  key: string,
  place: DraftPlace = "browser",
): StoredDraft<D, S> | undefined => {
  try {
    return parse(getStorage(place).getItem(toStorageKey(key)));
  } catch {
    return undefined;
  }
};

/** Stores a draft, or deletes it if it is undefined. Returns false where the browser refuses, or is full. */
export const writeDraft = <D, S>(
  key: string,
  place: DraftPlace,
  stored: StoredDraft<D, S> | undefined,
): boolean => {
  try {
    if (stored === undefined) getStorage(place).removeItem(toStorageKey(key));
    else getStorage(place).setItem(toStorageKey(key), toText(stored));
    return true;
  } catch {
    return stored === undefined;
  }
};

/** Calls back when another tab has stored or deleted the draft of a key, until the returned function is called. */
export const watchDraft = (key: string, listener: () => void): (() => void) => {
  const hear = ({ key: changed }: StorageEvent) => {
    // Null: everything was deleted.
    if (changed === null || changed === toStorageKey(key)) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
};

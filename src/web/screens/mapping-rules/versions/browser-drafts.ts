import { createStore, del, get, set, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { personalKey } from "#web/base/session.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";

/** The user's text in the JSON view, and the rule's own text when typing started. */
export interface TypedJson {
  readonly text: string;
  readonly over: string;
}

/** Unsaved changes, with the version they are based on. */
export interface StoredDraft {
  readonly base: UpdateOrCreateMappingRule;
  readonly mine: UpdateOrCreateMappingRule;
  /** The request that was sent without an answer yet: it may be saved. */
  readonly sent?: UpdateOrCreateMappingRule | undefined;
  /** The IDs of equal rules that were known before it was sent to be created. */
  readonly twins?: readonly number[] | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt?: number | undefined;
  /** JSON that is not applied to the rule yet. */
  readonly typed?: TypedJson | undefined;
  /** When, in milliseconds. */
  readonly at: number;
}

/** A storage of drafts. */
export interface DraftStorage {
  readonly read: (key: string) => Promise<StoredDraft | undefined>;
  /** Rejects where this browser stores nothing. */
  readonly write: (key: string, draft: StoredDraft) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Stores it synchronously: for a page that is closing, where anything slower may not finish. */
  readonly writeAtOnce: (key: string, draft: StoredDraft) => void;
}

let store: UseStore | undefined;
const drafts = (): UseStore => (store ??= createStore("supercargo-rule-drafts", "drafts"));

/**
 * The key of the synchronous copy, which is in small storage: it covers changes not written in time, and is deleted
 * once they are.
 */
const syncKey = (key: string): string => `rule.${key}`;

/** How often this page has written the synchronous copy of a key. */
const copies = new Map<string, number>();

/**
 * The key of a deletion's time, in small storage too: a page that closes in the middle of a deletion would otherwise
 * bring back what a person has just discarded.
 */
const removedKey = (key: string): string => `rule-removed.${key}`;

const later = (
  one: StoredDraft | undefined,
  other: StoredDraft | undefined,
): StoredDraft | undefined => ((one?.at ?? 0) >= (other?.at ?? 0) ? one : other);

/** The stored draft; undefined where the browser refuses, which it may do as early as when its storage is opened. */
const stored = async (key: string): Promise<StoredDraft | undefined> => {
  try {
    return await get<StoredDraft>(personalKey(key), drafts());
  } catch {
    return undefined;
  }
};

/** When the draft was deleted (milliseconds since 1970), while the deletion may not have finished. */
const removedAt = (key: string): number =>
  readDraft<number>(removedKey(key))?.value ?? Number.NEGATIVE_INFINITY;

/** This browser's own storage. */
export const browserDrafts: DraftStorage = {
  read: async (key) => {
    const latest = later(await stored(key), readDraft<StoredDraft>(syncKey(key))?.value);
    return latest && latest.at > removedAt(key) ? latest : undefined;
  },
  write: async (key, draft) => {
    const before = copies.get(key);
    await set(personalKey(key), draft, drafts());
    // A later change may have been copied while this write was under way.
    if (copies.get(key) === before) writeDraft(syncKey(key), undefined);
    // A deletion that began after this write is still running.
    if (removedAt(key) < draft.at) writeDraft(removedKey(key), undefined);
  },
  remove: async (key) => {
    writeDraft(removedKey(key), Date.now());
    writeDraft(syncKey(key), undefined);
    await del(personalKey(key), drafts());
    writeDraft(removedKey(key), undefined);
  },
  writeAtOnce: (key, draft) => {
    copies.set(key, (copies.get(key) ?? 0) + 1);
    writeDraft(syncKey(key), draft);
    writeDraft(removedKey(key), undefined);
  },
};

import { createStore, del, get, set, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";

/** Changes that were not saved, with the version they were made over. */
export interface KeptDraft {
  readonly base: UpdateOrCreateMappingRule;
  readonly mine: UpdateOrCreateMappingRule;
  /** What of it was sent when no answer had come yet: it may be saved. */
  readonly sent?: UpdateOrCreateMappingRule | undefined;
  /** When, in milliseconds. */
  readonly at: number;
}

/** Where drafts are kept. */
export interface DraftPlace {
  readonly read: (key: string) => Promise<KeptDraft | undefined>;
  /** Rejects where this browser keeps nothing. */
  readonly write: (key: string, draft: KeptDraft) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Keeps it before the next line runs: for a page that is about to go, where nothing slower ends in time. */
  readonly writeAtOnce: (key: string, draft: KeptDraft) => void;
}

let store: UseStore | undefined;
const drafts = (): UseStore => (store ??= createStore("supercargo-rule-drafts", "drafts"));

/** The sync copy is small storage: it stands in for what could not be written in time, and goes once that is there. */
const hasty = (key: string): string => `rule.${key}`;

const later = (one: KeptDraft | undefined, other: KeptDraft | undefined): KeptDraft | undefined =>
  (one?.at ?? 0) >= (other?.at ?? 0) ? one : other;

/** Nothing, where the browser refuses: one that keeps nothing may do so at the opening already. */
const stored = async (key: string): Promise<KeptDraft | undefined> => {
  try {
    return await get<KeptDraft>(key, drafts());
  } catch {
    return undefined;
  }
};

/** This browser's own storage. */
export const browserDrafts: DraftPlace = {
  read: async (key) => later(await stored(key), readDraft<KeptDraft>(hasty(key))?.value),
  write: async (key, draft) => {
    await set(key, draft, drafts());
    writeDraft(hasty(key), undefined);
  },
  remove: async (key) => {
    writeDraft(hasty(key), undefined);
    await del(key, drafts());
  },
  writeAtOnce: (key, draft) => writeDraft(hasty(key), draft),
};

import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { knownUpstream } from "#web/ui/upstream-key.ts";

/** The keys of what this browser stores about the items of a set. */
interface ItemDraftKeys {
  /** The unsaved edits. */
  readonly edits: string;
  /** The request that was sent without an answer yet. */
  readonly sent: string;
}

/**
 * Moves a draft that an earlier version stored without the upstream; a newer draft stays. Returns the key of the draft:
 * the earlier one if the storage has no room for a copy.
 */
const adopt = (earlier: string, key: string): string => {
  const draft = readDraft<unknown>(earlier);
  if (!draft) return key;
  if (!readDraft<unknown>(key) && !writeDraft(key, draft.value)) return earlier;
  writeDraft(earlier, undefined);
  return key;
};

/**
 * The keys of a set's items. The same ids are other items on another upstream, so each upstream has its own; the gateway
 * must have named it.
 */
export const openItemDrafts = (id: number): ItemDraftKeys => {
  const upstream = knownUpstream() || "embedded";
  const keys = { edits: `mapping-set.${id}.items`, sent: `mapping-set.${id}.sent` };
  return {
    edits: adopt(keys.edits, `${keys.edits} ${upstream}`),
    sent: adopt(keys.sent, `${keys.sent} ${upstream}`),
  };
};

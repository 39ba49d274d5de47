import { openDraftKey } from "#web/ui/draft-key.ts";

/** The keys of what this browser stores about the items of a set. */
interface ItemDraftKeys {
  /** The unsaved edits. */
  readonly edits: string;
  /** The request that was sent without an answer yet. */
  readonly sent: string;
}

/** The name of the draft of a set's items. */
export const itemsDraft = (id: number): string => `mapping-set.${id}.items`;

/** The keys of a set's items on the gateway's upstream, which must be known. */
export const openItemDrafts = (id: number): ItemDraftKeys => ({
  edits: openDraftKey(itemsDraft(id)),
  sent: openDraftKey(`mapping-set.${id}.sent`),
});

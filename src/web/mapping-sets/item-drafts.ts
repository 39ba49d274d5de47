import { useState } from "react";
import { openDraftKey } from "#web/ui/draft-key.ts";
import { isUpstreamNamed } from "#web/ui/upstream-key.ts";

/** The keys of what this browser stores about the items of a set. */
interface ItemDraftKeys {
  /** The unsaved edits. */
  readonly edits: string;
  /** The request that was sent without an answer yet. */
  readonly sent: string;
}

/** The keys of a set's items on an upstream. */
export const openItemDrafts = (id: number, upstream: string): ItemDraftKeys => ({
  edits: openDraftKey(`mapping-set.${id}.items`, "browser", upstream),
  sent: openDraftKey(`mapping-set.${id}.sent`, "browser", upstream),
});

/**
 * The upstream of unsaved items, and a function that lets it follow the gateway, to be called while rendering. What was
 * typed while one was assumed belongs to the one that the gateway then names: the items came from there. What was typed
 * on a named one stays, if the gateway names another later.
 */
export const useItemsUpstream = (upstream: string) => {
  const [place, setPlace] = useState(() => ({ upstream, isAssumed: !isUpstreamNamed() }));
  const follow = (hasTyped: () => boolean) => {
    const isSame = upstream === place.upstream;
    if (isSame ? place.isAssumed && isUpstreamNamed() : place.isAssumed || !hasTyped())
      setPlace({ upstream, isAssumed: !isUpstreamNamed() });
  };
  return { upstream: place.upstream, follow };
};

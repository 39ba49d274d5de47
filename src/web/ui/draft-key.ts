import { useMemo } from "react";
import { type DraftPlace, readDraft, writeDraft } from "./draft.ts";
import { isUpstreamNamed, knownUpstream, useKnowsUpstream } from "./upstream-key.ts";

/**
 * Moves a draft that an earlier version stored without the upstream; a newer draft stays. Returns the key of the draft:
 * the earlier one if the storage has no room for a copy.
 */
const adopt = (earlier: string, key: string, place: DraftPlace): string => {
  const draft = readDraft<unknown>(earlier, place);
  if (!draft) return key;
  if (!readDraft<unknown>(key, place) && !writeDraft(key, draft.value, place)) return earlier;
  writeDraft(earlier, undefined, place);
  return key;
};

/**
 * The key of a draft on the gateway's upstream: the same ids are other records on another one. A draft without an upstream
 * is taken over by the first one that the gateway names.
 */
export const openDraftKey = (name: string, place: DraftPlace = "browser"): string => {
  const key = `${name} ${knownUpstream() || "embedded"}`;
  return isUpstreamNamed() ? adopt(name, key, place) : key;
};

/**
 * The key of a form's draft on the upstream of the time when the form was opened; undefined until the upstream is known,
 * which takes a moment on the first screen of a page: until then, nothing can be typed.
 */
export const useDraftKey = (name: string, place: DraftPlace = "browser"): string | undefined => {
  const isKnown = useKnowsUpstream();
  return useMemo(() => (isKnown ? openDraftKey(name, place) : undefined), [isKnown, name, place]);
};

import { useMemo, useState } from "react";
import { type Draft, type DraftPlace, readDraft, writeDraft } from "./draft.ts";
import { isUpstreamNamed, knownUpstream } from "./upstream-key.ts";
import { useUpstream } from "./use-upstream.ts";

/** Whether a draft is a request whose result isn't known: it must not be forgotten. */
const isOpenRequest = (name: string, { value }: Draft<unknown>): boolean =>
  name.endsWith(".sent") && !(value as { readonly missed?: boolean } | null)?.missed;

/**
 * Moves a draft that an earlier version stored without the upstream; of two, the newer one stays, or the request whose
 * result isn't known. Returns the key of the draft: the earlier one if the storage has no room for a copy.
 */
const adopt = (earlier: string, key: string, place: DraftPlace): string => {
  const draft = readDraft<unknown>(earlier, place);
  if (!draft) return key;
  const own = readDraft<unknown>(key, place);
  const isOpen = isOpenRequest(earlier, draft);
  const isOwnOpen = own !== undefined && isOpenRequest(earlier, own);
  // The earlier one is next, once the result of the other is known.
  if (isOpen && isOwnOpen) return key;
  const wins = isOpen || (!isOwnOpen && draft.savedAt > (own?.savedAt ?? -1));
  if (wins && !writeDraft(key, draft.value, place)) return own ? key : earlier;
  writeDraft(earlier, undefined, place);
  return key;
};

const keyOn = (upstream: string, name: string): string => `${name} ${upstream || "embedded"}`;

/**
 * The key of a draft on the gateway's upstream: the same ids are other records on another one. A draft without an upstream
 * is taken over by the first one that the gateway names.
 */
export const openDraftKey = (
  name: string,
  place: DraftPlace = "browser",
  upstream: string = knownUpstream(),
): string => {
  const key = keyOn(upstream, name);
  return isUpstreamNamed() && upstream === knownUpstream() ? adopt(name, key, place) : key;
};

/**
 * The upstream of a form's draft; undefined until one is known, which takes a moment on the first screen of a page: until
 * then, nothing can be typed. It follows the gateway, which may name another one than was assumed, unless something was
 * typed since the form was opened.
 */
export const useDraftUpstream = (
  name: string,
  place: DraftPlace = "browser",
): string | undefined => {
  const upstream = useUpstream();
  const [opened, setOpened] = useState(() => ({ upstream, at: Date.now() }));
  const hasTyped = (on: string) =>
    (readDraft<unknown>(keyOn(on, name), place)?.savedAt ?? -1) >= opened.at;
  if (upstream === undefined || upstream === opened.upstream) return opened.upstream;
  if (opened.upstream !== undefined && hasTyped(opened.upstream)) return opened.upstream;
  setOpened({ ...opened, upstream });
  return upstream;
};

/** The key of a form's draft on its upstream (see `useDraftUpstream`). `form`: the name of the draft that is typed. */
export const useDraftKey = (
  name: string,
  place: DraftPlace = "browser",
  form: string = name,
): string | undefined => {
  const upstream = useDraftUpstream(form, place);
  return useMemo(
    () => (upstream === undefined ? undefined : openDraftKey(name, place, upstream)),
    [upstream, name, place],
  );
};

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DraftPlace } from "./draft.ts";
import { dropUnchanged, type FieldDraft, type Texts } from "./field-draft.ts";
import { type DraftFields, openSharedDraft, whenPageHides } from "./shared-draft.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";

const asFields = <F extends string>(): DraftFields<FieldDraft<F>> => ({
  split: (draft) => draft,
  join: (fields) => fields as FieldDraft<F>,
});

const openDraft = <F extends string>(key: string, place: DraftPlace, record: Texts<F>) => {
  const shared = openSharedDraft(key, place, asFields<F>());
  // A field that has the record's value by now was saved: it would be a conflict with the next change.
  const draft = createValueStore(dropUnchanged(shared.opened, record));
  return {
    key,
    draft,
    store: (next: FieldDraft<F>) => {
      shared.store(next);
      draft.set(next);
    },
    keep: shared.keep,
    isTypedHere: shared.isTypedHere,
  };
};

/**
 * The draft of a form's fields, which is stored until it is saved. Other tabs may edit it too (see `openSharedDraft`).
 * What was typed here is stored again when the page is hidden; what `isChanged` names, when the screen is left.
 */
export const useFieldDraft = <F extends string>(
  key: string,
  place: DraftPlace,
  record: Texts<F>,
  isChanged: (draft: FieldDraft<F>, field: F) => boolean,
): [FieldDraft<F>, (next: FieldDraft<F>) => void] => {
  const [opened, setOpened] = useState(() => openDraft(key, place, record));
  const current = opened.key === key ? opened : openDraft(key, place, record);
  if (current !== opened) setOpened(current);
  const latest = useRef(isChanged);
  useLayoutEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => {
    const { draft, keep, isTypedHere } = current;
    const isUnsaved = (name: string) => latest.current(draft.get(), name as F);
    const stop = whenPageHides(() => keep((name) => isTypedHere(name) && isUnsaved(name)));
    return () => {
      stop();
      keep(isUnsaved);
    };
  }, [current]);
  return [useValue(current.draft), current.store];
};

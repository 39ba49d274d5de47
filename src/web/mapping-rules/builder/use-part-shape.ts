import { useMemo, useSyncExternalStore } from "react";
import type { DraftStore } from "#rule-model/draft/draft-store.ts";
import { sameShape } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { useBuilder } from "./builder-context.ts";

const shapeReader = (draft: Pick<DraftStore, "get">, key: PartKey): (() => Part | undefined) => {
  let held: Part | undefined;
  return () => {
    const now = draft.get(key);
    if (!sameShape(held, now)) held = now;
    return held;
  };
};

/**
 * Returns a part. With `shapeOnly`, the texts of its operands may be out of date: the component does not render for
 * what is typed into them.
 */
export const usePartShape = (key: PartKey, shapeOnly: boolean): Part | undefined => {
  const { draft } = useBuilder();
  const [subscribe, snapshot] = useMemo(
    () => [
      (listener: () => void) => draft.subscribe(key, listener),
      shapeOnly ? shapeReader(draft, key) : () => draft.get(key),
    ],
    [draft, key, shapeOnly],
  );
  return useSyncExternalStore(subscribe, snapshot);
};

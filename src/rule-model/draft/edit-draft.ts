import type { Tree } from "./draft-rule.ts";
import { partsOfTree } from "./draft-rule.ts";
import type { DraftStore, PartWriter, StepName } from "./draft-store.ts";
import type { Part, PartData, PartKey, PartKind, Slot } from "./part.ts";
import { childrenIn, kindIn, slotsOf } from "./part.ts";

/** A place for a part: in a list of a part, before the sibling at `at` (the list's length: last). */
export interface Target {
  readonly parent: PartKey;
  readonly slot: Slot;
  readonly at: number;
}

/** Changes fields of one part. */
export const setPart = <K extends PartKind>(
  draft: DraftStore,
  key: PartKey,
  kind: K,
  change: Partial<PartData[K]>,
  name: StepName,
): void =>
  draft.edit(name, (writer) => {
    const part = writer.get(key);
    if (part?.kind !== kind) return;
    const unchanged = Object.entries(change).every(
      ([field, value]) => part.data[field as keyof typeof part.data] === value,
    );
    if (!unchanged) writer.put({ ...part, data: { ...part.data, ...change } } as Part);
  });

/** Changes a list of a part. */
export const putChildren = (
  writer: PartWriter,
  parentKey: PartKey,
  slot: Slot,
  change: (keys: readonly PartKey[]) => readonly PartKey[],
): void => {
  const parent = writer.get(parentKey);
  if (parent)
    writer.put({
      ...parent,
      children: { ...parent.children, [slot]: change(childrenIn(parent, slot)) },
    });
};

/** Adds a tree (a new part with all parts inside it) and returns the key of its top part. */
export const addTree = (
  draft: DraftStore,
  tree: Tree,
  { parent, slot, at }: Target,
  label: string,
  before?: (writer: PartWriter) => void,
): PartKey | undefined => {
  let added: PartKey | undefined;
  draft.edit({ label }, (writer) => {
    before?.(writer);
    const parts = partsOfTree(tree, kindIn[slot], { parent, slot }, writer.newKey);
    for (const part of parts) writer.put(part);
    added = parts[0]?.key;
    if (added !== undefined) {
      const key = added;
      putChildren(writer, parent, slot, (keys) => keys.toSpliced(at, 0, key));
    }
  });
  return added;
};

/** Whether a part is `outer` itself or anywhere inside it. */
export const isWithin = (draft: Pick<DraftStore, "get">, key: PartKey, outer: PartKey): boolean => {
  for (let at: PartKey | undefined = key; at !== undefined; at = draft.get(at)?.parent)
    if (at === outer) return true;
  return false;
};

/** Whether a part may move to a place: the list holds its kind, and the part does not go into itself. */
export const canMove = (
  draft: Pick<DraftStore, "get">,
  key: PartKey,
  { parent, slot }: Target,
): boolean => {
  const [part, into] = [draft.get(key), draft.get(parent)];
  const slots: readonly Slot[] = into ? slotsOf[into.kind] : [];
  return (
    part !== undefined &&
    part.slot !== "rule" &&
    slots.includes(slot) &&
    kindIn[slot] === part.kind &&
    !isWithin(draft, parent, key)
  );
};

/** The current place of a part. */
export const placeOfPart = (draft: Pick<DraftStore, "get">, key: PartKey): Target | undefined => {
  const part = draft.get(key);
  if (!part || part.parent === undefined || part.slot === undefined) return undefined;
  return {
    parent: part.parent,
    slot: part.slot,
    at: childrenIn(draft.get(part.parent), part.slot).indexOf(key),
  };
};

import { describeParts } from "#rule-model/describe/describe-parts.ts";
import type { Tree, Target } from "./draft-rule.ts";
import { isWithin, addTreeParts, keysInOrder, findPlace, withoutIds } from "./draft-rule.ts";
import type { DraftStore, PartWriter, StepName } from "./draft-store.ts";
import type { Part, PartData, PartKey, PartKind, Slot } from "./part.ts";
import { childrenIn, kindIn, slotsByKind, kindNames, listChildKeys } from "./part.ts";
import type { Builder } from "./builder.ts";

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
const putChildren = (
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
    const parts = addTreeParts(tree, kindIn[slot], { parent, slot }, writer.newKey);
    for (const part of parts) writer.put(part);
    added = parts[0]?.key;
    if (added !== undefined) {
      const key = added;
      putChildren(writer, parent, slot, (keys) => keys.toSpliced(at, 0, key));
    }
  });
  return added;
};

/** Whether a part may move to a place: the list holds its kind, and the part does not go into itself. */
export const canMove = (
  draft: Pick<DraftStore, "get">,
  key: PartKey,
  { parent, slot }: Target,
): boolean => {
  const [part, into] = [draft.get(key), draft.get(parent)];
  const slots: readonly Slot[] = into ? slotsByKind[into.kind] : [];
  return (
    part !== undefined &&
    part.slot !== "rule" &&
    slots.includes(slot) &&
    kindIn[slot] === part.kind &&
    !isWithin(draft, parent, key)
  );
};

/* A change of several parts is one step of undo. */

type Draft = Pick<DraftStore, "get">;

const isPart = (part: Part | undefined): part is Part => part !== undefined;

/** The parts of these keys. */
export const partsAt = (draft: Draft, keys: readonly PartKey[]): Part[] =>
  keys.map((key) => draft.get(key)).filter(isPart);

const hasOuter = (draft: Draft, key: PartKey, keys: ReadonlySet<PartKey>): boolean => {
  for (let at = draft.get(key)?.parent; at !== undefined; at = draft.get(at)?.parent)
    if (keys.has(at)) return true;
  return false;
};

/** The keys whose parts can be moved, in the order of the screen; a part inside another moves with it. */
export const outermost = (draft: Draft, keys: Iterable<PartKey>): PartKey[] => {
  const wanted = new Set(
    [...keys].filter((key) => {
      const slot = draft.get(key)?.slot;
      return slot !== undefined && slot !== "rule";
    }),
  );
  const outer = [...wanted].filter((key) => !hasOuter(draft, key, wanted));
  if (outer.length < 2) return outer;
  const chosen = new Set(outer);
  return keysInOrder(draft).filter((key) => chosen.has(key));
};

const leaveList = (writer: PartWriter, keys: ReadonlySet<PartKey>): void => {
  const lists = new Map<string, readonly [PartKey, Slot]>();
  for (const key of keys) {
    const part = writer.get(key);
    if (part?.parent !== undefined && part.slot)
      lists.set(`${part.parent} ${part.slot}`, [part.parent, part.slot]);
  }
  for (const [parent, slot] of lists.values())
    putChildren(writer, parent, slot, (list) => list.filter((key) => !keys.has(key)));
};

const removeInside = (writer: PartWriter, key: PartKey): void => {
  const part = writer.get(key);
  if (!part) return;
  for (const child of listChildKeys(part)) removeInside(writer, child);
  writer.remove(key);
};

/** Removes parts, with all parts inside them. */
export const removeParts = (draft: DraftStore, keys: readonly PartKey[]): void =>
  draft.edit({ label: `delete ${describeParts(partsAt(draft, keys))}` }, (writer) => {
    leaveList(writer, new Set(keys));
    for (const key of keys) removeInside(writer, key);
  });

/** Whether all of these may move there. */
export const canMoveAll = (draft: Draft, keys: readonly PartKey[], target: Target): boolean =>
  keys.length > 0 && keys.every((key) => canMove(draft, key, target));

/** Moves parts side by side before the sibling at `target.at`, which counts the siblings before the move. */
export const moveParts = (draft: DraftStore, keys: readonly PartKey[], target: Target): boolean => {
  if (!canMoveAll(draft, keys, target)) return false;
  const { parent, slot } = target;
  const moving = new Set(keys);
  const before = childrenIn(draft.get(parent), slot);
  const anchor = before.slice(target.at).find((key) => !moving.has(key));
  const staying = before.filter((key) => !moving.has(key));
  const at = anchor === undefined ? staying.length : staying.indexOf(anchor);
  const after = staying.toSpliced(at, 0, ...keys);
  if (after.length === before.length && after.every((key, place) => key === before[place]))
    return false;
  draft.edit({ label: `move ${describeParts(partsAt(draft, keys))}` }, (writer) => {
    leaveList(writer, moving);
    putChildren(writer, parent, slot, () => after);
    for (const key of keys) {
      const part = writer.get(key);
      if (part) writer.put({ ...part, parent, slot } as Part);
    }
  });
  return true;
};

/** Adds trees side by side and returns the keys of their top parts. */
export const addTrees = (
  draft: DraftStore,
  trees: readonly Tree[],
  { parent, slot, at }: Target,
  label: string,
): PartKey[] => {
  const added: PartKey[] = [];
  draft.edit({ label }, (writer) => {
    for (const tree of trees) {
      const parts = addTreeParts(tree, kindIn[slot], { parent, slot }, writer.newKey);
      for (const part of parts) writer.put(part);
      if (parts[0]) added.push(parts[0].key);
    }
    putChildren(writer, parent, slot, (keys) => keys.toSpliced(at, 0, ...added));
  });
  return added;
};

/** Adds copies of parts after the last of them; copies have no server ids. Parts of several kinds are not copied. */
export const duplicateParts = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  keys: readonly PartKey[],
): PartKey[] => {
  const parts = partsAt(draft, keys);
  const last = parts.at(-1);
  const place = last && findPlace(draft, last.key);
  if (!place || parts.some(({ kind }) => kind !== last.kind)) return [];
  const copies = parts.flatMap(({ key, kind }) => {
    const tree = trees.buildTree(key);
    return tree ? [withoutIds(tree, kind)] : [];
  });
  const label = `duplicate ${parts.length === 1 ? kindNames[last.kind] : describeParts(parts)}`;
  return addTrees(draft, copies, { ...place, at: place.at + 1 }, label);
};

import type { Builder } from "./builder-context.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Target } from "./edit-draft.ts";
import { addTree, movePart, placeOfPart } from "./edit-draft.ts";
import { withoutIds } from "./map-tree.ts";
import type { MoveDirection } from "./neighbour-target.ts";
import { neighbourTarget } from "./neighbour-target.ts";
import type { Part, PartKey, PartKind } from "./part.ts";
import { childrenIn, kindIn } from "./part.ts";
import { newTree } from "./new-parts.ts";

/** What a part is called in steps and announcements. */
export const kindNames: Readonly<Record<PartKind, string>> = {
  head: "mapping rule",
  rule: "rule",
  group: "group",
  condition: "condition",
  action: "action",
};

type Open = Pick<Builder, "draft" | "trees">;

/** Puts a copy of a part behind it; the copy has no server ids. Gives its key. */
export const duplicatePart = ({ draft, trees }: Open, key: PartKey): PartKey | undefined => {
  const part = draft.get(key);
  const place = placeOfPart(draft, key);
  const tree = trees.treeOf(key);
  if (!part || !place || !tree || place.slot === "rule") return undefined;
  const target = { ...place, at: place.at + 1 };
  return addTree(draft, withoutIds(tree, part.kind), target, `duplicate ${kindNames[part.kind]}`);
};

/** Adds a new part to a list and gives its key. */
export const addNew = (
  scope: Pick<Builder, "draft" | "workflow">,
  { parent, slot, at }: Target,
): PartKey | undefined =>
  addTree(
    scope.draft,
    newTree(scope, parent, slot),
    { parent, slot, at },
    `add ${kindNames[kindIn[slot]]}`,
  );

/** Moves a part one place in a direction; whether there was a place. */
export const moveBy = (
  { draft, workflow }: Pick<Builder, "draft" | "workflow">,
  key: PartKey,
  direction: MoveDirection,
): boolean => {
  const part = draft.get(key);
  const target = neighbourTarget(draft, key, direction, workflow);
  if (!part || !target) return false;
  movePart(draft, key, target, `move ${kindNames[part.kind]}`);
  return true;
};

const withList = (part: Part, slot: "conditions" | "groups", keys: readonly PartKey[]): Part =>
  ({ ...part, children: { ...part.children, [slot]: keys } }) as Part;

/** Whether a condition and those behind it can become a group of their own. */
export const canSplitGroup = (draft: Pick<DraftStore, "get">, key: PartKey): boolean => {
  const place = placeOfPart(draft, key);
  return place?.slot === "conditions" && place.at > 0;
};

/** Makes a new group of a condition and those behind it: the “and” before it becomes an “or”. Gives the group's key. */
export const splitGroup = (draft: DraftStore, key: PartKey): PartKey | undefined => {
  const place = placeOfPart(draft, key);
  const group = place && draft.part(place.parent, "group");
  const rule = group?.parent === undefined ? undefined : draft.part(group.parent, "rule");
  if (!place || !group || !rule || place.at === 0) return undefined;
  const conditions = childrenIn(group, "conditions");
  const moved = conditions.slice(place.at);
  let made: PartKey | undefined;
  draft.edit({ label: "split group" }, (writer) => {
    const added = writer.newKey();
    made = added;
    writer.put(withList(group, "conditions", conditions.slice(0, place.at)));
    writer.put({ ...group, key: added, data: {}, children: { conditions: moved } });
    for (const inside of moved) {
      const part = writer.get(inside);
      if (part) writer.put({ ...part, parent: added } as Part);
    }
    const groups = childrenIn(rule, "groups");
    writer.put(withList(rule, "groups", groups.toSpliced(groups.indexOf(group.key) + 1, 0, added)));
  });
  return made;
};

/** Joins a group to the one before it: the “or” between them becomes an “and”. Gives the key of the group that stays. */
export const joinGroups = (draft: DraftStore, key: PartKey): PartKey | undefined => {
  const place = placeOfPart(draft, key);
  const rule = place?.slot === "groups" ? draft.part(place.parent, "rule") : undefined;
  const group = draft.part(key, "group");
  const before = draft.part(childrenIn(rule, "groups")[(place?.at ?? 0) - 1] ?? -1, "group");
  if (!rule || !group || !before) return undefined;
  const moved = childrenIn(group, "conditions");
  draft.edit({ label: "join groups" }, (writer) => {
    writer.put(withList(before, "conditions", [...childrenIn(before, "conditions"), ...moved]));
    for (const inside of moved) {
      const part = writer.get(inside);
      if (part) writer.put({ ...part, parent: before.key } as Part);
    }
    writer.remove(key);
    writer.put(
      withList(
        rule,
        "groups",
        childrenIn(rule, "groups").filter((other) => other !== key),
      ),
    );
  });
  return before.key;
};

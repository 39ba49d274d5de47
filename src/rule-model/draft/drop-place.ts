import type { UpdateOrCreateCondition } from "#contract/mapping-rule-request.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Target, Tree } from "./draft-rule.ts";
import { isWithin, findPlace, outerKeys } from "./draft-rule.ts";
import type { Part, PartKey, PartKind, Slot } from "./part.ts";
import { childrenIn, kindIn, slotsByKind, kindNames } from "./part.ts";
import { canMoveAll } from "./edit-draft.ts";

type Draft = Pick<DraftStore, "get">;

/** The part under the pointer. */
export interface PointedAt {
  readonly key: PartKey;
  /** True over the part's own line, and not over the space around the parts inside it. */
  readonly line: boolean;
  /** Whether the pointer is in the lower half of a part, with all parts inside it. */
  readonly isBelow: (key: PartKey) => boolean;
  readonly isFolded: (key: PartKey) => boolean;
}

const slotFor = (owner: Part, kind: PartKind): Slot | undefined => {
  const slots: readonly Slot[] = slotsByKind[owner.kind];
  return slots.find((slot) => slot !== "rule" && kindIn[slot] === kind);
};

/** Between its siblings: below a line that shows the parts inside, the next place is the first one inside. */
const beside = (draft: Draft, part: Part, kind: PartKind, at: PointedAt): Target | undefined => {
  const place = findPlace(draft, part.key);
  if (!place || place.slot === "rule") return undefined;
  const nested = kind === "condition" || kind === "action" ? slotFor(part, kind) : undefined;
  const showsInner =
    nested !== undefined &&
    childrenIn(part, nested).length > 0 &&
    part.key === at.key &&
    !at.isFolded(part.key);
  if (showsInner && at.line)
    return at.isBelow(part.key) ? { parent: part.key, slot: nested, at: 0 } : place;
  return at.isBelow(part.key) ? { ...place, at: place.at + 1 } : place;
};

/** At the end of a list that is nearer to the start of the drag. */
const inList = (
  draft: Draft,
  owner: Part,
  slot: Slot,
  from: Part | undefined,
  at: PointedAt,
): Target => {
  const slots: readonly Slot[] = slotsByKind[owner.kind];
  const end = childrenIn(draft.get(owner.key), slot).length;
  const before =
    from === undefined
      ? at.line && !at.isFolded(owner.key)
      : slots.indexOf(from.slot ?? slot) < slots.indexOf(slot);
  return { parent: owner.key, slot, at: before ? 0 : end };
};

/** Conditions are in groups: over a rule's actions, its last group is nearest; over its name, its first. */
const placeInGroup = (draft: Draft, rule: Part, from: Part | undefined): Target | undefined => {
  const groups = childrenIn(rule, "groups");
  const group = draft.get((from === undefined ? groups[0] : groups.at(-1)) ?? -1);
  if (!group) return undefined;
  const { length } = childrenIn(group, "conditions");
  return { parent: group.key, slot: "conditions", at: from === undefined ? 0 : length };
};

/** The place at or around a part that fits a kind. */
const placeNear = (draft: Draft, kind: PartKind, at: PointedAt): Target | undefined => {
  let from: Part | undefined;
  for (
    let part = draft.get(at.key);
    part;
    from = part, part = part.parent === undefined ? undefined : draft.get(part.parent)
  ) {
    // The rule at the top has no siblings, but a list of rules in it.
    const besideIt = part.kind === kind ? beside(draft, part, kind, at) : undefined;
    if (besideIt) return besideIt;
    const slot = slotFor(part, kind);
    if (slot) return inList(draft, part, slot, from, at);
    if (kind === "condition" && part.kind === "rule") return placeInGroup(draft, part, from);
  }
  return undefined;
};

/** A part dropped on the near half of its neighbor changes places with it; otherwise it would not move. */
const pastNeighbour = (
  draft: Draft,
  keys: readonly PartKey[],
  target: Target,
  at: PointedAt,
): Target => {
  const siblings = childrenIn(draft.get(target.parent), target.slot);
  const [before, after] = [siblings[target.at - 1] ?? -1, siblings[target.at] ?? -1];
  const over = (key: PartKey) => key !== -1 && isWithin(draft, at.key, key);
  if (keys.includes(before) && over(after)) return { ...target, at: target.at + 1 };
  return keys.includes(after) && over(before) ? { ...target, at: target.at - 1 } : target;
};

/** The place of parts that are dropped there; undefined where they do not fit, or would be inside themselves. */
export const dropPlace = (
  draft: Draft,
  keys: readonly PartKey[],
  at: PointedAt,
): Target | undefined => {
  const kind = draft.get(keys[0] ?? -1)?.kind;
  if (!kind || keys.some((key) => isWithin(draft, at.key, key))) return undefined;
  const near = placeNear(draft, kind, at);
  const target = near && pastNeighbour(draft, keys, near, at);
  return target && canMoveAll(draft, keys, target) ? target : undefined;
};

interface Pasting {
  readonly target: Target;
  readonly trees: readonly Tree[];
  readonly words: string;
}

/** The place of trees pasted on a row: after it, else at the end of a list around it that holds such parts. */
export const treesToPaste = (
  draft: Pick<DraftStore, "get">,
  { kind, trees }: { readonly kind: PartKind; readonly trees: readonly Tree[] },
  key: PartKey,
): Pasting | undefined => {
  const words = trees.length === 1 ? kindNames[kind] : `${trees.length} ${kindNames[kind]}s`;
  const behind = { key, line: false, isBelow: () => true, isFolded: () => true };
  const target = placeNear(draft, kind, behind);
  if (target) return { target, trees, words };
  // A rule without a group gets one for the conditions.
  const rule = [key, ...outerKeys(draft, key)].find((outer) => draft.get(outer)?.kind === "rule");
  if (kind !== "condition" || rule === undefined) return undefined;
  const at = childrenIn(draft.get(rule), "groups").length;
  const group = { conditions: trees as readonly UpdateOrCreateCondition[] } as Tree<"group">;
  return { target: { parent: rule, slot: "groups", at }, trees: [group], words };
};

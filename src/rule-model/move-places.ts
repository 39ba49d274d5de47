import type { UpdateOrCreateCondition } from "#contract/mapping-rule-request.ts";
import { capital } from "#rules/shown-text.ts";
import type { Builder } from "./builder.ts";
import { describePart, describePath, partName } from "./describe-parts.ts";
import {
  findPlace,
  isWithin,
  outerKeys,
  partsInOrder,
  type Target,
  type Tree,
} from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { canMove, canMoveAll } from "./edit-draft.ts";
import { picksEntry } from "./operand-specs.ts";
import {
  childrenIn,
  kindIn,
  kindNames,
  type Part,
  type PartKey,
  type PartKind,
  type Slot,
  slotsByKind,
} from "./part.ts";
import type { Workflow } from "./workflow.ts";

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
  draft: Draft,
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

/** The direction of a move: within a list and on into the next one, out of nesting (left) and into it (right). */
export type MoveDirection = "up" | "down" | "left" | "right";

type Draft = Pick<DraftStore, "get">;

/** The list that a part of the same kind has for such parts inside it. */
const nestedSlots = {
  condition: "childConditions",
  action: "childActions",
  rule: "childRules",
} as const;

/** Lists whose owner is of the kind they hold: moving past their ends leads out of the owner, not into another list. */
const isNested = (slot: Slot): boolean =>
  slot === "childConditions" || slot === "childActions" || slot === "childRules";

/** A rule that always runs ignores its groups; the screen shows them, but no empty list of groups. */
const showsList = (owner: Part, slot: Slot): boolean =>
  slot !== "groups" ||
  owner.kind !== "rule" ||
  !owner.data.alwaysRun ||
  childrenIn(owner, slot).length > 0;

const listOwners = (draft: Draft, slot: Slot): readonly Part[] => {
  const kind = slot === "conditions" ? "group" : "rule";
  return [...partsInOrder(draft)].filter((part) => part.kind === kind && showsList(part, slot));
};

/** The place directly before or after the part around this one. */
const placeBesideParent = (draft: Draft, key: PartKey, after: boolean): Target | undefined => {
  const place = findPlace(draft, key);
  return place && place.slot !== "rule" ? { ...place, at: place.at + (after ? 1 : 0) } : undefined;
};

/** The end of the list before, or the start of the list after, in the order of the screen. */
const nextList = (draft: Draft, { parent, slot }: Target, by: 1 | -1): Target | undefined => {
  const owners = listOwners(draft, slot);
  const at = owners.findIndex(({ key }) => key === parent);
  const next = at < 0 ? undefined : owners[at + by];
  return next && { parent: next.key, slot, at: by < 0 ? childrenIn(next, slot).length : 0 };
};

const placeInList = (draft: Draft, place: Target, by: 1 | -1): Target | undefined => {
  const { parent, slot, at } = place;
  const last = childrenIn(draft.get(parent), slot).length - 1;
  // A place counts the siblings before the move, the part itself included: past the next one is two further.
  if (by < 0 ? at > 0 : at < last) return { parent, slot, at: by < 0 ? at - 1 : at + 2 };
  return isNested(slot) ? placeBesideParent(draft, parent, by > 0) : nextList(draft, place, by);
};

const placeInside = (
  draft: Draft,
  place: Target,
  workflow: Workflow | undefined,
): Target | undefined => {
  const before = childrenIn(draft.get(place.parent), place.slot)[place.at - 1];
  const outer = before === undefined ? undefined : draft.get(before);
  if (!outer || outer.kind === "head" || outer.kind === "group") return undefined;
  if (workflow && outer.kind !== "rule" && !picksEntry(outer, workflow)) return undefined;
  const slot = nestedSlots[outer.kind];
  return { parent: outer.key, slot, at: childrenIn(outer, slot).length };
};

/**
 * The place that a part moves to in a direction, for `movePart`; undefined where there is none. With a workflow,
 * right leads only into conditions and actions that pick a named value: inside others a part would have no meaning.
 */
export const neighbourTarget = (
  draft: Draft,
  key: PartKey,
  direction: MoveDirection,
  workflow?: Workflow,
): Target | undefined => {
  const place = findPlace(draft, key);
  if (!place || place.slot === "rule") return undefined;
  const targets: Readonly<Record<MoveDirection, () => Target | undefined>> = {
    up: () => placeInList(draft, place, -1),
    down: () => placeInList(draft, place, 1),
    left: () => (isNested(place.slot) ? placeBesideParent(draft, place.parent, true) : undefined),
    right: () => placeInside(draft, place, workflow),
  };
  const target = targets[direction]();
  return target && canMove(draft, key, target) ? target : undefined;
};

export interface MovePlace {
  readonly target: Target;
  /** The list: “Group 1”, “Tier 1, actions”. */
  readonly list: string;
  /** The place in it: “first”, “after: Title contains “lamp””. */
  readonly place: string;
}

type Open = Pick<Builder, "draft" | "trees" | "wording" | "workflow">;

const listWords: Readonly<Record<Slot, string>> = {
  rule: "",
  groups: "groups",
  actions: "actions",
  childRules: "child rules",
  conditions: "",
  childConditions: "conditions on its value",
  childActions: "actions on its value",
};

/** A part inside another uses the named value that the other picks; where none is picked, no place is offered. */
const offersList = ({ draft, workflow }: Open, owner: Part, slot: Slot): boolean =>
  (slot !== "childConditions" && slot !== "childActions") ||
  childrenIn(draft.get(owner.key), slot).length > 0 ||
  picksEntry(owner, workflow);

const listName = (open: Open, owner: Part, slot: Slot): string => {
  const path = describePath(open.draft, owner.key);
  const words = listWords[slot];
  return capital(words === "" ? path : `${path}: ${words}`);
};

/** Every place that parts could be moved to, in the order of the screen, except their current places. */
export const movePlaces = (open: Open, keys: readonly PartKey[]): MovePlace[] => {
  const { draft } = open;
  const first = draft.get(keys[0] ?? -1);
  const moving = new Set(keys);
  const places: MovePlace[] = [];
  for (const owner of partsInOrder(draft)) {
    const slots: readonly Slot[] = slotsByKind[owner.kind];
    const slot = slots.find((held) => held !== "rule" && kindIn[held] === first?.kind);
    if (!slot || !offersList(open, owner, slot)) continue;
    if (!canMoveAll(draft, keys, { parent: owner.key, slot, at: 0 })) continue;
    const siblings = childrenIn(owner, slot);
    const list = listName(open, owner, slot);
    const isHere = (at: number) =>
      keys.length === 1 && (moving.has(siblings[at] ?? -1) || moving.has(siblings[at - 1] ?? -1));
    for (let at = 0; at <= siblings.length; at++) {
      if (isHere(at)) continue;
      const before = siblings[at - 1];
      places.push({
        target: { parent: owner.key, slot, at },
        list,
        place:
          before === undefined
            ? siblings.length === 0
              ? "here (it is empty)"
              : "first"
            : `after: ${afterWords(open, before)}`,
      });
    }
  }
  return places;
};

const afterWords = (open: Open, key: PartKey): string => {
  const part = open.draft.get(key);
  const sentence = describePart(open, key);
  return part?.kind === "group" ? `${partName(open.draft, part)} (${sentence})` : sentence;
};

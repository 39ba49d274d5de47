import { partsInOrder } from "./document-order.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Target } from "./edit-draft.ts";
import { canMove, placeOfPart } from "./edit-draft.ts";
import type { Part, PartKey, Slot } from "./part.ts";
import { childrenIn } from "./part.ts";
import { picksEntry } from "#rule-model/workflow/part-subject.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";

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

/** A rule that always runs ignores its groups, and the screen does not show them. */
const showsList = (draft: Draft, owner: Part): boolean => {
  const rule = owner.kind === "group" ? draft.get(owner.parent ?? -1) : owner;
  return rule?.kind !== "rule" || !rule.data.alwaysRun;
};

const ownersOf = (draft: Draft, slot: Slot): readonly Part[] => {
  const kind = slot === "conditions" ? "group" : "rule";
  return [...partsInOrder(draft)].filter(
    (part) => part.kind === kind && (slot === "actions" || showsList(draft, part)),
  );
};

/** The place directly before or after the part around this one. */
const placeBesideParent = (draft: Draft, key: PartKey, after: boolean): Target | undefined => {
  const place = placeOfPart(draft, key);
  return place && place.slot !== "rule" ? { ...place, at: place.at + (after ? 1 : 0) } : undefined;
};

/** The end of the list before, or the start of the list after, in the order of the screen. */
const nextList = (draft: Draft, { parent, slot }: Target, by: 1 | -1): Target | undefined => {
  const owners = ownersOf(draft, slot);
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
  const place = placeOfPart(draft, key);
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

import { picksEntry } from "#rule-model/workflow/operand-specs.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { capital } from "#rule-model/describe/count-words.ts";
import { partName, describePart, describePath } from "#rule-model/describe/describe-parts.ts";
import type { Target } from "./draft-rule.ts";
import { partsInOrder, findPlace } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { canMove, canMoveAll } from "./edit-draft.ts";
import type { Part, PartKey, Slot } from "./part.ts";
import { childrenIn, kindIn, slotsByKind } from "./part.ts";
import type { Builder } from "./builder.ts";

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

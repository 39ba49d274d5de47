import type { Builder } from "./builder.ts";
import { partsInOrder } from "./document-order.ts";
import type { Target } from "./edit-draft.ts";
import type { Part, PartKey, Slot } from "./part.ts";
import { childrenIn, kindIn, slotsOf } from "./part.ts";
import { picksEntry } from "#rule-model/workflow/part-subject.ts";
import { capital } from "#rule-model/describe/count-words.ts";
import { canMoveAll } from "./edit-parts.ts";
import { partName, describePart, describePath } from "#rule-model/describe/describe-parts.ts";

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
    const slots: readonly Slot[] = slotsOf[owner.kind];
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

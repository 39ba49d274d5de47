import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Slot } from "#rule-model/draft/part.ts";
import { slotsOf } from "#rule-model/draft/part.ts";
import type { FlatPart, FlatRule, KeyOf, PartId } from "#rule-model/diff/flat-rule.ts";
import { flatRule, headId, namesIn } from "#rule-model/diff/flat-rule.ts";
import { mergeFields } from "./merge-fields.ts";
import { mergeOrder, ordersDisagree } from "./merge-order.ts";
import { placeParts } from "./merge-places.ts";
import { remainingParts } from "./merge-survivors.ts";

/*
 * Merges three versions of a rule, part by part: a part changed by one side only is taken from that side; where both
 * changed the same part differently, the user chooses. Nothing is chosen by default: until then, mine is used.
 */

export type Side = "mine" | "theirs";

/** The user's choices, by conflict. */
export type MergeChoices = ReadonlyMap<string, Side>;

/** A part that both sides changed differently. */
export interface MergeConflict {
  /** The key of its choice. */
  readonly name: string;
  readonly id: PartId;
  readonly kind: "changed" | "removed by me" | "removed by them" | "moved" | "order";
  /** The field, where fields are chosen one by one. */
  readonly field?: string;
  /** The list, where the conflict is about its order. */
  readonly slot?: Slot;
}

/** The parts of the three versions by id. */
export interface ThreeVersions {
  readonly base: FlatRule;
  readonly mine: FlatRule;
  readonly theirs: FlatRule;
}

/** Returns the side for a conflict: mine, unless the user chose otherwise. */
export type Decide = (conflict: Omit<MergeConflict, "name">) => Side;

export interface Merged {
  readonly rule: UpdateOrCreateMappingRule;
  /** The id of each part of `rule`, by its tree. */
  readonly nameOf: (tree: object) => PartId | undefined;
  readonly conflicts: readonly MergeConflict[];
  readonly versions: ThreeVersions;
}

type List = (part: PartId, slot: Slot) => readonly PartId[];

const orderOf = (
  versions: ThreeVersions,
  id: PartId,
  slot: Slot,
  present: readonly PartId[],
  decide: Decide,
): readonly PartId[] => {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((version) =>
    namesIn(version.get(id), slot),
  ) as [readonly PartId[], readonly PartId[], readonly PartId[]];
  const here = new Set(present);
  const known = (list: readonly PartId[]) => list.filter((name) => here.has(name));
  const disagree = ordersDisagree(known(base), known(mine), known(theirs));
  const prefer = disagree ? decide({ id, kind: "order", slot }) : "mine";
  return mergeOrder(base, mine, theirs, here, prefer);
};

const build = (
  kinds: (id: PartId) => FlatPart["kind"] | undefined,
  data: (id: PartId) => object,
  list: List,
) => {
  const names = new WeakMap<object, PartId>();
  const make = (id: PartId): object => {
    const kind = kinds(id);
    const slots: readonly Slot[] = kind ? slotsOf[kind] : [];
    const inner = slots.map((slot) => {
      const trees = list(id, slot).map(make);
      return [slot, slot === "rule" ? trees[0] : trees] as const;
    });
    const tree = { ...data(id), ...Object.fromEntries(inner) };
    names.set(tree, id);
    return tree;
  };
  return {
    rule: make(headId) as UpdateOrCreateMappingRule,
    nameOf: (tree: object) => names.get(tree),
  };
};

/** Merges mine and theirs, which both are based on `base`. `keyOf` identifies my parts that have no id yet. */
export const mergeRules = (
  base: UpdateOrCreateMappingRule,
  mine: UpdateOrCreateMappingRule,
  theirs: UpdateOrCreateMappingRule,
  choices: MergeChoices = new Map(),
  keyOf?: KeyOf,
): Merged => {
  const versions: ThreeVersions = {
    base: flatRule(base, keyOf),
    mine: flatRule(mine, keyOf),
    theirs: flatRule(theirs, undefined, "theirs"),
  };
  const conflicts = new Map<string, MergeConflict>();
  const decide: Decide = (conflict) => {
    const name = [conflict.id, conflict.kind, conflict.field, conflict.slot].join("|");
    conflicts.set(name, { ...conflict, name });
    return choices.get(name) ?? "mine";
  };
  const alive = remainingParts(versions, decide);
  const places = placeParts(versions, alive, decide);
  const { rule, nameOf } = build(
    (id) => (versions.mine.get(id) ?? versions.theirs.get(id))?.kind,
    (id) => mergeFields(versions, id, decide),
    (id, slot) => orderOf(versions, id, slot, places.in(id, slot), decide),
  );
  return { rule, nameOf, conflicts: [...conflicts.values()], versions };
};

import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Slot } from "#web/mapping-rules/builder/part.ts";
import { slotsOf } from "#web/mapping-rules/builder/part.ts";
import type { FlatPart, FlatRule, KeyOf, PartId } from "./flat-rule.ts";
import { flatRule, headId, namesIn } from "./flat-rule.ts";
import { mergeFields } from "./merge-fields.ts";
import { mergeOrder, ordersDisagree } from "./merge-order.ts";
import { placeParts } from "./merge-places.ts";
import { survivors } from "./merge-survivors.ts";

/*
 * Three versions of a rule made one, part by part: what one person changed and the other did not is taken over; where
 * both changed the same part differently a person chooses. Nothing is chosen by default: until then mine stands in.
 */

export type Side = "mine" | "theirs";

/** What a person chose, by conflict. */
export type MergeChoices = ReadonlyMap<string, Side>;

/** The same part, changed by both and not alike. */
export interface MergeConflict {
  /** Names the choice. */
  readonly name: string;
  readonly id: PartId;
  readonly kind: "changed" | "removed by me" | "removed by them" | "moved" | "order";
  /** The one field, where fields are chosen one by one. */
  readonly field?: string;
  /** The list whose order it is about. */
  readonly slot?: Slot;
}

/** The versions by the names of their parts. */
export interface ThreeVersions {
  readonly base: FlatRule;
  readonly mine: FlatRule;
  readonly theirs: FlatRule;
}

/** Where the steps of a merge ask for a choice: mine, unless another was made. */
export type Decide = (conflict: Omit<MergeConflict, "name">) => Side;

export interface Merged {
  readonly rule: UpdateOrCreateMappingRule;
  /** The name of each part of `rule`, by its tree. */
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

/** Makes one version of mine and theirs, which both come from the base. `keyOf` names my parts that have no id yet. */
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
  const alive = survivors(versions, decide);
  const places = placeParts(versions, alive, decide);
  const { rule, nameOf } = build(
    (id) => (versions.mine.get(id) ?? versions.theirs.get(id))?.kind,
    (id) => mergeFields(versions, id, decide),
    (id, slot) => orderOf(versions, id, slot, places.in(id, slot), decide),
  );
  return { rule, nameOf, conflicts: [...conflicts.values()], versions };
};

import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Slot } from "#rule-model/draft/part.ts";
import { slotsByKind } from "#rule-model/draft/part.ts";
import type { FlatPart, FlatRule, KeyOf, PartId } from "#rule-model/diff/flat-rule.ts";
import { flatRule, headId, namesIn, changedFields, movedIds } from "#rule-model/diff/flat-rule.ts";
import {
  type Decide,
  type MergeConflict,
  mergeFields,
  placeParts,
  type Side,
  type ThreeVersions,
} from "./merge-parts.ts";
import { pairNewParts, renameParts } from "./pair-new-parts.ts";

/*
 * Merges three versions of a rule, part by part: a part changed by one side only is taken from that side; where both
 * changed the same part differently, the user chooses. Nothing is chosen by default: until then, mine is used.
 */

/** The user's choices, by conflict. */
export type MergeChoices = ReadonlyMap<string, Side>;

export interface Merged {
  readonly rule: UpdateOrCreateMappingRule;
  /** The id of each part of `rule`, by its tree. */
  readonly nameOf: (tree: object) => PartId | undefined;
  readonly conflicts: readonly MergeConflict[];
  readonly versions: ThreeVersions;
}

type List = (part: PartId, slot: Slot) => readonly PartId[];

const readOrder = (
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
    const slots: readonly Slot[] = kind ? slotsByKind[kind] : [];
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

/**
 * Merges mine and theirs, which both are based on `base`. A part that both added is one part, with their id. `keyOf`
 * identifies my parts that have no id yet.
 */
export const mergeRules = (
  base: UpdateOrCreateMappingRule,
  mine: UpdateOrCreateMappingRule,
  theirs: UpdateOrCreateMappingRule,
  choices: MergeChoices = new Map(),
  keyOf?: KeyOf,
): Merged => {
  const [was, my, their] = [
    flatRule(base, keyOf),
    flatRule(mine, keyOf),
    flatRule(theirs, undefined, "theirs"),
  ];
  const versions: ThreeVersions = {
    base: was,
    mine: renameParts(my, pairNewParts(was, my, their)),
    theirs: their,
  };
  const conflicts = new Map<string, MergeConflict>();
  const oneName = [base, mine, theirs].every((version) => version.name === version.rule.name);
  const decide: Decide = (found) => {
    // A rule and its head usually have one name: that is one choice.
    const conflict =
      oneName && found.id === "root" && found.field === "name" ? { ...found, id: headId } : found;
    const name = [conflict.id, conflict.kind, conflict.field, conflict.slot].join("|");
    conflicts.set(name, { ...conflict, name });
    return choices.get(name) ?? "mine";
  };
  const alive = remainingParts(versions, decide);
  const places = placeParts(versions, alive, decide);
  const { rule, nameOf } = build(
    (id) => (versions.mine.get(id) ?? versions.theirs.get(id))?.kind,
    (id) => mergeFields(versions, id, decide),
    (id, slot) => readOrder(versions, id, slot, places.in(id, slot), decide),
  );
  return { rule, nameOf, conflicts: [...conflicts.values()], versions };
};

/**
 * Whether a version changed a part, or anything inside it, compared with the base; deletions inside it do not count.
 */
const touchedIn = (base: FlatRule, version: FlatRule): ((id: PartId) => boolean) => {
  const known = new Map<PartId, boolean>();
  const compute = (id: PartId): boolean => {
    const [was, now] = [base.get(id), version.get(id)];
    if (!was || !now) return now !== undefined;
    if (was.parent !== now.parent || changedFields(now.kind, was.tree, now.tree).length > 0)
      return true;
    return slotsByKind[now.kind].some((slot) => {
      const [before, after] = [namesIn(was, slot), namesIn(now, slot)];
      const had = new Set(before);
      return after.some((name) => !had.has(name) || touched(name)) || isReordered(before, after);
    });
  };
  const touched = (id: PartId): boolean => {
    const answer = known.get(id) ?? compute(id);
    known.set(id, answer);
    return answer;
  };
  return touched;
};

/** The parts of the merged rule. A part deleted by one side and unchanged on the other is deleted. */
const remainingParts = (versions: ThreeVersions, decide: Decide): ReadonlySet<PartId> => {
  const { base, mine, theirs } = versions;
  const touched = { mine: touchedIn(base, mine), theirs: touchedIn(base, theirs) };
  const known = new Map<PartId, boolean>();

  /** Whether a part that only one side still has is kept. */
  const oneSided = (id: PartId): boolean => {
    const removedByMe = !mine.has(id);
    const [remover, keeper] = removedByMe ? [mine, theirs] : [theirs, mine];
    const parent = base.get(id)?.parent;
    // Deleted together with its parent: decided there, unless the other side moved it elsewhere.
    if (parent !== undefined && !remover.has(parent) && keeper.get(id)?.parent === parent)
      return lives(parent);
    if (!touched[removedByMe ? "theirs" : "mine"](id)) return false;
    const side = decide({ id, kind: removedByMe ? "removed by me" : "removed by them" });
    return side === (removedByMe ? "theirs" : "mine");
  };
  const compute = (id: PartId): boolean => {
    const [was, my, their] = [base.has(id), mine.has(id), theirs.has(id)];
    if (my && their) return true;
    return was ? (my || their) && oneSided(id) : true;
  };
  const lives = (id: PartId): boolean => {
    const answer = known.get(id) ?? compute(id);
    known.set(id, answer);
    return answer;
  };
  return new Set([...mine.keys(), ...theirs.keys()].filter(lives));
};

/** Inserts each id that `into` lacks after the one it follows in `from`. */
const insertMissing = (into: readonly string[], from: readonly string[]): readonly string[] => {
  const known = new Set(into);
  if (from.every((name) => known.has(name))) return into;
  const after = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const name of from) {
    if (known.has(name)) anchor = name;
    else after.set(anchor, [...(after.get(anchor) ?? []), name]);
  }
  return [
    ...(after.get(undefined) ?? []),
    ...into.flatMap((name) => [name, ...(after.get(name) ?? [])]),
  ];
};

/** Whether the ids in both lists have another order. */
const isReordered = (before: readonly string[], after: readonly string[]): boolean =>
  movedIds(before, after).size > 0;

/** Whether both sides reordered a list differently. */
const ordersDisagree = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): boolean => isReordered(base, mine) && isReordered(base, theirs) && isReordered(mine, theirs);

/**
 * Merges three orders: takes the order of the side that moved something, and inserts the other side's added ids after
 * the ones they followed there. Where both moved something, `prefer` wins. The result only has ids in `present`.
 */
const mergeOrder = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  present: ReadonlySet<string>,
  prefer: "mine" | "theirs",
): readonly string[] => {
  const here = (list: readonly string[]) => list.filter((name) => present.has(name));
  const theirsLeads =
    isReordered(base, theirs) && (!isReordered(base, mine) || prefer === "theirs");
  const [leading, other] = theirsLeads ? [theirs, mine] : [mine, theirs];
  const order = insertMissing(insertMissing(here(leading), here(other)), here(base));
  const named = new Set(order);
  return [...order, ...[...present].filter((name) => !named.has(name))];
};

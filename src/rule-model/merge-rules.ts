import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { memoized } from "#rules/lazily.ts";
import type { Tree } from "./draft-rule.ts";
import {
  changedFields,
  type FlatPart,
  type FlatRule,
  flatRule,
  headId,
  type KeyOf,
  movedIds,
  namesIn,
  type PartId,
} from "./flat-rule.ts";
import { type PartKey, type Slot, slotsByKind } from "./part.ts";
import type { Assigned } from "./put-request.ts";

/*
 * Parts that both sides have added. If the answer to a save was lost, a new part is in both versions: in mine without
 * an id, in theirs as it was stored. Where two people add the same part, each of them wanted it once.
 */

/** The ids in their version of parts in mine, by the ids in mine. */
type PartPairs = ReadonlyMap<PartId, PartId>;

/** Pairs the new parts of both sides that have the same place and content, each with at most one other. */
const pairNewParts = (base: FlatRule, mine: FlatRule, theirs: FlatRule): PartPairs => {
  const pairs = new Map<PartId, PartId>();
  const taken = new Set<PartId>();
  const isNewIn = (id: PartId, other: FlatRule) => !base.has(id) && !other.has(id);

  const isSame = (my: PartId, their: PartId | undefined): boolean => {
    if (their === undefined || my === their) return my === their;
    const [one, other] = [mine.get(my), theirs.get(their)];
    if (!one || !other || !isNewIn(my, theirs) || !isNewIn(their, mine)) return false;
    if (changedFields(one.kind, one.tree, other.tree).length > 0) return false;
    return slotsByKind[one.kind].every((slot) => {
      const [inMine, inTheirs] = [namesIn(one, slot), namesIn(other, slot)];
      return (
        inMine.length === inTheirs.length && inMine.every((id, at) => isSame(id, inTheirs[at]))
      );
    });
  };

  /** Pairs two equal parts and those inside them, which are equal in the same order. */
  const pair = (my: PartId, their: PartId): void => {
    const [one, other] = [mine.get(my), theirs.get(their)];
    if (my === their || !one || !other) return;
    pairs.set(my, their);
    taken.add(their);
    for (const slot of slotsByKind[one.kind])
      namesIn(other, slot).forEach((inner, at) => pair(namesIn(one, slot)[at] ?? inner, inner));
  };

  for (const { id, parent, slot } of mine.values()) {
    if (parent === undefined || slot === undefined || pairs.has(id)) continue;
    if (!isNewIn(id, theirs)) continue;
    const equal = namesIn(theirs.get(parent), slot).find(
      (their) => !taken.has(their) && isSame(id, their),
    );
    if (equal !== undefined) pair(id, equal);
  }
  return pairs;
};

/** A version whose paired parts have the ids of the other version. */
const renameParts = (flat: FlatRule, pairs: PartPairs): FlatRule => {
  if (pairs.size === 0) return flat;
  const rename = (id: PartId): PartId => pairs.get(id) ?? id;
  return new Map(
    Array.from(flat.values(), (part) => {
      const children = Object.entries(part.children).map(([slot, ids]) => [slot, ids.map(rename)]);
      const [id, parent] = [rename(part.id), part.parent && rename(part.parent)];
      return [id, { ...part, id, parent, children: Object.fromEntries(children) }];
    }),
  );
};

/** The ids under which new parts of a draft are stored, by their keys: in another version than the one that was sent. */
export const storedIds = (
  base: UpdateOrCreateMappingRule,
  drafted: UpdateOrCreateMappingRule,
  stored: UpdateOrCreateMappingRule,
  keyOf: KeyOf,
): ReadonlyMap<PartKey, Assigned> => {
  const [mine, theirs] = [flatRule(drafted, keyOf), flatRule(stored, undefined, "theirs")];
  const ids = new Map<PartKey, Assigned>();
  for (const [my, their] of pairNewParts(flatRule(base, keyOf), mine, theirs)) {
    const key = keyOf(mine.get(my)?.tree ?? {});
    const { id, updatedAt } = (theirs.get(their)?.tree ?? {}) as Partial<Assigned>;
    if (key !== undefined && id) ids.set(key, { id, updatedAt });
  }
  return ids;
};

type Side = "mine" | "theirs";

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
type Decide = (conflict: Omit<MergeConflict, "name">) => Side;

const ownFields = ({ kind, tree }: FlatPart): Record<string, unknown> => {
  const slots: readonly string[] = slotsByKind[kind];
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !slots.includes(name)));
};

/** The server's own fields, from the newer version. */
const serverFields = ({ tree }: FlatPart): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).filter(([name]) => name === "id" || name === "updatedAt"),
  );

/** A comparator and its operands are one sentence, which cannot be merged from two halves. */
const isSentence = ({ kind }: FlatPart): boolean => kind === "condition" || kind === "action";

interface Sides {
  readonly mine: FlatPart;
  readonly theirs: FlatPart;
  /** The fields that each side changed from the base. */
  readonly changed: { readonly mine: readonly string[]; readonly theirs: readonly string[] };
}

const sentence = ({ mine, theirs, changed }: Sides, decide: Decide): Record<string, unknown> => {
  const id = mine.id;
  if (changed.theirs.length === 0) return ownFields(mine);
  if (changed.mine.length === 0) return ownFields(theirs);
  if (changedFields(mine.kind, mine.tree, theirs.tree).length === 0) return ownFields(mine);
  return ownFields(decide({ id, kind: "changed" }) === "mine" ? mine : theirs);
};

const singly = ({ mine, theirs, changed }: Sides, decide: Decide): Record<string, unknown> => {
  const result = ownFields(mine);
  const take = (field: string) => {
    const value = (theirs.tree as unknown as Record<string, unknown>)[field];
    if (value === undefined) delete result[field];
    else result[field] = value;
  };
  const differ = changedFields(mine.kind, mine.tree, theirs.tree);
  for (const field of changed.theirs) {
    if (!differ.includes(field)) continue;
    const contested = changed.mine.includes(field);
    const side = contested ? decide({ id: mine.id, kind: "changed", field }) : "theirs";
    if (side === "theirs") take(field);
  }
  return result;
};

/** Merges a part's own fields of three versions. */
const mergeFields = ({ base, mine, theirs }: ThreeVersions, id: PartId, decide: Decide): object => {
  const [was, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
  if (!my || !their) {
    const only = my ?? their;
    return only ? ownFields(only) : {};
  }
  const changes = (tree: Tree) => changedFields(my.kind, (was ?? their).tree, tree);
  const sides: Sides = {
    mine: my,
    theirs: their,
    changed: { mine: changes(my.tree), theirs: changes(their.tree) },
  };
  const merged = isSentence(my) ? sentence(sides, decide) : singly(sides, decide);
  return { ...merged, ...serverFields(their) };
};

interface Place {
  readonly parent: PartId;
  readonly slot: Slot;
}

const readPlace = (part: FlatPart | undefined): Place | undefined =>
  part?.parent !== undefined && part.slot !== undefined
    ? { parent: part.parent, slot: part.slot }
    : undefined;

const samePlace = (one: Place | undefined, other: Place | undefined): boolean =>
  one?.parent === other?.parent && one?.slot === other?.slot;

/** The possible places of a part, the most likely first. */
const possiblePlaces = (
  { base, mine, theirs }: ThreeVersions,
  id: PartId,
  decide: Decide,
): readonly Place[] => {
  const [was, my, their] = [base, mine, theirs].map((version) => readPlace(version.get(id)));
  const both = my !== undefined && their !== undefined;
  const theyMoved = both && !samePlace(was, their);
  const contested = theyMoved && !samePlace(was, my) && !samePlace(my, their);
  const theirsFirst = contested
    ? decide({ id, kind: "moved" }) === "theirs"
    : theyMoved && samePlace(was, my);
  const ordered = theirsFirst ? [their, my, was] : [my, their, was];
  return ordered.filter((place) => place !== undefined);
};

/** The places of all parts of the merged rule. */
interface Places {
  readonly in: (parent: PartId, slot: Slot) => readonly PartId[];
}

/** Finds each remaining part a place that remains too. A part without any remaining place is deleted. */
const placeParts = (
  versions: ThreeVersions,
  alive: ReadonlySet<PartId>,
  decide: Decide,
): Places => {
  const placesByPart = new Map<PartId, readonly Place[]>();
  for (const id of alive)
    if (id !== headId)
      placesByPart.set(
        id,
        possiblePlaces(versions, id, decide).filter(({ parent }) => alive.has(parent)),
      );
  const taken = new Map<PartId, number>();
  const placed = (id: PartId): Place | undefined => placesByPart.get(id)?.[taken.get(id) ?? 0];

  /**
   * Two moves, each into a part that the other one moved, form a cycle without a connection to the rule: its parts go
   * to their next place.
   */
  const inCycle = (id: PartId): boolean => {
    const seen = new Set<PartId>();
    for (let at: PartId | undefined = id; at !== undefined; at = placed(at)?.parent) {
      if (seen.has(at)) return at === id;
      seen.add(at);
    }
    return false;
  };
  for (const id of placesByPart.keys()) while (inCycle(id)) taken.set(id, (taken.get(id) ?? 0) + 1);

  const lists = new Map<string, PartId[]>();
  for (const id of placesByPart.keys()) {
    const place = placed(id);
    if (!place) continue;
    const list = `${place.parent}|${place.slot}`;
    const there = lists.get(list);
    if (there) there.push(id);
    else lists.set(list, [id]);
  }
  return { in: (parent, slot) => lists.get(`${parent}|${slot}`) ?? [] };
};

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
  const touched = memoized((id: PartId): boolean => {
    const [was, now] = [base.get(id), version.get(id)];
    if (!was || !now) return now !== undefined;
    if (was.parent !== now.parent || changedFields(now.kind, was.tree, now.tree).length > 0)
      return true;
    return slotsByKind[now.kind].some((slot) => {
      const [before, after] = [namesIn(was, slot), namesIn(now, slot)];
      const had = new Set(before);
      return after.some((name) => !had.has(name) || touched(name)) || isReordered(before, after);
    });
  });
  return touched;
};

/** The parts of the merged rule. A part deleted by one side and unchanged on the other is deleted. */
const remainingParts = (versions: ThreeVersions, decide: Decide): ReadonlySet<PartId> => {
  const { base, mine, theirs } = versions;
  const touched = { mine: touchedIn(base, mine), theirs: touchedIn(base, theirs) };

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
  const lives = memoized((id: PartId): boolean => {
    const [was, my, their] = [base.has(id), mine.has(id), theirs.has(id)];
    if (my && their) return true;
    return was ? (my || their) && oneSided(id) : true;
  });
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

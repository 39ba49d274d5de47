import type { Tree } from "#rule-model/draft/draft-rule.ts";
import type { Slot } from "#rule-model/draft/part.ts";
import { slotsByKind } from "#rule-model/draft/part.ts";
import type { FlatPart, FlatRule, PartId } from "#rule-model/diff/flat-rule.ts";
import { changedFields, headId } from "#rule-model/diff/flat-rule.ts";

export type Side = "mine" | "theirs";

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
export const mergeFields = (
  { base, mine, theirs }: ThreeVersions,
  id: PartId,
  decide: Decide,
): object => {
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
export interface Places {
  readonly in: (parent: PartId, slot: Slot) => readonly PartId[];
}

/** Finds each remaining part a place that remains too. A part without any remaining place is deleted. */
export const placeParts = (
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

import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { slotsByKind } from "#rule-model/draft/part.ts";
import type { Assigned } from "#rule-model/draft/put-request.ts";
import type { FlatRule, KeyOf, PartId } from "#rule-model/diff/flat-rule.ts";
import { changedFields, flatRule, namesIn } from "#rule-model/diff/flat-rule.ts";

/*
 * Parts that both sides have added. If the answer to a save was lost, a new part is in both versions: in mine without
 * an id, in theirs as it was stored. Where two people add the same part, each of them wanted it once.
 */

/** The ids in their version of parts in mine, by the ids in mine. */
type PartPairs = ReadonlyMap<PartId, PartId>;

/** Pairs the new parts of both sides that have the same place and content, each with at most one other. */
export const pairNewParts = (base: FlatRule, mine: FlatRule, theirs: FlatRule): PartPairs => {
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
export const renameParts = (flat: FlatRule, pairs: PartPairs): FlatRule => {
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

import { slotsOf } from "#rule-model/draft/part.ts";
import type { FlatRule, PartId } from "#rule-model/diff/flat-rule.ts";
import { namesIn } from "#rule-model/diff/flat-rule.ts";
import { isReordered } from "./merge-order.ts";
import type { Decide, ThreeVersions } from "./merge-rules.ts";
import { changedFields } from "#rule-model/diff/same-part.ts";

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
    return slotsOf[now.kind].some((slot) => {
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
export const remainingParts = (versions: ThreeVersions, decide: Decide): ReadonlySet<PartId> => {
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

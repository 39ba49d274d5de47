import { collectFieldUse, type FieldUse, without } from "#rules/field-use.ts";
import type { RuleCatalogue, RuleField } from "#rules/rule-catalogue.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";

/** A rule among those of its event. */
interface RankedRule extends RunnableMappingRule {
  readonly id?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly eventId: number;
}

/** Another rule of the same event that reads or sets what this one reads or sets. */
export interface Neighbour {
  readonly rule: RankedRule;
  readonly runs: "before" | "after";
  readonly enabled: boolean;
  /** Fields that the earlier of the two sets and the later reads. */
  readonly passes: readonly RuleField[];
  /** Fields that both set, where the later continues from the earlier's value. */
  readonly shares: readonly RuleField[];
  /** Fields that both set, where the later overrides the earlier if both apply. */
  readonly loses: readonly RuleField[];
}

const shared = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one].filter((item) => other.has(item)));

const readRank = ({ rule }: RankedRule): number => rule?.rank ?? Number.POSITIVE_INFINITY;

const relate = (
  earlier: FieldUse,
  later: FieldUse,
  catalogue: RuleCatalogue,
): Pick<Neighbour, "passes" | "shares" | "loses"> => {
  const named = (ids: ReadonlySet<number>) =>
    [...ids].map((id) => catalogue.fields.get(id)).filter((field) => field !== undefined);
  const both = shared(earlier.writes, later.writes);
  return {
    passes: named(without(shared(earlier.writes, later.reads), later.writes)),
    shares: named(without(both, later.replaces)),
    loses: named(shared(both, later.replaces)),
  };
};

/**
 * The rules of the same event that share a field with this one, in the order they run. An unsaved rule runs last, as
 * the API ranks it.
 */
export const findNeighbours = (
  subject: RankedRule,
  siblings: readonly RankedRule[],
  catalogue: RuleCatalogue,
): Neighbour[] => {
  const saved = siblings.find(({ id }) => id === subject.id);
  const rank = subject.id && saved ? readRank(saved) : Number.POSITIVE_INFINITY;
  const use = collectFieldUse(subject, catalogue);
  return siblings
    .filter(({ id, eventId }) => eventId === subject.eventId && id !== subject.id)
    .toSorted((one, other) => readRank(one) - readRank(other) || 0)
    .map((rule): Neighbour => {
      const runs = readRank(rule) <= rank ? "before" : "after";
      const theirs = collectFieldUse(rule, catalogue);
      const related =
        runs === "before" ? relate(theirs, use, catalogue) : relate(use, theirs, catalogue);
      return { rule, runs, enabled: rule.rule?.enabled !== false, ...related };
    })
    .filter(({ passes, shares, loses }) => passes.length + shares.length + loses.length > 0);
};

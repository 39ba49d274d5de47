import type { GroupTrace, RuleTrace } from "#rules/trace.ts";

/** A group that did not hold, its index in the rule, and the number of its conditions that failed. */
export interface LackingGroup {
  readonly group: GroupTrace;
  readonly place: number;
  readonly lacking: number;
}

/**
 * The groups that did not hold, the one with the fewest failed conditions first; a group without conditions can never
 * hold and comes last.
 */
export const nearestFirst = ({ groups }: Pick<RuleTrace, "groups">): LackingGroup[] =>
  groups
    .map((group, at) => ({
      group,
      place: at + 1,
      lacking: group.conditions.filter(({ holds }) => !holds).length,
    }))
    .filter(({ group }) => !group.holds)
    .toSorted((one, other) => (one.lacking || Infinity) - (other.lacking || Infinity) || 0);

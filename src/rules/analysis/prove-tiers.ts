import { inRankOrder } from "#contract/rank-order.ts";
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from "#rules/decimal.ts";
import { findPreModifier } from "#rules/rule-catalogue.ts";
import type { RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { bothBits } from "#rules/bit-columns.ts";
import { prepareMeeting } from "./check-reach.ts";
import { type ConditionSet, lineValues } from "./condition-sets.ts";
import { firstBit, keepFirst } from "./record-facts.ts";
import { type OpenGroup, readGroups, type RuleScope, ruleWords } from "./rule-scope.ts";

/** A tier whose only conditions are on one number. */
interface RangeTier {
  readonly tier: RunnableWorkflowRule;
  readonly sets: readonly ConditionSet[];
  readonly subject: string;
}

const findRange = (
  scope: RuleScope,
  tier: RunnableWorkflowRule,
  groups: readonly OpenGroup[],
): RangeTier | undefined => {
  const [group, ...others] = groups;
  if (tier.alwaysRun || !group || others.length > 0) return undefined;
  const sets = group.conditions.flatMap((condition) => scope.setOf(condition) ?? []);
  const subject = sets[0]?.subject ?? "";
  const isRange = sets.every(
    (set) => set.isNumber && !set.every && set.whole && set.subject === subject,
  );
  return sets.length > 0 && sets.length === group.conditions.length && isRange
    ? { tier, sets, subject }
    : undefined;
};

const linesOf = (tiers: readonly RangeTier[]) =>
  tiers.flatMap(({ sets }) => sets.flatMap(({ set }) => (set.kind === "line" ? [set] : [])));

const takes = ({ sets }: RangeTier, value: Decimal | undefined): boolean =>
  sets.every(({ set }) => set.kind === "line" && set.met(value));

/** Whether tiers before take every value of a tier, each a part of them. */
const isTakenByAll = (
  { hasOneValue }: RuleScope,
  own: RangeTier,
  before: readonly RangeTier[],
): boolean => {
  const [first] = own.sets;
  // Of several values, one may meet the first condition and another the second.
  if (!first || before.length < 2 || (own.sets.length > 1 && !hasOneValue(first))) return false;
  return lineValues(linesOf([own, ...before])).every(
    (value) => !takes(own, value) || before.some((tier) => takes(tier, value)),
  );
};

interface Gap {
  readonly words: string;
  readonly between: readonly RunnableWorkflowRule[];
  readonly isInside: (value: Decimal) => boolean;
  /** A single number. */
  readonly isPoint: boolean;
}

/** Numbers between the ranges of tiers that none of them takes. */
const findGap = (tiers: readonly RangeTier[]): Gap | undefined => {
  const lines = linesOf(tiers);
  const values = lineValues(lines).filter((value) => value !== undefined);
  const taken = values.map((value) => tiers.some((tier) => takes(tier, value)));
  const start = taken.indexOf(false, taken.indexOf(true));
  const end = taken.indexOf(true, start);
  const [before, first, last, after] = [start - 1, start, end - 1, end].map((at) => values[at]);
  if (start < 0 || end < 0) return undefined;
  if (before === undefined || first === undefined || last === undefined || after === undefined)
    return undefined;
  const isBound = (value: Decimal) =>
    lines.some(({ points }) => points.some((point) => compareDecimals(point, value) === 0));
  // Single numbers are chosen one by one; only ranges are meant to meet.
  const isRange = lines.every(({ met }) => values.some((value) => !isBound(value) && met(value)));
  if (!isRange) return undefined;
  const isPoint = first === last && isBound(first);
  const from = isBound(first)
    ? `at least ${formatDecimal(first)}`
    : `greater than ${formatDecimal(before)}`;
  const to = isBound(last) ? `at most ${formatDecimal(last)}` : `less than ${formatDecimal(after)}`;
  return {
    words: isPoint ? `exactly ${formatDecimal(first)}` : `${from} and ${to}`,
    between: [before, after].flatMap(
      (value) => tiers.find((tier) => takes(tier, value))?.tier ?? [],
    ),
    isInside: (value) =>
      !tiers.some((tier) => takes(tier, value)) &&
      compareDecimals(value, before) > 0 &&
      compareDecimals(value, after) < 0,
    isPoint,
  };
};

const checkShadowed = (
  scope: RuleScope,
  tiers: readonly { readonly tier: RunnableWorkflowRule; readonly groups: readonly OpenGroup[] }[],
  ranges: readonly (RangeTier | undefined)[],
): void => {
  for (const [at, { tier, groups }] of tiers.entries()) {
    // The editor itself reports tiers after one that always runs.
    if (tier.alwaysRun || groups.every(({ part }) => scope.neverMet.has(part))) continue;
    const taker = tiers
      .slice(0, at)
      .find((earlier) => !earlier.tier.alwaysRun && scope.areWithinGroups(groups, earlier.groups));
    if (taker) {
      const isStricter = !scope.areWithinGroups(taker.groups, groups);
      const name = ruleWords(taker.tier);
      const meetingOf = prepareMeeting(scope, tier);
      const witness =
        meetingOf &&
        scope.ask(
          "taken",
          [tier, taker.tier],
          (on, first) => {
            const taken = on.run.bits(taker.tier);
            return taken && firstBit(bothBits(meetingOf(on), taken), first);
          },
          keepFirst,
        );
      scope.add({
        kind: "shadowed",
        part: tier,
        others: [taker.tier],
        message: `Never reached: whatever meets this meets ${name} before, and only the first match runs.`,
        isProved: true,
        witness,
        mend: isStricter
          ? { kind: "moveBefore", part: tier, before: taker.tier, label: `Move before ${name}` }
          : undefined,
      });
      continue;
    }
    const own = ranges[at];
    const before = ranges.slice(0, at).filter((range) => range !== undefined);
    const same = before.filter(({ subject }) => subject === own?.subject);
    if (own && isTakenByAll(scope, own, same))
      scope.add({
        kind: "shadowed",
        part: tier,
        others: same.map((range) => range.tier),
        message: "Never reached: the tiers before take every value that meets this.",
        isProved: true,
      });
  }
};

/** A record whose number is in a gap, and that no tier takes. */
const findInGap = (
  { ask, isWritten, context }: RuleScope,
  rule: RunnableWorkflowRule,
  tiers: readonly RangeTier[],
  { part, place }: ConditionSet,
  { isInside }: Gap,
): number | undefined => {
  if (isWritten(place) || findPreModifier(part, context.catalogue)) return undefined;
  return ask(
    "gap",
    [rule],
    ({ run, table }, first) => {
      const values = table.columnOf(place).values;
      const { starts } = table.rowsOf(place);
      const found = run.bits(rule)?.findIndex((reached, record) => {
        if (reached === 0 || tiers.some(({ tier }) => run.bits(tier)?.[record] === 1)) return false;
        return values
          .slice(starts[record], starts[record + 1])
          .flat()
          .some((value) => {
            const decimal = parseDecimal(value);
            return decimal !== undefined && isInside(decimal);
          });
      });
      return found === undefined || found < 0 ? undefined : first + found;
    },
    keepFirst,
  );
};

const checkGap = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  found: readonly (RangeTier | undefined)[],
): void => {
  const tiers = found.filter((range) => range !== undefined);
  const [first, ...others] = tiers;
  const [set] = first?.sets ?? [];
  if (!first || !set || others.length === 0 || tiers.length < found.length) return;
  if (others.some(({ subject }) => subject !== first.subject)) return;
  const gap = findGap(tiers);
  if (!gap) return;
  const witness = findInGap(scope, rule, tiers, set, gap);
  // Ranges may be apart on purpose, unless a record is in between.
  if (scope.hasRecords && !gap.isPoint && witness === undefined) return;
  const name = scope.context.catalogue.fields.get(set.part.globalObjectFieldId ?? 0)?.label;
  scope.add({
    kind: "gap",
    part: rule,
    others: gap.between,
    message: `No tier takes a ${name ?? "value"} of ${gap.words}.`,
    isProved: true,
    witness,
  });
};

/** What can be said of tiers, of which the first match runs, for every record. */
export const proveTiers = (scope: RuleScope, rule: RunnableWorkflowRule): void => {
  const tiers = inRankOrder(rule.childRules ?? []).flatMap((tier) =>
    tier.enabled === false ? [] : [{ tier, groups: readGroups(tier) }],
  );
  const ranges = tiers.map(({ tier, groups }) => findRange(scope, tier, groups));
  checkShadowed(scope, tiers, ranges);
  checkGap(scope, rule, ranges);
};

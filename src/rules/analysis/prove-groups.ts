import type { RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { completes, isConstant } from "./condition-sets.ts";
import { mostCompared, type OpenGroup, type RuleScope } from "./rule-scope.ts";

const checkAlone = (scope: RuleScope, { part, conditions }: OpenGroup): void => {
  for (const condition of conditions) {
    const set = scope.setOf(condition);
    const constant = set && isConstant(set);
    if (!constant) continue;
    if (constant === "never") scope.neverMet.add(part);
    const message =
      constant === "never"
        ? "Never met: no value can meet this."
        : "Always met: every value meets this.";
    scope.add({ kind: constant, part: condition, others: [part], message, isProved: true });
  }
};

/** The conditions of a group whose values can be compared, with those that hold around its rule. */
const listBySubject = (scope: RuleScope, conditions: readonly RunnableCondition[]) => {
  const found = new Map<string, RunnableCondition[]>();
  for (const condition of conditions) {
    const subject = scope.setOf(condition)?.subject;
    if (subject === undefined) continue;
    const same = found.get(subject) ?? [];
    same.push(condition);
    found.set(subject, same);
  }
  return [...found.values()].filter((same) => same.length > 1 && same.length <= mostCompared);
};

type Carried = ReadonlySet<RunnableCondition>;

const checkNever = (
  scope: RuleScope,
  group: OpenGroup,
  same: readonly RunnableCondition[],
  carried: Carried,
): void => {
  for (const [at, later] of same.entries()) {
    if (carried.has(later)) continue;
    const earlier = same.slice(0, at).find((one) => scope.doesExclude(one, later));
    if (!earlier) continue;
    scope.neverMet.add(group.part);
    const message = carried.has(earlier)
      ? `Never met: the rule around it requires ${scope.say(earlier)}, and no value meets both.`
      : `Never met together with ${scope.say(earlier)}: no value meets both.`;
    scope.add({
      kind: "never",
      part: later,
      others: [earlier, group.part],
      message,
      isProved: true,
    });
    return;
  }
};

const checkImplied = (
  scope: RuleScope,
  group: OpenGroup,
  same: readonly RunnableCondition[],
): void => {
  for (const [at, condition] of same.entries()) {
    // Of two that are equal in meaning the later one is not needed; the editor reports repeated ones itself.
    const stronger = same.find(
      (other, place) =>
        !scope.isRepeated(other, condition) &&
        scope.doesImply(other, condition) &&
        (place < at || !scope.doesImply(condition, other)),
    );
    if (!stronger) continue;
    scope.add({
      kind: "implied",
      part: condition,
      others: [stronger, group.part],
      message: `Not needed: whatever meets ${scope.say(stronger)} meets this, too.`,
      isProved: true,
      mend: { kind: "remove", part: condition, label: "Remove condition" },
    });
  }
};

const checkCovered = (scope: RuleScope, open: readonly OpenGroup[], all: readonly OpenGroup[]) => {
  for (const [at, group] of open.entries()) {
    const wider = open.find(
      (other, place) =>
        other !== group &&
        scope.isWithinGroup(group, other) &&
        (place < at || !scope.isWithinGroup(other, group)),
    );
    if (!wider) continue;
    scope.add({
      kind: "covered",
      part: group.part,
      others: [wider.part],
      message: `Not needed: whatever meets this group meets group ${all.indexOf(wider) + 1}, too.`,
      isProved: true,
      mend: { kind: "remove", part: group.part, label: "Remove group" },
    });
  }
};

const checkAlways = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  open: readonly OpenGroup[],
): void => {
  const alone = open.flatMap(({ conditions }) => (conditions.length === 1 ? conditions : []));
  for (const [at, one] of alone.entries()) {
    const other = alone.slice(at + 1).find((next) => {
      const [a, b] = [scope.setOf(one), scope.setOf(next)];
      return a !== undefined && b !== undefined && completes(a, b);
    });
    if (!other) continue;
    const message = `Always met: whatever doesn't meet ${scope.say(one)} meets ${scope.say(other)}.`;
    scope.add({ kind: "always", part: rule, others: [one, other], message, isProved: true });
    return;
  }
};

/** What can be said of a rule's groups for every record; `around` are conditions that each record meets before. */
export const proveGroups = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  groups: readonly OpenGroup[],
  around: readonly RunnableCondition[],
): void => {
  const carried: Carried = new Set(around);
  for (const group of groups) {
    checkAlone(scope, group);
    for (const same of listBySubject(scope, [...around, ...group.conditions]))
      if (!scope.neverMet.has(group.part)) checkNever(scope, group, same, carried);
    if (scope.neverMet.has(group.part)) continue;
    for (const same of listBySubject(scope, group.conditions)) checkImplied(scope, group, same);
  }
  const open = groups.filter(
    ({ part, conditions }) => conditions.length > 0 && !scope.neverMet.has(part),
  );
  if (open.length > mostCompared) return;
  checkCovered(scope, open, groups);
  checkAlways(scope, rule, open);
};

import { inRankOrder } from "#contract/rank-order.ts";
import { allBits, anyBits } from "./bit-columns.ts";
import type { FieldScope } from "./field-scope.ts";
import { objectAt } from "./field-scope.ts";
import type { Place } from "./field-values.ts";
import type { JudgedCondition } from "./judge-columns.ts";
import { judgeCondition } from "./judge-columns.ts";
import type { RecordTable } from "./record-table.ts";
import type { RunnableGroup, RunnableWorkflowRule } from "./runnable-rule.ts";

/** What came of a group on all records of a table. */
interface JudgedGroup {
  readonly part: RunnableGroup;
  readonly holds: Uint8Array;
  readonly conditions: readonly JudgedCondition[];
}

/** By element of a place: 0 where it did not meet the conditions. Undefined where none of them speaks of its object. */
export type ElementBits = (place: Place) => Uint8Array | undefined;

/** What came of the conditions of a rule on all records of a table. */
export interface JudgedRule {
  readonly holds: Uint8Array;
  readonly groups: readonly JudgedGroup[];
  readonly elements: ElementBits;
}

const judgeGroup = (part: RunnableGroup, table: RecordTable, scope: FieldScope): JudgedGroup => {
  const conditions = inRankOrder(part.conditions).map((condition) =>
    judgeCondition(condition, table, scope),
  );
  const holds = allBits(
    conditions.map((condition) => condition.holds),
    table.size,
  );
  return { part, holds, conditions };
};

/** The conditions that speak of elements by themselves: those inside a named value have spoken through it. */
const speakersIn = (judged: JudgedCondition): readonly JudgedCondition[] => [
  judged,
  ...judged.children.flatMap(speakersIn),
];

/** Which elements met a group: those that met each condition that speaks of their object. */
const elementsOfGroup = (
  { conditions }: JudgedGroup,
  objectHandle: string,
): Uint8Array | undefined => {
  const speaking = conditions
    .flatMap(speakersIn)
    .filter((condition) => condition.objectHandle === objectHandle)
    .flatMap(({ met }) => met ?? []);
  return speaking.length === 0 ? undefined : allBits(speaking, speaking[0]?.length ?? 0);
};

/** Which elements met any of the groups that hold; a group that does not speak of an object leaves all of its elements. */
const elementsOfRule =
  (groups: readonly JudgedGroup[], table: RecordTable): ElementBits =>
  (place) => {
    const objectHandle = objectAt(place);
    if (objectHandle === undefined) return undefined;
    const masks = groups.map((group) => elementsOfGroup(group, objectHandle));
    if (masks.every((mask) => mask === undefined)) return undefined;
    const owners = table.rowsOf(place).owners();
    return Uint8Array.from(owners, (record, element) =>
      Number(
        groups.some(({ holds }, at) => holds[record] === 1 && (masks[at]?.[element] ?? 1) === 1),
      ),
    );
  };

/** Judges the groups of a rule, as `evaluateGroups` does for one record. */
export const judgeRule = (
  { groups: parts }: RunnableWorkflowRule,
  table: RecordTable,
  scope: FieldScope,
): JudgedRule => {
  const groups = inRankOrder(parts).map((group) => judgeGroup(group, table, scope));
  const holds = anyBits(
    groups.map((group) => group.holds),
    table.size,
  );
  return { holds, groups, elements: elementsOfRule(groups, table) };
};

/** Every condition of a rule with its child conditions. */
export const conditionsIn = ({ groups }: JudgedRule): JudgedCondition[] =>
  groups.flatMap(({ conditions }) => conditions.flatMap(speakersIn));

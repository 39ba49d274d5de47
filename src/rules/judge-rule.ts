import { inRankOrder } from "#contract/rank-order.ts";
import { allBits, anyBits, bitsByRecord, countBits, withoutBits } from "./bit-columns.ts";
import type { FieldScope, Place } from "./field-values.ts";
import { objectAt } from "./field-values.ts";
import type { JudgedCondition } from "./judge-condition.ts";
import { judgeCondition } from "./judge-condition.ts";
import { lazily } from "./lazily.ts";
import type { RecordTable } from "./record-table.ts";
import type { RunnableGroup, RunnableWorkflowRule } from "./runnable-rule.ts";

/** By record: 1 if a group is met by several elements of an object together, and by none of them alone. */
interface Scattered {
  readonly objectHandle: string;
  readonly records: Uint8Array;
}

/** The result of a group on all records of a table. */
export interface JudgedGroup {
  readonly part: RunnableGroup;
  readonly holds: Uint8Array;
  /**
   * The records that match although no single element of an object matches all of its conditions: each condition is
   * judged over all elements by itself (api 2.15).
   */
  readonly scattered: () => readonly Scattered[];
  readonly conditions: readonly JudgedCondition[];
}

/** By element of a place: 0 if it did not match the conditions. Undefined if none of them concerns its object. */
export type ElementBits = (place: Place) => Uint8Array | undefined;

/** The result of a rule's conditions on all records of a table. */
export interface JudgedRule {
  readonly holds: Uint8Array;
  readonly groups: readonly JudgedGroup[];
  readonly elements: ElementBits;
}

/** The conditions that concern elements directly: those inside a named value are included in its result. */
const withDescendants = (judged: JudgedCondition): readonly JudgedCondition[] => [
  judged,
  ...judged.children.flatMap(withDescendants),
];

/** The elements that match a group: those that match each condition that concerns their object. */
const elementsOfGroup = (
  conditions: readonly JudgedCondition[],
  objectHandle: string,
): Uint8Array | undefined => {
  const matches = conditions
    .flatMap(withDescendants)
    .filter((condition) => condition.objectHandle === objectHandle)
    .flatMap(({ met }) => met ?? []);
  return matches.length === 0 ? undefined : allBits(matches, matches[0]?.length ?? 0);
};

const findScattered = (
  holds: Uint8Array,
  conditions: readonly JudgedCondition[],
  table: RecordTable,
): Scattered[] => {
  const objects = conditions.flatMap(withDescendants).flatMap((each) => each.objectHandle ?? []);
  return [...new Set(objects)]
    .map((objectHandle) => {
      const elements = elementsOfGroup(conditions, objectHandle) ?? new Uint8Array();
      const rows = table.rowsOf({ field: { objectHandle, path: [] } });
      // A record without elements has none that could match alone.
      const records = withoutBits(holds, bitsByRecord(elements, rows, false, true));
      return { objectHandle, records };
    })
    .filter(({ records }) => countBits(records) > 0);
};

const judgeGroup = (part: RunnableGroup, table: RecordTable, scope: FieldScope): JudgedGroup => {
  const conditions = inRankOrder(part.conditions ?? []).map((condition) =>
    judgeCondition(condition, table, scope),
  );
  const holds = allBits(
    conditions.map((condition) => condition.holds),
    table.size,
  );
  const scattered = lazily(() => findScattered(holds, conditions, table));
  return { part, holds, scattered, conditions };
};

/**
 * The elements that match any of the matching groups; a group that does not concern an object keeps all of its
 * elements.
 */
const elementsOfRule =
  (groups: readonly JudgedGroup[], table: RecordTable): ElementBits =>
  (place) => {
    const objectHandle = objectAt(place);
    if (objectHandle === undefined) return undefined;
    const masks = groups.map(({ conditions }) => elementsOfGroup(conditions, objectHandle));
    if (masks.every((mask) => mask === undefined)) return undefined;
    const owners = table.rowsOf(place).owners();
    return Uint8Array.from(owners, (record, element) =>
      Number(
        groups.some(({ holds }, at) => holds[record] === 1 && (masks[at]?.[element] ?? 1) === 1),
      ),
    );
  };

/**
 * Judges the groups of a rule: ANY of them is sufficient, and ALL conditions of a group are required (neighbours); a group
 * without conditions never matches.
 */
export const judgeRule = (
  { groups: parts }: RunnableWorkflowRule,
  table: RecordTable,
  scope: FieldScope,
): JudgedRule => {
  const groups = inRankOrder(parts ?? []).map((group) => judgeGroup(group, table, scope));
  const holds = anyBits(
    groups.map((group) => group.holds),
    table.size,
  );
  return { holds, groups, elements: elementsOfRule(groups, table) };
};

/** Every condition of a rule with its child conditions. */
export const conditionsIn = ({ groups }: JudgedRule): JudgedCondition[] =>
  groups.flatMap(({ conditions }) => conditions.flatMap(withDescendants));

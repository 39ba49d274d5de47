import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { allBits, anyBits, bitsByRecord, bothBits, countBits, withoutBits } from "./bit-columns.ts";
import { changeColumn, type ColumnChange, type ElementBits } from "./change-column.ts";
import { type FieldScope, objectAt } from "./field-values.ts";
import { judgeCondition, type JudgedCondition } from "./judge-condition.ts";
import { lazily } from "./lazily.ts";
import { type RecordTable, writtenTable } from "./record-table.ts";
import { isTier } from "./rule-catalogue.ts";
import type { RunnableGroup, RunnableWorkflowRule } from "./rule-parts.ts";

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

/** The result of a rule's conditions on all records of a table. */
interface JudgedRule {
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
const conditionsIn = ({ groups }: JudgedRule): JudgedCondition[] =>
  groups.flatMap(({ conditions }) => conditions.flatMap(withDescendants));

/** The constants of a mapping rule's run, and the results of its parts. */
export interface RunSetting {
  readonly scope: FieldScope;
  /** The start of each contained rule with useOriginalInputValue; undefined: the result of the previous rules. */
  readonly original: RecordTable | undefined;
  /** By record, for rules, groups and conditions: 1 where they were reached and matched. */
  readonly holds: Map<object, Uint8Array>;
  /** By record, for actions: 1 where they changed a value. */
  readonly changed: Map<object, Uint8Array>;
  readonly groups: Map<object, JudgedGroup>;
}

/** A rule whose conditions were judged and whose actions have not run yet. */
export interface StartedRule {
  readonly part: RunnableWorkflowRule;
  readonly state: "ran" | "off" | "tooDeep";
  /** By record; undefined: all of them. */
  readonly reached: Uint8Array | undefined;
  readonly matched: Uint8Array;
  /** Undefined for a rule that always runs, or never. */
  readonly judged: JudgedRule | undefined;
}

/** A rule that has run, with all that is needed to explain its result on any record. */
export interface RuleRun extends StartedRule {
  readonly actions: readonly ColumnChange[];
  /** In rank order, up to the last one that a record reached. */
  readonly childRules: readonly RuleRun[];
}

/** Finds the records that a rule matches among those that reached it. */
export const startRule = (
  part: RunnableWorkflowRule,
  table: RecordTable,
  reached: Uint8Array | undefined,
  { scope, original, holds, groups }: RunSetting,
  depth: number,
): StartedRule => {
  const state = part.enabled === false ? "off" : depth > maxNesting ? "tooDeep" : "ran";
  const started = { part, state, reached, judged: undefined } as const;
  const among = (bits: Uint8Array) => (reached ? bothBits(bits, reached) : bits);
  if (state !== "ran") return { ...started, matched: new Uint8Array(table.size) };
  if (part.alwaysRun) return { ...started, matched: reached ?? new Uint8Array(table.size).fill(1) };
  const judged = judgeRule(part, original ?? table, scope);
  for (const group of judged.groups) {
    holds.set(group.part, among(group.holds));
    groups.set(group.part, group);
  }
  for (const condition of conditionsIn(judged)) holds.set(condition.part, among(condition.holds));
  return { ...started, judged, matched: among(judged.holds) };
};

/**
 * Runs the actions in rank order, each on the result of the previous one. A rule that starts on the original record keeps
 * the changes of earlier rules to other fields, so its writes are made in both.
 */
const runActions = (
  { part, matched, judged }: StartedRule,
  table: RecordTable,
  { scope, original, changed }: RunSetting,
) => {
  const elements = judged?.elements ?? (() => undefined);
  let [working, result] = [original ?? table, table];
  const actions: ColumnChange[] = [];
  for (const action of inRankOrder(part.actions ?? [])) {
    const made = changeColumn(action, { working, result, scope, matched, elements });
    actions.push(made);
    changed.set(action, made.changed);
    const isOne = working === result;
    if (made.writes) result = writtenTable(result, made.writes);
    working = isOne ? result : made.working ? writtenTable(working, made.working) : working;
  }
  return { actions, result };
};

/**
 * The steps after a rule's conditions: its actions, then its child rules on the matching records (neighbours); under a
 * tier rule the first matching child ends the sequence.
 */
export const finishRule = (
  started: StartedRule,
  table: RecordTable,
  setting: RunSetting,
  depth: number,
): { readonly run: RuleRun; readonly after: RecordTable } => {
  const { part, matched } = started;
  setting.holds.set(part, matched);
  const { actions, result } = runActions(started, table, setting);
  let [after, reached] = [result, matched];
  const childRules: RuleRun[] = [];
  const tier = isTier(part, table.context.catalogue);
  for (const child of inRankOrder(part.childRules ?? [])) {
    if (countBits(reached) === 0) break;
    const childStarted = startRule(child, after, reached, setting, depth + 1);
    const finished = finishRule(childStarted, after, setting, depth + 1);
    after = finished.after;
    childRules.push(finished.run);
    if (tier) reached = withoutBits(reached, childStarted.matched);
  }
  return { run: { ...started, actions, childRules }, after };
};

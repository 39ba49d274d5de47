import { inRankOrder } from "#contract/rank-order.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RecordTable } from "./record-table.ts";
import { createTable } from "./record-table.ts";
import type { ActionNote, ConditionNote, RuleNote } from "./run-notes.ts";
import type { RunnableMappingRule } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";

/** The result of a rule on all records of a table, by its parts. */
export interface PartBits {
  readonly holds: Map<object, Uint8Array>;
  readonly changed: Map<object, Uint8Array>;
}

const bitsIn = (bits: Map<object, Uint8Array>, part: object, size: number): Uint8Array => {
  const known = bits.get(part) ?? new Uint8Array(size);
  bits.set(part, known);
  return known;
};

const changedAny = ({ elements }: ActionNote): boolean =>
  elements.some(({ before, change }) => "value" in change && !sameValue(before, change.value));

/** Runs a mapping rule record by record: for records that cannot be stored in columns. */
export const runEachRecord = (
  rule: RunnableMappingRule,
  table: RecordTable,
  original: RecordTable,
): PartBits & { readonly end: RecordTable } => {
  const { size, context } = table;
  const found: PartBits = { holds: new Map(), changed: new Map() };

  const setHolds = (part: object, record: number, holds: boolean) => {
    bitsIn(found.holds, part, size)[record] = Number(holds);
  };
  const setCondition = ({ part, holds, children }: ConditionNote, record: number): void => {
    setHolds(part, record, holds);
    for (const child of children) setCondition(child, record);
  };
  const setRule = ({ part, verdict, groups, actions, childRules }: RuleNote, record: number) => {
    setHolds(part, record, verdict.holds);
    for (const group of groups) {
      setHolds(group.part, record, group.holds);
      for (const condition of group.conditions) setCondition(condition, record);
    }
    for (const note of actions)
      bitsIn(found.changed, note.part, size)[record] = Number(changedAny(note));
    for (const child of childRules) setRule(child, record);
  };

  const results = Array.from({ length: size }, (_, record): RuleRecord => {
    const notes: RuleNote[] = [];
    const before = table.recordAt(record);
    const result = evaluateRule(rule, before, context, original.recordAt(record), notes);
    for (const note of notes) setRule(note, record);
    const { matched: _matched, ...after } = result;
    return after;
  });
  return { ...found, end: createTable(results, context) };
};

/** The rules in rank order, with their original indexes. */
export const rankedRules = (
  rules: readonly RunnableMappingRule[],
): { readonly rule: RunnableMappingRule; readonly at: number }[] =>
  inRankOrder(rules.map((rule, at) => ({ rule, at, rank: rule.rule?.rank })));

import { expect, test } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { findSetUses } from "./set-uses.ts";

const lookup = (set: number) => ({
  value: String(set),
  workflowDataTypeAction: { handle: "mapping_set" },
});
const rule = (id: number, tree: object) => ({ id, name: `Rule ${id}`, rule: tree }) as MappingRule;

test("uses of sets are counted in all rules inside a rule and all actions inside an action", () => {
  const uses = findSetUses([
    rule(1, { actions: [lookup(7), { ...lookup(8), childActions: [lookup(7)] }], childRules: [] }),
    rule(2, { actions: [], childRules: [{ actions: [lookup(8)] }] }),
    rule(3, { actions: [{ value: "7", workflowDataTypeAction: { handle: "set" } }] }),
    { ...rule(4, {}), rule: null },
  ]);
  const counts = (id: number) => uses.get(id)?.map((use) => [use.rule.id, use.uses]);
  expect(counts(7)).toEqual([[1, 2]]);
  expect(counts(8)).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(uses.size).toBe(2);
});

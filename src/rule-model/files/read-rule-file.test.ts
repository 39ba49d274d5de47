import { expect, test } from "vitest";
import { comparatorId, comparatorRecords } from "#rules/workflow-records.ts";
import { workflowOf } from "#rule-model/workflow/workflow.ts";
import { testMetaData } from "#rule-model/test-builder.ts";
import { collectWorkflow } from "#rule-model/workflow/collect-workflow.ts";
import { exportRules } from "./export-rules.ts";
import { readRuleFile } from "./import-rules.ts";

const contains = comparatorRecords.find(({ id }) => id === comparatorId("string_contains"));
const conditionOf = (more: object) => ({
  globalObjectFieldId: 2_001,
  workflowDataTypeComparatorId: contains?.id ?? 0,
  condition: "lamp",
  childConditions: [],
  ...more,
});
const ruleOf = (conditionMore: object) => ({
  id: 5,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: {
    id: 50,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    groups: [{ id: 51, conditions: [conditionOf({ id: 52, ...conditionMore })] }],
    actions: [],
    childRules: [],
  },
});
const nothingKnown = {
  workflow: workflowOf(collectWorkflow([])),
  source: { kind: "rules", count: 0 },
} as const;
const known = { workflow: workflowOf(testMetaData), source: { kind: "upstream" } } as const;

const conditionIn = (text: string, from: typeof nothingKnown | typeof known) => {
  const { read } = readRuleFile(text, from);
  return "why" in read ? read.why : read.rules[0]?.request.rule.groups[0]?.conditions[0];
};

test("without a catalogue an answer brings its own records, and its ids are kept", () => {
  const text = JSON.stringify([ruleOf({ workflowDataTypeComparator: contains })]);
  const { read, workflow, answered } = readRuleFile(text, nothingKnown);
  expect("rules" in read && read.rules[0]?.notes).toEqual([]);
  expect(conditionIn(text, nothingKnown)).toMatchObject({
    id: 52,
    globalObjectFieldId: 2_001,
    workflowDataTypeComparatorId: contains?.id,
  });
  expect(workflow.catalogue.comparatorHandles.get(contains?.id ?? 0)).toBe("string_contains");
  expect(answered.map(({ id }) => id)).toEqual([5]);
});

test("without a catalogue the ids of an exported file are kept too", () => {
  const text = exportRules([ruleOf({})], known.workflow);
  expect(conditionIn(text, nothingKnown)).toMatchObject({ globalObjectFieldId: 2_001 });
});

test("with a catalogue, names are converted to its ids", () => {
  const text = exportRules([ruleOf({})], known.workflow).replaceAll("2001", "777");
  expect(conditionIn(text, known)).toMatchObject({ globalObjectFieldId: 2_001 });
});

test.each(["", "{", "[]", "[1]", "null", '{"rules": 1}', "[".repeat(100_000)])(
  "a text that is not a file of rules gives a message: %#",
  (text) => {
    for (const from of [known, nothingKnown]) {
      const { read } = readRuleFile(text, from);
      expect("why" in read ? read.why : read.refused.length).toBeTruthy();
    }
  },
);

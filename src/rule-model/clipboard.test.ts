import fc from "fast-check";
import { expect, test } from "vitest";
import { comparatorId } from "#rules/workflow-records.ts";
import { withoutIds } from "./draft-rule.ts";
import { exportRules } from "./portable-names.ts";
import { readRuleFile, readTestedFile } from "./import-rules.ts";
import type { PartKey } from "./part.ts";
import { headKey, rootKey } from "./part.ts";
import {
  testBuilder,
  testFieldIds,
  testKeys,
  testMetaData,
  testRequest,
  testWorkflow,
} from "#rule-model/testing/builder.ts";
import { createWorkflow } from "./workflow.ts";
import { readParts, serializeParts } from "./clipboard.ts";

const here = { workflow: testWorkflow };

/** The same workflow with other ids everywhere, and without some fields. */
const elsewhere = (lacking: readonly number[] = []) => {
  const moved = <R extends { id: number; globalDataTypeId?: number | null | undefined }>(
    record: R,
  ) => ({
    ...record,
    id: record.id + 70_000,
    ...(record.globalDataTypeId ? { globalDataTypeId: record.globalDataTypeId + 70_000 } : {}),
  });
  return createWorkflow(
    {
      dataTypes: testMetaData.dataTypes.map(moved),
      comparators: testMetaData.comparators.map(moved),
      actions: testMetaData.actions.map(moved),
      ruleTypes: testMetaData.ruleTypes.map(moved),
      events: testMetaData.events.map(moved),
      globalObjects: testMetaData.globalObjects,
      globalObjectFields: testMetaData.globalObjectFields
        .filter(({ id }) => !lacking.includes(id))
        .map(moved),
    },
    new Map([[99, "Colours"]]),
  );
};

test.each([testKeys.group, testKeys.attribute, testKeys.modify, testKeys.childRule, rootKey])(
  "part %i converted to text and back is a new part with the same data",
  (key) => {
    const builder = testBuilder();
    const { kind } = builder.draft.get(key) ?? { kind: "head" };
    const tree = builder.trees.buildTree(key);
    const text = serializeParts(builder, [key]) ?? "";
    expect(readParts(here, text)).toEqual({
      kind,
      trees: [tree && withoutIds(tree, kind)],
      notes: [],
    });
  },
);

test("parts of different kinds, or no parts, give no text", () => {
  const builder = testBuilder();
  expect(serializeParts(builder, [testKeys.group, testKeys.set])).toBeUndefined();
  expect(serializeParts(builder, [])).toBeUndefined();
  expect(serializeParts(builder, [999])).toBeUndefined();
});

test("a part that is not filled in yet can be copied", () => {
  const builder = testBuilder();
  const condition = { globalObjectFieldId: 0, workflowDataTypeComparatorId: 0 };
  expect(readParts(here, JSON.stringify(condition))).toEqual({
    kind: "condition",
    trees: [condition],
    notes: [],
  });
  expect(serializeParts(builder, [testKeys.contains])).toContain("product.title");
});

test("ids become those of the other workflow, by their names; operands that are ids too", () => {
  const builder = testBuilder();
  const action = {
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeActionId:
      testMetaData.actions.find(({ handle }) => handle === "mapping_set")?.id ?? 0,
    value: "7",
  };
  const condition = {
    globalObjectFieldId: testFieldIds.price,
    workflowDataTypeComparatorId: comparatorId("less_than_field"),
    condition: ` ${testFieldIds.cost}`,
  };
  const request = testRequest();
  const [group] = request.rule.groups;
  const rule = {
    ...request,
    rule: {
      ...request.rule,
      groups: [{ conditions: [...(group?.conditions ?? []), condition] }],
      actions: [...request.rule.actions, action],
    },
  };
  const there = elsewhere();
  const copied = serializeParts(testBuilder(rule), [rootKey]) ?? "";
  const pasted = readParts({ workflow: there }, copied);
  expect(pasted).toMatchObject({ kind: "rule", notes: [] });
  const text = JSON.stringify(pasted);
  expect(text).toContain(`"globalObjectFieldId":${testFieldIds.title + 70_000}`);
  expect(text).toContain(`"condition":"${testFieldIds.cost + 70_000}"`);
  expect(text).toContain('"value":"99"');
  expect(text).toContain(`"workflowRuleTypeId":70001`);
  // Formulas name fields by handle and need no change.
  expect(text).toContain("{product.cost} * 1.35");
  const [back] = "trees" in pasted ? pasted.trees : [];
  const again = serializeParts(testBuilder({ ...rule, rule: back as typeof rule.rule }), [rootKey]);
  expect(again).toBeDefined();
  expect(builder.draft.size()).toBe(11);
});

test("a field that the other workflow does not have becomes unset, and is noted once", () => {
  const builder = testBuilder();
  const there = elsewhere([testFieldIds.title]);
  const text = serializeParts(builder, [testKeys.group]) ?? "";
  const pasted = readParts({ workflow: there }, text);
  expect(pasted).toMatchObject({
    notes: ["The field “product.title” is unknown here. Select another where it was used."],
    trees: [{ conditions: [{ globalObjectFieldId: 0 }, {}] }],
  });
});

test("JSON as the API answers it is taken too, in the order of its ranks", () => {
  const answered = (id: number, rank: number) => ({
    id,
    rank,
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeComparatorId: 12_345,
    workflowDataTypeComparator: { id: 12_345, handle: "string_contains", usesOtherField: false },
    preModifierDataTypeComparator: null,
    condition: String(rank),
    childConditions: [],
  });
  const text = JSON.stringify({ id: 1, rank: 1, conditions: [answered(2, 2), answered(3, 1)] });
  expect(readParts(here, text)).toEqual({
    kind: "group",
    notes: [],
    trees: [
      {
        conditions: ["1", "2"].map((condition) => ({
          globalObjectFieldId: testFieldIds.title,
          workflowDataTypeComparatorId: comparatorId("string_contains"),
          condition,
          childConditions: [],
        })),
      },
    ],
  });
});

const envelope = (part: unknown) =>
  JSON.stringify({ supercargo: "rule-parts", version: 1, parts: [part], names: {} });
const condition = { globalObjectFieldId: 2_001, workflowDataTypeComparatorId: 3_401 };

test.each([
  ["", "The clipboard has no text."],
  ["lamp", "This text isn't part of a mapping rule: it isn't JSON."],
  ["[]", "The copied text is empty."],
  ["null", "This text isn't part of a mapping rule."],
  ["7", "This text isn't part of a mapping rule."],
  ['{"supercargo":"rule-parts","version":2,"parts":[]}', "another version"],
  ['{"supercargo":"rule-parts","version":1,"parts":{}}', "isn't part of a mapping rule"],
  [envelope({ kind: "constructor", tree: {} }), "isn't part of a mapping rule"],
  [envelope({ kind: "condition", tree: null }), "must be an object"],
  [
    envelope({ kind: "condition", tree: { ...condition, condition: 7 } }),
    "“condition” must be text",
  ],
  [
    envelope({ kind: "condition", tree: { ...condition, colour: "red" } }),
    "“colour” isn't a field",
  ],
  [envelope({ kind: "condition", tree: { ...condition, childConditions: 5 } }), "must be a list"],
  [envelope({ kind: "group", tree: { conditions: [[condition]] } }), "must be a list of parts"],
  [envelope({ kind: "rule", tree: { groups: [], actions: [] } }), "“name” is missing"],
  [
    `{"conditions":[{"globalObjectFieldId":1,"workflowDataTypeComparatorId":1,"__proto__":{"polluted":1}}]}`,
    "“__proto__”",
  ],
  [`${'{"childConditions":['.repeat(5_000)}`, "levels deep"],
  ["[".repeat(1_000_000), "levels deep"],
  [`"${"x".repeat(5_000_000)}"`, "characters long"],
  [`[${"1,".repeat(200_000)}1]`, "values"],
  [JSON.stringify([condition, { conditions: [] }]), "Different kinds"],
])("hostile text %# is refused in words", (text, why) => {
  const pasted = readParts(here, text);
  expect("why" in pasted ? pasted.why : "taken").toContain(why);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

const names = fc.constantFrom(
  "rule",
  "groups",
  "conditions",
  "childConditions",
  "actions",
  "kind",
  "tree",
  "parts",
  "id",
  "rank",
  "supercargo",
  "version",
  "names",
  "fields",
  "__proto__",
  "constructor",
  "globalObjectFieldId",
  "workflowDataTypeComparatorId",
  "workflowDataTypeActionId",
  "condition",
  "value",
  "2001",
);
const leaf = fc.oneof(
  fc.constantFrom(
    "rule-parts",
    "mapping-rules",
    "condition",
    "rule",
    1,
    0,
    -1,
    2_001,
    3_401,
    1e300,
    null,
    true,
    "",
    "2001",
  ),
  fc.string(),
);
const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
  hostile: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie("hostile"), { maxLength: 3 }),
    fc.dictionary(names, tie("hostile"), { maxKeys: 5 }),
  ),
}));

const importRules = (text: string, workflow: typeof testWorkflow) =>
  readRuleFile(text, { workflow, source: { kind: "upstream" } }).read;

test("no JSON makes reading throw, and every part that is read can be put into a rule", () => {
  fc.assert(
    fc.property(hostile, (json) => {
      const text = JSON.stringify(json);
      const pasted = readParts(here, text);
      expect("why" in pasted ? typeof pasted.why : pasted.kind).not.toBe("");
      const imported = importRules(text, testWorkflow);
      expect("why" in imported || imported.rules.length + imported.refused.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("exported rules are read back the same", () => {
  const text = exportRules([testRequest(), testRequest()], testWorkflow);
  expect(importRules(text, testWorkflow)).toEqual({
    rules: [
      { request: testRequest(), notes: [] },
      { request: testRequest(), notes: [] },
    ],
    refused: [],
  });
});

test("exported rules keep their tests, and what is no test is counted", () => {
  const kept = {
    name: "LAMP",
    detail: "",
    record: { objects: {} },
    expectation: { kind: "unchanged" as const },
    runsAt: "2026-01-10T12:00:00.000Z",
  };
  const tests = new Map([[500, [kept]]]);
  const text = exportRules([testRequest(), { ...testRequest(), id: 501 }], testWorkflow, {
    tests,
    mappingSets: new Map(),
  });
  expect(importRules(text, testWorkflow)).toMatchObject({
    rules: [{ tests: [kept] }, { notes: [] }],
  });
  expect(importRules(text, testWorkflow)).not.toHaveProperty("rules.1.tests");
  expect(importRules(text.replace('"LAMP"', "7"), testWorkflow)).toMatchObject({
    rules: [{ notes: ["1 test of this rule can't be read."] }, {}],
  });
  expect(readTestedFile(text)).toMatchObject({ rules: [{ tests: [kept] }, { tests: [] }] });
});

test("a file for another workflow: ids by name, missing names by rule, invalid entries by place", () => {
  const file = JSON.parse(exportRules([testRequest()], testWorkflow)) as { rules: unknown[] };
  const text = JSON.stringify({ ...file, rules: [...file.rules, 7, { eventId: "x", rule: {} }] });
  const imported = importRules(text, elsewhere([testFieldIds.price]));
  expect(imported).toMatchObject({
    rules: [
      {
        request: {
          eventId: 70_001,
          globalObjectFieldId: null,
          rule: { actions: [{ globalObjectFieldId: 0 }, {}] },
        },
        notes: ["The field “product.price” is unknown here. Select another where it was used."],
      },
    ],
    refused: [{ place: 2 }, { place: 3 }],
  });
});

test.each([
  "",
  "{}",
  "[]",
  "nope",
  '{"supercargo":"mapping-rules","version":9,"rules":[]}',
  "[[[[",
])("the file %j is refused in words", (text) => {
  const imported = importRules(text, testWorkflow);
  expect("why" in imported ? imported.why : "").not.toBe("");
});

test("a mapping rule pasted into another becomes a rule there", () => {
  const key: PartKey = headKey;
  const text = serializeParts(testBuilder(), [key]) ?? "";
  expect(readParts(here, text)).toMatchObject({ kind: "rule", trees: [{ name: "Lamps" }] });
});

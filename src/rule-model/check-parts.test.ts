import fc from "fast-check";
import { expect, test } from "vitest";
import type { ComparatorHandle } from "#contract/handles.ts";
import { toOperands } from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";
import { fieldRecord } from "#rules/testing/catalogue.ts";
import { anyComparator } from "#rules/testing/handles.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { type Builder, createBuilder } from "./builder.ts";
import { setPart } from "./edit-draft.ts";
import type { PartData, PartKey } from "./part.ts";
import {
  testBuilder,
  testFieldIds,
  testKeys,
  testMetaData,
  testRequest,
} from "#rule-model/testing/builder.ts";
import { createWorkflow } from "./workflow.ts";

const step = { label: "edit" };

const messagesOf = ({ problems }: Builder, key: PartKey) =>
  (problems.get(key) ?? []).map(({ kind, field, message }) => `${kind} ${field ?? ""}: ${message}`);

/** The problems of the first condition after a change. */
const conditionProblems = (change: Partial<PartData["condition"]>): string[] => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.contains, "condition", change, step);
  return messagesOf(builder, testKeys.contains);
};

const actionProblems = (change: Partial<PartData["action"]>): string[] => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.set, "action", change, step);
  return messagesOf(builder, testKeys.set);
};

const number = { globalObjectFieldId: testFieldIds.price };
const greater = { ...number, workflowDataTypeComparatorId: comparatorId("greater_than") };
const older = {
  globalObjectFieldId: testFieldIds.created,
  workflowDataTypeComparatorId: comparatorId("date_older_than"),
};

test("unknown ids are no problem where no catalogue is known: a rule from a file can be saved", () => {
  const nothing = {
    ...testMetaData,
    events: [],
    dataTypes: [],
    ruleTypes: [],
    comparators: [],
    actions: [],
    globalObjects: [],
    globalObjectFields: [],
  };
  const builder = createBuilder(testRequest(), createWorkflow(nothing));
  expect(builder.check.totals.get()).toMatchObject({ errors: 0 });
});

test.each<[Partial<PartData["condition"]>, string[]]>([
  [{ globalObjectFieldId: 0 }, ["error globalObjectFieldId: Select a field"]],
  [
    { globalObjectFieldId: 99 },
    [
      "warning globalObjectFieldId: Field 99 is unknown here. It is kept unless you select another.",
    ],
  ],
  [
    { globalObjectFieldId: testFieldIds.orderNote },
    [
      "error globalObjectFieldId: “Note” isn't part of the event “Product import”. Select another field.",
    ],
  ],
  [
    { workflowDataTypeComparatorId: 0 },
    ["error workflowDataTypeComparatorId: Select a comparator"],
  ],
  [
    { workflowDataTypeComparatorId: 77 },
    [
      "warning workflowDataTypeComparatorId: Comparator 77 is unknown here. It is kept unless you select another.",
    ],
  ],
  [
    number,
    [
      "warning workflowDataTypeComparatorId: “contains” tests values of type “text”, but this is of type “number”. Select another comparator.",
    ],
  ],
  [{ condition: "" }, ["warning condition: Enter text"]],
  [{ condition: null }, ["warning condition: Enter text"]],
  [{ condition: " " }, []],
  [{ ...greater, condition: null }, ["error condition: Enter a number"]],
  [{ ...greater, condition: "abc" }, ["error condition: “abc” isn't a number"]],
  [{ ...greater, condition: "-1e3" }, []],
  [
    {
      ...number,
      workflowDataTypeComparatorId: comparatorId("greater_than_field"),
      condition: "99",
    },
    ["warning condition: Field 99 is unknown here. It is kept unless you select another."],
  ],
  [
    { ...number, workflowDataTypeComparatorId: comparatorId("greater_than_field"), condition: "" },
    ["error condition: Select the other field"],
  ],
  [{ ...older, condition: "30", condition2: "" }, []],
  [
    { ...older, condition: "soon", condition2: "moons" },
    [
      "error condition: “soon” isn't a number",
      "error condition2: “moons” isn't a unit of time. Select one.",
    ],
  ],
  [
    {
      globalObjectFieldId: testFieldIds.unit,
      workflowDataTypeComparatorId: comparatorId("string_option_equal_to"),
      condition: "stone",
    },
    ["warning condition: “stone” isn't one of the field's options"],
  ],
  [
    { workflowDataTypeComparatorId: comparatorId("string_in_list"), condition: " , " },
    ["error condition: Enter at least one value"],
  ],
  [
    {
      preModifierDataTypeComparatorId: comparatorId("string_occurrence_of_character"),
      workflowDataTypeComparatorId: comparatorId("percent_less_than_field"),
      condition: String(testFieldIds.cost),
      condition2: "120",
    },
    [
      "error workflowDataTypeComparatorId: This can't be combined with “occurrences of”: both need the same value. Select another comparator.",
    ],
  ],
  [
    {
      preModifierDataTypeComparatorId: comparatorId("string_length"),
      workflowDataTypeComparatorId: comparatorId("greater_than"),
      condition: "10",
    },
    [],
  ],
])("a condition of %o", (change, problems) => {
  expect(conditionProblems(change)).toEqual(problems);
});

const all = { conditionArrayMustMatchAll: true };
const neverMet =
  "warning conditionArrayMustMatchAll: One value can't be all of these, so this is never met. Select “Any of them”.";

test.each<[ComparatorHandle, keyof typeof testFieldIds, string, string[]]>([
  ["string_in_list", "title", "a, b", [neverMet]],
  ["string_in_list", "title", "a, A", []],
  ["string_in_list", "title", "a", []],
  ["string_in_list", "title", "", ["error condition: Enter at least one value"]],
  ["string_in_list_case_sensitive", "title", "a, A", [neverMet]],
  ["string_in_list_case_sensitive", "title", "a, a", []],
  ["string_not_in_list", "title", "a, b", []],
  ["string_not_in_list", "title", "a, A", []],
  ["string_option_equal_to", "unit", '["lb","kg"]', [neverMet]],
  ["string_option_equal_to", "unit", '["lb"," lb "]', []],
  ["string_option_equal_to", "unit", "lb", []],
  ["string_option_not_equal_to", "unit", '["lb","kg"]', []],
  // Tags hold several values.
  ["tag_contains", "tags", '["a","b"]', []],
  ["tag_does_not_contain", "tags", '["a","b"]', []],
  ["string_contains", "title", '["a","b"]', []],
])("all values required: %s of %s and %s", (handle, field, condition, problems) => {
  const change = {
    globalObjectFieldId: testFieldIds[field],
    workflowDataTypeComparatorId: comparatorId(handle),
    condition,
  };
  expect(conditionProblems({ ...change, ...all })).toEqual(problems);
});

test("a category may be several, so all of them can be required", () => {
  const globalObjectFieldId = 2_090;
  const workflow = createWorkflow({
    ...testMetaData,
    globalObjectFields: [
      ...testMetaData.globalObjectFields,
      fieldRecord(globalObjectFieldId, 2, "category", "category_in_list"),
    ],
  });
  const builder = createBuilder(testRequest(), workflow);
  const workflowDataTypeComparatorId = comparatorId("category_in_list");
  const change = { globalObjectFieldId, workflowDataTypeComparatorId, condition: "A, B", ...all };
  setPart(builder.draft, testKeys.contains, "condition", change, step);
  expect(messagesOf(builder, testKeys.contains)).toEqual([]);
});

test.each<ComparatorHandle>(["string_in_list", "string_in_list_case_sensitive"])(
  "%s with all of some values has an error where nothing matches, and no other",
  (handle) => {
    const pool = ["a", "A", "á", "b", " a ", ""];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pool.slice(0, -1)), { minLength: 1 }), (list) => {
        const condition = JSON.stringify(list);
        const { test: prepare, reads } = anyComparator[handle];
        const matches = prepare(toOperands([condition], true), 0);
        const verdicts = pool.map((value) => matches(readings[reads](value), undefined));
        const change = { workflowDataTypeComparatorId: comparatorId(handle), condition, ...all };
        expect(conditionProblems(change)).toEqual(verdicts.includes(true) ? [] : [neverMet]);
      }),
    );
  },
);

test.each<[Partial<PartData["action"]>, string[]]>([
  [{ globalObjectFieldId: 0 }, ["error globalObjectFieldId: Select a field"]],
  [{ workflowDataTypeActionId: 0 }, ["error workflowDataTypeActionId: Select an action"]],
  [
    { workflowDataTypeActionId: 3 },
    [
      "warning workflowDataTypeActionId: Action 3 is unknown here. It is kept unless you select another.",
    ],
  ],
  [
    { workflowDataTypeActionId: actionId("trim") },
    [
      "warning workflowDataTypeActionId: “Trim” doesn't apply to this field. Select another action.",
    ],
  ],
  [{ value: "" }, ["error value: Enter a number or a formula"]],
  [
    { value: "{product.cost} {product.price}" },
    ["error value: An operator is missing between two numbers or fields. See character 16."],
  ],
  [
    { value: "{product.colour} * 2" },
    ["error value: There is no field {product.colour}. Select one from the list."],
  ],
  [{ value: "2 *" }, ["error value: A number or a field is missing at the end"]],
  [{ workflowDataTypeActionId: actionId("set_decimal"), value: ".99" }, []],
])("an action of %o", (change, problems) => {
  expect(actionProblems(change)).toEqual(problems);
});

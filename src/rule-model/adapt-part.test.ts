import { describe, expect, test } from "vitest";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { setPart } from "./edit-draft.ts";
import type { PartData } from "./part.ts";
import {
  changeAction,
  changeActionField,
  changeComparator,
  changeConditionField,
  changePreModifier,
} from "./adapt-part.ts";
import { testBuilder, testFieldIds, testKeys } from "#rule-model/testing/builder.ts";

const step = { label: "edit" };
type Condition = Partial<PartData["condition"]>;
type Action = Partial<PartData["action"]>;

const condition = (start: Condition) => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.contains, "condition", start, step);
  return { builder, after: () => builder.draft.part(testKeys.contains, "condition")?.data };
};
const action = (start: Action) => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.set, "action", start, step);
  return { builder, after: () => builder.draft.part(testKeys.set, "action")?.data };
};

describe("another field of a condition", () => {
  test.each<[string, Condition, keyof typeof testFieldIds, Condition]>([
    [
      "of the same type keeps everything",
      {},
      "title",
      { workflowDataTypeComparatorId: comparatorId("string_contains"), condition: "lamp" },
    ],
    [
      "of another type takes the plainest comparator, and drops the operand of another kind",
      { condition: "10" },
      "price",
      { workflowDataTypeComparatorId: comparatorId("equal_to"), condition: null },
    ],
    [
      "keeps a comparator of the same name and an option it has too",
      {
        globalObjectFieldId: testFieldIds.unit,
        workflowDataTypeComparatorId: comparatorId("string_option_not_equal_to"),
        condition: "kg",
      },
      "size",
      { workflowDataTypeComparatorId: comparatorId("string_option_not_equal_to"), condition: "kg" },
    ],
    [
      "drops an option that it does not have",
      {
        globalObjectFieldId: testFieldIds.unit,
        workflowDataTypeComparatorId: comparatorId("string_option_not_equal_to"),
        condition: "lb",
      },
      "size",
      { condition: null },
    ],
    [
      "takes the same comparator for its own type",
      {
        globalObjectFieldId: testFieldIds.attributes,
        workflowDataTypeComparatorId: comparatorId("array_size_greater_than", "attributes"),
        condition: "3",
      },
      "tags",
      {
        workflowDataTypeComparatorId: comparatorId("array_size_greater_than", "tags"),
        condition: "3",
      },
    ],
    [
      "drops a pre-modifier that does not fit",
      {
        preModifierDataTypeComparatorId: comparatorId("string_length"),
        workflowDataTypeComparatorId: comparatorId("greater_than"),
        condition: "10",
      },
      "price",
      {
        preModifierDataTypeComparatorId: null,
        workflowDataTypeComparatorId: comparatorId("greater_than"),
        condition: "10",
      },
    ],
  ])("%s", (_name, start, field, expected) => {
    const { builder, after } = condition(start);
    changeConditionField(builder, testKeys.contains, testFieldIds[field]);
    expect(after()).toMatchObject({ ...expected, globalObjectFieldId: testFieldIds[field] });
    expect(after()?.metaData).toBe('{"a":  1.0}');
  });
});

test.each<[Condition, Parameters<typeof comparatorId>[0], Condition]>([
  [{}, "string_starts_with", { condition: "lamp" }],
  [{}, "string_in_list", { condition: "lamp" }],
  [{}, "string_exists", { condition: null }],
  [{}, "string_equals_field", { condition: null }],
  [{ condition2: "left over" }, "string_starts_with", { condition: "lamp", condition2: null }],
])("another comparator than that of %o", (start, handle, expected) => {
  const { builder, after } = condition(start);
  changeComparator(builder, testKeys.contains, comparatorId(handle));
  expect(after()).toMatchObject(expected);
});

test("a length as subject gives a comparator of numbers, and back", () => {
  const { builder, after } = condition({});
  changePreModifier(builder, testKeys.contains, comparatorId("string_length"));
  expect(after()).toMatchObject({
    workflowDataTypeComparatorId: comparatorId("equal_to"),
    condition: null,
  });
  changePreModifier(builder, testKeys.contains, null);
  expect(after()).toMatchObject({
    preModifierDataTypeComparatorId: null,
    workflowDataTypeComparatorId: comparatorId("string_contains"),
  });
  builder.draft.undo();
  builder.draft.undo();
  expect(after()?.condition).toBe("lamp");
});

test.each<[Action, Parameters<typeof actionId>[0], Action]>([
  [{ value: "1.35" }, "multiply", { value: "1.35", usesOtherFieldScope: null }],
  [{}, "multiply", { value: null }],
  [{ value: "5" }, "percent_change", { value: "5" }],
  [{ value: "5" }, "set_to_field", { value: null, usesOtherFieldScope: "correlated" }],
  [{}, "set_to_empty", { value: null }],
])("another kind of action than %o", (start, handle, expected) => {
  const { builder, after } = action(start);
  changeAction(builder, testKeys.set, actionId(handle, "number"));
  expect(after()).toMatchObject(expected);
  expect(after()?.applyToMatchedOnly).toBe(true);
});

test("another field of an action keeps the kind of action where its type has it", () => {
  const { builder, after } = action({ value: "10" });
  changeActionField(builder, testKeys.set, testFieldIds.title);
  expect(after()).toMatchObject({ workflowDataTypeActionId: actionId("set", "string") });
  changeActionField(builder, testKeys.set, testFieldIds.cost);
  changeAction(builder, testKeys.set, actionId("multiply"));
  changeActionField(builder, testKeys.set, testFieldIds.attributes);
  expect(after()?.workflowDataTypeActionId).toBe(actionId("set_to_empty", "attributes"));
});

import { expect, test } from "vitest";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { type Builder, createBuilder } from "./builder-context.ts";
import { setPart } from "./edit-draft.ts";
import type { PartData, PartKey } from "./part.ts";
import { testBuilder, testFieldIds, testKeys, testMetaData, testRequest } from "./test-builder.ts";
import { workflowOf } from "./workflow.ts";

const step = { label: "edit" };

const said = ({ problems }: Builder, key: PartKey) =>
  (problems.get(key) ?? []).map(({ kind, field, message }) => `${kind} ${field ?? ""}: ${message}`);

/** What is said of the first condition once it says this. */
const ofCondition = (change: Partial<PartData["condition"]>): string[] => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.contains, "condition", change, step);
  return said(builder, testKeys.contains);
};

const ofAction = (change: Partial<PartData["action"]>): string[] => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.set, "action", change, step);
  return said(builder, testKeys.set);
};

const number = { globalObjectFieldId: testFieldIds.price };
const greater = { ...number, workflowDataTypeComparatorId: comparatorId("greater_than") };
const older = {
  globalObjectFieldId: testFieldIds.created,
  workflowDataTypeComparatorId: comparatorId("date_older_than"),
};

test("nothing is said of ids where no catalogue is known: a rule from a file can be saved", () => {
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
  const builder = createBuilder(testRequest(), workflowOf(nothing));
  expect(builder.check.totals.get()).toMatchObject({ errors: 0 });
});

test.each<[Partial<PartData["condition"]>, string[]]>([
  [{ globalObjectFieldId: 0 }, ["error globalObjectFieldId: Choose a field."]],
  [
    { globalObjectFieldId: 99 },
    [
      "warning globalObjectFieldId: Field 99 is not known here: it stays, unless you choose another.",
    ],
  ],
  [
    { globalObjectFieldId: testFieldIds.orderNote },
    [
      "error globalObjectFieldId: “Note” is not part of the event “Product import”: choose another field.",
    ],
  ],
  [
    { workflowDataTypeComparatorId: 0 },
    ["error workflowDataTypeComparatorId: Choose what is asked."],
  ],
  [
    { workflowDataTypeComparatorId: 77 },
    [
      "warning workflowDataTypeComparatorId: Comparator 77 is not known here: it stays, unless you choose another.",
    ],
  ],
  [
    number,
    [
      "warning workflowDataTypeComparatorId: “contains” asks of a text, and this is a number: choose another.",
    ],
  ],
  [{ condition: "" }, ["warning condition: Give a text."]],
  [{ condition: null }, ["warning condition: Give a text."]],
  [{ condition: " " }, []],
  [{ ...greater, condition: null }, ["error condition: Give a number."]],
  [{ ...greater, condition: "abc" }, ["error condition: “abc” is not a number."]],
  [{ ...greater, condition: "-1e3" }, []],
  [
    {
      ...number,
      workflowDataTypeComparatorId: comparatorId("greater_than_field"),
      condition: "99",
    },
    ["warning condition: Field 99 is not known here: it stays, unless you choose another."],
  ],
  [
    { ...number, workflowDataTypeComparatorId: comparatorId("greater_than_field"), condition: "" },
    ["error condition: Choose the other field."],
  ],
  [{ ...older, condition: "30", condition2: "" }, []],
  [
    { ...older, condition: "soon", condition2: "moons" },
    [
      "error condition: “soon” is not a number.",
      "error condition2: “moons” is not a unit of time: choose one.",
    ],
  ],
  [
    {
      globalObjectFieldId: testFieldIds.unit,
      workflowDataTypeComparatorId: comparatorId("string_option_equal_to"),
      condition: "stone",
    },
    ["warning condition: “stone” is none of the field's options."],
  ],
  [
    { workflowDataTypeComparatorId: comparatorId("string_in_list"), condition: " , " },
    ["error condition: List at least one value."],
  ],
  [
    {
      preModifierDataTypeComparatorId: comparatorId("string_occurrence_of_character"),
      workflowDataTypeComparatorId: comparatorId("percent_less_than_field"),
      condition: String(testFieldIds.cost),
      condition2: "120",
    },
    [
      "error workflowDataTypeComparatorId: This cannot be asked together with “occurrences of”: both need the same value. Choose another.",
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
  expect(ofCondition(change)).toEqual(problems);
});

test.each<[Partial<PartData["action"]>, string[]]>([
  [{ globalObjectFieldId: 0 }, ["error globalObjectFieldId: Choose a field."]],
  [{ workflowDataTypeActionId: 0 }, ["error workflowDataTypeActionId: Choose what is done."]],
  [
    { workflowDataTypeActionId: 3 },
    [
      "warning workflowDataTypeActionId: Action 3 is not known here: it stays, unless you choose another.",
    ],
  ],
  [
    { workflowDataTypeActionId: actionId("trim") },
    ["warning workflowDataTypeActionId: “Trim” is not meant for this field: choose another."],
  ],
  [{ value: "" }, ["error value: Give a number or a formula."]],
  [
    { value: "{product.cost} {product.price}" },
    ["error value: An operator is missing between two numbers or fields. Look at character 16."],
  ],
  [
    { value: "{product.colour} * 2" },
    ["error value: There is no field {product.colour}: choose one from the list."],
  ],
  [{ value: "2 *" }, ["error value: A number or a field is missing at the end."]],
  [{ workflowDataTypeActionId: actionId("set_decimal"), value: ".99" }, []],
])("an action of %o", (change, problems) => {
  expect(ofAction(change)).toEqual(problems);
});

import { describe, expect, test } from "vitest";
import { comparators } from "#rules/comparators.ts";
import { actions } from "#rules/actions.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import type { Builder } from "./builder.ts";
import { actionChoices, comparatorChoices, preModifierChoices } from "./choices.ts";
import { setPart } from "./edit-draft.ts";
import type { FieldGroup } from "./choices.ts";
import {
  actionFields,
  assignedFields,
  conditionFields,
  formulaFields,
  operandFields,
} from "./choices.ts";
import { listPartOperands } from "./operand-specs.ts";
import type { PartData } from "./part.ts";
import { headKey } from "./part.ts";
import { testBuilder, testFieldIds, testKeys, testMetaData } from "#rule-model/testing/builder.ts";
import { createBuilder } from "./builder.ts";
import { createWorkflow } from "./workflow.ts";
import { testRequest } from "#rule-model/testing/builder.ts";

const step = { label: "edit" };

const withCondition = (change: Partial<PartData["condition"]>, builder = testBuilder()) => {
  setPart(builder.draft, testKeys.contains, "condition", change, step);
  return builder;
};
const withAction = (change: Partial<PartData["action"]>, builder = testBuilder()) => {
  setPart(builder.draft, testKeys.set, "action", change, step);
  return builder;
};
const names = (groups: readonly FieldGroup[]) =>
  groups.map(({ name, fields }) => `${name}: ${fields.map((field) => field.name).join(", ")}`);
const handles = (choices: readonly { readonly handle: string | undefined }[]) =>
  choices.map(({ handle }) => handle);

describe("fields", () => {
  test("of a condition: the event's fields that have comparators, by object, with plain type names", () => {
    const groups = conditionFields(testBuilder(), testKeys.contains);
    expect(names(groups)).toEqual([
      "Mapping: Value",
      "Product: Title, Price, Cost, Attributes, Created, Unit, Size, Tags",
    ]);
    expect(groups[0]?.fields[0]).toMatchObject({ typeName: "Number", reference: "mapping.value" });
  });

  test("of an action: custom actions too", () => {
    expect(names(actionFields(testBuilder(), testKeys.set))[1]).toContain("Custom action");
  });

  test("the current field stays, under its own heading, when the event does not have it or the catalogue does not", () => {
    const elsewhere = withCondition({ globalObjectFieldId: testFieldIds.orderNote });
    expect(names(conditionFields(elsewhere, testKeys.contains))[2]).toBe(
      "Currently selected: Note",
    );
    const unknown = withCondition({ globalObjectFieldId: 99 });
    expect(names(conditionFields(unknown, testKeys.contains))[2]).toBe(
      "Currently selected: Field 99",
    );
  });

  test("all objects while the event is not chosen", () => {
    const builder = testBuilder();
    setPart(builder.draft, headKey, "head", { eventId: 0 }, step);
    expect(names(assignedFields(builder))).toHaveLength(2);
    expect(names(assignedFields(builder))[1]).toBe("Order: Note");
  });

  test("the other field has a type that can be compared with, or copied into, this one", () => {
    const number = withCondition({
      globalObjectFieldId: testFieldIds.price,
      workflowDataTypeComparatorId: comparatorId("less_than_field"),
    });
    expect(names(operandFields(number, testKeys.contains))).toEqual([
      "Mapping: Value",
      "Product: Price, Cost",
    ]);
    const html = withAction({
      globalObjectFieldId: testFieldIds.title,
      workflowDataTypeActionId: actionId("attributes_to_html"),
    });
    expect(names(operandFields(html, testKeys.set))).toEqual(["Product: Attributes"]);
    expect(names(formulaFields(testBuilder(), testKeys.set))).toEqual([
      "Mapping: Value",
      "Product: Price, Cost",
    ]);
  });
});

describe("comparators", () => {
  test("those of the field's type, in the order of the tables, each explained", () => {
    const choices = comparatorChoices(testBuilder(), testKeys.contains);
    expect(handles(choices).slice(0, 2)).toEqual([
      "string_contains",
      "string_contains_case_sensitive",
    ]);
    expect(choices.every(({ fits, explanation }) => fits && explanation !== "")).toBe(true);
    const ofText = Object.values(comparators).filter(({ dataTypes }) =>
      (dataTypes as readonly string[]).includes("string"),
    );
    expect(choices).toHaveLength(ofText.length);
  });

  test("of an inherited field, those of the rule's type", () => {
    const builder = withCondition({ globalObjectFieldId: testFieldIds.value });
    expect(handles(comparatorChoices(builder, testKeys.contains))).toContain("greater_than");
    setPart(builder.draft, headKey, "head", { globalDataTypeId: dataTypeId("date") }, step);
    expect(handles(comparatorChoices(builder, testKeys.contains))).toContain("date_within_last");
  });

  test("after a pre-modifier, those of its result; none that needs an operand it has taken", () => {
    const builder = withCondition({
      preModifierDataTypeComparatorId: comparatorId("string_occurrence_of_character"),
    });
    const found = handles(comparatorChoices(builder, testKeys.contains));
    expect(found).toContain("greater_than");
    expect(found).not.toContain("percent_less_than_field");
    expect(handles(preModifierChoices(builder, testKeys.contains))).toEqual([
      "string_length",
      "string_occurrence_of_character",
    ]);
  });

  test("of a named value, those of text, of numbers and of dates, in groups", () => {
    const choices = comparatorChoices(testBuilder(), testKeys.inAttribute);
    expect([...new Set(choices.map(({ group }) => group))]).toEqual([
      "As text",
      "As number",
      "As date",
    ]);
  });

  test("the current comparator stays, even if it does not fit", () => {
    const other = withCondition({ globalObjectFieldId: testFieldIds.price });
    expect(comparatorChoices(other, testKeys.contains).at(-1)).toMatchObject({
      handle: "string_contains",
      fits: false,
    });
    const unknown = withCondition({ workflowDataTypeComparatorId: 9 });
    expect(comparatorChoices(unknown, testKeys.contains).at(-1)).toMatchObject({
      label: "Comparator 9",
      handle: undefined,
    });
  });
});

/** A workflow with a comparator and actions that this program does not know. */
const builderOfUnknownHandles = (): Builder => {
  const [comparator] = testMetaData.comparators;
  const [action] = testMetaData.actions;
  if (!comparator || !action) throw new Error("The tests' workflow is empty.");
  const own = {
    id: 1,
    name: "Rhymes with",
    handle: "string_rhymes",
    globalDataTypeId: dataTypeId("string"),
    hideInput: false,
    preModifier: false,
    usesList: false,
  };
  return createBuilder(
    testRequest(),
    createWorkflow({
      ...testMetaData,
      comparators: [{ ...comparator, ...own }],
      actions: [
        { ...action, id: 1, handle: "paint", name: "Paint", globalDataTypeId: null },
        {
          ...action,
          id: 2,
          handle: "set",
          globalDataTypeId: dataTypeId("number"),
          globalDataTypeFilterIds: [5],
        },
      ],
    }),
  );
};

test("unknown handles are offered by the workflow's own names, with the operands that its records declare", () => {
  const builder = builderOfUnknownHandles();
  expect(comparatorChoices(builder, testKeys.contains)[0]).toMatchObject({
    label: "Rhymes with",
    fits: true,
  });
  setPart(
    builder.draft,
    testKeys.contains,
    "condition",
    { workflowDataTypeComparatorId: 1, condition3: "kept" },
    step,
  );
  expect(
    listPartOperands(builder, testKeys.contains).map(({ field, kind }) => [field, kind]),
  ).toEqual([
    ["condition", "text"],
    ["condition3", "text"],
  ]);
  // An action without a type is for every field; one with a filter only for fields that have it.
  setPart(builder.draft, testKeys.set, "action", { workflowDataTypeActionId: 1 }, step);
  expect(handles(actionChoices(builder, testKeys.set))).toEqual(["paint"]);
});

test("actions of a field's type, and of a named value each once", () => {
  expect(handles(actionChoices(testBuilder(), testKeys.set))).toContain("percent_change");
  const inside = handles(actionChoices(testBuilder(), testKeys.inModify));
  expect(new Set(inside).size).toBe(inside.length);
  expect(inside).toContain("uppercase");
  expect(inside).toContain("multiply");
});

describe("operands", () => {
  test.each([
    ["string_contains", "title", ["condition: text"]],
    ["string_exists", "title", []],
    ["string_in_list", "title", ["condition: list"]],
    ["percent_less_than_field", "price", ["condition: field", "condition2: percent"]],
    ["date_older_than", "created", ["condition: duration", "condition2: unit"]],
    ["string_option_equal_to", "unit", ["condition: option"]],
  ] as const)("of %s", (handle, field, operands) => {
    const builder = withCondition({
      globalObjectFieldId: testFieldIds[field],
      workflowDataTypeComparatorId: comparatorId(handle),
    });
    const found = listPartOperands(builder, testKeys.contains);
    expect(found.map((operand) => `${operand.field}: ${operand.kind}`)).toEqual(operands);
  });

  test("a pre-modifier's own operand comes first, in its own place", () => {
    const builder = withCondition({
      preModifierDataTypeComparatorId: comparatorId("string_occurrence_of_character"),
      workflowDataTypeComparatorId: comparatorId("greater_than"),
    });
    expect(
      listPartOperands(builder, testKeys.contains).map(({ field, kind }) => [field, kind]),
    ).toEqual([
      ["condition2", "text"],
      ["condition", "number"],
    ]);
  });

  test("of an action, by the type of its field; options are the field's", () => {
    const kinds = (change: Partial<PartData["action"]>) =>
      listPartOperands(withAction(change), testKeys.set).map(({ kind }) => kind);
    expect(kinds({})).toEqual(["formula"]);
    expect(kinds({ globalObjectFieldId: testFieldIds.tags })).toEqual(["list"]);
    const builder = withAction({
      globalObjectFieldId: testFieldIds.unit,
      workflowDataTypeActionId: actionId("option_set", "string_options"),
    });
    expect([...(listPartOperands(builder, testKeys.set)[0]?.options ?? [])]).toEqual([
      ["lb", "LB"],
      ["kg", "KG"],
    ]);
    expect(listPartOperands(builder, headKey)).toEqual([]);
  });

  test("every comparator and action of the tables has operands that fit into four places", () => {
    for (const entry of [...Object.values(comparators), ...Object.values(actions)])
      expect(entry.operands.length).toBeLessThanOrEqual(4);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import { testBuilder, testFieldIds, testKeys, testRequest } from "#rule-model/testing/builder.ts";
import type { ActionInput } from "#rules/action.ts";
import { parseDecimal } from "#rules/decimal.ts";
import { searchedText } from "#rules/find-text.ts";
import { type OperandKind, operandKinds, toOperands } from "#rules/operands.ts";
import { anyAction, anyComparator } from "#rules/testing/handles.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import type { Builder } from "./builder.ts";
import { setPart } from "./edit-draft.ts";
import type { PartData, PartKey } from "./part.ts";
import { operandProblem, withoutPeriod } from "./problem.ts";

/* How messages at a field read: one sentence alone has no period, several have theirs. */

const texts = ["", ",", "soon", "-1.5", "1 +", "1 + + 2", "{product.nothing}", "20260131"];

test.each(Object.keys(operandKinds) as OperandKind[])(
  "the messages of an operand of kind %s end like messages at a field",
  (kind) => {
    const operand = { kind, label: "Value", field: "value", place: 0, options: undefined } as const;
    const messages = texts.flatMap(
      (text) => operandProblem(testBuilder(), operand, text)?.message ?? [],
    );
    for (const message of messages) expect(message.endsWith(".")).toBe(/\. \p{Lu}/u.test(message));
  },
);

test.each([
  ["The list is empty.", "The list is empty"],
  ["The list is empty", "The list is empty"],
  ["“1.5” isn't a number.", "“1.5” isn't a number"],
  ["The list is empty. Add a value.", "The list is empty. Add a value."],
  ["", ""],
])("%j reads %j at a field", (text, message) => expect(withoutPeriod(text)).toBe(message));

/* Operands that a comparator or an action can never use. */

const step = { label: "edit" };

const messagesOf = ({ problems }: Builder, key: PartKey) =>
  (problems.get(key) ?? []).map(({ kind, field, message }) => `${kind} ${field ?? ""}: ${message}`);

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

const text = { globalObjectFieldId: testFieldIds.title };
const number = { globalObjectFieldId: testFieldIds.price };
const older = {
  globalObjectFieldId: testFieldIds.created,
  workflowDataTypeComparatorId: comparatorId("date_older_than"),
};

const after = { ...older, workflowDataTypeComparatorId: comparatorId("date_greater_than") };
const setDate = {
  globalObjectFieldId: testFieldIds.created,
  workflowDataTypeActionId: actionId("set", "date"),
};

test.each<[Partial<PartData["condition"]>, string[]]>([
  [{ ...older, condition: "1.5", condition2: "weeks" }, []],
  [{ ...older, condition: "2026-01-31", condition2: "months" }, []],
  [
    { ...older, condition: "1.5", condition2: "months" },
    ["error condition: Months and years must be whole numbers"],
  ],
  [
    { ...older, condition: "0.5", condition2: "Year" },
    ["error condition: Months and years must be whole numbers"],
  ],
  ...["[]", '[""]', "[null]"].map((condition): [Partial<PartData["condition"]>, string[]] => [
    {
      globalObjectFieldId: testFieldIds.unit,
      workflowDataTypeComparatorId: comparatorId("string_option_not_equal_to"),
      condition,
    },
    ["error condition: Select an option"],
  ]),
  // A number is an amount of time before now.
  ...["30", "1.5", "2300", "20261399", "2026-01-31", "2026-01-31T08:00Z"].map(
    (condition): [Partial<PartData["condition"]>, string[]] => [{ ...after, condition }, []],
  ),
  ...["2026", " 1999 ", "20260131"].map((condition): [Partial<PartData["condition"]>, string[]] => [
    { ...after, condition },
    [
      `warning condition: “${condition}” is an amount of time before now, not a date. Enter a date like 2026-01-31.`,
    ],
  ]),
  [{ ...older, condition: "2026" }, []],
  ...[older, after].map((change): [Partial<PartData["condition"]>, string[]] => [
    { ...change, condition: "-5" },
    ["error condition: “-5” is negative. Enter how long ago it was, like 5."],
  ]),
  ...["50%", "1,234.50", "$5"].map((condition): [Partial<PartData["condition"]>, string[]] => [
    { ...number, workflowDataTypeComparatorId: comparatorId("greater_than"), condition },
    [
      `error condition: “${condition}” isn't a number. Enter digits and a decimal point only, like 1234.50.`,
    ],
  ]),
  [{ ...number, workflowDataTypeComparatorId: comparatorId("greater_than"), condition: "1e3" }, []],
  [
    { ...after, condition: "soon" },
    ["error condition: “soon” isn't a date. Enter it like 2026-01-31."],
  ],
  [
    { workflowDataTypeComparatorId: comparatorId("string_length"), condition: "-1" },
    ["error condition: “-1” isn't a whole number of 0 or more"],
  ],
  [
    {
      globalObjectFieldId: testFieldIds.tags,
      workflowDataTypeComparatorId: comparatorId("array_size_equals", "tags"),
      condition: "2.5",
    },
    ["error condition: “2.5” isn't a whole number of 0 or more"],
  ],
  // Lists have more than -1 entries, and more than 2.5.
  [
    {
      globalObjectFieldId: testFieldIds.tags,
      workflowDataTypeComparatorId: comparatorId("array_size_greater_than", "tags"),
      condition: "-1",
    },
    [],
  ],
  [
    {
      globalObjectFieldId: testFieldIds.tags,
      workflowDataTypeComparatorId: comparatorId("array_size_greater_than", "tags"),
      condition: "2.5",
    },
    ["warning condition: “2.5” isn't a whole number"],
  ],
  [
    {
      ...number,
      workflowDataTypeComparatorId: comparatorId("decimal_place_value"),
      condition: "12",
      condition2: "0",
    },
    [
      "error condition: “12” isn't a whole number from 0 to 9",
      "error condition2: “0” isn't a whole number of 1 or more",
    ],
  ],
])("a condition of %o", (change, problems) => {
  expect(conditionProblems(change)).toEqual(problems);
});

test.each<[Partial<PartData["action"]>, string[]]>([
  [{ ...setDate, value: "2026-01-31" }, []],
  [{ ...setDate, value: "soon" }, ["error value: “soon” isn't a date. Enter it like 2026-01-31."]],
  [{ ...setDate, value: "30" }, ["error value: “30” isn't a date. Enter it like 2026-01-31."]],
  [{ workflowDataTypeActionId: actionId("set_decimal"), value: "05" }, []],
  [
    { workflowDataTypeActionId: actionId("set_decimal"), value: "-5" },
    ["error value: “-5” isn't 1 to 10 digits, such as 99"],
  ],
  [
    { workflowDataTypeActionId: actionId("set_decimal"), value: ".12345678901" },
    ["error value: “.12345678901” isn't 1 to 10 digits, such as 99"],
  ],
  [
    { workflowDataTypeActionId: actionId("set_ones_place_value_to"), value: "12" },
    ["error value: “12” isn't a digit from 0 to 9"],
  ],
  [
    { workflowDataTypeActionId: actionId("set_ones_place_value_to"), value: "-1" },
    ["error value: “-1” isn't a digit from 0 to 9"],
  ],
  [
    { ...text, workflowDataTypeActionId: actionId("left_pad"), value: "-3" },
    ["error value: “-3” isn't a whole number from 1 to 100,000"],
  ],
  [
    { ...text, workflowDataTypeActionId: actionId("right_pad"), value: "100001" },
    ["error value: “100001” isn't a whole number from 1 to 100,000"],
  ],
  [
    {
      ...text,
      workflowDataTypeActionId: actionId("replace_character_occurrence"),
      value: "-",
      value2: "0",
    },
    ["error value2: “0” isn't a position: 1 is the first, -1 the last"],
  ],
  [
    { ...text, workflowDataTypeActionId: actionId("split_by_value"), value: ">", value2: "0" },
    ["error value2: “0” isn't a position: 1 is the first, -1 the last"],
  ],
  [{ ...text, workflowDataTypeActionId: actionId("split_by_value"), value: ">", value2: "" }, []],
  // A list keeps all parts, so the operand isn't used.
  [
    {
      globalObjectFieldId: testFieldIds.tags,
      workflowDataTypeActionId: actionId("split_by_value", "tags"),
      value: ">",
      value2: "0",
    },
    [],
  ],
  [
    { ...text, workflowDataTypeActionId: actionId("substring"), value: "0", value2: "1.5" },
    ["error value2: “1.5” isn't a whole number"],
  ],
  [{ ...text, workflowDataTypeActionId: actionId("substring"), value: "-4" }, []],
  [
    {
      globalObjectFieldId: testFieldIds.unit,
      workflowDataTypeActionId: actionId("option_set", "string_options"),
      value: '["kg"]',
    },
    ["warning value: “[\"kg\"]” isn't one of the field's options"],
  ],
])("an action of %o", (change, problems) => {
  expect(actionProblems(change)).toEqual(problems);
});

test("a saved rule with an operand that can't work opens unchanged, and the error can be corrected", () => {
  const saved = testRequest();
  Object.assign(saved.rule.actions[0]!, {
    workflowDataTypeActionId: actionId("set_ones_place_value_to"),
    value: "12",
  });
  const builder = testBuilder(saved);
  expect(builder.trees.mappingRule()).toEqual(saved);
  expect(builder.check.totals.get()).toEqual({ errors: 1, warnings: 0 });
  setPart(builder.draft, testKeys.set, "action", { value: "2" }, step);
  expect(builder.check.totals.get().errors).toBe(0);
});

const noInput: Omit<ActionInput, "operands"> = {
  others: [],
  formula: undefined,
  fieldValues: () => [],
  dataType: "string",
  mappingSet: () => undefined,
  objectEntries: () => [],
};

const spellings = fc.oneof(
  fc.integer({ min: -50, max: 49 }).map(String),
  fc.double({ min: -50, max: 49, noNaN: true }).map(String),
  fc.stringMatching(/^ ?0?\.?\d{1,12} ?$/).filter((operand) => Math.abs(Number(operand)) < 50),
  fc.constantFrom("0x1f", "1e1", "5.0", "-0", "+5", "soon", "1,5", "1 2", "Infinity"),
);

const separators = ">".repeat(50);

test.each<[ActionHandle, unknown, (operand: string) => string[]]>([
  ["set_decimal", 19.37, (operand) => [operand]],
  ["set_ones_place_value_to", 19.37, (operand) => [operand]],
  ["left_pad", "", (operand) => [operand]],
  ["right_pad", "", (operand) => [operand]],
  ["replace_character_occurrence", separators, (operand) => [">", operand]],
  ["split_by_value", separators, (operand) => [">", operand]],
  ["substring", separators, (operand) => [operand]],
  ["substring", separators, (operand) => ["0", operand]],
  ["replace_character_at_index", separators, (operand) => [operand]],
])("%#: an operand with which %s never works is refused, and no other", (handle, before, texts) => {
  fc.assert(
    fc.property(spellings, (operand) => {
      const [value, value2] = texts(operand);
      const field = typeof before === "number" ? number : text;
      const change = { ...field, workflowDataTypeActionId: actionId(handle), value, value2 };
      const input = { ...noInput, operands: toOperands(texts(operand)) };
      const works = "value" in anyAction[handle].apply(before, input);
      expect(actionProblems(change).length === 0).toBe(works);
    }),
  );
});

const lengths = Array.from({ length: 50 }, (_, length) => length);
const digits = lengths.slice(0, 10).map(String);

test.each<
  [ComparatorHandle, keyof typeof testFieldIds, (operand: string) => string[][], unknown[]]
>([
  ["string_length", "title", (operand) => [[operand]], lengths.map((size) => "a".repeat(size))],
  [
    "string_occurrence_of_character",
    "title",
    (operand) => [[operand, "a"]],
    lengths.map((size) => searchedText("a".repeat(size), false)),
  ],
  [
    "array_size_equals",
    "tags",
    (operand) => [[operand]],
    lengths.map((size) => Array(size).fill("a")),
  ],
  [
    "decimal_place_value",
    "price",
    (operand) => [[operand, "1"]],
    digits.map((digit) => parseDecimal(`.${digit}`)),
  ],
  [
    "decimal_place_value",
    "price",
    (operand) => digits.map((digit) => [digit, operand]),
    [parseDecimal("1")],
  ],
  ["date_older_than", "created", (operand) => [[operand, "weeks"]], [-Infinity]],
  ["date_older_than", "created", (operand) => [[operand, "months"]], [-Infinity]],
])(
  "%#: an operand with which %s never matches is refused, and no other",
  (handle, field, texts, values) => {
    fc.assert(
      fc.property(spellings, (operand) => {
        const all = texts(operand);
        const works = all.some((one) => {
          const test = anyComparator[handle].test(toOperands(one), 0);
          return values.some((value) => test(value, undefined));
        });
        const [condition, condition2] = all[0] ?? [];
        const [type] = anyComparator[handle].dataTypes;
        const change = {
          globalObjectFieldId: testFieldIds[field],
          workflowDataTypeComparatorId: comparatorId(handle, field === "tags" ? "tags" : type),
          condition,
          condition2,
        };
        expect(conditionProblems(change).length === 0).toBe(works);
      }),
    );
  },
);

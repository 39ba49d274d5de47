import type { ActionHandle, DataTypeHandle } from "#contract/handles.ts";
import type { Action, ActionInput, Change } from "#rules/action.ts";
import { changed, changedText, joinTexts, nothing } from "#rules/action.ts";
import { addDecimals, formatDecimal, parseDecimal, toNumber } from "#rules/decimal.ts";
import type { Decimal } from "#rules/decimal.ts";
import { calculate } from "#rules/formula.ts";
import { parseList } from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";

const listTypes: ReadonlySet<DataTypeHandle | undefined> = new Set<DataTypeHandle>([
  "array",
  "tags",
  "images",
]);
/** The types whose values are lists of any kind; an empty one is `[]`. */
const severalTypes = [
  "array",
  "tags",
  "images",
  "attributes",
  "custom_fields",
  "custom_aggregate_fields",
  "variant_options",
] as const satisfies readonly DataTypeHandle[];
const emptyLists: ReadonlySet<DataTypeHandle | undefined> = new Set(severalTypes);

const sum = (values: readonly unknown[]): Decimal | undefined => {
  const numbers = values.map(parseDecimal).filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce(addDecimals);
};

/** A number, or a formula over fields; several values of one field are summed. */
const formulaValue = ({ formula, fieldValues }: ActionInput): Change => {
  if (!formula) return nothing("The formula is empty.");
  if ("problem" in formula) return nothing(formula.problem);
  const result = calculate(formula.steps, (reference) => sum(fieldValues(reference)));
  const asNumber = result && toNumber(result);
  if (result === undefined || asNumber === undefined)
    return nothing("A field in the formula has no number, or the formula divides by zero.");
  return Number.isFinite(asNumber) ? changed(asNumber) : nothing("The result is too large.");
};

const booleanValue = ({ operands: { first } }: ActionInput): Change => {
  const value = readings.boolean(first);
  return value === undefined ? nothing("The value is neither yes nor no.") : changed(value);
};

/** How `set` parses its operand, by the type of the field; unchanged text for all others. */
const setters: Partial<Record<DataTypeHandle, (input: ActionInput) => Change>> = {
  number: formulaValue,
  boolean: booleanValue,
  array: ({ operands: { first } }) => changed(parseList(first)),
  tags: ({ operands: { first } }) => changed(parseList(first)),
};

const set: Action["apply"] = (current, input) => {
  // Money in text form stays text.
  const change =
    (input.dataType && setters[input.dataType])?.(input) ?? changedText(input.operands.first);
  if (!("value" in change) || typeof change.value !== "number" || typeof current !== "string")
    return change;
  const decimal = parseDecimal(change.value);
  return decimal ? changed(formatDecimal(decimal)) : change;
};

/**
 * Combines several values according to the type: a list, their sum, their joined texts; for any other type the first.
 */
const several = (
  values: readonly unknown[],
  { dataType, operands: { second } }: ActionInput,
): unknown => {
  if (listTypes.has(dataType)) return values.flat();
  if (dataType === "number") {
    const total = sum(values.flat());
    return total && toNumber(total);
  }
  return dataType === "string"
    ? joinTexts(values.flat(), second === "" ? ", " : second)
    : values[0];
};

const setToField: Action["apply"] = (_current, input) => {
  const held = input.others.filter((value) => value !== null && value !== undefined);
  const [first] = held;
  if (first === undefined) return nothing("The other field is empty.");
  const alone = held.length === 1 && (!Array.isArray(first) || emptyLists.has(input.dataType));
  const value = alone ? first : several(held, input);
  return typeof value === "string"
    ? changedText(value)
    : value === undefined
      ? nothing("The other field has no number.")
      : changed(value);
};

const setToEmpty: Action["apply"] = (current, { dataType }) => {
  if (emptyLists.has(dataType) && Array.isArray(current)) return changed([]);
  return changed(dataType === "string" ? "" : null);
};

/** An option is stored as a number if the field's options are numbers. */
const optionSet: Action["apply"] = (current, { operands: { first }, dataType }) => {
  const text = first.trim();
  if (text === "") return nothing("No option is selected.");
  const number = Number(text);
  return changed(
    dataType === "numeric_options" && typeof current !== "string" && Number.isInteger(number)
      ? number
      : text,
  );
};

/** The types whose values are stored in records: those that can be cleared and copied. */
const keptTypes = [
  "string",
  "number",
  "boolean",
  "date",
  ...severalTypes,
  "numeric_options",
  "string_options",
  "category_copy",
  "category_in_list",
] as const satisfies readonly DataTypeHandle[];

/** Actions that set a field of nearly any type. Handles of api 2.15. */
export const anyFieldActions = {
  set: {
    label: "Set",
    explanation:
      "Replaces the value. A number can be a formula with fields, such as {variant.cost} * 1.35.",
    sentence: "Set {field} to {1}",
    dataTypes: ["string", "number", "boolean", "date", "array", "tags"],
    operands: [{ kind: "text", label: "Value" }],
    operandsByType: {
      number: [{ kind: "formula", label: "Number or formula" }],
      boolean: [{ kind: "boolean", label: "Yes or no" }],
      date: [{ kind: "date", label: "Date" }],
      array: [{ kind: "list", label: "Values" }],
      tags: [{ kind: "list", label: "Tags" }],
    },
    formulaTypes: ["number"],
    wholeArray: true,
    whenMissing: "Also sets missing values.",
    apply: set,
    example: { value: "old", operands: ["new"], result: "new" },
  },
  set_to_empty: {
    label: "Clear",
    explanation: "Clears the value.",
    sentence: "Clear {field}",
    dataTypes: keptTypes,
    operands: [],
    wholeArray: true,
    whenMissing: "Missing values stay empty.",
    apply: setToEmpty,
    example: { value: "old", operands: [], result: "" },
  },
  set_to_field: {
    label: "Set to field",
    explanation:
      "Copies another field. Several values are joined, added up or kept as a list, depending on the type.",
    sentence: "Set {field} to {1}",
    dataTypes: keptTypes,
    operands: [
      { kind: "field", label: "Field" },
      { kind: "separator", label: "Separator between texts", whenEmpty: "a comma" },
    ],
    usesOtherField: true,
    wholeArray: true,
    whenMissing: "Also sets missing values. Does nothing if the other field is missing.",
    apply: setToField,
    example: { value: "old", operands: ["new"], result: "new" },
  },
  option_set: {
    label: "Select option",
    explanation: "Selects one of the field's options.",
    sentence: "Set {field} to {1}",
    dataTypes: ["numeric_options", "string_options", "builder_action"],
    operands: [{ kind: "option", label: "Option" }],
    whenMissing: "Also sets an option if none was selected.",
    apply: optionSet,
    example: { value: "draft", operands: ["active"], result: "active" },
  },
  apply_custom_action: {
    label: "Apply custom action",
    explanation: "Names the action that the workflow runs after the rules.",
    sentence: "Apply {1} through {field}",
    dataTypes: ["custom_action"],
    operands: [{ kind: "text", label: "Action" }],
    whenMissing: "Also applies if no action was named before.",
    apply: (_current, { operands: { first } }) =>
      first.trim() === "" ? nothing("No action is named.") : changedText(first.trim()),
    example: { value: null, operands: ["hold_order"], result: "hold_order" },
  },
} as const satisfies Partial<Record<ActionHandle, Action>>;

import type { ActionHandle, DataTypeHandle } from "#contract/handles.ts";
import type { Action, ActionInput, Change } from "#rules/action.ts";
import { changed, changedNumber, changedText, nothing } from "#rules/action.ts";
import type { Decimal } from "#rules/decimal.ts";
import { addDecimals, parseDecimal, parseInteger } from "#rules/decimal.ts";
import { calculate } from "#rules/formula.ts";
import { parseTime } from "#rules/iso-time.ts";
import { parseList } from "#rules/operands.ts";
import { joinWords, readings, toEntries, toWords } from "#rules/read-value.ts";

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
const formulaValue = (current: unknown, { formula, fieldValues }: ActionInput): Change => {
  if (!formula) return nothing("The formula is empty.");
  if ("problem" in formula) return nothing(formula.problem);
  const result = calculate(formula.steps, (reference) => sum(fieldValues(reference)));
  return result === undefined
    ? nothing("A field in the formula has no number, or the formula divides by zero.")
    : changedNumber(current, result);
};

const booleanValue = (_current: unknown, { operands: { first } }: ActionInput): Change => {
  const value = readings.boolean(first);
  return value === undefined ? nothing("The value is neither yes nor no.") : changed(value);
};

const dateValue = (_current: unknown, { operands: { first } }: ActionInput): Change =>
  parseTime(first) === undefined ? nothing("The value is not a date.") : changed(first.trim());

const listValue = (_current: unknown, { operands: { first } }: ActionInput): Change =>
  changed(parseList(first));

/** How `set` parses its operand, by the type of the field; unchanged text for all others. */
const setters: Partial<Record<DataTypeHandle, Action["apply"]>> = {
  number: formulaValue,
  boolean: booleanValue,
  date: dateValue,
  array: listValue,
  tags: listValue,
};

const set: Action["apply"] = (current, input) =>
  (input.dataType && setters[input.dataType])?.(current, input) ??
  changedText(input.operands.first);

/** Copies values of another field, none of them missing, in the form of a field's type. */
type Copy = (values: readonly unknown[], current: unknown, separator: string) => Change;

const isSome = (value: unknown): boolean => value !== null && value !== undefined;

const copyText: Copy = (values, _current, separator) => {
  const [first] = values;
  const words =
    values.length === 1 && !Array.isArray(first)
      ? toWords(first)
      : joinWords(values.flat(), separator === "" ? ", " : separator);
  return words === undefined ? nothing("The other field has no text.") : changedText(words);
};

const copyNumber: Copy = (values, current) => {
  const [first] = values;
  const total = sum(values.flat());
  if (total === undefined) return nothing("The other field has no number.");
  // Money in text form keeps its text.
  return values.length === 1 && typeof first === "string" && typeof current === "string"
    ? changed(first.trim())
    : changedNumber(current, total);
};

/** Copies the first value that can be read. */
const copyFirst =
  (read: (value: unknown) => unknown, whenNone: string): Copy =>
  (values) => {
    const found = values.flat().map(read).find(isSome);
    return found === undefined ? nothing(whenNone) : changed(found);
  };

/** Copies a list, or makes one of single values; an empty list stays empty. */
const copyList =
  (read: (value: unknown) => unknown): Copy =>
  (values) => {
    const all = values.flat();
    const listed = all.map(read).filter(isSome);
    return listed.length === 0 && all.length > 0
      ? nothing("The other field has nothing to copy.")
      : changed(listed);
  };

const copyEntries: Copy = (values) => {
  const found = values.find((value) =>
    Array.isArray(value)
      ? value.length === 0 || toEntries(value)?.length !== 0
      : toEntries(value) !== undefined,
  );
  return found === undefined ? nothing("The other field has no named values.") : changed(found);
};

const copyOption: Copy = (values, current) => {
  const number = sum(values.flat().slice(0, 1));
  return number === undefined
    ? nothing("The other field is not one of numeric options.")
    : changedNumber(current, number);
};

const copyCategory: Copy = (values) => {
  const [first] = values;
  const value: unknown = values.length === 1 ? first : values.flat();
  return (readings.categories(value)?.length ?? 0) === 0 || typeof value === "boolean"
    ? nothing("The other field has no category.")
    : changed(value);
};

const copies: Partial<Record<DataTypeHandle, Copy>> = {
  string: copyText,
  number: copyNumber,
  boolean: copyFirst(readings.boolean, "The other field is neither yes nor no."),
  date: copyFirst(
    (value) => (parseTime(value) === undefined ? undefined : value),
    "The other field is not a date.",
  ),
  array: copyList((value) => value),
  tags: copyList(toWords),
  images: copyList((value) => value),
  attributes: copyEntries,
  custom_fields: copyEntries,
  custom_aggregate_fields: copyEntries,
  variant_options: copyEntries,
  numeric_options: copyOption,
  string_options: copyFirst(toWords, "The other field has no text."),
  category_copy: copyCategory,
  category_in_list: copyCategory,
};

const setToField: Action["apply"] = (current, { others, dataType, operands: { second } }) => {
  const values = others.filter(isSome);
  if (values.length === 0) return nothing("The other field is empty.");
  const copy = (dataType && copies[dataType]) ?? (() => changed(values[0]));
  return copy(values, current, second);
};

const setToEmpty: Action["apply"] = (current, { dataType }) => {
  if (dataType === "string") return changed("");
  if (emptyLists.has(dataType) && Array.isArray(current)) return changed([]);
  return isSome(current) ? changed(null) : nothing("There is no value to clear.");
};

/** An option is stored as a number if the field's options are numbers. */
const optionSet: Action["apply"] = (current, { operands: { first }, dataType }) => {
  const text = first.trim();
  if (text === "") return nothing("No option is selected.");
  const number = parseInteger(text);
  return changed(
    dataType === "numeric_options" && typeof current !== "string" && number !== undefined
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
    whenMissing: "Missing texts become empty, other missing values stay as they are.",
    apply: setToEmpty,
    example: { value: "old", operands: [], result: "" },
  },
  set_to_field: {
    label: "Set to field",
    explanation:
      "Copies another field in the form of this one: a number as text, a category by its name. Several values are joined, added up or kept as a list, depending on the type.",
    sentence: "Set {field} to the value of {1}[, separated by {2}]",
    dataTypes: keptTypes,
    operands: [
      { kind: "field", label: "Field" },
      { kind: "separator", label: "Separator between texts", whenEmpty: "a comma" },
    ],
    usesOtherField: true,
    wholeArray: true,
    whenMissing:
      "Also sets missing values. Does nothing if the other field is missing, or has nothing of this field's type.",
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

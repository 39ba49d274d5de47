import type { ActionHandle, DataTypeHandle } from "#contract/handles.ts";
import type { Action, Change } from "#rules/action.ts";
import { changed, nothing } from "#rules/action.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { addEntry, changeEntries, removeEntries } from "#rules/named-entries.ts";

const nameAndValue: readonly OperandSpec[] = [
  { kind: "key", label: "Name" },
  { kind: "text", label: "Value", whenEmpty: "no value" },
];

const noName = nothing("No name is given.");
const missing = nothing("There is no entry with that name.");

/** Adds the entry; existing entries of that name get the value, so that a second run changes nothing. */
const add: Action["apply"] = (current, { operands: { first, second } }) => {
  const name = first.trim();
  if (name === "") return noName;
  return changeEntries(current, name, () => second) ?? changed(addEntry(current, name, second));
};

const modify: Action["apply"] = (current, { operands: { first, second } }): Change =>
  first.trim() === "" ? noName : (changeEntries(current, first, () => second) ?? missing);

const remove: Action["apply"] = (current, { operands: { first } }): Change =>
  first.trim() === "" ? noName : (removeEntries(current, first) ?? missing);

interface Verb {
  readonly label: string;
  readonly explanation: (word: string) => string;
  readonly sentence: (word: string) => string;
  readonly whenMissing: string;
  readonly apply: Action["apply"];
  readonly example: Action["example"];
}

const oak = [{ name: "Wood", value: "Oak" }];
const verbs = {
  add: {
    label: "Add",
    explanation: (word) =>
      `Adds the ${word}, or updates its value if it exists; each of them if there are several.`,
    sentence: (word) => `Add the ${word} {1} with {2} to {field}`,
    whenMissing: "Creates the list if it is missing.",
    apply: add,
    example: {
      value: oak,
      operands: ["Size", "L"],
      result: [...oak, { name: "Size", value: "L" }],
    },
  },
  modify: {
    label: "Change",
    explanation: (word) =>
      `Changes the value of the ${word} if it exists, of each of them if there are several. Child actions can change the value further.`,
    sentence: (word) => `Set the ${word} {1} of {field} to {2}`,
    whenMissing: "Does nothing if there is no entry with that name.",
    apply: modify,
    example: { value: oak, operands: ["wood", "Ash"], result: [{ name: "Wood", value: "Ash" }] },
  },
  remove: {
    label: "Remove",
    explanation: (word) => `Removes the ${word}, each of them if there are several.`,
    sentence: (word) => `Remove the ${word} {1} from {field}`,
    whenMissing: "Does nothing if there is no entry with that name.",
    apply: remove,
    example: { value: oak, operands: ["wood"], result: [] },
  },
} as const satisfies Record<string, Verb>;

const action = (
  verb: Verb,
  dataType: DataTypeHandle,
  word: string,
  operands = nameAndValue,
): Action => ({
  label: `${verb.label} ${word}`,
  explanation: verb.explanation(word),
  sentence: verb.sentence(word),
  dataTypes: [dataType],
  operands,
  wholeArray: true,
  whenMissing: verb.whenMissing,
  apply: verb.apply,
  example: verb.example,
});

const adding = (dataType: DataTypeHandle, word: string): Action => ({
  ...action(verbs.add, dataType, word),
  picksEntry: true,
});
const modifying = (dataType: DataTypeHandle, word: string): Action => ({
  ...action(verbs.modify, dataType, word),
  picksEntry: true,
});
const removing = (dataType: DataTypeHandle, word: string): Action =>
  action(verbs.remove, dataType, word, nameAndValue.slice(0, 1));

/** Actions on named values. Handles of api 2.15; names are found in any case. */
export const entryActions = {
  attribute_add: adding("attributes", "attribute"),
  attribute_modify: modifying("attributes", "attribute"),
  attribute_remove: removing("attributes", "attribute"),
  custom_field_add: adding("custom_fields", "custom field"),
  custom_field_modify: modifying("custom_fields", "custom field"),
  custom_field_remove: removing("custom_fields", "custom field"),
  custom_aggregate_field_add: adding("custom_aggregate_fields", "aggregate"),
  custom_aggregate_field_modify: modifying("custom_aggregate_fields", "aggregate"),
  custom_aggregate_field_remove: removing("custom_aggregate_fields", "aggregate"),
  variant_option_add: adding("variant_options", "option"),
  variant_option_modify: modifying("variant_options", "option"),
  variant_option_remove: removing("variant_options", "option"),
} as const satisfies Partial<Record<ActionHandle, Action>>;

import {
  type ActionHandle,
  actionHandles,
  type ComparatorHandle,
  comparatorHandles,
  type DataTypeHandle,
  dataTypeHandles,
} from "#contract/handles.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { actionExample, comparatorExample } from "#rules/describe-example.ts";
import { foldText } from "#rules/fold-text.ts";
import { missingWords } from "#rules/missing-words.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { typeWords } from "#rule-model/workflow/workflow-index.ts";

/** One comparator or action in the reference; all of it comes from the engine's tables. */
export interface ReferenceEntry {
  readonly handle: ComparatorHandle | ActionHandle;
  readonly kind: "comparator" | "action";
  readonly label: string;
  readonly explanation: string;
  /** Its sentence in a rule; `{field}` and `{1}` to `{4}` are places. */
  readonly sentence: string;
  readonly types: readonly DataTypeHandle[];
  readonly operands: readonly OperandSpec[];
  /** Operands of one type where they differ. */
  readonly operandsByType: readonly (readonly [DataTypeHandle, readonly OperandSpec[]])[];
  readonly missing: string;
  /** Further notes. */
  readonly notes: readonly string[];
  readonly example: string;
  /** All of its text in one folded form, for the search. */
  readonly text: string;
}

const searchable = (entry: Omit<ReferenceEntry, "text">): ReferenceEntry => {
  const types = entry.types.map((type) => `${type} ${typeWords(type, type)}`);
  const { handle, kind, label, explanation, sentence, notes } = entry;
  const words = [handle, handle.replaceAll("_", " "), kind, label, explanation, sentence];
  return { ...entry, text: foldText([...words, ...types, ...notes].join(" ")) };
};

const comparatorNotes = ({ preModifier, pick, usesOtherField }: Comparator): string[] => [
  ...(preModifier
    ? ["It can also be followed by a number comparator, which then tests the count."]
    : []),
  ...(pick ? ["Conditions inside it test the value of that entry."] : []),
  ...(usesOtherField
    ? ["If both fields belong to the same collection, each element is compared with its own value."]
    : []),
];

const comparatorEntry = (handle: ComparatorHandle): ReferenceEntry => {
  const entry: Comparator = comparators[handle];
  return searchable({
    handle,
    kind: "comparator",
    label: entry.label,
    explanation: entry.explanation,
    sentence: `{field} ${entry.sentence}`,
    types: entry.dataTypes,
    operands: entry.operands,
    operandsByType: [],
    missing: missingWords(entry),
    notes: comparatorNotes(entry),
    example: comparatorExample(entry),
  });
};

const actionNotes = ({ picksEntry, formulaTypes, usesOtherField }: Action): string[] => [
  ...(formulaTypes
    ? ["A formula can have numbers, fields in braces, + - * / and parentheses. Results are exact."]
    : []),
  ...(picksEntry ? ["Actions inside it change the value of that entry."] : []),
  ...(usesOtherField
    ? [
        "Values are taken from the element itself, from all elements, or from those that met the conditions.",
      ]
    : []),
];

const actionEntry = (handle: ActionHandle): ReferenceEntry => {
  const entry: Action = actions[handle];
  const byType = dataTypeHandles.flatMap((type) => {
    const specs = entry.operandsByType?.[type];
    return specs ? [[type, specs] as const] : [];
  });
  return searchable({
    handle,
    kind: "action",
    label: entry.label,
    explanation: entry.explanation,
    sentence: entry.sentence,
    types: entry.dataTypes,
    operands: entry.operands,
    operandsByType: byType,
    missing: entry.whenMissing,
    notes: actionNotes(entry),
    example: actionExample(entry),
  });
};

/** Every comparator and every action, in the API document's order (api 2.15). */
export const referenceEntries: readonly ReferenceEntry[] = [
  ...comparatorHandles.map(comparatorEntry),
  ...actionHandles.map(actionEntry),
];

/** The entries that contain every word of the search. */
export const entriesWith = (query: string): readonly ReferenceEntry[] => {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  return referenceEntries.filter(({ text }) => words.every((word) => text.includes(word)));
};

/** The entries of a data type: its own, and those listed under another type that fit this one too. */
export interface ReferenceSection {
  readonly type: DataTypeHandle;
  readonly title: string;
  readonly own: readonly ReferenceEntry[];
  readonly shared: readonly ReferenceEntry[];
}

/** Titles for types that share a name. */
const titles: Partial<Record<DataTypeHandle, string>> = {
  numeric_options: "Choice of numbers",
  string_options: "Choice of texts",
  category_copy: "Category, copied",
  category_in_list: "Category in a list",
};

/** Entries by data type; an entry for several is listed under its first. Types without entries are left out. */
export const toSections = (entries: readonly ReferenceEntry[]): readonly ReferenceSection[] =>
  dataTypeHandles
    .map((type) => ({
      type,
      title: titles[type] ?? typeWords(type, type),
      own: entries.filter(({ types }) => types[0] === type),
      shared: entries.filter(({ types }) => types.indexOf(type) > 0),
    }))
    .filter(({ own, shared }) => own.length + shared.length > 0);

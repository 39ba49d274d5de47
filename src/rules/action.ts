import type { DataTypeHandle } from "#contract/handles.ts";
import type { Decimal } from "./decimal.ts";
import { compareDecimals, formatDecimal, parseDecimal, toNumber } from "./decimal.ts";
import type { Formula } from "./formula.ts";
import type { Operands, OperandSpec } from "./operands.ts";
import type { Entry } from "./read-value.ts";
import { toText } from "./read-value.ts";

/** The result of an action: the new value, or why it did nothing. */
export type Change = { readonly value: unknown } | { readonly nothing: string };

/** The inputs of an action besides the value it changes. */
export interface ActionInput {
  readonly operands: Operands;
  /** The values of the other field, for actions that use one; in the scope of the rule. */
  readonly others: readonly unknown[];
  /** The primary operand as a formula, if it may be one. */
  readonly formula: Formula | undefined;
  /** The values of a field in a formula, as `object.field`; none when there is no such field. */
  readonly fieldValues: (reference: string) => readonly unknown[];
  /** The type of the changed field. */
  readonly dataType: DataTypeHandle | undefined;
  /** Looks values up in a mapping set; undefined when the set is unknown here. */
  readonly mappingSet: (id: number) => ((value: string) => string | undefined) | undefined;
  /** The named values of every element of an object, by the object's handle. */
  readonly objectEntries: (objectHandle: string) => readonly (readonly Entry[])[];
}

/** One entry of the action table. */
export interface Action {
  /** The label in a picker: “Add text before”. */
  readonly label: string;
  /** One line that explains it to a new user. */
  readonly explanation: string;
  /** The sentence of an action; `{field}` and `{1}` to `{4}` are placeholders for the field and the operands. */
  readonly sentence: string;
  /** The sentence for fields of one type, where it differs. */
  readonly sentenceByType?: Partial<Record<DataTypeHandle, string>>;
  readonly dataTypes: readonly [DataTypeHandle, ...DataTypeHandle[]];
  readonly operands: readonly OperandSpec[];
  /** The primary operand is the id of another field. */
  readonly usesOtherField?: true;
  /** Operands for fields of one type, where they differ from `operands`. */
  readonly operandsByType?: Partial<Record<DataTypeHandle, readonly OperandSpec[]>>;
  /** The types of field for which the primary operand may be a formula. */
  readonly formulaTypes?: readonly DataTypeHandle[];
  /** The result for a value that is missing, empty or of another kind, in words. */
  readonly whenMissing: string;
  /** Changes an array as a whole; other actions change its entries one by one. */
  readonly wholeArray?: true;
  /** For named values: child actions change the value of the entry that this picks. */
  readonly picksEntry?: true;
  readonly apply: (current: unknown, input: ActionInput) => Change;
  readonly example: {
    readonly value: unknown;
    readonly operands: readonly string[];
    readonly result: unknown;
  };
}

/** The longest text an action may create, in UTF-16 units; a rule must not be able to exhaust the memory. */
export const maxTextLength = 100_000;

export const changed = (value: unknown): Change => ({ value });
export const nothing = (why: string): Change => ({ nothing: why });

const noText = nothing("There is no text to change.");
const tooLong = nothing(
  `The text would be longer than ${maxTextLength.toLocaleString("en")} characters.`,
);

/** Text, unless it has become too long. */
export const changedText = (text: string): Change =>
  text.length > maxTextLength ? tooLong : changed(text);

/** A number as a number; as text where it was text before, and the same text if it is the same number. */
export const changedNumber = (current: unknown, result: Decimal): Change => {
  const asNumber = toNumber(result);
  if (!Number.isFinite(asNumber)) return nothing("The result is too large.");
  if (typeof current !== "string") return changed(asNumber);
  const before = parseDecimal(current);
  return before !== undefined && compareDecimals(before, result) === 0
    ? changed(current)
    : changedText(formatDecimal(asNumber === 0 ? 0 : result));
};

/** Changes the entries of a list one by one, or a value that is no list. */
export const changeEach = (current: unknown, change: (item: unknown) => Change): Change => {
  if (!Array.isArray(current)) return change(current);
  const changes = current.map((item: unknown) => change(item));
  if (changes.every((one) => "nothing" in one)) return changes[0] ?? nothing("The list is empty.");
  return changed(changes.map((one, at) => ("value" in one ? one.value : current[at])));
};

/** The result for a missing value of an action that only changes existing text. */
export const whenNoText = "Does nothing if there is no text.";
export const whenNoNumber = "Does nothing if there is no number.";

/** An action on text; a value without text is unchanged. */
export const onText =
  (apply: (text: string, input: ActionInput) => string | Change): Action["apply"] =>
  (current, input) => {
    const text = toText(current);
    if (text === undefined) return noText;
    const result = apply(text, input);
    if (typeof result !== "string") return result;
    // A text that stays as it is keeps its type, too: 5 is not replaced by “5”.
    if (result === text) return changed(current);
    // A text that was longer before may keep its length or become shorter.
    return result.length > Math.max(maxTextLength, text.length) ? tooLong : changed(result);
  };

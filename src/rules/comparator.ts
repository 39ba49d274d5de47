import type { DataTypeHandle } from "#contract/handles.ts";
import type { Operands, OperandSpec } from "./operands.ts";
import type { Entry, ReadingKind, Readings } from "./read-value.ts";

/** The words of a condition without its subject; `{1}` to `{4}` are placeholders for the operands. */
export interface Predicate {
  /** Of a value that matches: “contains {1}, any case”. */
  readonly sentence: string;
  /** Of a value that does not match: “does not contain {1}, any case”. */
  readonly denial: string;
}

/** The description of a comparator: for the service's meta-data, for pickers and for sentences. */
export interface ComparatorFacts extends Predicate {
  /** The label in a picker: “contains”. */
  readonly label: string;
  /** One line that explains it to a new user. */
  readonly explanation: string;
  /**
   * Its words if all of several values in the condition data are required (conditionArrayMustMatchAll). Without them,
   * that requirement changes nothing.
   */
  readonly whenAll?: Predicate;
  /** Its words with a date as the primary operand, where that is usually an amount of time. */
  readonly whenDate?: Predicate;
  readonly dataTypes: readonly [DataTypeHandle, ...DataTypeHandle[]];
  readonly operands: readonly OperandSpec[];
  /** The primary operand is the id of another field. */
  readonly usesOtherField?: true;
  /** The primary operand is a list. */
  readonly usesList?: true;
  /** None of several values of the other field may be the value, with and without conditionArrayMustMatchAll. */
  readonly negated?: true;
  /** The verdict on a value that is missing or cannot be read as the comparator's kind. */
  readonly whenMissing: boolean;
  readonly example: {
    readonly value: unknown;
    readonly operands: readonly string[];
    readonly holds: boolean;
  };
}

type Verdict<K extends ReadingKind> = (
  value: Readings[K],
  other: Readings[K] | undefined,
) => boolean;

interface ComparatorOf<K extends ReadingKind> extends ComparatorFacts {
  readonly reads: K;
  /**
   * Prepares the operands once; the returned function evaluates each value. `other` is a value of the other field, if
   * one is used.
   */
  readonly test: (operands: Operands, now: number) => Verdict<K>;
  readonly preModifier?: PreModifier<K>;
}

/** Converts a value to a number, which another comparator then evaluates (api 2.15, preModifier). */
interface PreModifier<K extends ReadingKind> {
  readonly resultType: DataTypeHandle;
  /** The subject of the main comparator: “length of {field}”. */
  readonly sentence: string;
  readonly modify: (operands: Operands) => (value: Readings[K]) => unknown;
}

/** A comparator of any reading. `read` comes from `readings`, so that columns of readings can be built once. */
export interface Comparator extends ComparatorFacts {
  readonly reads: ReadingKind;
  readonly test: (operands: Operands, now: number) => (value: unknown, other: unknown) => boolean;
  readonly preModifier?: Omit<PreModifier<ReadingKind>, "modify"> & {
    readonly modify: (operands: Operands) => (value: unknown) => unknown;
  };
  /** For named values: selects the entries for child conditions. */
  readonly pick?: (operands: Operands) => (entries: readonly Entry[]) => readonly Entry[];
}

/**
 * One entry of the comparator table. Inside, the reading is typed; outside, the engine guarantees to pass a value of
 * the reading that `reads` names, which is why the type may be erased here and nowhere else.
 */
export const comparator = <K extends ReadingKind>(
  entry: ComparatorOf<K> & Pick<Comparator, "pick">,
): Comparator => entry as unknown as Comparator;

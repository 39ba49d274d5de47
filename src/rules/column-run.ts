import type { RuleRecord } from "./field-values.ts";
import type { RuleField } from "./rule-catalogue.ts";
import type { RuleTrace } from "./trace.ts";

/*
 * The result of a mapping rule over many records at once. Parts are found by identity: `part` is the same object as in
 * the rule. Every result is computed when it is first requested, and then cached.
 */

/** One value that a run changed. */
export interface ChangedCell {
  /** The index of the record in its table. */
  readonly record: number;
  /** The object whose element changed; undefined for the template's value. */
  readonly objectHandle: string | undefined;
  /** The index of the element in its object; 0 if the object is a single record. */
  readonly element: number;
  readonly field: RuleField;
  readonly before: unknown;
  readonly after: unknown;
}

/** The values of one field that a run changed: as `ChangedCell`, in lists of equal length. */
export interface ChangedValues {
  readonly field: RuleField;
  readonly objectHandle: string | undefined;
  readonly records: Uint32Array;
  readonly elements: Uint32Array;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** The records after a run, and the values that it changed. */
export interface RunOutcome {
  /** The number of records. */
  readonly of: number;
  /** The record after the run. */
  readonly after: (record: number) => RuleRecord;
  /** One entry for each field with a change. */
  readonly changedValues: () => readonly ChangedValues[];
  /** The same by cell: field by field, in the order of the records. */
  readonly changedCells: () => readonly ChangedCell[];
}

/** One mapping rule over all records of a table. */
export interface ColumnRun extends RunOutcome {
  /**
   * For a rule, a group or a condition: 1 for each record that it matches. In a child rule, 0 for records that did not
   * reach it. Undefined for parts that are not in this rule, or were never reached.
   */
  readonly bits: (part: object) => Uint8Array | undefined;
  /** The number of those records. */
  readonly count: (part: object) => number | undefined;
  /**
   * For a group: how many records meet it although no single element of an object meets all of its conditions, so that an
   * action on matched elements only changes nothing there, and the object's name. Undefined if none.
   */
  readonly scattered: (
    group: object,
  ) => { readonly count: number; readonly one: string } | undefined;
  /** Every part with its result on one record, and why; undefined if the mapping rule has no tree. */
  readonly trace: (record: number) => RuleTrace | undefined;
  /** For an action, not for child actions: 1 for each record in which it changed a value. */
  readonly changed: (action: object) => Uint8Array | undefined;
  /** The number of those records. */
  readonly changedCount: (action: object) => number | undefined;
}

/** Several mapping rules in rank order, each on the result of the previous one. */
export interface ColumnRuns extends RunOutcome {
  /** By the index of the rule in the given list. */
  readonly runs: readonly ColumnRun[];
}

import type { RuleRecord } from "./field-values.ts";
import type { RuleField } from "./rule-catalogue.ts";

/*
 * What came of a mapping rule that ran over many records at once. Parts are found by identity: `part` is the very object
 * that stands in the rule. Everything is worked out when it is first asked for, and then kept.
 */

/** One value that a run left different from what it found. */
export interface ChangedCell {
  /** The place of the record in its table. */
  readonly record: number;
  /** The object whose element changed; undefined for the template's value. */
  readonly objectHandle: string | undefined;
  /** The place of the element in its object; 0 where the object is a single record. */
  readonly element: number;
  readonly field: RuleField;
  readonly before: unknown;
  readonly after: unknown;
}

/** The values of one field that a run left different from what it found: as `ChangedCell`, in lists of equal length. */
export interface ChangedValues {
  readonly field: RuleField;
  readonly objectHandle: string | undefined;
  readonly records: Uint32Array;
  readonly elements: Uint32Array;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** What records are after a run, and which of their values it changed. */
export interface RunOutcome {
  /** How many records there are. */
  readonly of: number;
  /** The record as the run left it. */
  readonly after: (record: number) => RuleRecord;
  /** One entry for each field in which there is a change. */
  readonly changedValues: () => readonly ChangedValues[];
  /** The same cell by cell: field by field, in the order of the records. */
  readonly changedCells: () => readonly ChangedCell[];
}

/** One mapping rule over all records of a table. */
export interface ColumnRun extends RunOutcome {
  /**
   * For a rule, a group or a condition: 1 for each record that it holds for. In a child rule, records that did not
   * reach it have 0. Undefined for parts that are not in this rule, or whose turn never came.
   */
  readonly bits: (part: object) => Uint8Array | undefined;
  /** How many records that is. */
  readonly count: (part: object) => number | undefined;
  /** For an action, not for child actions: 1 for each record in which it changed a value. */
  readonly changed: (action: object) => Uint8Array | undefined;
  /** How many records that is. */
  readonly changedCount: (action: object) => number | undefined;
}

/** Several mapping rules in rank order, each on what the one before it left. */
export interface ColumnRuns extends RunOutcome {
  /** By the place of the rule in the list that was given. */
  readonly runs: readonly ColumnRun[];
}

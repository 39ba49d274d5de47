import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { parseTime, timeBefore } from "#rules/iso-time.ts";
import type { Operands, OperandSpec } from "#rules/operands.ts";

const dataTypes = ["date"] as const;
const age: readonly OperandSpec[] = [
  { kind: "duration", label: "Amount" },
  { kind: "unit", label: "Unit", whenEmpty: "days" },
];
const moment: readonly OperandSpec[] = [{ kind: "moment", label: "Date" }];

/**
 * The time that the operands define: a date, or a time before now (an amount, and its unit in the second operand; days
 * by default). Every date comparator accepts both, so that a rule may use either form.
 */
const readMoment = ({ first, second }: Operands, now: number): number | undefined =>
  timeBefore(now, first, second) ?? parseTime(first);

interface DateRelation {
  readonly label: string;
  readonly explanation: string;
  readonly sentence: string;
  readonly whenDate?: string;
  readonly operands: readonly OperandSpec[];
  readonly holds: (time: number, moment: number, now: number) => boolean;
  readonly example: readonly [value: string, operand: string];
}

const denied = (sentence: string): string => sentence.replace("is ", "is not ");

const related = ({
  holds,
  whenDate,
  example: [value, operand],
  ...facts
}: DateRelation): Comparator =>
  comparator({
    ...facts,
    denial: denied(facts.sentence),
    ...(whenDate !== undefined && {
      whenDate: { sentence: whenDate, denial: denied(whenDate) },
    }),
    dataTypes,
    whenMissing: false,
    reads: "time",
    test: (operands, now) => {
      const at = readMoment(operands, now);
      return at === undefined ? () => false : (time) => holds(time, at, now);
    },
    example: { value, operands: [operand], holds: true },
  });

/** Comparators of dates. Handles of api 2.15; a date without a zone is UTC. */
export const dateComparators = {
  date_older_than: related({
    label: "is older than",
    explanation: "Matches if the date is longer ago than the given time.",
    sentence: "is older than {1} {2}",
    whenDate: "is before {1}",
    operands: age,
    holds: (time, at) => time < at,
    example: ["2020-01-01", "30"],
  }),
  date_within_last: related({
    label: "is within the last",
    explanation: "Matches if the date is between the given time ago and now.",
    sentence: "is within the last {1} {2}",
    whenDate: "is between {1} and now",
    operands: age,
    holds: (time, at, now) => time >= at && time <= now,
    example: ["2026-01-09", "30"],
  }),
  date_greater_than: related({
    label: "is after",
    explanation: "Matches if the date is later than the given date.",
    sentence: "is after {1}",
    operands: moment,
    holds: (time, at) => time > at,
    example: ["2026-01-02", "2026-01-01"],
  }),
  date_greater_than_equals: related({
    label: "is on or after",
    explanation: "Matches if the date is the given date or later.",
    sentence: "is on or after {1}",
    operands: moment,
    holds: (time, at) => time >= at,
    example: ["2026-01-01", "2026-01-01"],
  }),
  date_older_than_equals: related({
    label: "is on or before",
    explanation: "Matches if the date is the given date or earlier.",
    sentence: "is on or before {1}",
    operands: moment,
    holds: (time, at) => time <= at,
    example: ["2026-01-01", "2026-01-01"],
  }),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;

import { parseDecimal } from "./decimal.ts";
import { parseTime, timeBefore } from "./iso-time.ts";
import type { OperandKind, OperandSpec } from "./operands.ts";
import { readings } from "./read-value.ts";
import { quotedStart } from "./value-words.ts";

// Comparators of counts accept 2.5 as well: no length equals it, but some exceed it.
const isCount = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));
const isNumber = (text: string): boolean => parseDecimal(text) !== undefined;
const isMoment = (text: string): boolean =>
  parseTime(text) !== undefined || timeBefore(0, text, "") !== undefined;

/** The requirement for a usable operand, by its kind; other kinds accept any text. */
const wanted: Partial<
  Record<OperandKind, { readonly noun: string; readonly fits: (text: string) => boolean }>
> = {
  number: { noun: "a number", fits: isNumber },
  percent: { noun: "a percentage", fits: isNumber },
  integer: { noun: "a whole number", fits: isCount },
  index: { noun: "a whole number", fits: isCount },
  date: { noun: "a date", fits: isMoment },
  duration: { noun: "a length of time", fits: isMoment },
  unit: { noun: "a unit of time", fits: (text) => timeBefore(0, "1", text) !== undefined },
  boolean: { noun: "yes or no", fits: (text) => readings.boolean(text) !== undefined },
};

/** Why an operand cannot be used for a comparison, in words; undefined if it can. */
export const operandFault = (spec: OperandSpec, text: string): string | undefined => {
  const { noun, fits } = wanted[spec.kind] ?? {};
  if (noun === undefined || fits?.(text) || (text === "" && spec.whenEmpty !== undefined))
    return undefined;
  return text.trim() === ""
    ? `“${spec.label}” is empty, so there is nothing to compare with.`
    : `${quotedStart(text)} is not ${noun}, so it can't be compared.`;
};

import type { Action } from "./action.ts";
import type { Operands } from "./operands.ts";

/** Learns of all that a run reads and writes, in order to limit it. What it throws ends the run. */
export interface RunMeter {
  /** A part reads values of a record, or a formula. */
  readonly read: (values: readonly unknown[]) => void;
  /** A part goes through the texts of its operands for each of so many values. */
  readonly used: (operands: string, times: number) => void;
  /** An action replaces a value. */
  readonly wrote: (before: unknown, after: unknown) => void;
}

const joined = ({ first, second, third, fourth }: Operands): string =>
  first + second + third + fourth;

/** Values by the index of an element, reported each time that they are read. */
export const meteredValues = (
  values: (index: number) => readonly unknown[],
  meter: RunMeter | undefined,
): ((index: number) => readonly unknown[]) =>
  meter === undefined
    ? values
    : (index) => {
        const found = values(index);
        meter.read(found);
        return found;
      };

/** Calculating with a number of many digits takes as long as going through this text. */
const calculation = "0".repeat(125);

/** An action that reports what it does with each value. */
export const meteredAction = (
  action: Action | undefined,
  meter: RunMeter | undefined,
): Action | undefined =>
  action === undefined || meter === undefined
    ? action
    : {
        ...action,
        apply: (current, input) => {
          meter.read([current, input.formula]);
          meter.used(joined(input.operands), 1);
          if (action.usesOtherField && action.dataTypes[0] === "number")
            meter.used(calculation, input.others.length);
          const change = action.apply(current, input);
          if ("value" in change) meter.wrote(current, change.value);
          return change;
        },
      };

/** Reports what a condition reads: each value, and its operands for each entry of one. */
export const meterValues = (
  values: readonly unknown[],
  operands: Operands,
  meter: RunMeter | undefined,
): void => {
  if (!meter) return;
  for (const value of values) {
    meter.read([value]);
    meter.used(joined(operands), Array.isArray(value) ? Math.max(1, value.length) : 1);
  }
};

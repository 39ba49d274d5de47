import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { actionWith, conditionWith, fieldOfType, ruleWith, run, when } from "./catalogue.ts";

/* Runs one comparator or action through the engine, for tables of their results. */

/** The tables, indexed by any handle. */
export const anyComparator: Readonly<Record<ComparatorHandle, Comparator>> = comparators;
export const anyAction: Readonly<Record<ActionHandle, Action>> = actions;

/**
 * Evaluates a condition through the engine; for a comparator that uses another field, the first operand is that field's
 * value.
 */
export const holds = (
  handle: ComparatorHandle,
  value: unknown,
  operands: readonly unknown[],
): boolean => {
  const { dataTypes, usesOtherField } = anyComparator[handle];
  const [dataType] = dataTypes;
  const [first, ...rest] = operands;
  const texts = [usesOtherField ? fieldOfType(dataType, true) : first, ...rest].map(String);
  const thing = { [dataType]: value, ...(usesOtherField ? { [`other_${dataType}`]: first } : {}) };
  const condition = conditionWith(
    handle,
    fieldOfType(dataType),
    operands.length === 0 ? [] : texts,
  );
  return run(ruleWith({ groups: when([condition]) }), { objects: { thing } }).matched;
};

const orders = {
  purchase_order: {
    fields: [
      { key: "Gift", value: "yes" },
      { key: "Batch", value: 7 },
    ],
  },
  purchase_order_item: [
    { fields: [{ key: "Size", value: "L" }] },
    { fields: [{ key: "Size", value: "M" }] },
    {},
  ],
};

/** Applies an action through the engine; for one that uses another field, the first operand is that field's value. */
export const after = (
  handle: ActionHandle,
  value: unknown,
  operands: readonly unknown[],
  type = anyAction[handle].dataTypes[0],
) => {
  const { usesOtherField } = anyAction[handle];
  const otherType = handle === "attributes_to_html" ? "attributes" : type;
  const [first, ...rest] = operands;
  const texts = [usesOtherField ? fieldOfType(otherType, true) : first, ...rest].map((operand) =>
    String(operand),
  );
  const thing = { [type]: value, ...(usesOtherField ? { [`other_${otherType}`]: first } : {}) };
  const action = actionWith(handle, fieldOfType(type), operands.length === 0 ? [] : texts);
  const { objects } = run(ruleWith({ actions: [action] }), { objects: { thing, ...orders } });
  return (objects["thing"] as Record<string, unknown>)[type];
};

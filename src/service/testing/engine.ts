import { test, expect } from "vitest";
import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import { runOnRecord } from "#rules/run-columns.ts";
import type { RunnableAction, RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { action, condition, fieldId } from "./rules.ts";
import { workflowCatalogue } from "#service/workflow-catalogue.ts";

/* Single conditions and actions on the service's own fields. */

export const context = { catalogue: workflowCatalogue, now: Date.parse("2026-01-10T12:00:00Z") };
export const id = (reference: string) => String(fieldId(reference));

export const act = (
  field: string,
  handle: ActionHandle,
  [value, value2, value3]: readonly string[] = [],
  more: Partial<RunnableAction> = {},
): RunnableAction => ({ ...action(field, handle, value), value2, value3, ...more });

export const ask = (
  field: string,
  handle: ComparatorHandle,
  [operand, condition2]: readonly string[] = [],
  more: Partial<RunnableCondition> = {},
): RunnableCondition => ({ ...condition(field, handle, operand), condition2, ...more });

export const always = (...actions: RunnableAction[]): RunnableWorkflowRule => ({
  name: "Rule",
  alwaysRun: true,
  groups: [],
  actions,
});

export const when = (...conditions: RunnableCondition[]): RunnableWorkflowRule => ({
  name: "Rule",
  alwaysRun: false,
  groups: [{ conditions }],
  actions: [],
});

export const run = (rule: RunnableWorkflowRule, objects: Record<string, unknown>) =>
  runOnRecord({ useOriginalInputValue: false, rule }, { objects }, context);

/** The objects after an action, and why it changed nothing. */
export const after = (made: RunnableAction, objects: Record<string, unknown>) => {
  const { result, trace } = run(always(made), objects);
  return { objects: result.objects, nothing: trace?.actions[0]?.nothing };
};

export const product = (data: object) => ({ product: data });
export const order = (data: object) => ({ purchase_order: data });

type Row = readonly [
  field: string,
  handle: ActionHandle,
  operands: readonly string[],
  from: unknown,
  to: unknown,
];

const other: Readonly<Record<string, string>> = {
  title: "brand",
  brand: "title",
  price: "cost",
};

/** Sets a product's or a variant's field, beside which another field has a value. */
export const testRows = (rows: readonly Row[], beside?: unknown) =>
  test.each(rows)("%s %s %j: %j becomes %j", (reference, handle, operands, from, to) => {
    const [object = "", field = ""] = reference.split(".");
    const besides = beside === undefined ? {} : { [other[field] ?? ""]: beside };
    const { objects } = after(act(reference, handle, operands), {
      [object]: { [field]: from, ...besides },
    });
    expect(objects).toEqual({ [object]: { [field]: to, ...besides } });
  });

import type { RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { runOnRecord } from "#rules/run-columns.ts";
import { testContext } from "./catalogue.ts";

/* A thing and its parts for the tests of traces. */

const record = {
  thing: {
    string: "Brass desk lamp",
    number: 8,
    other_number: "9.50",
    boolean: false,
    date: "2026-01-01",
    tags: ["sale", "new"],
    array: ["b", "a"],
    attributes: [{ name: "Wood", value: "Oak" }],
    category_in_list: { id: 1, name: "Chairs" },
  },
  part: [{ price: 5, cost: 6 }, { price: 20 }, {}],
};

/** The trace of a rule on the record, or on another. */
export const traced = (
  rule: RunnableWorkflowRule,
  objects: Readonly<Record<string, unknown>> = record,
) => {
  const { trace } = runOnRecord({ useOriginalInputValue: false, rule }, { objects }, testContext);
  if (!trace) throw new Error("There is no trace.");
  return trace;
};

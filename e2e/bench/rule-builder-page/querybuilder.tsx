import "react-querybuilder/dist/query-builder.css";
import { type Field, QueryBuilder, type RuleGroupType } from "react-querybuilder";
import type { Subject } from "./page.tsx";
import { groupSize, writeOperand } from "./sample-rule.ts";

/*
 * react-querybuilder as its documentation recommends for large queries: uncontrolled, with props that never change.
 * Here it has no validation and no history; ours has both.
 */
const fields: Field[] = [
  { name: "title", label: "Title" },
  { name: "brand", label: "Brand" },
  { name: "price", label: "Price", inputType: "number" },
];

const queryOf = (conditions: number): RuleGroupType => ({
  combinator: "or",
  rules: Array.from({ length: conditions / groupSize }, (_, group) => ({
    combinator: "and",
    rules: Array.from({ length: groupSize }, (__, at) => ({
      field: "title",
      operator: "contains",
      value: writeOperand(group * groupSize + at),
    })),
  })),
});

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];

export const subject: Subject = {
  element: (conditions) => <QueryBuilder fields={fields} defaultQuery={queryOf(conditions)} />,
  enterRow: async (row) => all(".rule-value")[row] as HTMLInputElement,
  // The first of these buttons belongs to the outermost group.
  addButton: (conditions) =>
    all(".ruleGroup-addRule")[1 + Math.floor(conditions / groupSize / 2)] as HTMLElement,
};

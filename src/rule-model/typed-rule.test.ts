import { describe, expect, test } from "vitest";
import { workflowMetaData } from "#service/workflow-catalogue.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { parseTypedRule, completeTypedRule } from "./typed-rule.ts";
import { createWorkflow, createWording } from "./workflow.ts";
const workflow = createWorkflow(workflowMetaData, new Map([[1, "Colours"]]));
const scope = { workflow, eventId: 1, inheritedType: undefined };
const words = (text: string) => {
  const read = parseTypedRule(text, scope);
  return "rule" in read
    ? ruleParagraph(describeRule(read.rule, createWording(workflow, undefined)))
    : read;
};
test("x", () => {
  for (const t of [
    "brand is Hartwell and price over 100 and title without sale: set tags to premium, price x 1.05",
    "brand is Hartwell and price over 100 and title without sale: add tag premium, price x 1.05",
    "price > ",
    "price foo",
    "brand is Salt and Pepper",
    "price between 10 and 20 or brand is one of a, b, c and title exists then uppercase title; cost + 5%; reduce price by 5 %",
    "attributes has Wood, whose value is Oak: set price to cost x 1.35 + 2",
    "",
    "weight unit is pound",
    "weight unit is one of pound",
    "tags with sale and images empty",
    "inserted at older than 30 days then clear brand",
  ])
    console.log(t, "\n   ", words(t));
  console.log(
    completeTypedRule("price ov", scope).slice(0, 5),
    completeTypedRule("pri", scope).slice(0, 5),
    completeTypedRule("weight unit is ", scope).slice(0, 6),
    completeTypedRule("price > 5 ", scope).slice(0, 6),
    completeTypedRule("price > 5: s", scope).slice(0, 4),
  );
});

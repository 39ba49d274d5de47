import { describe, expect, test } from "vitest";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { createBuilder } from "./builder.ts";
import { newMappingRule } from "./edit-draft.ts";
import { insertTyped, isBlankRule } from "./insert-typed.ts";
import { testRequest, testWorkflow } from "./testing/builder.ts";
import { parseTypedRule } from "./typed-rule.ts";

const scope = { workflow: testWorkflow, eventId: 1, inheritedType: undefined };

const typed = (text: string) => {
  const read = parseTypedRule(text, scope);
  if ("failsAt" in read) throw new Error(read.expected);
  return read.rule;
};

const start = (request = newMappingRule(testWorkflow)) => {
  const builder = createBuilder(request, testWorkflow);
  const words = () =>
    ruleParagraph(describeRule(builder.trees.mappingRule().rule, builder.wording()));
  return { builder, words, insert: (text: string) => insertTyped(builder, typed(text)) };
};

describe("a blank rule", () => {
  test.each([
    ["price > 5: trim title", "When Price is greater than 5: Trim Title."],
    ["price > 5", "When Price is greater than 5: Incomplete action."],
    ["trim title", "When an incomplete condition: Trim Title."],
    ["Always: Trim Title.", "Always: Trim Title."],
    [
      "Disabled. When Title exists, the first of these that matches: “Dear”: When Price is greater than 5: Trim Title.",
      "Disabled. When Title exists, the first of these that matches: “Dear”: When Price is greater than 5: Trim Title.",
    ],
  ])("becomes what is typed: %s", (text, words) => {
    const rule = start();
    expect(isBlankRule(rule.builder)).toBe(true);
    rule.insert(text);
    expect(rule.words()).toBe(words);
    rule.builder.draft.undo();
    expect(isBlankRule(rule.builder)).toBe(true);
  });
});

test("another rule keeps its parts and gets the typed ones at their ends, as one step", () => {
  const { builder, words, insert } = start(testRequest());
  const [before, rule] = [words(), builder.trees.mappingRule().rule];
  insert("price > 5 and title exists or cost < 2: trim title; cost x 2");
  const after = builder.trees.mappingRule().rule;
  expect(after.groups?.slice(0, rule.groups?.length)).toEqual(rule.groups);
  expect(after.groups).toHaveLength((rule.groups?.length ?? 0) + 2);
  expect(after.actions?.slice(0, rule.actions?.length)).toEqual(rule.actions);
  expect(after.actions).toHaveLength((rule.actions?.length ?? 0) + 2);
  expect(after.childRules).toEqual(rule.childRules);
  builder.draft.undo();
  expect(words()).toBe(before);
});

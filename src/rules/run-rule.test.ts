import { describe, expect, test } from "vitest";
import { runRules } from "./run-columns.ts";
import type { RuleRecord } from "./field-values.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./rule-parts.ts";
import {
  actionWith,
  conditionWith,
  evaluate,
  fieldOfType,
  ruleWith,
  run,
  testContext,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";
import { dataTypeId } from "./workflow-records.ts";

const { title, number } = testFields;
const contains = (text: string) => conditionWith("string_contains", title, [text]);

describe("rules (neighbours, api 2.15)", () => {
  const append = (text: string) => ruleWith({ actions: [actionWith("postfix", title, [text])] });
  const appendWhen = (text: string, part: string) => ({
    ...append(text),
    alwaysRun: false,
    groups: when([contains(part)]),
  });
  const result = (
    rule: RunnableWorkflowRule,
    string: string,
    more?: Partial<RunnableMappingRule>,
  ) => (run(rule, thing({ string }), more).objects["thing"] as { string: string }).string;

  test("child rules run after a parent that matched, on its result", () => {
    const parent = {
      ...appendWhen("1", "a"),
      childRules: [appendWhen("2", "a1"), appendWhen("3", "x")],
    };
    expect(result(parent, "a")).toBe("a12");
    expect(result(parent, "b")).toBe("b");
  });

  test("under a tier rule only the first matching child runs, in rank order", () => {
    const childRules = [
      { ...appendWhen("late", "a"), rank: 3 },
      { ...appendWhen("no", "x"), rank: 1 },
      { ...appendWhen("yes", "a"), rank: 2 },
    ];
    expect(result(ruleWith({ workflowRuleTypeId: 2, childRules }), "a")).toBe("ayes");
    expect(result(ruleWith({ workflowRuleType: { handle: "tier" }, childRules }), "b")).toBe("b");
  });

  test("a disabled rule does not run, nor do its children, and it never matches as a tier", () => {
    expect(result({ ...append("1"), enabled: false, childRules: [append("2")] }, "a")).toBe("a");
    const childRules = [{ ...append("1"), enabled: false }, append("2")];
    expect(result(ruleWith({ workflowRuleTypeId: 2, childRules }), "a")).toBe("a2");
  });

  test("useOriginalInputValue: contained rules start on the original value instead of the result so far", () => {
    const parent = { ...append("1"), childRules: [append("2"), appendWhen("3", "1")] };
    expect(result(parent, "a")).toBe("a123");
    expect(result(parent, "a", { useOriginalInputValue: true })).toBe("a2");
  });

  test("useOriginalInputValue keeps the changes of earlier rules to other fields", () => {
    const parent = {
      ...ruleWith({ actions: [actionWith("add", number, ["1"])] }),
      childRules: [append("!")],
    };
    const { objects } = run(parent, thing({ number: 1, string: "a" }), {
      useOriginalInputValue: true,
    });
    expect(objects).toEqual({ thing: { number: 2, string: "a!" } });
  });

  test("the template's value is used for the assigned field, and for the inherited one", () => {
    const inherited = fieldOfType("inherited");
    const actions = [actionWith("uppercase", title), actionWith("postfix", inherited, ["!"])];
    const assigned = { globalObjectFieldId: title };
    const record: RuleRecord = { objects: { thing: { string: "kept" } }, value: "new" };
    expect(run(ruleWith({ actions }), record, assigned)).toEqual({
      matched: true,
      objects: { thing: { string: "NEW!" } },
      value: "NEW!",
    });
    expect(run(ruleWith({ actions }), thing({ string: "kept" }), assigned).objects).toEqual({
      thing: { string: "KEPT!" },
    });
    expect(run(ruleWith({ actions: actions.slice(1) }), { objects: {}, value: "v" })).toEqual({
      matched: true,
      objects: {},
      value: "v!",
    });
    expect(run(ruleWith({ groups: when([contains("x")]), actions }), record, assigned)).toEqual({
      matched: false,
      ...record,
    });
  });

  test("an inherited field has the type of its mapping rule", () => {
    const actions = [actionWith("set", fieldOfType("inherited"), ["1 + 1"])];
    const value = (more: Partial<RunnableMappingRule>) =>
      run(ruleWith({ actions }), { objects: {}, value: 0 }, more).value;
    expect(value({ globalDataTypeId: dataTypeId("number") })).toBe(2);
    expect(value({ globalDataType: { handle: "number" } })).toBe(2);
    expect(value({ globalDataType: { handle: "constructor" } })).toBe("1 + 1");
    expect(value({})).toBe("1 + 1");
  });

  test("a mapping rule without its tree changes nothing", () => {
    const record = thing({ string: "a" });
    expect(evaluate({ useOriginalInputValue: false, rule: null }, record)).toEqual({
      ...record,
      matched: false,
    });
  });

  test("several mapping rules run in rank order, and each original is the first one", () => {
    const mapping = (text: string, rank: number, useOriginalInputValue = false) => ({
      useOriginalInputValue,
      rule: { ...append(text), rank },
    });
    const titles = (...rules: RunnableMappingRule[]) =>
      runRules(rules, thing({ string: "a" }), testContext).objects;
    expect(titles(mapping("2", 2), mapping("1", 1))).toEqual({ thing: { string: "a12" } });
    expect(titles(mapping("1", 1), mapping("2", 2, true))).toEqual({ thing: { string: "a2" } });
  });

  test("an action on an unknown field reverts nothing, with or without the original input", () => {
    const unknown = actionWith("add", 9, ["1"]);
    const rule = ruleWith({
      ...append("!"),
      childRules: [ruleWith({ actions: [unknown] })],
    });
    for (const useOriginalInputValue of [true, false])
      expect(run(rule, thing({ string: "a" }), { useOriginalInputValue }).objects).toEqual({
        thing: { string: "a!" },
      });
  });
});

import { describe, expect, test } from "vitest";
import { readPastedRule } from "./read-pasted-rule.ts";

const rule = {
  id: 7,
  name: "Prices",
  eventId: 3,
  useOriginalInputValue: false,
  globalDataTypeId: 2,
  rule: { name: "Prices", workflowRuleTypeId: 1, alwaysRun: true, groups: [], actions: [] },
};
const deep = (levels: number): string => `${'{"rule":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("readPastedRule", () => {
  test.each([
    ["one rule", rule, [0]],
    ["a list", [rule, rule], [0, 0]],
    ["nulls and unknown fields", { ...rule, rule: null, description: null, more: [1] }, [0]],
    ["a wrong type beside the rest", { ...rule, eventId: "three" }, [1]],
  ])("%s is read", (_, json, problems) => {
    const read = readPastedRule(JSON.stringify(json));
    expect(read.kind === "rules" && read.rules.map((one) => one.problems.length)).toEqual(problems);
  });

  test.each([
    ["nothing", " ", "nothing to read"],
    ["no JSON", "{", "not JSON"],
    ["an empty list", "[]", "empty"],
    ["a number", "5", "no mapping rule"],
    ["another record", '{"id":1}', "no mapping rule"],
    ["a list with something else in it", JSON.stringify([rule, null]), "Entry 2"],
    ["nesting without end", deep(200_000), "nested too deeply"],
  ])("%s is refused in words", (_, text, why) => {
    expect(readPastedRule(text)).toEqual({
      kind: "unreadable",
      why: expect.stringContaining(why) as string,
    });
  });

  test("prototype keys stay plain data", () => {
    const read = readPastedRule(`{"eventId":1,"__proto__":{"polluted":true}}`);
    expect(read.kind).toBe("rules");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

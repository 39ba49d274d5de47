import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyRecords, anyRule } from "#rules/testing/random-rules.ts";
import {
  actionWith,
  conditionWith,
  fieldOfType,
  ruleWith,
  testCatalogue,
  testContext,
  testFields,
  when,
} from "#rules/testing/catalogue.ts";
import { describeCondition } from "./describe-rule.ts";
import type { RuleRecord } from "./field-values.ts";
import { type FieldLineage, traceLineage, valuesAt } from "./lineage.ts";
import { createTable } from "./record-table.ts";
import { runAllColumns, runRules } from "./run-columns.ts";
import type { RunnableMappingRule, RunnableWorkflowRule } from "./rule-parts.ts";

const { title, number, partPrice } = testFields;

describe("on random rules and records", () => {
  const ranked = fc
    .record({ rule: anyRule, rank: fc.option(fc.integer({ max: 3 })) })
    .map(({ rule, rank }) => ({ ...rule, rule: rule.rule && { ...rule.rule, rank } }));
  const forAny = (
    check: (
      lineage: readonly FieldLineage[],
      rules: readonly RunnableMappingRule[],
      record: RuleRecord,
    ) => void,
  ) =>
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 5 }), anyRecords, (rules, records) => {
        for (const record of records.slice(0, 2))
          check(traceLineage(rules, record, testContext), rules, record);
      }),
      { numRuns: 300 },
    );
  const enabled = (rules: readonly RunnableMappingRule[]) =>
    rules.filter(({ rule }) => rule && rule.enabled !== false);

  test("the last values are those of the engine, and every changed value has its lineage", () => {
    forAny((lineage, rules, record) => {
      const after = runRules(enabled(rules), record, testContext);
      for (const { place, source, result } of lineage) {
        expect(source).toEqual(valuesAt(record, place));
        expect(result).toEqual(valuesAt(after, place));
      }
      const { changedCells } = runAllColumns(enabled(rules), createTable([record], testContext));
      const changed = new Set(
        lineage.flatMap(({ isChanged, field }) => (isChanged ? field.id : [])),
      );
      for (const { field } of changedCells())
        expect(field.dataType === "inherited" || changed.has(field.id)).toBe(true);
    });
  });

  test("a step either has changes or reasons, and the changes lead from the source to the result", () => {
    forAny((lineage) => {
      for (const { steps, source, result, place } of lineage) {
        for (const { isChanged, whyNot } of steps) expect(isChanged).toBe(whyNot.length === 0);
        const isAlone = lineage.every(({ place: other }) => other !== "value" || place === "value");
        if (place === "value" || !isAlone) continue;
        const values = [...source];
        for (const { changes } of steps)
          for (const { action } of changes)
            for (const { element, before, after } of action.changes) {
              expect(values[element]).toEqual(before);
              values[element] = after;
            }
        expect(values).toEqual(result);
      }
    });
  });
});

const record: RuleRecord = {
  objects: { thing: { string: "Brass lamp", number: 8 }, part: [{ price: 5 }, { price: 20 }] },
};
const whole = (rule: RunnableWorkflowRule): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule,
});
const set = (value: string) => actionWith("set", number, [value]);
const contains = (text: string) => conditionWith("string_contains", title, [text]);
const [brass, oak, ash] = [contains("brass"), contains("oak"), contains("ash")];
const tier = (name: string, parts: Partial<RunnableWorkflowRule>) => ruleWith({ name, ...parts });

describe("why a rule didn't change a field", () => {
  const oakReason = "String is “Brass lamp”, which does not contain “oak”, any case.";
  test.each<[string, Partial<RunnableWorkflowRule>, string[]]>([
    [
      "its only condition",
      { groups: when([oak]), actions: [set("1")] },
      [`String contains “oak”, any case | ${oakReason}`],
    ],
    [
      "the first unmet condition, and how many more",
      { groups: when([brass, oak, ash]), actions: [set("1")] },
      [`String contains “oak”, any case | ${oakReason} | 1 more`],
    ],
    [
      "the group that lacks the fewest",
      { groups: when([oak, ash], [brass, oak]), actions: [set("1")] },
      [`String contains “oak”, any case | ${oakReason} | of 2 groups`],
    ],
    [
      "no conditions",
      { groups: [], actions: [set("1")] },
      ["It has no conditions, so it never runs."],
    ],
    ["the same value", { actions: [set("8")] }, ["The value is unchanged."]],
    [
      "each action",
      { actions: [set("8"), actionWith("set_to_field", number, [String(fieldOfType("date"))])] },
      ["The value is unchanged.", "The other field is empty."],
    ],
    [
      "a tier before it matched",
      {
        workflowRuleTypeId: 2,
        childRules: [
          tier("Brass", { groups: when([brass]), actions: [actionWith("trim", title)] }),
          tier("Other", { actions: [set("1")] }),
        ],
      },
      ["Other: An earlier tier, “Brass”, matched."],
    ],
    [
      "each child rule, by its own condition",
      {
        childRules: [
          tier("Oak", { groups: when([oak]), actions: [set("1")] }),
          tier("Outer", { childRules: [tier("Inner", { actions: [set("8")] })] }),
        ],
      },
      [
        `Oak: String contains “oak”, any case | ${oakReason}`,
        "Outer, Inner: The value is unchanged.",
      ],
    ],
    [
      "one reason for all below a rule that did not match",
      {
        groups: when([oak]),
        actions: [set("1")],
        childRules: [tier("A", { actions: [set("2")] }), tier("B", { actions: [set("3")] })],
      },
      [`String contains “oak”, any case | ${oakReason}`],
    ],
    [
      "disabled child rules are left out",
      { actions: [set("8")], childRules: [tier("Off", { enabled: false, actions: [set("1")] })] },
      ["The value is unchanged."],
    ],
  ])("%s", (_, parts, expected) => {
    const [field] = traceLineage([whole(ruleWith(parts))], record, testContext).filter(
      (one) => one.field.id === number,
    );
    const said = field?.steps[0]?.whyNot.map(({ childRules, unmet, reason, further, groups }) => {
      const where = childRules.map(({ name }) => name).join(", ");
      const words = [
        unmet && describeCondition(unmet, { catalogue: testCatalogue }),
        reason,
        further > 0 && `${further} more`,
        groups > 1 && `of ${groups} groups`,
      ];
      return (where === "" ? "" : `${where}: `) + words.filter(Boolean).join(" | ");
    });
    expect(said).toEqual(expected);
    expect(field?.isChanged).toBe(false);
  });
});

test("each action, with the rules around it, in the order in which they run", () => {
  const late = whole(ruleWith({ name: "Late", rank: 2, actions: [set("{thing.number} + 1")] }));
  const early = whole(
    ruleWith({
      name: "Early",
      rank: 1,
      workflowRuleTypeId: 2,
      actions: [actionWith("add", partPrice, ["1"])],
      childRules: [
        tier("Oak", { groups: when([oak]), actions: [set("1")] }),
        tier("Brass", { groups: when([ash], [brass]), actions: [set("2"), set("3")] }),
      ],
    }),
  );
  const off = whole(ruleWith({ name: "Off", enabled: false, actions: [set("9")] }));
  const lineage = traceLineage([late, off, early], record, testContext);
  expect(
    lineage.map(({ field, source, result, steps }) => ({
      field: field.label,
      source,
      result,
      steps: steps.map(({ rule, changes }) => [
        rule.rule?.name,
        ...changes.map(
          ({ rules, action }) =>
            `${rules.map(({ part }) => part.name).join(" > ")}: ${action.changes.map(({ before, after }) => `${String(before)} ${String(after)}`).join(", ")}`,
        ),
      ]),
    })),
  ).toEqual([
    { field: "Price", source: [5, 20], result: [6, 21], steps: [["Early", "Early: 5 6, 20 21"]] },
    {
      field: "Number",
      source: [8],
      result: [4],
      steps: [
        ["Early", "Early > Brass: 8 2", "Early > Brass: 2 3"],
        ["Late", "Late: 3 4"],
      ],
    },
  ]);
});

import { describe, expect, test } from "vitest";
import { actionHandles, type DataTypeHandle } from "#contract/handles.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { actionWith, fieldOfType, ruleWith, testCatalogue } from "#rules/testing/catalogue.ts";
import { after, anyAction } from "#rules/testing/handles.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import { testFieldIds, testWorkflow } from "#rule-model/testing/builder.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import { findNeighbours } from "./rule-neighbours.ts";

type RankedRule = Parameters<typeof findNeighbours>[0];

const { catalogue } = testWorkflow;
const { price, cost, title, value, tags, unit } = testFieldIds;

interface Made {
  id?: number;
  rank?: number;
  eventId?: number;
  original?: boolean;
  enabled?: boolean;
  reads?: number[];
  actions?: UpdateOrCreateMappingRule["rule"]["actions"];
}

const rule = ({ id = 1, rank, eventId = 1, original = false, ...rest }: Made): RankedRule => ({
  id,
  name: `Rule ${id}`,
  eventId,
  useOriginalInputValue: original,
  globalObjectFieldId: price,
  globalDataTypeId: dataTypeId("number"),
  rule: {
    name: "",
    alwaysRun: false,
    rank: rank ?? id,
    enabled: rest.enabled ?? true,
    groups: [
      {
        conditions: (rest.reads ?? []).map((field) => ({
          globalObjectFieldId: field,
          workflowDataTypeComparatorId: comparatorId("string_contains"),
          condition: "a",
        })),
      },
    ],
    actions: rest.actions ?? [],
    childRules: [],
  },
});

const set = (field: number, formula = "1") => ({
  globalObjectFieldId: field,
  workflowDataTypeActionId: actionId("set", "number"),
  value: formula,
});
const raise = (field: number) => ({
  globalObjectFieldId: field,
  workflowDataTypeActionId: actionId("percent_change", "number"),
  value: "10",
});
type Child = UpdateOrCreateMappingRule["rule"];
const child = (field: number, enabled: boolean, childRules: Child[] = []): Child => ({
  name: "",
  workflowRuleTypeId: 1,
  alwaysRun: true,
  enabled,
  groups: [],
  actions: [set(field, "{product.price}")],
  childRules,
});

const wood = { name: "Wood", value: "Oak" };
const texts = ["Brass lamp > one", "Oak > desk"];
const entries = [[wood, { name: "Color", value: "Red" }], [wood]];
/** Two different values of a type, texts by default. */
const twoValues: Partial<Record<DataTypeHandle, readonly unknown[]>> = {
  number: [12.37, 45.61],
  attributes: entries,
  custom_fields: entries,
  custom_aggregate_fields: entries,
  variant_options: entries,
};

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe("a rule's use of fields", () => {
  test("conditions read, formulas read, `set` replaces, and arithmetic continues from the value", () => {
    const use = collectFieldUse(
      rule({ reads: [title], actions: [set(price, "{product.cost} * 2"), raise(cost)] }),
      catalogue,
    );
    expect([...use.reads].toSorted()).toEqual([title, cost].toSorted());
    expect(use.writes).toEqual(new Set([price, cost]));
    expect(use.replaces).toEqual(new Set([price]));
  });

  test("an inherited field is the one that the rule assigns", () => {
    expect(collectFieldUse(rule({ actions: [raise(value)] }), catalogue).writes).toEqual(
      new Set([price]),
    );
  });

  test("a field that is set and then changed is still read where only some elements are set", () => {
    const partly = { ...set(price), applyToMatchedOnly: true };
    expect(collectFieldUse(rule({ actions: [partly] }), catalogue).replaces).toEqual(new Set());
  });

  test("a disabled child rule and the rules inside it do not run, but the rule itself counts as enabled", () => {
    const outer = rule({ enabled: false, reads: [title], actions: [raise(value)] });
    const childRules = [child(cost, true), child(tags, false, [child(unit, true)])];
    const use = collectFieldUse({ ...outer, rule: { ...outer.rule!, childRules } }, catalogue);
    expect(use.reads).toEqual(new Set([title, price]));
    expect(use.writes).toEqual(new Set([price, cost]));
    expect(use.replaces).toEqual(new Set([cost]));
  });

  test.each(actionHandles)("%s replaces a value if its result doesn't depend on it", (handle) => {
    const { dataTypes, example } = anyAction[handle];
    const [type] = dataTypes;
    const operands =
      handle === "attributes_to_html"
        ? example.operands.map((text) => JSON.parse(text))
        : example.operands;
    const [one, other] = (twoValues[type] ?? texts).map((before) =>
      after(handle, before, operands),
    );
    const { replaces } = collectFieldUse(
      {
        useOriginalInputValue: false,
        rule: ruleWith({ actions: [actionWith(handle, fieldOfType(type), example.operands)] }),
      },
      testCatalogue,
    );
    expect(replaces.size === 1).toBe(JSON.stringify(one) === JSON.stringify(other));
  });

  test("a mapping rule without its tree does nothing", () => {
    expect(
      collectFieldUse({ useOriginalInputValue: false, rule: null }, catalogue).writes.size,
    ).toBe(0);
  });
});

describe("neighbours", () => {
  const subject = rule({ id: 5, rank: 5, reads: [title], actions: [set(price)] });

  test("a later rule that sets the same field overrides this one", () => {
    const [found] = findNeighbours(
      subject,
      [subject, rule({ id: 6, actions: [set(price)] })],
      catalogue,
    );
    expect(found?.runs).toBe("after");
    expect(names(found?.loses ?? [])).toEqual(["Price"]);
  });

  test("a later rule that raises it continues from it, unless it starts from the original value", () => {
    const [on] = findNeighbours(
      subject,
      [subject, rule({ id: 6, actions: [raise(price)] })],
      catalogue,
    );
    expect([names(on?.shares ?? []), names(on?.loses ?? [])]).toEqual([["Price"], []]);
    const [fromOriginal] = findNeighbours(
      subject,
      [subject, rule({ id: 6, original: true, actions: [raise(price)] })],
      catalogue,
    );
    expect(names(fromOriginal?.loses ?? [])).toEqual(["Price"]);
  });

  test("an earlier rule passes on the fields it sets", () => {
    const [found] = findNeighbours(
      subject,
      [subject, rule({ id: 4, actions: [set(title)] })],
      catalogue,
    );
    expect([found?.runs, names(found?.passes ?? [])]).toEqual(["before", ["Title"]]);
  });

  test("neighbors are in the order they run, whatever the order of the input; the saved rank counts, not the draft's", () => {
    const others = [3, 9, 1].map((id) => rule({ id, actions: [raise(price)] }));
    const found = findNeighbours(
      { ...subject, rule: { ...subject.rule!, rank: 99 } },
      [...others, subject],
      catalogue,
    );
    expect(found.map(({ rule: { id }, runs }) => [id, runs])).toEqual([
      [1, "before"],
      [3, "before"],
      [9, "after"],
    ]);
  });

  test("an unsaved rule runs after all others", () => {
    const found = findNeighbours(
      { ...subject, id: null },
      [rule({ id: 900, actions: [raise(price)] })],
      catalogue,
    );
    expect(found.map(({ runs }) => runs)).toEqual(["before"]);
  });

  test("rules of another event, the rule itself, and rules on other fields are not neighbors", () => {
    const others = [
      subject,
      rule({ id: 6, eventId: 2, actions: [set(price)] }),
      rule({ id: 7, reads: [cost], actions: [set(cost)] }),
      rule({ id: 8 }),
    ];
    expect(findNeighbours(subject, others, catalogue)).toEqual([]);
  });
});

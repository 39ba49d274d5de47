import { expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toCreateRequest, choicesFor, toReplaceRequest, planImport } from "./import-rules.ts";

const condition = (id?: number) => ({
  ...(id ? { id } : {}),
  globalObjectFieldId: 1,
  workflowDataTypeComparatorId: 2,
  childConditions: [],
});
const ruleOf = <G extends object>(id: number, group: G) => ({
  id: 7,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: {
    id,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    groups: [{ id: 71, ...group }],
    actions: [],
    childRules: [],
  },
});
const request = (more: object = {}) =>
  ({
    ...ruleOf(70, { conditions: [condition(72), condition(999)] }),
    ...more,
  }) as UpdateOrCreateMappingRule;
const ruleHere = (more: object = {}) =>
  ({
    ...ruleOf(60, { rank: 1, conditions: [condition(72)] }),
    ...more,
  }) as unknown as MappingRule;

const planOf = (given: UpdateOrCreateMappingRule, rules: readonly MappingRule[] | undefined) =>
  planImport([{ request: given, notes: [] }], rules)[0]!;

test("the target of a rule is the rule with its id, else the only one with its name", () => {
  const [own, other] = [ruleHere(), ruleHere({ id: 8 })];
  expect(planOf(request(), [other, own]).target).toBe(own);
  expect(planOf(request({ id: 99 }), [other]).target).toBe(other);
  expect(planOf(request({ id: 99 }), [own, other]).target).toBeUndefined();
  expect(planOf(request({ id: 99, name: "Chairs" }), [own]).target).toBeUndefined();
});

test("the target is never a rule of another event, field or type, nor one without its tree", () => {
  expect(planOf(request(), [ruleHere({ eventId: 2 })]).target).toBeUndefined();
  expect(planOf(request(), [ruleHere({ globalObjectFieldId: 2 })]).target).toBeUndefined();
  expect(planOf(request(), [ruleHere({ rule: null })]).target).toBeUndefined();
});

test("the choices follow from the target", () => {
  expect(choicesFor(planOf(request(), [ruleHere()]))).toEqual(["create", "update", "skip"]);
  expect(choicesFor(planOf(request(), []))).toEqual(["create", "skip"]);
  expect(choicesFor(planOf(request(), undefined))).toEqual(["create", "update", "skip"]);
  expect(choicesFor(planOf(request({ id: null }), undefined))).toEqual(["create", "skip"]);
  expect(choicesFor(planOf(request({ eventId: 0 }), []))).toEqual(["skip"]);
});

test("a rule that replaces another keeps the ids that exist there and drops the others", () => {
  const made = toReplaceRequest(planOf(request(), [ruleHere()]), ruleHere());
  expect([made.id, made.rule.id, made.rule.groups[0]?.id]).toEqual([7, 60, 71]);
  expect(made.rule.groups[0]?.conditions.map(({ id }) => id)).toEqual([72, undefined]);
});

test("a new rule has no id", () => {
  expect(JSON.stringify(toCreateRequest(planOf(request(), [])))).not.toContain('"id"');
});

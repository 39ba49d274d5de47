import { describe, expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { comparatorId, tableRecords } from "#rules/workflow-records.ts";
import { testMetaData } from "#rule-model/testing/builder.ts";
import { collectWorkflow } from "./workflow.ts";
import { createWorkflow } from "./workflow.ts";
import { withoutIds } from "./draft-rule.ts";
import { exportRules } from "./portable-names.ts";
import {
  choiceAmongAll,
  choicesFor,
  type ImportChoice,
  planImport,
  proposedChoice,
  readReplacement,
  readRuleFile,
  toCreateRequest,
  toReplaceRequest,
} from "./import-rules.ts";

const condition = (id?: number) => ({
  ...(id ? { id } : {}),
  globalObjectFieldId: 1,
  workflowDataTypeComparatorId: 2,
  childConditions: [],
});
const storedRule = <G extends object>(id: number, group: G) => ({
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
    ...storedRule(70, { conditions: [condition(72), condition(999)] }),
    ...more,
  }) as UpdateOrCreateMappingRule;
const ruleHere = (more: object = {}) =>
  ({
    ...storedRule(60, { rank: 1, conditions: [condition(72)] }),
    ...more,
  }) as unknown as MappingRule;

const planOf = (given: UpdateOrCreateMappingRule, rules: readonly MappingRule[] | undefined) =>
  planImport([{ request: given, notes: [] }], rules)[0]!;

const otherParts = { rule: { ...ruleHere().rule, groups: [] } };

test.each<[string, UpdateOrCreateMappingRule, rules: object[], target: number | undefined]>([
  ["the rule with its ID and name", request(), [{ id: 8 }, {}], 7],
  ["the rule with its ID and a part", request({ name: "Chairs" }), [{}], 7],
  ["the only rule with its name", request({ id: 99 }), [{ id: 8 }], 8],
  ["no rule, where two have its name", request({ id: 99 }), [{}, { id: 8 }], undefined],
  ["no rule without a name", request({ id: 99, name: "" }), [{ name: "" }], undefined],
  ["no rule of another ID and name", request({ id: 99, name: "Chairs" }), [{}], undefined],
  [
    "the rule with its name before one with only its ID",
    request({ name: "Chairs" }),
    [otherParts, { id: 8, name: "Chairs" }],
    8,
  ],
])("the target is %s", (_target, given, rules, target) => {
  const entry = planOf(given, rules.map(ruleHere));
  expect(entry.target?.id).toBe(target);
  expect(choiceAmongAll(entry, "update")).toBe(target === undefined ? "create" : "update");
});

test.each([
  ["other parts", otherParts],
  [
    "a part with an equal ID, but another field",
    storedRule(70, { conditions: [{ ...condition(72), globalObjectFieldId: 9 }] }),
  ],
])("a rule with only an equal ID and %s is never overwritten among all", (_parts, more) => {
  const entry = planOf(request({ name: "Rule of another account" }), [ruleHere(more)]);
  expect([entry.target?.id, entry.idOnly]).toEqual([7, true]);
  expect(choicesFor(entry)).toEqual(["create", "update", "skip"]);
  const choices = (["create", "update", "skip"] as const).map((one) => choiceAmongAll(entry, one));
  expect(choices).toEqual(["create", "create", "skip"]);
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

const copyOfHere = () => toMappingRuleRequest(ruleHere())!;

test.each<[string, UpdateOrCreateMappingRule, rules: object[], ImportChoice]>([
  ["a rule that is here already", copyOfHere(), [{}], "skip"],
  ["it without IDs, from another account", withoutIds(copyOfHere(), "head"), [{}], "skip"],
  ["it under another name", { ...copyOfHere(), name: "Chairs" }, [{}], "create"],
  ["it with a changed part", request(), [{}], "create"],
  [
    "it where another rule has its name too",
    { ...copyOfHere(), id: 99 },
    [{}, { id: 8 }],
    "create",
  ],
  ["one that can't be sent", request({ eventId: 0 }), [{}], "skip"],
])("the import proposed for %s", (_rule, given, rules, proposed) => {
  expect(proposedChoice(planOf(given, rules.map(ruleHere)))).toBe(proposed);
});

test("all rules of a file can be created even if they are here already", () => {
  expect(choiceAmongAll(planOf(copyOfHere(), [ruleHere()]), "create")).toBe("create");
});

test.each<
  [string, UpdateOrCreateMappingRule[], owners: (number | undefined)[], ofOther: ImportChoice]
>([
  ["the first of them", [request(), request({ id: 99 })], [7, undefined], "skip"],
  [
    "one that matches by more than its ID",
    [request({ name: "Other", rule: otherParts.rule }), request({ id: 99 })],
    [undefined, 7],
    "create",
  ],
  ["one that can be sent", [request({ rule: { id: 70 } }), request()], [undefined, 7], "skip"],
])("of two rules for the same rule here, %s can replace it", (_which, given, owners, ofOther) => {
  const entries = planImport(
    given.map((one) => ({ request: one, notes: [] })),
    [ruleHere()],
  );
  expect(entries.map(({ target }) => target?.id)).toEqual(owners);
  const other = entries.find(({ target }) => !target)!;
  expect(other.takenBy).toBe("Lamps");
  expect(choiceAmongAll(other, "update")).toBe(ofOther);
  expect(choicesFor(other)).toEqual(other.incomplete ? ["skip"] : ["create", "skip"]);
  expect(entries.find(({ target }) => target)?.takenBy).toBeUndefined();
});

test("without the rules of the upstream, one rule of a file replaces the rule with its ID", () => {
  const entries = planImport(
    [request(), request({ name: "Chairs" })].map((one) => ({ request: one, notes: [] })),
    undefined,
  );
  expect(entries.map(({ blindId, takenBy }) => [blindId, takenBy])).toEqual([
    [7, undefined],
    [undefined, "Lamps"],
  ]);
});

test("a rule that replaces another keeps the ids that exist there and drops the others", () => {
  const made = toReplaceRequest(planOf(request(), [ruleHere()]), ruleHere());
  expect([made.id, made.rule.id, made.rule.groups[0]?.id]).toEqual([7, 60, 71]);
  expect(made.rule.groups[0]?.conditions.map(({ id }) => id)).toEqual([72, undefined]);
});

test("a new rule has no id", () => {
  expect(JSON.stringify(toCreateRequest(planOf(request(), [])))).not.toContain('"id"');
});

const contains = tableRecords().comparators.find(
  ({ id }) => id === comparatorId("string_contains"),
);
const conditionOf = (more: object) => ({
  globalObjectFieldId: 2_001,
  workflowDataTypeComparatorId: contains?.id ?? 0,
  condition: "lamp",
  childConditions: [],
  ...more,
});
const ruleInFile = (conditionMore: object) => ({
  id: 5,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: {
    id: 50,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    groups: [{ id: 51, conditions: [conditionOf({ id: 52, ...conditionMore })] }],
    actions: [],
    childRules: [],
  },
});
const nothingKnown = {
  workflow: createWorkflow(collectWorkflow([])),
  source: { kind: "rules", count: 0 },
} as const;
const known = { workflow: createWorkflow(testMetaData), source: { kind: "upstream" } } as const;

const conditionIn = (text: string, from: typeof nothingKnown | typeof known) => {
  const { read } = readRuleFile(text, from);
  return "why" in read ? read.why : read.rules[0]?.request.rule.groups[0]?.conditions[0];
};

test("without a catalogue an answer brings its own records, and its ids are kept", () => {
  const text = JSON.stringify([ruleInFile({ workflowDataTypeComparator: contains })]);
  const { read, workflow, answered } = readRuleFile(text, nothingKnown);
  expect("rules" in read && read.rules[0]?.notes).toEqual([]);
  expect(conditionIn(text, nothingKnown)).toMatchObject({
    id: 52,
    globalObjectFieldId: 2_001,
    workflowDataTypeComparatorId: contains?.id,
  });
  expect(workflow.catalogue.comparatorHandles.get(contains?.id ?? 0)).toBe("string_contains");
  expect(answered.map(({ id }) => id)).toEqual([5]);
});

test("without a catalogue the ids of an exported file are kept too", () => {
  const text = exportRules([ruleInFile({})], known.workflow);
  expect(conditionIn(text, nothingKnown)).toMatchObject({ globalObjectFieldId: 2_001 });
});

test("with a catalogue, names are converted to its ids", () => {
  const text = exportRules([ruleInFile({})], known.workflow).replaceAll("2001", "777");
  expect(conditionIn(text, known)).toMatchObject({ globalObjectFieldId: 2_001 });
});

test("a rule of too many parts is refused before it is checked", () => {
  const rule = ruleInFile({});
  const empty = { ...rule, rule: { ...rule.rule, actions: Array(100_000).fill({}) } };
  const { read } = readRuleFile(JSON.stringify([empty, rule]), known);
  expect(read).toMatchObject({
    rules: [{ request: { name: "Lamps" } }],
    refused: [{ place: 1, why: "This has more than 5,000 parts, the most that a rule can have." }],
  });
});

test.each(["", "{", "[]", "[1]", "null", '{"rules": 1}', "[".repeat(100_000)])(
  "a text that is not a file of rules gives a message: %#",
  (text) => {
    for (const from of [known, nothingKnown]) {
      const { read } = readRuleFile(text, from);
      expect("why" in read ? read.why : read.refused.length).toBeTruthy();
    }
  },
);

describe("the open rule is replaced by a pasted one", () => {
  const workflow = createWorkflow(testMetaData, new Map(), false);
  const own = storedRule(60, { conditions: [condition(72)] }) as UpdateOrCreateMappingRule;
  const replace = (pasted: unknown, open = own) =>
    readReplacement(JSON.stringify(pasted), open, workflow);

  test("a rule with other ids gives its content: own parts keep their ids, others are new", () => {
    const other = storedRule(90, { conditions: [condition(72), condition(999)] });
    const read = replace({ ...other, id: 8, name: "Lanterns" });
    expect(read).toMatchObject({ request: { id: 7, name: "Lanterns", rule: { id: 60 } } });
    expect(
      "request" in read && read.request.rule.groups[0]?.conditions.map(({ id }) => id),
    ).toEqual([72, undefined]);
  });
  test.each([
    ["no rule", { a: 1 }, "no mapping rules"],
    ["a list of two", [own, own], "several rules"],
    ["a prototype", JSON.parse('{"__proto__": {"x": 1}, "rule": 1}'), "must be an object"],
    ["another data type", { ...own, globalDataTypeId: 2 }, "can't be changed after creation"],
    ["an unknown field", { ...own, extra: 1 }, "“extra” isn't a field"],
    ["a part of the wrong type", { ...own, rule: { ...own.rule, alwaysRun: 3 } }, "true or false"],
    [
      "a part without end",
      { ...own, rule: { ...own.rule, actions: Array(6_000).fill({}) } },
      "parts",
    ],
  ])("%s is refused with a reason", (_, pasted, why) => {
    expect(replace(pasted)).toEqual(expect.objectContaining({ why: expect.stringContaining(why) }));
  });
  test("a rule that isn't saved yet takes another event, and no ids", () => {
    const read = replace({ ...own, eventId: 2 }, withoutIds(own, "head"));
    expect(read).toMatchObject({ request: { eventId: 2 } });
    expect(JSON.stringify(read)).not.toContain('"id"');
  });
});

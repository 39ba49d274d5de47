import * as fc from "fast-check";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
} from "#contract/mapping-rule-request.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { wordingOfRule } from "#rule-model/diff-rules.ts";
import { testFieldIds, testWorkflow } from "./builder.ts";

/* Rules for the tests of comparing and merging, with typical edits of them. */

export const describeTestRule = wordingOfRule(testWorkflow);

export const titleContains = (id: number | undefined, text: string): UpdateOrCreateCondition => ({
  ...(id === undefined ? {} : { id }),
  globalObjectFieldId: testFieldIds.title,
  workflowDataTypeComparatorId: comparatorId("string_contains"),
  condition: text,
  childConditions: [],
});

export const setTitle = (id: number | undefined, text: string): UpdateOrCreateAction => ({
  ...(id === undefined ? {} : { id }),
  globalObjectFieldId: testFieldIds.title,
  workflowDataTypeActionId: actionId("set", "string"),
  value: text,
  childActions: [],
});

/** A saved rule with groups of conditions by their ids and texts, and actions. */
export const savedRule = (
  groups: readonly (readonly [id: number, conditions: readonly UpdateOrCreateCondition[]])[],
  actions: readonly UpdateOrCreateAction[] = [],
): UpdateOrCreateMappingRule => ({
  id: 1,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalObjectFieldId: testFieldIds.title,
  globalDataTypeId: 1,
  rule: {
    id: 2,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    enabled: true,
    groups: groups.map(([id, conditions]) => ({ id, conditions: [...conditions] })),
    actions: [...actions],
    childRules: [],
  },
});

/** Two groups and three actions, each part with an id. */
export const lampRule = savedRule(
  [
    [10, [titleContains(100, "lamp"), titleContains(101, "light")]],
    [11, [titleContains(102, "torch")]],
  ],
  [setTitle(200, "A"), setTitle(201, "B"), setTitle(202, "C")],
);

/** Copies a value of JSON with everything in it. */
export const deepCopy = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, deepCopy(inner)]),
  ) as T;
};

const word = fc.constantFrom("lamp", "lantern", "light", "torch", "ü", "");

const conditionsFrom = (start: number) =>
  fc
    .array(word, { maxLength: 4 })
    .map((texts) => texts.map((text, at) => titleContains(start + at, text)));

/** Any saved rule, small enough to be readable when a test fails. */
export const anyRule: fc.Arbitrary<UpdateOrCreateMappingRule> = fc
  .tuple(
    fc
      .array(fc.constant(0), { minLength: 1, maxLength: 3 })
      .chain((list) => fc.tuple(...list.map((_, at) => conditionsFrom(100 + at * 10)))),
    fc.array(word, { maxLength: 4 }),
  )
  .map(([groups, actions]) =>
    savedRule(
      groups.map((conditions, at) => [10 + at, conditions] as const),
      actions.map((text, at) => setTitle(200 + at, text)),
    ),
  );

type Edit = (rule: UpdateOrCreateMappingRule, pick: number, text: string) => void;

const groupAt = ({ rule }: UpdateOrCreateMappingRule, pick: number) =>
  rule.groups[pick % rule.groups.length];

const moveOne = <T>(list: T[], from: number, to: number): void => {
  if (list.length === 0) return;
  const [one] = list.splice(from % list.length, 1);
  if (one !== undefined) list.splice(to % (list.length + 1), 0, one);
};

const edits: readonly Edit[] = [
  (rule, pick, text) => {
    const condition = groupAt(rule, pick)?.conditions[pick % 4];
    if (condition) condition.condition = `${text}!`;
  },
  (rule, pick, text) => {
    groupAt(rule, pick)?.conditions.splice(pick % 3, 0, titleContains(undefined, `new ${text}`));
  },
  (rule, pick) => {
    groupAt(rule, pick)?.conditions.splice(pick % 3, 1);
  },
  (rule, pick) => moveOne(groupAt(rule, pick)?.conditions ?? [], pick, pick + 1),
  (rule, pick) => {
    const taken = groupAt(rule, pick)?.conditions.shift();
    if (taken) groupAt(rule, pick + 1)?.conditions.push(taken);
  },
  ({ rule }, pick) => moveOne(rule.actions, pick, pick + 2),
  ({ rule }, _pick, text) => {
    rule.actions.push(setTitle(undefined, text));
  },
  ({ rule }, pick) => {
    rule.actions.splice(pick % 4, 1);
  },
  ({ rule }, pick) => {
    if (rule.groups.length > 1) rule.groups.splice(pick % rule.groups.length, 1);
  },
  ({ rule }) => {
    rule.enabled = !rule.enabled;
  },
  (rule, _pick, text) => {
    rule.description = text;
  },
];

/** A rule after any edits. */
export const edited = (rule: UpdateOrCreateMappingRule): fc.Arbitrary<UpdateOrCreateMappingRule> =>
  fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(20), word), { maxLength: 6 }).map((steps) => {
    const next = deepCopy(rule);
    for (const [at, pick, text] of steps) edits[at]?.(next, pick, text);
    return next;
  });

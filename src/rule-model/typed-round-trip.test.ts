import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actionHandles, comparatorHandles, type DataTypeHandle } from "#contract/handles.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { describeRule, givenName, ruleParagraph } from "#rules/describe-rule.ts";
import { parseFormula } from "#rules/formula.ts";
import { timeBefore } from "#rules/iso-time.ts";
import { givenValues, type OperandSpec, parseList } from "#rules/operands.ts";
import { parseDecimal, parseInteger } from "#rules/decimal.ts";
import { readings } from "#rules/read-value.ts";
import type { RunnableAction, RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import { findAction, findComparator, findPreModifier, isTier } from "#rules/rule-catalogue.ts";
import { actionWith, conditionWith, fieldOfType, testMetaData } from "#rules/testing/catalogue.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { clashesWith } from "./choices.ts";
import { pickedTypes } from "./operand-specs.ts";
import { parseTypedRule } from "./typed-rule.ts";
import { createWorkflow, createWording } from "./workflow.ts";

const names = new Map([
  [1, "Colours"],
  [2, "“Best”, of all or none"],
]);
const workflow = createWorkflow(testMetaData, names);
const { catalogue } = workflow;
const inheritedType = "number";
const wording = createWording(workflow, inheritedType);

/* Two rules are the same if every part means the same: operands that nothing reads, empty groups and the spelling of a
   list, a unit or a formula do not count. */

const sameOperand = (spec: OperandSpec, text: string, next: string): unknown => {
  const { kind, whenEmpty = "" } = spec;
  if (text === "" && /^\d+$/.test(whenEmpty)) return parseDecimal(whenEmpty);
  if (kind === "list") return parseList(text);
  if (kind === "option" || spec.mayBeSeveral) return text === "" ? "" : givenValues(spec, text);
  if (kind === "boolean") return readings.boolean(text) ?? text;
  if (kind === "field") return parseInteger(text) ?? text.trim();
  if (kind === "mappingSet") return parseDecimal(text) ?? text.trim();
  if (kind === "unit") return timeBefore(0, "1", text) ?? text;
  if (kind === "moment" && timeBefore(0, text, next) !== undefined)
    return { amount: parseDecimal(text), unit: timeBefore(0, "1", next) };
  if (["number", "integer", "index", "percent", "duration", "moment", "date"].includes(kind))
    return parseDecimal(text) ?? text.trim();
  const formula = kind === "formula" ? parseFormula(text) : undefined;
  return formula && !("problem" in formula) ? formula.steps : text;
};

const sameTexts = (
  specs: readonly OperandSpec[],
  texts: readonly (string | null | undefined)[],
): unknown[] =>
  specs.map((spec, at) => {
    // The unit of a date has no meaning.
    const isDate = spec.kind === "unit" && parseDecimal(texts[0] ?? "") === undefined;
    return isDate && texts[0] ? "" : sameOperand(spec, texts[at] ?? "", texts[at + 1] ?? "");
  });

const same = {
  condition: (part: RunnableCondition, picked = false): unknown => {
    const comparator = findComparator(part, catalogue);
    const preModifier = findPreModifier(part, catalogue);
    const texts = [part.condition, part.condition2];
    const [first] = comparator?.operands ?? [];
    const all =
      part.conditionArrayMustMatchAll &&
      comparator?.whenAll &&
      first &&
      (comparator.usesOtherField || givenValues(first, part.condition ?? "").length > 1);
    return {
      field: picked ? "picked" : (part.globalObjectFieldId ?? 0),
      comparator: part.workflowDataTypeComparatorId ?? 0,
      preModifier: part.preModifierDataTypeComparatorId ?? 0,
      texts: comparator && sameTexts(comparator.operands, texts),
      counted:
        preModifier?.operands[1] && sameOperand(preModifier.operands[1], part.condition2 ?? "", ""),
      every: part.fieldArrayMustMatchAll === true,
      all: Boolean(all),
      children: (part.childConditions ?? []).map((child) =>
        same.condition(child, comparator?.pick !== undefined),
      ),
    };
  },
  action: (part: RunnableAction, picked = false): unknown => {
    const action = findAction(part, catalogue);
    const field = catalogue.fields.get(part.globalObjectFieldId ?? 0);
    const type = picked
      ? "string"
      : field?.dataType === "inherited"
        ? inheritedType
        : field?.dataType;
    const specs = (type && action?.operandsByType?.[type]) || action?.operands;
    const usesOthers = action?.usesOtherField ?? action?.formulaTypes !== undefined;
    return {
      field: picked ? "picked" : part.globalObjectFieldId,
      action: part.workflowDataTypeActionId,
      texts: specs && sameTexts(specs, [part.value, part.value2, part.value3]),
      scope: usesOthers ? (part.usesOtherFieldScope ?? "") : "",
      matched: part.applyToMatchedOnly === true,
      children: action?.picksEntry
        ? (part.childActions ?? []).map((child) => same.action(child, true))
        : [],
    };
  },
  rule: (rule: RunnableWorkflowRule, at?: number, tiers = false): unknown => {
    const children = rule.childRules ?? [];
    const ownTiers = isTier(rule, catalogue) && children.length > 0;
    return {
      name: at === undefined ? "" : rule.name || givenName(tiers, at),
      tiers: ownTiers,
      always: rule.alwaysRun,
      enabled: rule.enabled ?? true,
      groups: rule.alwaysRun
        ? []
        : (rule.groups ?? [])
            .map(({ conditions }) => (conditions ?? []).map((part) => same.condition(part)))
            .filter(({ length }) => length > 0),
      actions: (rule.actions ?? []).map((part) => same.action(part)),
      children: children.map((child, place) => same.rule(child, place, ownTiers)),
    };
  },
};

const sentence = (rule: RunnableWorkflowRule) => ruleParagraph(describeRule(rule, wording));

const expectSame = (rule: RunnableWorkflowRule): void => {
  const words = sentence(rule);
  const read = parseTypedRule(words, { workflow, eventId: 0, inheritedType });
  expect("rule" in read ? "" : `${words}\n${JSON.stringify(read)}`).toBe("");
  if (!("rule" in read)) return;
  expect(same.rule(read.rule), words).toEqual(same.rule(rule));
};

/* Texts that look like the words around them. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        "“",
        "”",
        '"',
        ", any case",
        " and ",
        " or ",
        ": ",
        "; ",
        ". ",
        "Set String to ",
        "String exists",
        "nothing",
        "…",
        "\n",
        "  ",
        "··",
        "‹U+00B7›",
        "\u202e",
        "␀",
        "\u0000",
        "\u00a0",
        "(not usable)",
        ", whose value is ",
        "👩‍🚀",
        "[",
        "5",
      ),
      { maxLength: 5 },
    )
    .map((pieces) => pieces.join("")),
);

const fieldIds = [...catalogue.fields.keys(), 99_999];
const ofKind = ({ kind, mayBeSeveral }: OperandSpec): fc.Arbitrary<string> => {
  const several = fc.array(hostile, { maxLength: 3 }).map((values) => JSON.stringify(values));
  if (kind === "field")
    return fc.oneof(
      fc.constantFrom("", ...fieldIds.map(String)),
      hostile.filter((text) => text.trim() === text),
    );
  if (kind === "list")
    return fc.oneof(several, fc.constantFrom("", "a, b", '"a, b", c', "a\nb"), hostile);
  if (kind === "option")
    return fc.oneof(
      several,
      fc.constantFrom("", "lb", '["lb","Pound"]', "oz"),
      hostile.filter((text) => !/pound|active/i.test(text)),
    );
  if (mayBeSeveral) return fc.oneof(several, hostile);
  if (["text", "key", "separator"].includes(kind)) return hostile;
  if (kind === "boolean") return fc.oneof(fc.constantFrom("", "true", "no", "1"), hostile);
  if (kind === "unit") return fc.oneof(fc.constantFrom("", "days", "hour", "MONTHS"), hostile);
  if (kind === "mappingSet") return fc.oneof(fc.constantFrom("", "1", "2", "3"), hostile);
  if (kind === "formula")
    return fc.oneof(
      fc.constantFrom(
        "",
        "{part.cost}",
        "5",
        "-5",
        "({part.cost}+ 2.5)*  {thing.number}/3",
        "{x.y} * 2",
        "{part.cost} -",
        "-{part.cost} * -2",
      ),
      hostile,
    );
  return fc.oneof(
    fc.constantFrom(
      "",
      "5",
      "-1.50",
      ".5",
      "1e3",
      "2026-01-31",
      "2026-01-31T08:30:00+01:00",
      "2026-01-31 08:30:00.5 Z",
      " 2026-01-31 00:00",
      "2026-01-31 08:00 +0100",
      "5.",
      " 5",
      "1,000",
    ),
    hostile,
  );
};

const textsFor = (specs: readonly OperandSpec[]): fc.Arbitrary<string[]> =>
  fc.tuple(...specs.map(ofKind)).map((texts) => [...texts]);

const fieldsOf = (type: DataTypeHandle): number[] =>
  [...catalogue.fields.values()].flatMap(({ id, dataType }) =>
    dataType === type || (dataType === "inherited" && type === inheritedType) ? [id] : [],
  );

const entryOf = (handle: (typeof comparatorHandles)[number]): Comparator => comparators[handle];

const conditionsOf = (
  handle: (typeof comparatorHandles)[number],
  types: readonly DataTypeHandle[] = entryOf(handle).dataTypes,
): fc.Arbitrary<RunnableCondition> =>
  fc.constantFrom(...types).chain((type) =>
    fc
      .record({
        field: fc.constantFrom(...fieldsOf(type)),
        texts: textsFor(entryOf(handle).operands),
        every: fc.boolean(),
        all: fc.boolean(),
      })
      .map(({ field, texts, every, all }) =>
        conditionWith(handle, field, texts, {
          workflowDataTypeComparatorId: comparatorId(handle, type),
          fieldArrayMustMatchAll: every,
          conditionArrayMustMatchAll: all,
        }),
      ),
  );

const counting = comparatorHandles.filter((handle) => entryOf(handle).preModifier);
const numeric = comparatorHandles.filter((handle) => entryOf(handle).dataTypes[0] === "number");

const counted: fc.Arbitrary<RunnableCondition> = fc
  .tuple(fc.constantFrom(...counting), fc.constantFrom(...numeric))
  .filter(([one, other]) => !clashesWith(entryOf(other), entryOf(one)))
  .chain(([one, other]) =>
    fc.tuple(conditionsOf(one), conditionsOf(other)).map(([subject, judged]) => ({
      ...judged,
      globalObjectFieldId: subject.globalObjectFieldId,
      preModifierDataTypeComparatorId: subject.workflowDataTypeComparatorId,
      condition2: subject.condition2,
    })),
  );

const simple = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(...comparatorHandles).chain((handle) => conditionsOf(handle)),
  },
  { weight: 1, arbitrary: counted },
  { weight: 1, arbitrary: fc.constantFrom({}, { globalObjectFieldId: fieldOfType("string") }) },
);

const onValue = fc.oneof(
  counted.filter(
    ({ globalObjectFieldId }) =>
      catalogue.fields.get(globalObjectFieldId ?? 0)?.dataType !== undefined,
  ),
  fc
    .constantFrom(...comparatorHandles)
    .filter((handle) => pickedTypes.some((type) => entryOf(handle).dataTypes.includes(type)))
    .chain((handle) =>
      conditionsOf(
        handle,
        pickedTypes.filter((type) => entryOf(handle).dataTypes.includes(type)),
      ),
    ),
);

const anyCondition = fc.oneof(
  { weight: 3, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc
          .constantFrom(...comparatorHandles.filter((handle) => entryOf(handle).pick))
          .chain((handle) => conditionsOf(handle)),
        fc.array(onValue, { minLength: 1, maxLength: 3 }),
      )
      .map(([outer, childConditions]) => ({ ...outer, childConditions })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        simple.filter(
          (part: RunnableCondition) =>
            Boolean(part.workflowDataTypeComparatorId) && !findComparator(part, catalogue)?.pick,
        ),
        fc.array(simple, { minLength: 1, maxLength: 2 }),
      )
      .map(([outer, childConditions]) => ({ ...outer, childConditions })),
  },
);

const actionEntry = (handle: (typeof actionHandles)[number]): Action => actions[handle];

const actionsOf = (
  handle: (typeof actionHandles)[number],
  picked?: DataTypeHandle,
): fc.Arbitrary<RunnableAction> =>
  fc.constantFrom(...(picked ? [picked] : actionEntry(handle).dataTypes)).chain((type) =>
    fc
      .record({
        field: fc.constantFrom(...fieldsOf(type)),
        texts: textsFor(
          actionEntry(handle).operandsByType?.[picked ? "string" : type] ??
            actionEntry(handle).operands,
        ),
        usesOtherFieldScope: fc.constantFrom(null, "all", "filtered", "correlated"),
        applyToMatchedOnly: fc.boolean(),
      })
      .map(({ field, texts, ...more }) =>
        actionWith(handle, field, texts, {
          ...more,
          workflowDataTypeActionId: actionId(handle, type),
        }),
      ),
  );

const pickedActions = actionHandles.flatMap((handle) =>
  pickedTypes
    .filter((type) => actionEntry(handle).dataTypes.includes(type))
    .slice(0, 1)
    .map((type) => [handle, type] as const),
);

const anyAction = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...actionHandles).chain((handle) => actionsOf(handle)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { globalObjectFieldId: 0, workflowDataTypeActionId: 0 },
      { globalObjectFieldId: fieldOfType("string"), workflowDataTypeActionId: 0 },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc
          .constantFrom(...actionHandles.filter((handle) => actionEntry(handle).picksEntry))
          .chain((handle) => actionsOf(handle)),
        fc.array(
          fc.constantFrom(...pickedActions).chain(([handle, type]) => actionsOf(handle, type)),
          { minLength: 1, maxLength: 2 },
        ),
      )
      .map(([outer, childActions]) => ({ ...outer, childActions })),
  },
);

const ruleOf = (
  children: fc.Arbitrary<RunnableWorkflowRule[]>,
): fc.Arbitrary<RunnableWorkflowRule> =>
  fc.record({
    name: fc.oneof(fc.constantFrom("", "Tier 1", "Rule 2"), hostile),
    workflowRuleTypeId: fc.constantFrom(1, 2),
    alwaysRun: fc.boolean(),
    enabled: fc.boolean(),
    groups: fc.array(fc.record({ conditions: fc.array(anyCondition, { maxLength: 3 }) }), {
      maxLength: 3,
    }),
    actions: fc.array(anyAction, { maxLength: 3 }),
    childRules: children,
  });

const anyRule = ruleOf(
  fc.array(ruleOf(fc.array(ruleOf(fc.constant([])), { maxLength: 2 })), { maxLength: 2 }),
);

const alone = (parts: Partial<RunnableWorkflowRule>): RunnableWorkflowRule => ({
  name: "",
  workflowRuleTypeId: 1,
  alwaysRun: parts.groups === undefined,
  groups: [],
  actions: [],
  ...parts,
});

describe("a rule in words is read as the same rule", () => {
  test.each(comparatorHandles)("comparator %s", (handle) => {
    fc.assert(
      fc.property(conditionsOf(handle), (condition) =>
        expectSame(alone({ groups: [{ conditions: [condition] }] })),
      ),
      { numRuns: 40 },
    );
  });

  test.each(actionHandles)("action %s", (handle) => {
    fc.assert(
      fc.property(actionsOf(handle), (action) => expectSame(alone({ actions: [action] }))),
      { numRuns: 40 },
    );
  });

  test("conditions in conditions, and counted values", () => {
    fc.assert(
      fc.property(fc.array(anyCondition, { minLength: 1, maxLength: 3 }), (conditions) =>
        expectSame(alone({ groups: [{ conditions }] })),
      ),
      { numRuns: 400 },
    );
  });

  test("groups, actions in actions, child rules, tiers, and disabled rules", () => {
    fc.assert(fc.property(anyRule, expectSame), { numRuns: 200 });
  });
});

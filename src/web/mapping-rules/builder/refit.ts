import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { comparatorOf } from "#rules/rule-catalogue.ts";
import type { Choice } from "./choices.ts";
import { actionChoices, comparatorChoices, preModifierChoices } from "./choices.ts";
import type { DraftStore } from "./draft-store.ts";
import { setPart } from "./edit-draft.ts";
import type { OperandKind } from "#rules/operands.ts";
import { operandProblem } from "./operand-problem.ts";
import type { PartOperand } from "./operand-specs.ts";
import { operandsOfAction, operandsOfCondition } from "./operand-specs.ts";
import type { Part, PartData, PartKey, PartKind } from "./part.ts";
import type { RuleScope } from "./part-subject.ts";
import type { Workflow } from "./workflow.ts";
import { workflowIndex } from "./workflow-index.ts";

/*
 * Another field, comparator or kind of action, keeping what still fits: the comparator of the same name for the new
 * type, and every operand that is of the same kind as before.
 */

/** A scope in which a part says something else, for asking what would then fit. */
const scopeOf = ({ workflow, draft }: RuleScope, part: Part): RuleScope => ({
  workflow,
  draft: {
    get: (key) => (key === part.key ? part : draft.get(key)),
    part: <K extends PartKind>(key: PartKey, kind: K) =>
      key === part.key && part.kind === kind ? (part as Part<K>) : draft.part(key, kind),
  },
});

const changed = <K extends PartKind>(part: Part<K>, change: Partial<PartData[K]>): Part<K> =>
  ({ ...part, data: { ...part.data, ...change } }) as Part<K>;

/** The choice of that handle, or the very one chosen. */
const sameChoice = (
  choices: readonly Choice[],
  id: number | null | undefined,
  handle: string | undefined,
): number => {
  const fitting = choices.filter(({ fits }) => fits);
  const found =
    fitting.find((choice) => choice.id === id) ??
    fitting.find((choice) => handle !== undefined && choice.handle === handle);
  return found?.id ?? 0;
};

/** Kinds whose texts may pass for one another: a number is a formula, a text is a list of one. */
const alike: readonly ReadonlySet<OperandKind>[] = [
  new Set<OperandKind>(["number", "integer", "percent", "formula"]),
  new Set<OperandKind>(["text", "list", "key"]),
];

/** Whether what was written is still of use: of the same kind, or a text that stands against nothing in the new one. */
const keeps = (
  scope: RuleScope,
  after: PartOperand,
  before: PartOperand | undefined,
  text: string,
): boolean => {
  if (!before) return false;
  // An option that the new field does not have is not kept, nor a field that is not there.
  const sound = operandProblem(scope, after, text) === undefined;
  if (before.kind === after.kind) return after.kind !== "option" || sound;
  return sound && alike.some((kinds) => kinds.has(before.kind) && kinds.has(after.kind));
};

type Texts<F extends string> = { readonly [field in F]?: string | null | undefined };

/** Empties the operands that are no longer of the kind they were; only what changes is named. */
const refitOperands = <F extends PartOperand["field"]>(
  scope: RuleScope,
  texts: Texts<F>,
  fields: readonly F[],
  before: readonly PartOperand<F>[],
  after: readonly PartOperand<F>[],
): Partial<Record<F, null>> => {
  const emptied = fields.filter((field) => {
    const text = texts[field] ?? "";
    const [was, is] = [before, after].map((list) =>
      list.find((operand) => operand.field === field),
    );
    return text !== "" && !(is && keeps(scope, is, was, text));
  });
  return Object.fromEntries(emptied.map((field) => [field, null])) as Partial<Record<F, null>>;
};

const conditionFields = ["condition", "condition2", "condition3", "condition4"] as const;
const actionFields = ["value", "value2", "value3", "value4"] as const;

type ConditionChange = Partial<
  Pick<
    PartData["condition"],
    "globalObjectFieldId" | "workflowDataTypeComparatorId" | "preModifierDataTypeComparatorId"
  >
>;

const handleOf = ({ catalogue }: Workflow, id: number | null | undefined): string | undefined =>
  catalogue.comparatorHandles.get(id ?? 0);

/** Whether it compares with something that is given: “contains” does, “is empty” does not. */
const asksForValue = ({ handle }: Choice): boolean => {
  const table: Readonly<Record<string, Comparator>> = comparators;
  return handle !== undefined && (table[handle]?.operands.length ?? 0) > 0;
};

/** The first comparator of a value is what is mostly meant, and better than a question. */
const comparatorAfter = (scope: RuleScope, part: Part<"condition">): number => {
  const choices = comparatorChoices(scope, part.key);
  const { workflowDataTypeComparatorId: id } = part.data;
  const same = sameChoice(choices, id, handleOf(scope.workflow, id));
  const fitting = choices.filter(({ fits }) => fits);
  return same || ((fitting.find(asksForValue) ?? fitting[0])?.id ?? 0);
};

/** What a condition says after one of the three changes, as the fields that change. */
export const refitCondition = (
  scope: RuleScope,
  key: PartKey,
  change: ConditionChange,
): Partial<PartData["condition"]> => {
  const before = scope.draft.part(key, "condition");
  if (!before) return {};
  let after = changed(before, change);
  const preModifier = after.data.preModifierDataTypeComparatorId;
  if (preModifier && change.preModifierDataTypeComparatorId === undefined) {
    const kept = sameChoice(
      preModifierChoices(scopeOf(scope, after), key),
      preModifier,
      handleOf(scope.workflow, preModifier),
    );
    after = changed(after, { preModifierDataTypeComparatorId: kept || null });
  }
  if (change.workflowDataTypeComparatorId === undefined)
    after = changed(after, {
      workflowDataTypeComparatorId: comparatorAfter(scopeOf(scope, after), after),
    });
  const texts = refitOperands(
    scope,
    after.data,
    conditionFields,
    operandsOfCondition(scope, key),
    operandsOfCondition(scopeOf(scope, after), key),
  );
  const { globalObjectFieldId, workflowDataTypeComparatorId, preModifierDataTypeComparatorId } =
    after.data;
  const usesList = comparatorOf(after.data, scope.workflow.catalogue)?.operands.length !== 0;
  return {
    globalObjectFieldId,
    workflowDataTypeComparatorId,
    ...(preModifierDataTypeComparatorId === before.data.preModifierDataTypeComparatorId
      ? {}
      : { preModifierDataTypeComparatorId }),
    // “Every entry of the operand” says nothing where there is no operand.
    ...(usesList || !before.data.conditionArrayMustMatchAll
      ? {}
      : { conditionArrayMustMatchAll: false }),
    ...texts,
  };
};

type ActionChange = Partial<
  Pick<PartData["action"], "globalObjectFieldId" | "workflowDataTypeActionId">
>;

/** What an action says after its field or its kind has changed, as the fields that change. */
export const refitAction = (
  scope: RuleScope,
  key: PartKey,
  change: ActionChange,
): Partial<PartData["action"]> => {
  const before = scope.draft.part(key, "action");
  if (!before) return {};
  const { workflow } = scope;
  let after = changed(before, change);
  if (change.workflowDataTypeActionId === undefined) {
    const choices = actionChoices(scopeOf(scope, after), key);
    const { workflowDataTypeActionId: id } = after.data;
    const same = sameChoice(choices, id, workflow.catalogue.actionHandles.get(id));
    const first = choices.find(({ fits }) => fits)?.id ?? 0;
    after = changed(after, { workflowDataTypeActionId: same || first });
  }
  const texts = refitOperands(
    scope,
    after.data,
    actionFields,
    operandsOfAction(scope, key),
    operandsOfAction(scopeOf(scope, after), key),
  );
  const { globalObjectFieldId, workflowDataTypeActionId } = after.data;
  const record = workflowIndex(workflow).actions.get(workflowDataTypeActionId);
  // Where other values come from matters only to actions that use them.
  const usesOthers = !record || record.usesOtherField || record.formula;
  return {
    globalObjectFieldId,
    workflowDataTypeActionId,
    ...(usesOthers || !before.data.usesOtherFieldScope ? {} : { usesOtherFieldScope: null }),
    ...texts,
  };
};

/** What an open rule has that an edit needs. */
export interface EditScope extends RuleScope {
  readonly draft: DraftStore;
}

const labels = {
  field: "select field",
  comparator: "select comparator",
  preModifier: "select what is tested",
  action: "select action",
} as const;

/** Chooses a condition's field. */
export const changeConditionField = (scope: EditScope, key: PartKey, fieldId: number): void =>
  setPart(
    scope.draft,
    key,
    "condition",
    refitCondition(scope, key, { globalObjectFieldId: fieldId }),
    { label: labels.field },
  );

/** Chooses a condition's comparator. */
export const changeComparator = (scope: EditScope, key: PartKey, id: number): void =>
  setPart(
    scope.draft,
    key,
    "condition",
    refitCondition(scope, key, { workflowDataTypeComparatorId: id }),
    { label: labels.comparator },
  );

/** Chooses what a condition looks at (the length of a text), or with null the value itself. */
export const changePreModifier = (scope: EditScope, key: PartKey, id: number | null): void =>
  setPart(
    scope.draft,
    key,
    "condition",
    refitCondition(scope, key, { preModifierDataTypeComparatorId: id }),
    { label: labels.preModifier },
  );

/** Chooses an action's field. */
export const changeActionField = (scope: EditScope, key: PartKey, fieldId: number): void =>
  setPart(scope.draft, key, "action", refitAction(scope, key, { globalObjectFieldId: fieldId }), {
    label: labels.field,
  });

/** Chooses the kind of an action. */
export const changeAction = (scope: EditScope, key: PartKey, id: number): void =>
  setPart(scope.draft, key, "action", refitAction(scope, key, { workflowDataTypeActionId: id }), {
    label: labels.action,
  });

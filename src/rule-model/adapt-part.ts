import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { findComparator, findEntry } from "#rules/rule-catalogue.ts";
import type { OperandKind } from "#rules/operands.ts";
import type { Choice } from "./choices.ts";
import { actionChoices, comparatorChoices, preModifierChoices } from "./choices.ts";
import { operandProblem } from "./problem.ts";
import type { PartOperand, RuleScope } from "./operand-specs.ts";
import {
  actionOperandFields,
  conditionOperandFields,
  listActionOperands,
  listConditionOperands,
  scopeWith,
} from "./operand-specs.ts";
import type { Workflow } from "./workflow.ts";
import { workflowIndex } from "./workflow.ts";
import type { DraftStore } from "./draft-store.ts";
import { setPart } from "./edit-draft.ts";
import type { Part, PartData, PartKey, PartKind } from "./part.ts";

/*
 * Changes a part's field, comparator or kind of action and stillFits what still fits: the comparator of the same name for
 * the new type, and every operand that is of the same kind as before.
 */

const withChange = <K extends PartKind>(part: Part<K>, change: Partial<PartData[K]>): Part<K> =>
  ({ ...part, data: { ...part.data, ...change } }) as Part<K>;

/** The choice of that handle, or the current one. */
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

/** Kinds of operands whose texts are interchangeable: a number is a formula, a text is a list of one. */
const alike: readonly ReadonlySet<OperandKind>[] = [
  new Set<OperandKind>(["number", "integer", "percent", "formula"]),
  new Set<OperandKind>(["text", "list", "key"]),
];

/** Whether an operand's text is still useful: of the same kind, or valid in the new one. */
const stillFits = (
  scope: RuleScope,
  after: PartOperand,
  before: PartOperand | undefined,
  text: string,
): boolean => {
  if (!before) return false;
  // An option that the new field does not have is dropped, as is an unknown field.
  const sound = operandProblem(scope, after, text) === undefined;
  if (before.kind === after.kind) return after.kind !== "option" || sound;
  return sound && alike.some((kinds) => kinds.has(before.kind) && kinds.has(after.kind));
};

type Texts<F extends string> = { readonly [field in F]?: string | null | undefined };

/** Empties the operands whose kind has changed; returns only the fields that change. */
const clearUnfitOperands = <F extends PartOperand["field"]>(
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
    return text !== "" && !(is && stillFits(scope, is, was, text));
  });
  return Object.fromEntries(emptied.map((field) => [field, null])) as Partial<Record<F, null>>;
};

type ConditionChange = Partial<
  Pick<
    PartData["condition"],
    "globalObjectFieldId" | "workflowDataTypeComparatorId" | "preModifierDataTypeComparatorId"
  >
>;

const comparatorHandle = (
  { catalogue }: Workflow,
  id: number | null | undefined,
): string | undefined => catalogue.comparatorHandles.get(id ?? 0);

/** Whether a comparator takes a value: “contains” does, “is empty” does not. */
const takesValue = ({ handle }: Choice): boolean =>
  (findEntry<Comparator>(comparators, handle)?.operands.length ?? 0) > 0;

/** The first comparator of a value is the usual choice, and better than an empty one. */
const fittingComparator = (scope: RuleScope, part: Part<"condition">): number => {
  const choices = comparatorChoices(scope, part.key);
  const { workflowDataTypeComparatorId: id } = part.data;
  const same = sameChoice(choices, id, comparatorHandle(scope.workflow, id));
  const fitting = choices.filter(({ fits }) => fits);
  return same || ((fitting.find(takesValue) ?? fitting[0])?.id ?? 0);
};

/** The fields of a condition that change with its field, comparator or pre-modifier. */
const adaptCondition = (
  scope: RuleScope,
  key: PartKey,
  change: ConditionChange,
): Partial<PartData["condition"]> => {
  const before = scope.draft.part(key, "condition");
  if (!before) return {};
  let after = withChange(before, change);
  const preModifier = after.data.preModifierDataTypeComparatorId;
  if (preModifier && change.preModifierDataTypeComparatorId === undefined) {
    const kept = sameChoice(
      preModifierChoices(scopeWith(scope, after), key),
      preModifier,
      comparatorHandle(scope.workflow, preModifier),
    );
    after = withChange(after, { preModifierDataTypeComparatorId: kept || null });
  }
  if (change.workflowDataTypeComparatorId === undefined)
    after = withChange(after, {
      workflowDataTypeComparatorId: fittingComparator(scopeWith(scope, after), after),
    });
  const texts = clearUnfitOperands(
    scope,
    after.data,
    conditionOperandFields,
    listConditionOperands(scope, key),
    listConditionOperands(scopeWith(scope, after), key),
  );
  const { globalObjectFieldId, workflowDataTypeComparatorId, preModifierDataTypeComparatorId } =
    after.data;
  const usesList = findComparator(after.data, scope.workflow.catalogue)?.operands.length !== 0;
  return {
    globalObjectFieldId,
    workflowDataTypeComparatorId,
    ...(preModifierDataTypeComparatorId === before.data.preModifierDataTypeComparatorId
      ? {}
      : { preModifierDataTypeComparatorId }),
    // “Every entry of the operand” has no meaning without an operand.
    ...(usesList || !before.data.conditionArrayMustMatchAll
      ? {}
      : { conditionArrayMustMatchAll: false }),
    ...texts,
  };
};

type ActionChange = Partial<
  Pick<PartData["action"], "globalObjectFieldId" | "workflowDataTypeActionId">
>;

/** The fields of an action that change with its field or its kind. */
const adaptAction = (
  scope: RuleScope,
  key: PartKey,
  change: ActionChange,
): Partial<PartData["action"]> => {
  const before = scope.draft.part(key, "action");
  if (!before) return {};
  const { workflow } = scope;
  let after = withChange(before, change);
  if (change.workflowDataTypeActionId === undefined) {
    const choices = actionChoices(scopeWith(scope, after), key);
    const { workflowDataTypeActionId: id } = after.data;
    const same = sameChoice(choices, id, workflow.catalogue.actionHandles.get(id));
    const first = choices.find(({ fits }) => fits)?.id ?? 0;
    after = withChange(after, { workflowDataTypeActionId: same || first });
  }
  const texts = clearUnfitOperands(
    scope,
    after.data,
    actionOperandFields,
    listActionOperands(scope, key),
    listActionOperands(scopeWith(scope, after), key),
  );
  const { globalObjectFieldId, workflowDataTypeActionId } = after.data;
  const record = workflowIndex(workflow).actions.get(workflowDataTypeActionId);
  // The source of other values only matters to actions that use them.
  const usesOthers = !record || record.usesOtherField || record.formula;
  return {
    globalObjectFieldId,
    workflowDataTypeActionId,
    ...(usesOthers || !before.data.usesOtherFieldScope ? {} : { usesOtherFieldScope: null }),
    ...texts,
  };
};

/** The part of an open rule that an edit needs. */
export interface EditScope extends RuleScope {
  readonly draft: DraftStore;
}

const changeCondition = (
  scope: EditScope,
  key: PartKey,
  label: string,
  change: ConditionChange,
): void => setPart(scope.draft, key, "condition", adaptCondition(scope, key, change), { label });

export const changeConditionField = (scope: EditScope, key: PartKey, fieldId: number): void =>
  changeCondition(scope, key, "select field", { globalObjectFieldId: fieldId });

export const changeComparator = (scope: EditScope, key: PartKey, id: number): void =>
  changeCondition(scope, key, "select comparator", { workflowDataTypeComparatorId: id });

/** Chooses a condition's pre-modifier (the length of a text), or with null the value itself. */
export const changePreModifier = (scope: EditScope, key: PartKey, id: number | null): void =>
  changeCondition(scope, key, "select what is tested", { preModifierDataTypeComparatorId: id });

export const changeActionField = (scope: EditScope, key: PartKey, fieldId: number): void =>
  setPart(scope.draft, key, "action", adaptAction(scope, key, { globalObjectFieldId: fieldId }), {
    label: "select field",
  });

export const changeAction = (scope: EditScope, key: PartKey, id: number): void =>
  setPart(scope.draft, key, "action", adaptAction(scope, key, { workflowDataTypeActionId: id }), {
    label: "select action",
  });

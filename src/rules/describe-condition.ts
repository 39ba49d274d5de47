import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Comparator, Predicate } from "./comparator.ts";
import type { PartLine, Wording } from "./describe-operands.ts";
import { fieldWords, fillSentence } from "./describe-operands.ts";
import { parseTime } from "./iso-time.ts";
import { givenValues } from "./operands.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findComparator, findPreModifier } from "./rule-catalogue.ts";
import type { RunnableCondition } from "./runnable-rule.ts";

const conditionTexts = ({ condition, condition2, condition3, condition4 }: RunnableCondition) => [
  condition,
  condition2,
  condition3,
  condition4,
];

/** Whether a condition requires all of several values, and its comparator can tell. */
const requiresAll = (comparator: Comparator, condition: RunnableCondition): boolean => {
  const [first] = comparator.operands;
  if (!condition.conditionArrayMustMatchAll || !comparator.whenAll || !first) return false;
  // How many values the other field has is not known here.
  return comparator.usesOtherField || givenValues(first, condition.condition ?? "").length > 1;
};

/** What a condition says of its subject, or of a value that does not match. */
export const fillPredicate = (
  which: keyof Predicate,
  comparator: Comparator,
  condition: RunnableCondition,
  field: RuleField | undefined,
  wording: Wording,
): string => {
  const all = requiresAll(comparator, condition);
  const asDate = comparator.whenDate && parseTime(condition.condition) !== undefined;
  const words = (all && comparator.whenAll) || (asDate && comparator.whenDate) || comparator;
  const joined: Wording = all ? { ...wording, conjunction: "and" } : wording;
  return fillSentence(
    words[which],
    comparator.operands,
    conditionTexts(condition),
    field,
    "",
    joined,
  );
};

const ownPredicate = (condition: RunnableCondition, wording: Wording): string => {
  const comparator = findComparator(condition, wording.catalogue);
  const field = wording.catalogue.fields.get(condition.globalObjectFieldId ?? 0);
  if (comparator) return fillPredicate("sentence", comparator, condition, field, wording);
  const kind =
    condition.workflowDataTypeComparator?.handle ?? condition.workflowDataTypeComparatorId;
  return kind ? `meets an unknown condition (${kind})` : "… (select a condition)";
};

/** The predicate of a condition, without its field: “contains “lamp”, any case”. */
const predicate = (condition: RunnableCondition, wording: Wording, depth = 0): string => {
  const comparator = findComparator(condition, wording.catalogue);
  const own = ownPredicate(condition, wording);
  const children = inRankOrder(condition.childConditions ?? []);
  if (children.length === 0 || depth > maxNesting) return own;
  const joined = children.map((child) =>
    comparator?.pick
      ? predicate(child, wording, depth + 1)
      : describeCondition(child, wording, depth + 1),
  );
  return `${own}${comparator?.pick ? ", whose value " : ", and "}${joined.join(" and ")}`;
};

/** The subject of the comparator: the field's name, or the result of its pre-modifier. */
const subject = (condition: RunnableCondition, name: string, wording: Wording): string => {
  const preModifier = findPreModifier(condition, wording.catalogue);
  if (!preModifier?.preModifier) return name;
  const { sentence } = preModifier.preModifier;
  const texts = conditionTexts(condition);
  return fillSentence(sentence, preModifier.operands, texts, undefined, name, wording);
};

const every = ({ fieldArrayMustMatchAll }: RunnableCondition): string =>
  fieldArrayMustMatchAll ? "Every " : "";

const isEmpty = (condition: RunnableCondition): boolean =>
  !condition.globalObjectFieldId &&
  !condition.workflowDataTypeComparatorId &&
  !condition.workflowDataTypeComparator;

/** One condition as a sentence: “Title contains “lamp”, any case”. */
export const describeCondition = (
  condition: RunnableCondition,
  wording: Wording,
  depth = 0,
): string => {
  if (isEmpty(condition)) return "an incomplete condition";
  const name = fieldWords(condition.globalObjectFieldId, wording);
  const about = subject(condition, name, wording);
  return `${every(condition)}${about} ${predicate(condition, wording, depth)}`;
};

/** One condition without its child conditions, which have their own lines. */
export const describeConditionLine = (
  condition: RunnableCondition,
  { picked, hasChildren }: PartLine,
  wording: Wording,
): string => {
  if (isEmpty(condition)) return "Incomplete condition";
  const name = picked ? "its value" : fieldWords(condition.globalObjectFieldId, wording);
  const about = `${every(condition)}${subject(condition, name, wording)}`;
  const picks = findComparator(condition, wording.catalogue)?.pick !== undefined;
  const more = picks ? ", where" : ", and";
  return `${about} ${ownPredicate(condition, wording)}${hasChildren ? more : ""}`;
};

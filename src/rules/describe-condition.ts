import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Wording } from "./describe-operands.ts";
import { fieldWords, fillSentence } from "./describe-operands.ts";
import { comparatorOf, preModifierOf } from "./rule-catalogue.ts";
import type { RunnableCondition } from "./runnable-rule.ts";

const conditionTexts = ({ condition, condition2, condition3, condition4 }: RunnableCondition) => [
  condition,
  condition2,
  condition3,
  condition4,
];

/** What a condition asks, without its field: “contains “lamp”, any case”. */
const predicate = (condition: RunnableCondition, wording: Wording, depth = 0): string => {
  const comparator = comparatorOf(condition, wording.catalogue);
  const field = wording.catalogue.fields.get(condition.globalObjectFieldId ?? 0);
  const texts = conditionTexts(condition);
  const own = comparator
    ? fillSentence(comparator.sentence, comparator.operands, texts, field, "", wording)
    : `meets a condition that is not known here (${condition.workflowDataTypeComparator?.handle ?? condition.workflowDataTypeComparatorId ?? "none"})`;
  const children = inRankOrder(condition.childConditions ?? []);
  if (children.length === 0 || depth > maxNesting) return own;
  const joined = children.map((child) =>
    comparator?.pick
      ? predicate(child, wording, depth + 1)
      : describeCondition(child, wording, depth + 1),
  );
  return `${own}${comparator?.pick ? ", whose value " : ", and "}${joined.join(" and ")}`;
};

/** One condition as a sentence: “Title contains “lamp”, any case”. */
export const describeCondition = (
  condition: RunnableCondition,
  wording: Wording,
  depth = 0,
): string => {
  const { catalogue } = wording;
  const name = fieldWords(condition.globalObjectFieldId, wording);
  const preModifier = preModifierOf(condition, catalogue);
  const subject = preModifier?.preModifier
    ? fillSentence(
        preModifier.preModifier.sentence,
        preModifier.operands,
        conditionTexts(condition),
        undefined,
        name,
        wording,
      )
    : name;
  return `${condition.fieldArrayMustMatchAll ? "Every " : ""}${subject} ${predicate(condition, wording, depth)}`;
};

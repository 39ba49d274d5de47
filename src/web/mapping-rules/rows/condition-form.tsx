import { fieldWords } from "#rules/describe-operands.ts";
import type { Part } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { EveryElement, EveryValue, LookAt } from "./condition-extras.tsx";
import { useEditorWording } from "./editor-wording.ts";
import { SentenceForm } from "./sentence-form.tsx";

interface ConditionFormProps {
  part: Part<"condition">;
  picked: boolean;
  problems: readonly PartProblem[];
}

/** The controls of a condition: its field, its comparator, and its operands. */
export const ConditionForm = (props: ConditionFormProps) => {
  const { part, picked } = props;
  const wording = useEditorWording();
  const name = picked ? "The value" : fieldWords(part.data.globalObjectFieldId, wording);
  return (
    <SentenceForm {...props}>
      <LookAt part={part} fieldName={name} />
      <EveryElement part={part} />
      <EveryValue part={part} />
    </SentenceForm>
  );
};

import type { PartProblem } from "#rule-model/check/part-problem.ts";
import { ActionForm } from "./action-form.tsx";
import { ConditionForm } from "./condition-form.tsx";
import type { SentencePart } from "#rule-model/describe/part-sentence.ts";

interface PartFormProps {
  part: SentencePart;
  picked: boolean;
  problems: readonly PartProblem[];
}

export const PartForm = ({ part, ...others }: PartFormProps) =>
  part.kind === "condition" ? (
    <ConditionForm part={part} {...others} />
  ) : (
    <ActionForm part={part} {...others} />
  );

import type { PartProblem } from "#rule-model/check/problem.ts";
import type { SentencePart } from "#rule-model/describe/describe-parts.ts";
import { ActionForm } from "./action-form.tsx";
import { ConditionForm } from "./condition-form.tsx";

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

import type { PartProblem } from "#web/mapping-rules/builder/part-problem.ts";
import { ActionForm } from "./action-form.tsx";
import { ConditionForm } from "./condition-form.tsx";
import type { SentencePart } from "./part-sentence.ts";

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

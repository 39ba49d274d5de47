import type { Part } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { problemsId } from "./row-problems.tsx";

/** The properties that mark a control as having a problem of its row. */
export const problemProps = (part: Part, problems: readonly PartProblem[], field: string) => {
  const invalid = problems.some((problem) => problem.field === field);
  return { invalid, describedBy: invalid ? problemsId(part.key) : undefined };
};

import type { Part } from "#web/mapping-rules/builder/part.ts";
import type { PartProblem } from "#web/mapping-rules/builder/part-problem.ts";
import { problemsId } from "./row-problems.tsx";

/** A control's part in what is wrong with its row. */
export const wrongIn = (part: Part, problems: readonly PartProblem[], field: string) => {
  const invalid = problems.some((problem) => problem.field === field);
  return { invalid, describedBy: invalid ? problemsId(part.key) : undefined };
};

import type { PartKey } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";

/** The id of a row's problems, for the controls that they describe. */
export const problemsId = (key: PartKey): string => `part-${key}-problems`;

/** The worst kind among them. */
export const worstOf = (
  problems: readonly PartProblem[] | undefined,
): PartProblem["kind"] | undefined => {
  if (!problems || problems.length === 0) return undefined;
  return problems.some(({ kind }) => kind === "error") ? "error" : "warning";
};

const sources = { check: "", api: "The API reports: " } as const;

/** The problems of a row, in words. */
export const RowProblems = ({
  partKey,
  problems,
}: {
  partKey: PartKey;
  problems: readonly PartProblem[];
}) => (
  <p className="rule-row__problems" id={problemsId(partKey)} data-kind={worstOf(problems)}>
    {problems.map(({ message, from }) => `${sources[from]}${message}`).join(" ")}
  </p>
);

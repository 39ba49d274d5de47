import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { evaluateRules } from "#rules/evaluate-rule.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { runSavedRule } from "#web/api/mapping-rule-run.ts";
import { readMappingRule } from "#web/api/mapping-rules.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { type AnswerDifference, compareAnswers } from "./compare-answers.ts";
import type { Preview } from "./preview-session.ts";
import { valueWords } from "./diff-values.tsx";

/** Runs the saved rule at the upstream and here, and returns the differences. */
const check = async (id: number, { selected, context }: Preview): Promise<AnswerDifference[]> => {
  if (!selected) return [];
  // Not by the query of the open rule: a failure here would be one of its screen, too.
  const { value: saved } = await readMappingRule(id);
  const there = await runSavedRule(id, selected.record);
  const here = evaluateRules([saved], selected.record, { ...context, now: Date.now() });
  return compareAnswers(
    { objects: here.objects, value: here.value },
    { objects: there.objects, value: there.value },
  );
};

/** Compares the upstream's result of the saved rule for this record with this browser's; both must be the same. */
export const ServiceCheck = ({
  preview,
  ruleId,
}: {
  preview: Preview;
  ruleId: number | null | undefined;
}) => {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (asked: Preview) => check(ruleId ?? 0, asked),
  });
  if (!ruleId) return null;
  const current = variables?.selected === preview.selected;
  return (
    <section>
      <h3>Compare with the API</h3>
      <div className="stack">
        <p className="preview__none">
          The API runs the saved version of the rule, without your changes, on this record. The
          console compares both results. Nothing is saved.
        </p>
        <div>
          <Button size="xs" disabled={isPending} onClick={() => mutate(preview)}>
            {isPending ? "Running…" : "Run saved rule"}
          </Button>
        </div>
        <div role="status">
          {current && data?.length === 0 && "Both results are the same."}
          {current && data && data.length > 0 && (
            <>
              The results differ:
              <ul>
                {data.map(({ path, here, there }) => (
                  <li key={path}>
                    <span className="code">{path}</span>: console {valueWords(here)}, API{" "}
                    {valueWords(there)}
                  </li>
                ))}
              </ul>
            </>
          )}
          {current && isUnserved(error) && "The API doesn't offer test runs."}
        </div>
        {current && error && !isUnserved(error) && <ErrorNotice error={error} />}
      </div>
    </section>
  );
};

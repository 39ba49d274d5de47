import { memo } from "react";
import type { PartKey } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { picksEntry } from "#rule-model/workflow/operand-specs.ts";
import type { SentencePart } from "#rule-model/describe/describe-parts.ts";
import { innerKeys, isSentence, sentenceOf } from "#rule-model/describe/describe-parts.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { usePartShape } from "#web/mapping-rules/builder/use-part-shape.ts";
import { PartMark } from "#web/mapping-rules/preview/part-mark.tsx";
import { useKeyed } from "#web/mapping-rules/builder/use-keyed.ts";
import "./part-row.css";
import { useSentenceWording } from "./editor-wording.ts";
import { MarkedSentence } from "./marked-sentence.tsx";
import { PartForm } from "./part-form.tsx";
import { problemsId, RowProblems, worstOf } from "./row-problems.tsx";

const none: readonly PartProblem[] = [];

interface PartRowProps {
  partKey: PartKey;
  first: boolean;
  /** Its subject is the value that the row around it picks. */
  picked: boolean;
}

const InnerRows = ({ part }: { part: SentencePart }) => {
  const { workflow } = useBuilder();
  const keys = innerKeys(part);
  const picked = picksEntry(part, workflow);
  if (keys.length === 0) return null;
  return (
    <ul
      className="rule-rows"
      data-of={part.kind}
      aria-label={part.kind === "condition" ? "Inner conditions" : "Inner actions"}
    >
      {keys.map((key, at) => (
        <PartRow key={key} partKey={key} first={at === 0} picked={picked} />
      ))}
    </ul>
  );
};

/**
 * A condition or an action: one line of plain words, or its controls while it is edited. It subscribes only to its
 * own part, and the editor's root handles its clicks and keys, so that thousands of rows cost little.
 */
export const PartRow = memo(({ partKey, first, picked }: PartRowProps) => {
  const { view, problems } = useBuilder();
  const shown = useKeyed(view, partKey);
  // The controls update themselves with the text typed into them.
  const part = usePartShape(partKey, shown?.editing === true);
  const wrong = useKeyed(problems, partKey);
  const wording = useSentenceWording();
  if (!isSentence(part)) return null;
  const problemsNow = wrong ?? none;
  const worst = worstOf(problemsNow);
  return (
    <li
      className="rule-row"
      data-problem={worst}
      data-found={shown?.found}
      data-editing={shown?.editing}
    >
      {first || part.kind === "action" ? null : "and"}
      {shown?.editing ? (
        <PartForm part={part} picked={picked} problems={problemsNow} />
      ) : (
        <div
          className="rule-row__line"
          role="button"
          tabIndex={shown?.active ? 0 : -1}
          data-part-key={partKey}
          data-part-kind={part.kind}
          data-marked={wording.mark && ""}
          aria-describedby={worst && problemsId(partKey)}
        >
          {wording.mark ? (
            <MarkedSentence text={sentenceOf(part, picked, wording)} />
          ) : (
            sentenceOf(part, picked, wording)
          )}
        </div>
      )}
      <PartMark partKey={partKey} />
      {worst && <RowProblems partKey={partKey} problems={problemsNow} />}
      <InnerRows part={part} />
    </li>
  );
});

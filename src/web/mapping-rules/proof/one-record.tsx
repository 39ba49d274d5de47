import "./one-record.css";
import { useDeferredValue, useMemo } from "react";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { wordingToRead } from "#web/mapping-rules/rows/marked-words.ts";
import { useValue } from "#web/ui/value-store.ts";
import { changesOfRecord, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import type { Proof } from "./proof-session.ts";
import { getProofSession } from "./proof-session.ts";
import { RecordPicker } from "./record-picker.tsx";
import { RuleSteps } from "./rule-steps.tsx";
import { ServiceCheck } from "./service-check.tsx";
import { WhyNot } from "./why-not.tsx";

const Changes = ({ proof }: { proof: Proof }) => {
  const cells = useMemo(() => changesOfRecord(proof), [proof]);
  if (cells.length === 0)
    return <p className="proof__none">The rule changes nothing in this record.</p>;
  return (
    <ul className="one-record__changes">
      {cells.map((cell, at) => (
        <li key={at}>
          <span className="one-record__field">{placeWords(cell, proof.selected)}</span>
          <DiffValues before={cell.before} after={cell.after} />
        </li>
      ))}
    </ul>
  );
};

/** Whether the rule applies to the selected record, its result, and every step to it. */
export const OneRecord = () => {
  const builder = useBuilder();
  const proof = useDeferredValue(useValue(getProofSession(builder).proof));
  if (!proof?.selected || !proof.traced?.trace)
    return <p className="proof__none">Steps appear as soon as a record is loaded.</p>;
  const { trace, result } = proof.traced;
  const wording = wordingToRead(builder.wording(), builder.draft.size());
  return (
    <div className="stack one-record">
      <RecordPicker proof={proof} selected={proof.selected} />
      <div className="one-record__verdict" data-holds={result.matched} aria-live="polite">
        <strong>
          {result.matched ? "The rule matches this record." : "The rule doesn't match this record."}
        </strong>{" "}
        {trace.reason}
      </div>
      {result.matched ? (
        <section>
          <h3>Changes</h3>
          <Changes proof={proof} />
        </section>
      ) : (
        <section>
          <h3>Why it doesn't match</h3>
          <WhyNot trace={trace} wording={wording} />
        </section>
      )}
      <details className="one-record__steps" open={result.matched}>
        <summary>
          <h3>All steps</h3>
        </summary>
        <RuleSteps trace={trace} wording={wording} named={false} />
      </details>
      <ServiceCheck proof={proof} ruleId={builder.draft.part(headKey, "head")?.data.id} />
    </div>
  );
};
